import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { type AuthorRow, authorColumns, authorState } from '../../platform/member-views.ts';
import { commentListed, mentionsSeen } from '../../platform/visibility/comments.ts';
import { memberVisible } from '../../platform/visibility/members.ts';
import { comments } from '../table.ts';

const shown = comments.pick('id', 'photo_id', 'content', 'created_at');

export interface CommentRow extends Row<typeof shown>, AuthorRow {
  mentions: string[];
}

/** Lists the newest three visible comments of each post, oldest first. */
export const listNewestCommentRows = (db: Statements, viewerId: string | null, photoIds: readonly string[]): Promise<CommentRow[]> =>
  db.rows(
    `select newest.* from unnest($2::uuid[]) as input(id), lateral (
       select ${shown.of('c')}, ${mentionsSeen('$1', 'c')} as mentions, ${authorColumns('m')}
         from comments c join members m on m.id = c.member_id
        where c.photo_id = input.id and not c.is_critique and ${commentListed('$1', 'c', 'm')}
        order by c.id desc limit 3) newest
      order by newest.photo_id, newest.id`,
    [viewerId, photoIds],
  );

export interface SharedCommentRow extends CommentRow {
  author_state: string;
  /** Ordered by username; null for usernames hidden from everybody. */
  mentioned: { id: string; state: string; username: string | null }[];
}

/** Like `listNewestCommentRows`, for viewers who hide nobody. Adds the version of the author and of each mentioned member. */
export const listSharedCommentRows = (db: Statements, photoIds: readonly string[]): Promise<Omit<SharedCommentRow, 'mentions'>[]> =>
  db.rows(
    `select newest.* from unnest($1::uuid[]) as input(id), lateral (
       select ${shown.of('c')}, ${authorColumns('m')}, ${authorState('m')} as author_state,
              coalesce((select json_agg(json_build_object(
                  'id', named.id, 'state', ${authorState('named')},
                  'username', case when ${memberVisible('null', 'named')} then named.username end) order by named.username)
                 from comment_mentions cm join members named on named.id = cm.member_id where cm.comment_id = c.id), '[]') as mentioned
         from comments c join members m on m.id = c.member_id
        where c.photo_id = input.id and not c.is_critique and ${commentListed('null', 'c', 'm')}
        order by c.id desc limit 3) newest
      order by newest.photo_id, newest.id`,
    [photoIds],
  );

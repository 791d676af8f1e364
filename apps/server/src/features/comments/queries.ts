import type { Statements } from '../../db/database.ts';
import { commentLikesCounted, commentListed, commentVisible, mentionsSeen } from '../../visibility/comments.ts';
import { commentsCounted, photoReaches, photoVisible } from '../../visibility/photos.ts';
import { type AuthorRow, authorColumns } from '../members/views.ts';

export interface CommentRow extends AuthorRow {
  id: string;
  content: string;
  created_at: Date;
  mentions: string[];
}

/** … in the conversation below its post. */
export interface ConversationRow extends CommentRow {
  likes_count: number;
  is_liked: boolean;
}

const columns = `c.id, c.content, c.created_at, (${commentLikesCounted('$1', 'c')})::int as likes_count,
            exists (select from comment_likes own where own.comment_id = c.id and own.member_id = $1) as is_liked,
            ${mentionsSeen('$1', 'c')} as mentions, ${authorColumns('m')}`;

/** Whose post got the comment; nothing where the post is not for the viewer. */
export const addComment = (
  db: Statements,
  { id, viewerId, photoId, content }: { id: string; viewerId: string; photoId: string; content: string },
): Promise<{ owner_id: string } | undefined> =>
  db.row(
    `with me as (select id from members where id = $1 and is_live for share),
          added as (
            insert into comments (id, photo_id, member_id, content)
            select $3, p.id, me.id, $4 from me, photos p join members m on m.id = p.member_id where p.id = $2 and ${photoReaches('$1', 'p', 'm')}
            returning photo_id)
     update photos p set comments_count = p.comments_count + 1 from added where p.id = added.photo_id returning p.member_id as owner_id`,
    [viewerId, photoId, id, content],
  );

/** A comment below a post, its author with it. */
export const findComment = (db: Statements, viewerId: string, commentId: string): Promise<ConversationRow | undefined> =>
  db.row(
    `select ${columns}
       from comments c join members m on m.id = c.member_id where c.id = $2`,
    [viewerId, commentId],
  );

export interface CommentToDelete {
  author_id: string;
  owner_id: string;
  /** The viewer can see the post and whoever wrote the comment. */
  is_visible: boolean;
}

export const findCommentToDelete = (
  db: Statements,
  viewerId: string,
  photoId: string,
  commentId: string,
): Promise<CommentToDelete | undefined> =>
  db.row(
    `select c.member_id as author_id, p.member_id as owner_id, (${photoVisible('$1', 'p', 'o')} and ${commentVisible('$1', 'c', 'm')}) as is_visible
       from comments c join members m on m.id = c.member_id join photos p on p.id = c.photo_id join members o on o.id = p.member_id
      where c.id = $3 and c.photo_id = $2 and c.deleted_at is null`,
    [viewerId, photoId, commentId],
  );

/** The count falls only with the row, and only where it counted: an account that is gone has taken its comments out already. */
export const removeComment = (db: Statements, commentId: string): Promise<number> =>
  db.run(
    `with author as (select m.id, m.is_live from members m where m.id = (select member_id from comments where id = $1) for share),
          removed as (
            update comments c set deleted_at = now() from author where c.id = $1 and c.deleted_at is null
            returning c.photo_id, author.is_live)
     update photos p set comments_count = p.comments_count - case when removed.is_live then 1 else 0 end from removed where p.id = removed.photo_id`,
    [commentId],
  );

/** The conversation below a post, newest first, without those hidden from the viewer. */
export const listCommentRows = (
  db: Statements,
  viewerId: string,
  photoId: string,
  { before, offset, limit }: { before: string; offset: number; limit: 21 | 51 },
): Promise<ConversationRow[]> =>
  db.rows(
    `select ${columns}
       from comments c join members m on m.id = c.member_id
      where c.photo_id = $2 and c.id < $3 and ${commentListed('$1', 'c', 'm')}
      order by c.id desc offset $4 limit ${limit}`,
    [viewerId, photoId, before, offset],
  );

/** A post that the viewer may open: whose it is, how many comments below it they can list, and whether it is meant for them. */
export const findConversation = (
  db: Statements,
  viewerId: string,
  photoId: string,
): Promise<{ owner_id: string; total: number; reaches_viewer: boolean } | undefined> =>
  db.row(
    `select m.id as owner_id, (${commentsCounted('$1', 'p')})::int as total, (${photoReaches('$1', 'p', 'm')}) as reaches_viewer
       from photos p join members m on m.id = p.member_id where p.id = $2 and ${photoVisible('$1', 'p', 'm')}`,
    [viewerId, photoId],
  );

/** Five hundred of the comments that a closed account wrote. No count changes: they are out of them already. */
export const removeCommentsBy = (db: Statements, memberId: string): Promise<number> =>
  db.run('delete from comments where id in (select id from comments where member_id = $1 limit 500)', [memberId]);

/** Five hundred of those below its next fifty posts. No count changes: the posts go next. */
export const removeCommentsBelow = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `with own as materialized (select id from photos where member_id = $1 limit 50),
          below as materialized (
            select c.id from own cross join lateral (select id from comments where photo_id = own.id limit 500) c limit 500)
     delete from comments c using below b where c.id = b.id`,
    [memberId],
  );

/** Five hundred of those below these posts, which are deleted. */
export const removeCommentsBelowPosts = (db: Statements, photoIds: readonly string[]): Promise<number> =>
  db.run(
    `with below as materialized (
            select c.id from unnest($1::uuid[]) as swept(id) cross join lateral (select id from comments where photo_id = swept.id limit 500) c limit 500)
     delete from comments c using below b where c.id = b.id`,
    [photoIds],
  );

/** Five hundred that were deleted almost a day ago and that nobody is asked to look at. No count changes: they are out of them already. */
export const removeDeletedComments = (db: Statements): Promise<number> =>
  db.run(
    `delete from comments where id in (
       select c.id from comments c
        where c.deleted_at < now() - interval '20 hours'
          and not exists (select from reports r where r.comment_id = c.id and r.resolved_at is null)
        order by c.deleted_at limit 500)`,
  );

import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../../platform/db/database.ts';
import type { NewRow, Row } from '../../platform/db/table.ts';
import { authorColumns, type AuthorRow, type MaybeAuthorRow } from '../../platform/member-views.ts';
import {
  commentLikesCounted,
  commentListed,
  commentVisible,
  mentionsSeen,
  repliesCounted,
  threadListed,
  threadVisible,
} from '../../platform/visibility/comments.ts';
import { commentRemovable } from '../../platform/visibility/moderation.ts';
import { photoReaches, photoVisible } from '../../platform/visibility/photos.ts';
import { comments } from '../table.ts';

const shown = comments.pick('id', 'content', 'created_at');

export interface CommentRow extends Row<typeof shown>, AuthorRow {
  mentions: string[];
}

export interface ReplyTo {
  id: string;
  user: { id: string; username: string; name: string };
}

interface InConversation {
  thread_id: string | null;
  reply_to: ReplyTo | null;
  likes_count: number;
  is_liked: boolean;
  is_critique: boolean;
}

export type ConversationRow = CommentRow & InConversation;

/** The author is null if the comment is deleted or hidden from the viewer. */
export type ThreadRow = Omit<CommentRow, keyof AuthorRow> & InConversation & MaybeAuthorRow & { replies_count: number };

export const conversationColumns = `${shown.of('c')}, (${commentLikesCounted('$1', 'c')})::int as likes_count,
            exists (select from comment_likes own where own.comment_id = c.id and own.member_id = $1) as is_liked,
            ${mentionsSeen('$1', 'c')} as mentions, ${authorColumns('m')}, c.thread_id, c.is_critique,
            (select jsonb_build_object('id', a.id, 'user', jsonb_build_object('id', am.id, 'username', am.username, 'name', am.name))
               from comments a join members am on am.id = a.member_id
              where a.id = c.reply_to_id and ${commentListed('$1', 'a', 'am')}) as reply_to`;

export interface ParentComment {
  id: string;
  thread_id: string;
  member_id: string;
  is_critique: boolean;
}

/**
 * Locks a comment and its thread until the reply is added. Returns nothing if the viewer may not reply. Lock order: member, thread,
 * reply, as in `removeComment`.
 */
export const lockParent = (tx: Statements, viewerId: string, photoId: string, replyTo: string): Promise<ParentComment | undefined> =>
  tx.row(
    `with me as (select id from members where id = $1 and is_live for share),
          input as (
            select c.id, c.thread_id from comments c join photos p on p.id = c.photo_id join members o on o.id = p.member_id
             where c.id = $3 and c.photo_id = $2 and ${photoReaches('$1', 'p', 'o')} and (select id from me) is not null),
          locked as (
            select c.id, c.photo_id, c.thread_id, c.member_id, c.deleted_at, c.is_critique from comments c
             where c.id in (select id from input union select thread_id from input) order by c.id for no key update)
     select c.id, coalesce(c.thread_id, c.id) as thread_id, c.member_id, c.is_critique
       from locked c join members m on m.id = c.member_id where c.id = $3 and ${commentVisible('$1', 'c', 'm')}`,
    [viewerId, photoId, replyTo],
  );

const newComment = comments.pick(
  'id',
  'photo_id',
  'content',
  'thread_id',
  'reply_to_id',
  'send_key',
  'send_digest',
  'is_critique',
  'image_id',
  'x',
  'y',
);

/** Inserts a comment and returns the owner of the post, or nothing if the viewer may not comment or already used the key. */
export const addComment = (
  db: Statements,
  viewerId: string,
  comment: NewRow<typeof newComment>,
): Promise<{ owner_id: string } | undefined> =>
  db.row(
    `with me as (select id from members where id = $1 and is_live for share),
          added as (
            insert into comments (${newComment.names}, member_id)
            select ${newComment.of('n')}, me.id
              from me, ${newComment.from('$2')} n join photos p on p.id = n.photo_id join members m on m.id = p.member_id where ${photoReaches('$1', 'p', 'm')}
            on conflict (member_id, send_key) where send_key is not null do nothing
            returning photo_id, thread_id, is_critique),
          parent as (update comments c set replies_count = c.replies_count + 1 from added where c.id = added.thread_id)
     update photos p set comments_count = p.comments_count + case when added.is_critique then 0 else 1 end from added where p.id = added.photo_id returning p.member_id as owner_id`,
    [viewerId, newComment.record(comment)],
  );

export const findCommentByKey = (
  db: Statements,
  memberId: string,
  key: string,
): Promise<{ id: string; is_deleted: boolean; send_digest: Buffer | null } | undefined> =>
  db.row('select id, deleted_at is not null as is_deleted, send_digest from comments where member_id = $1 and send_key = $2', [
    memberId,
    key,
  ]);

export const findComment = (db: Statements, viewerId: string, commentId: string): Promise<ConversationRow | undefined> =>
  db.row(
    `select ${conversationColumns}
       from comments c join members m on m.id = c.member_id where c.id = $2`,
    [viewerId, commentId],
  );

export interface PostOfComment {
  owner_id: string;
  reaches_viewer: boolean;
}

export type VisibleComment = ConversationRow & PostOfComment & { photo_id: string };

const visibleColumns = `${conversationColumns}, c.photo_id, p.member_id as owner_id, (${photoReaches('$1', 'p', 'o')}) as reaches_viewer`;
const commentsWithPosts =
  'comments c join members m on m.id = c.member_id join photos p on p.id = c.photo_id join members o on o.id = p.member_id';

/** Lists the comments of these ids that the viewer may read, in no order. */
export const listVisibleComments = (db: Statements, viewerId: string, ids: readonly string[]): Promise<VisibleComment[]> =>
  db.rows(
    `select ${visibleColumns} from ${commentsWithPosts}
      where c.id = any($2::uuid[]) and ${photoVisible('$1', 'p', 'o')} and ${commentVisible('$1', 'c', 'm')}`,
    [viewerId, ids],
  );

/** Lists the newest 200 comments and replies of a post, oldest first, without critique. */
export const listNewestComments = (db: Statements, viewerId: string, photoId: string): Promise<VisibleComment[]> =>
  db.rows(
    `select * from (
       select ${visibleColumns} from ${commentsWithPosts}
        where c.photo_id = $2 and not c.is_critique and ${photoVisible('$1', 'p', 'o')} and ${commentListed('$1', 'c', 'm')}
        order by c.id desc limit 200) newest
      order by id`,
    [viewerId, photoId],
  );

export interface CommentToDelete {
  author_id: string;
  owner_id: string;
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

/**
 * Deletes a comment and lowers the counts, which already exclude closed accounts' comments. Locks the thread before the reply, as in
 * `lockParent`.
 */
export const removeComment = (db: Statements, commentId: string): Promise<number> =>
  db.run(
    `with one as (select id, thread_id, member_id from comments where id = $1),
          author as (select m.id, m.is_live from members m where m.id = (select member_id from one) for share),
          locked as (
            select c.id from comments c
             where c.id in (select id from one union select thread_id from one) and (select id from author) is not null
             order by c.id for no key update),
          removed as (
            update comments c set deleted_at = now() from author
             where c.id = $1 and c.deleted_at is null and c.id = any (array(select id from locked))
            returning c.photo_id, c.thread_id, c.is_critique, author.is_live),
          parent as (update comments c set replies_count = c.replies_count - 1 from removed where c.id = removed.thread_id and removed.is_live)
     update photos p set comments_count = p.comments_count - case when removed.is_live and not removed.is_critique then 1 else 0 end from removed where p.id = removed.photo_id`,
    [commentId],
  );

/** Lists comments on a post, newest first, with tombstones for hidden ones that have replies. */
export const listThreadRows = (
  db: Statements,
  viewerId: string,
  photoId: string,
  { before, offset, limit }: { before: string; offset: number; limit: 21 | 51 },
): Promise<ThreadRow[]> =>
  db.rows(
    `select ${conversationColumns}, (${repliesCounted('$1', 'c')})::int as replies_count
       from comments c left join members m on m.id = c.member_id and ${commentListed('$1', 'c', 'm')}
      where c.photo_id = $2 and c.id < $3 and not c.is_critique and ${threadListed('$1', 'c', 'm')}
      order by c.id desc offset $4 limit ${limit}`,
    [viewerId, photoId, before, offset],
  );

/** Counts the threads that the viewer can list, up to 1,001. */
export const findConversation = (
  db: Statements,
  viewerId: string,
  photoId: string,
): Promise<(PostOfComment & { total: number }) | undefined> =>
  db.row(
    `select o.id as owner_id, (${photoReaches('$1', 'p', 'o')}) as reaches_viewer,
            (select count(*)::int from (
               select from comments c left join members m on m.id = c.member_id and ${commentListed('$1', 'c', 'm')}
                where c.photo_id = p.id and not c.is_critique and ${threadListed('$1', 'c', 'm')} limit 1001) listed) as total
       from photos p join members o on o.id = p.member_id where p.id = $2 and ${photoVisible('$1', 'p', 'o')}`,
    [viewerId, photoId],
  );

/** Lists the newest four replies of each thread: three to embed, and one to detect further replies. */
export const listNewestReplyRows = (db: Statements, viewerId: string, threadIds: readonly string[]): Promise<ConversationRow[]> =>
  db.rows(
    `select newest.* from unnest($2::uuid[]) as input(id), lateral (
       select ${conversationColumns} from comments c join members m on m.id = c.member_id
        where c.thread_id = input.id and ${commentListed('$1', 'c', 'm')} order by c.id desc limit 4) newest
      order by newest.thread_id, newest.id desc`,
    [viewerId, threadIds],
  );

/** Counts the replies that the viewer can list. */
export const findThread = (db: Statements, viewerId: string, commentId: string): Promise<(PostOfComment & { total: number }) | undefined> =>
  db.row(
    `select p.member_id as owner_id, (${photoReaches('$1', 'p', 'o')}) as reaches_viewer, (${repliesCounted('$1', 'c')})::int as total
       from comments c left join members m on m.id = c.member_id join photos p on p.id = c.photo_id join members o on o.id = p.member_id
      where c.id = $2 and ${photoVisible('$1', 'p', 'o')} and ${threadVisible('$1', 'c', 'm')}`,
    [viewerId, commentId],
  );

export const listReplyRows = (
  db: Statements,
  viewerId: string,
  threadId: string,
  { before, offset, limit }: { before: string; offset: number; limit: 21 | 51 },
): Promise<ConversationRow[]> =>
  db.rows(
    `select ${conversationColumns}
       from comments c join members m on m.id = c.member_id
      where c.thread_id = $2 and c.id < $3 and ${commentListed('$1', 'c', 'm')}
      order by c.id desc offset $4 limit ${limit}`,
    [viewerId, threadId, before, offset],
  );

interface ModeratedComment {
  owner_id: string;
  photo_id: string;
}

/** CTEs that lock another member's comment `one`: its author, then its thread, then the comment, as in `lockParent`. */
const lockOthersComment = `author as (select m.id, m.is_live from members m where m.id = (select member_id from one) and m.id <> $1 for share),
          locked as (
            select c.id from comments c
             where c.id in (select id from one union select thread_id from one) and (select id from author) is not null
             order by c.id for no key update)`;

/** Like `removeComment`, for another member's comment, which `setCommentRestored` can restore. */
export const setCommentRemoved = (tx: Statements, viewerId: string, commentId: string): Promise<ModeratedComment | undefined> =>
  tx.row(
    `with one as (select id, thread_id, member_id from comments where id = $2),
          ${lockOthersComment},
          removed as (
            update comments c set deleted_at = now(), removed_at = now() from author, members m, photos p, members o
             where c.id = $2 and c.id = any (array(select id from locked))
               and m.id = author.id and c.member_id = m.id and p.id = c.photo_id and o.id = p.member_id
               and ${commentRemovable('$1', 'c', 'm', 'p', 'o')}
            returning c.photo_id, c.thread_id, c.member_id, c.is_critique, author.is_live),
          parent as (update comments c set replies_count = c.replies_count - 1 from removed where c.id = removed.thread_id and removed.is_live)
     update photos p set comments_count = p.comments_count - case when removed.is_live and not removed.is_critique then 1 else 0 end
       from removed where p.id = removed.photo_id returning removed.member_id as owner_id, p.id as photo_id`,
    [viewerId, commentId],
  );

/** Restores another member's removed comment, unless its thread was erased. */
export const setCommentRestored = (tx: Statements, viewerId: string, commentId: string): Promise<ModeratedComment | undefined> =>
  tx.row(
    `with one as (select id, thread_id, member_id from comments where id = $2),
          ${lockOthersComment},
          back as (
            update comments c set deleted_at = null, removed_at = null from author
             where c.id = $2 and c.id = any (array(select id from locked)) and c.member_id = author.id and c.removed_at is not null
               and (c.thread_id is null or c.thread_id in (select id from locked))
            returning c.photo_id, c.thread_id, c.member_id, c.is_critique, author.is_live),
          parent as (update comments c set replies_count = c.replies_count + 1 from back where c.id = back.thread_id and back.is_live)
     update photos p set comments_count = p.comments_count + case when back.is_live and not back.is_critique then 1 else 0 end
       from back where p.id = back.photo_id returning back.member_id as owner_id, p.id as photo_id`,
    [viewerId, commentId],
  );

/** Includes removed comments. */
export const isOwnComment = async (db: Statements, viewerId: string, commentId: string): Promise<boolean> =>
  (await db.row('select from comments where id = $2 and member_id = $1 and (deleted_at is null or removed_at is not null)', [
    viewerId,
    commentId,
  ])) !== undefined;

/** Keeps a row without author and text for each of the `removed` comments with replies. */
const tombstones = `insert into comments (id, photo_id, content, created_at, deleted_at, replies_count, is_critique, image_id, x, y)
   select c.id, c.photo_id, '', c.created_at, coalesce(c.deleted_at, now()), c.replies_count, c.is_critique, c.image_id, c.x, c.y from removed c
    where c.thread_id is null and exists (select from comments r where r.thread_id = c.id and r.deleted_at is null)`;

/** Leaves counts unchanged: they already exclude a closed account's comments. */
export const removeCommentsBy = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `with removed as (delete from comments where id in (select id from comments where member_id = $1 limit 500) returning *),
          kept as (${tombstones})
     select from removed`,
    [memberId],
  );

/** Leaves counts unchanged, because the posts are deleted next. */
export const removeCommentsBelow = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `with own as materialized (select id from photos where member_id = $1 limit 50),
          below as materialized (
            select c.id from own cross join lateral (select id from comments where photo_id = own.id limit 500) c limit 500)
     delete from comments c using below b where c.id = b.id`,
    [memberId],
  );

export const removeCommentsBelowPosts = (db: Statements, photoIds: readonly string[]): Promise<number> =>
  db.run(
    `with below as materialized (
            select c.id from unnest($1::uuid[]) as swept(id) cross join lateral (select id from comments where photo_id = swept.id limit 500) c limit 500)
     delete from comments c using below b where c.id = b.id`,
    [photoIds],
  );

/**
 * Erases up to 500 deleted comments that can no longer be reported. Removed comments stay 30 days. Comments with an open report or appeal
 * stay. Counts already exclude all these.
 */
export const removeDeletedComments = (db: Statements): Promise<number> =>
  db.run(
    `with removed as (
            delete from comments where id in (
              select c.id from comments c
               where c.deleted_at < now() - interval '${limits.reportDeletedDays} days' and c.member_id is not null
                 and (c.removed_at is null or c.removed_at < now() - interval '30 days')
                 and not exists (select from reports r where r.comment_id = c.id and r.resolved_at is null)
                 and not exists (select from moderation_log l join appeals a on a.moderation_id = l.id
                                  where l.comment_id = c.id and a.resolution_id is null)
               order by c.deleted_at limit 500)
            returning *),
          kept as (${tombstones})
     select from removed`,
  );

export const removeTombstones = (db: Statements): Promise<number> =>
  db.run(
    `delete from comments where id in (
       select c.id from comments c
        where c.member_id is null and c.replies_count = 0 and not exists (select from comments r where r.thread_id = c.id and r.deleted_at is null)
        order by c.id limit 500)`,
  );

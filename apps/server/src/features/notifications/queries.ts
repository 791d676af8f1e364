import type { Statements } from '../../db/database.ts';
import { memberVisible, notMuted } from '../../visibility/members.ts';
import { photoReaches } from '../../visibility/photos.ts';
import { type AuthorRow, authorColumns } from '../members/views.ts';

export type NotificationType = 'like' | 'comment' | 'follow' | 'mention' | 'other';
export type NotificationFilter = 'all' | 'unread' | 'read';

export type NotificationRow = {
  id: string;
  type: NotificationType;
  read_at: Date | null;
  created_at: Date;
  photo_id: string | null;
  photo_title: string | null;
} & (AuthorRow | { [Column in keyof AuthorRow]: null });

/** What an event needs to be told: whoever did it is there for the recipient, and so is what it happened to. Asked when it is read. */
const stillDue = `(n.actor_id is null or (${memberVisible('$1', 'm')} and ${notMuted('$1', 'm.id')}))
  and (n.photo_id is null or (${photoReaches('$1', 'p', 'o')}))
  and (n.comment_id is null or exists (select from comments c where c.id = n.comment_id and c.deleted_at is null))`;

const joined = `left join members m on m.id = n.actor_id
  left join photos p on p.id = n.photo_id
  left join members o on o.id = p.member_id`;

const filters: Record<NotificationFilter, string> = { all: 'true', unread: 'n.read_at is null', read: 'n.read_at is not null' };

export interface NotificationPart {
  rows: NotificationRow[];
  /** Where to read on although few were found: 500 were looked through. Null at the end. */
  further: string | null;
}

/** Of the newest 500 before an id, those that the member can list: what a page costs does not grow with what they may no longer see. */
export async function listNotificationRows(
  db: Statements,
  memberId: string,
  { filter, before, offset, limit }: { filter: NotificationFilter; before: string; offset: number; limit: 21 | 51 },
): Promise<NotificationPart> {
  const found = await db.rows<Found>(
    `with n as materialized (
       select * from notifications n where n.member_id = $1 and n.id < $2 and ${filters[filter]} order by n.id desc limit 500)
     select edge.further, listed.*
       from (select case when count(*) = 500 then min(n.id::text) end as further from n) edge
       left join (
         select n.id, n.type, n.read_at, n.created_at, n.photo_id, p.title as photo_title, ${authorColumns('m')}
           from n ${joined} where ${stillDue}
          order by n.id desc offset $3 limit ${limit}) listed on true
      order by listed.id desc`,
    [memberId, before, offset],
  );
  return { rows: found.filter((row): row is Found & NotificationRow => row.id !== null), further: found[0]?.further ?? null };
}

/** One row even where none is listed. */
type Found = { further: string | null } & (NotificationRow | { id: null });

/** Those that the member can list under a filter, counted up to 100 among the newest 500: what it costs does not grow with what they gathered. */
const counted = (filter: NotificationFilter): string =>
  `(select count(*)::int from (
     select from (select n.* from notifications n where n.member_id = $1 and ${filters[filter]} order by n.id desc limit 500) n ${joined}
      where ${stillDue} limit 100) counted)`;

/** How many the member can list under the filter, and how many of all are unread; each up to 100. */
export async function countNotifications(
  db: Statements,
  memberId: string,
  filter: NotificationFilter,
): Promise<{ total: number; unread: number }> {
  const row = await db.row<{ total: number; unread: number }>(`select ${counted(filter)} as total, ${counted('unread')} as unread`, [
    memberId,
  ]);
  return row ?? { total: 0, unread: 0 };
}

export const addLikeNotification = (
  tx: Statements,
  { id, ownerId, actorId, photoId }: { id: string; ownerId: string; actorId: string; photoId: string },
): Promise<number> =>
  tx.run(
    `insert into notifications (id, member_id, type, actor_id, photo_id) values ($1, $2, 'like', $3, $4)
     on conflict (member_id, actor_id, photo_id) where type = 'like' do nothing`,
    [id, ownerId, actorId, photoId],
  );

export const addCommentNotification = (
  tx: Statements,
  { id, ownerId, actorId, photoId, commentId }: { id: string; ownerId: string; actorId: string; photoId: string; commentId: string },
): Promise<number> =>
  tx.run(`insert into notifications (id, member_id, type, actor_id, photo_id, comment_id) values ($1, $2, 'comment', $3, $4, $5)`, [
    id,
    ownerId,
    actorId,
    photoId,
    commentId,
  ]);

/**
 * Tells those of the members who want to hear of mentions, may see the post and have not muted the writer. Its owner hears of the comment
 * anyway, and the writer knows.
 */
export const addMentionNotifications = (
  tx: Statements,
  {
    ids,
    memberIds,
    actorId,
    photoId,
    commentId,
  }: { ids: readonly string[]; memberIds: readonly string[]; actorId: string; photoId: string; commentId: string },
): Promise<number> =>
  tx.run(
    `insert into notifications (id, member_id, type, actor_id, photo_id, comment_id)
     select told.id, m.id, 'mention', $3::uuid, p.id, $5
       from unnest($1::uuid[], $2::uuid[]) as told(id, member_id)
       join members m on m.id = told.member_id and m.notify_on_mention and m.id <> $3
       join photos p on p.id = $4
       join members o on o.id = p.member_id and o.id <> m.id
      where ${photoReaches('m.id', 'p', 'o')} and ${notMuted('m.id', '$3')}`,
    [ids, memberIds, actorId, photoId, commentId],
  );

/** Tells a member who wants to hear of followers and has not muted this one: once, for as long as they follow. */
export const addFollowNotification = (
  tx: Statements,
  { id, memberId, actorId }: { id: string; memberId: string; actorId: string },
): Promise<number> =>
  tx.run(
    `insert into notifications (id, member_id, type, actor_id)
     select $1, m.id, 'follow', $3 from members m where m.id = $2 and m.notify_on_follow and ${notMuted('m.id', '$3')}
     on conflict (member_id, actor_id) where type = 'follow' do nothing`,
    [id, memberId, actorId],
  );

export const removeFollowNotification = (tx: Statements, memberId: string, actorId: string): Promise<number> =>
  tx.run(`delete from notifications where member_id = $1 and actor_id = $2 and type = 'follow'`, [memberId, actorId]);

/** Whether the member has such a notification. Reading it again changes nothing. */
export const setNotificationRead = (db: Statements, memberId: string, id: string): Promise<number> =>
  db.run('update notifications set read_at = coalesce(read_at, now()) where id = $2 and member_id = $1', [memberId, id]);

/** A thousand of those that are unread. */
export const setNotificationsRead = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `update notifications set read_at = now() where (member_id, id) in (
       select member_id, id from notifications where member_id = $1 and read_at is null order by id desc limit 1000)`,
    [memberId],
  );

/** A thousand of those that tell a member something, or tell of them. */
export const removeNotificationsOf = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `delete from notifications where (member_id, id) in (
       (select member_id, id from notifications where member_id = $1 limit 500)
       union all (select member_id, id from notifications where actor_id = $1 limit 500))`,
    [memberId],
  );

/** A thousand of those that were read 90 days ago or earlier. */
export const removeReadNotifications = (db: Statements): Promise<number> =>
  db.run(
    `delete from notifications where (member_id, id) in (
       select member_id, id from notifications where read_at < now() - interval '90 days' order by read_at limit 1000)`,
  );

/** A thousand of those that are a year old. */
export const removeOldNotifications = (db: Statements): Promise<number> =>
  db.run(
    `delete from notifications where (member_id, id) in (
       select member_id, id from notifications where created_at < now() - interval '1 year' order by created_at limit 1000)`,
  );

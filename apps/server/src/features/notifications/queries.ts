import type { Statements } from '../../db/database.ts';
import { forumPostListed, topicListed } from '../../visibility/forum.ts';
import { memberVisible, notMuted } from '../../visibility/members.ts';
import { photoReaches } from '../../visibility/photos.ts';
import { type AuthorRow, authorColumns } from '../members/views.ts';
import { hearsOf } from './forum-queries.ts';

export type NotificationType = 'like' | 'comment' | 'follow' | 'mention' | 'reply' | 'followed_topic' | 'new_topic' | 'solved' | 'other';
/** What a notification is about: a row of another table, whose key is a column of its own here. */
export type NotificationSubject =
  | { kind: 'photo'; id: string }
  | { kind: 'comment'; id: string; photoId: string }
  | { kind: 'forum_post'; id: string };
export type NotificationFilter = 'all' | 'unread' | 'read';

export type NotificationRow = {
  id: string;
  type: NotificationType;
  read_at: Date | null;
  created_at: Date;
  photo_id: string | null;
  photo_title: string | null;
  forum_post: ForumSubject | null;
} & (AuthorRow | { [Column in keyof AuthorRow]: null });

/** The post of the forum that a notification is about, as JSON of the database. */
export interface ForumSubject {
  id: string;
  topic_id: string;
  slug: string;
  number: number;
  title: string;
  excerpt: string;
  category: string;
  /** The reader wrote it. */
  is_own: boolean;
  /** It answers a post of the reader. */
  is_answer: boolean;
}

/** What a notification can be about, and whether its recipient may still see it. */
interface Subject {
  joins: string;
  /** It is there for the reader, `$1`; also true of a notification about something else. Asked each time it is read. */
  isThere: string;
  /** The photo `$5`, the comment `$6` or the post `$7` is there for the member `m`, who is not the photo's owner; also true of something else. */
  reaches: string;
}

/** One entry a subject: adding one is a column of `notifications` and its entry here. */
const subjects = {
  photo: {
    joins: 'left join photos p on p.id = n.photo_id left join members o on o.id = p.member_id',
    isThere: `(n.photo_id is null or (${photoReaches('$1', 'p', 'o')}))`,
    reaches: `($5::uuid is null or exists (select from photos p join members o on o.id = p.member_id
                                             where p.id = $5 and o.id <> m.id and ${photoReaches('m.id', 'p', 'o')}))`,
  },
  comment: {
    // Joined by key: asked by a subquery, the planner may read all comments there are instead.
    joins: 'left join comments c on c.id = n.comment_id',
    isThere: '(n.comment_id is null or c.deleted_at is null)',
    reaches: 'true',
  },
  forum_post: {
    joins: 'left join forum_posts fp on fp.id = n.forum_post_id left join forum_topics ft on ft.id = fp.topic_id',
    isThere: `(n.forum_post_id is null or (${topicListed('$1', 'ft')} and ${forumPostListed('$1', 'fp')}
                and (n.type <> 'solved' or ft.solved_post_id = fp.id)))`,
    reaches: `($7::uuid is null or exists (select from forum_posts p join forum_topics t on t.id = p.topic_id
                                             where p.id = $7 and ${hearsOf('$4', 'm', 'p', 't')}))`,
  },
} satisfies Record<NotificationSubject['kind'], Subject>;

const all = Object.values(subjects);

/** Whoever did it is there for the recipient, and so is what it happened to. */
const isListed = `(n.actor_id is null or (${memberVisible('$1', 'm')} and ${notMuted('$1', 'm.id')})) and ${all.map(({ isThere }) => isThere).join(' and ')}`;

const joined = `left join members m on m.id = n.actor_id ${all.map(({ joins }) => joins).join(' ')}`;

const forumSubject = `case when fp.id is not null then jsonb_build_object(
  'id', fp.id, 'topic_id', ft.id, 'slug', ft.slug, 'number', fp.number, 'title', ft.title, 'excerpt', left(fp.plain, 200),
  'category', (select fc.name from forum_categories fc where fc.id = ft.category_id), 'is_own', fp.author_id = $1,
  'is_answer', exists (select from forum_posts a where a.id = fp.reply_to_id and a.author_id = $1)) end`;

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
         select n.id, n.type, n.read_at, n.created_at, n.photo_id, p.title as photo_title, ${forumSubject} as forum_post, ${authorColumns('m')}
           from n ${joined} where ${isListed}
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
      where ${isListed} limit 100) counted)`;

/** Whoever has 100 unread has 100 of all: those are only looked for where fewer are unread. */
const totals: Record<NotificationFilter, string> = {
  all: `case when unread.count = 100 then 100 else ${counted('all')} end`,
  unread: 'unread.count',
  read: counted('read'),
};

/** How many the member can list under the filter, and how many of all are unread; each up to 100. */
export async function countNotifications(
  db: Statements,
  memberId: string,
  filter: NotificationFilter,
): Promise<{ total: number; unread: number }> {
  const row = await db.row<{ total: number; unread: number }>(
    `with unread as materialized (select ${counted('unread')} as count) select ${totals[filter]} as total, unread.count as unread from unread`,
    [memberId],
  );
  return row ?? { total: 0, unread: 0 };
}

/** Which members hear of it: `m` may be notified, and `$4` did it. Who did it is filtered when a list is read, and so is what is gone. */
const wants: Record<'like' | 'comment' | 'follow' | 'mention' | 'solved', string> = {
  like: subjects.forum_post.reaches,
  solved: subjects.forum_post.reaches,
  comment: 'true',
  follow: `m.notify_on_follow and ${notMuted('m.id', '$4')}`,
  // The owner of a post hears of the comment anyway.
  mention: `m.notify_on_mention and ${notMuted('m.id', '$4')} and ${all.map(({ reaches }) => reaches).join(' and ')}`,
};

const addsTo = (type: keyof typeof wants): string =>
  `insert into notifications (id, member_id, type, actor_id, photo_id, comment_id, forum_post_id)
   select given.id, m.id, $3, $4::uuid, $5::uuid, $6::uuid, $7::uuid
     from unnest($1::uuid[], $2::uuid[]) as given(id, member_id) join members m on m.id = given.member_id
    where ${wants[type]} on conflict do nothing`;

export interface NewNotifications {
  type: keyof typeof wants;
  /** One for each of the members. */
  ids: readonly string[];
  memberIds: readonly string[];
  actorId: string;
  photoId: string | null;
  commentId: string | null;
  forumPostId: string | null;
}

/** Notifies those of the members who want to hear of it. Unique keys see to it that a like or a follow notifies once. */
export const addNotifications = (
  tx: Statements,
  { type, ids, memberIds, actorId, photoId, commentId, forumPostId }: NewNotifications,
): Promise<number> => tx.run(addsTo(type), [ids, memberIds, type, actorId, photoId, commentId, forumPostId]);

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

/** A thousand of those to a member, or of what they did. */
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

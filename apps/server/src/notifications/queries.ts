import type { NotificationAbout } from '@mbari/contract/notifications/kinds';
import type { Statements } from '../platform/db/database.ts';
import { type AuthorRow, authorColumns } from '../platform/member-views.ts';
import { forumPostListed, topicListed } from '../platform/visibility/forum.ts';
import { memberHeard, notBlocked, notMuted } from '../platform/visibility/members.ts';
import { photoPublic, photoReaches } from '../platform/visibility/photos.ts';
import { mayFollow } from '../platform/visibility/profiles.ts';
import { hearsOf } from './forum-queries.ts';
import { type ModerationSubject, moderationSubject } from './moderation-queries.ts';
import { type SwitchedKind, switchOf } from './preference-of.ts';
import { pushesOfAdded } from './pushes-of.ts';

/** A row of another table, with its own key column here. */
export type NotificationSubject =
  | { kind: 'photo'; id: string }
  | { kind: 'comment'; id: string; photoId: string }
  | { kind: 'forum_post'; id: string };
export type NotificationFilter = 'all' | 'unread' | 'read';

export type NotificationRow = {
  id: string;
  /** May be a kind that only a newer version knows. */
  type: string;
  about: NotificationAbout;
  read_at: Date | null;
  created_at: Date;
  photo_id: string | null;
  photo_title: string | null;
  photo: PhotoSubject | null;
  comment_id: string | null;
  comment: string | null;
  /** Null unless the kind is `follow`. */
  follower: { is_following: boolean; may_follow: boolean } | null;
  forum_post: ForumSubject | null;
  moderation: ModerationSubject | null;
} & (AuthorRow | { [Column in keyof AuthorRow]: null });

export interface PhotoSubject {
  id: string;
  width: number;
  height: number;
  color: string;
  widths: number[];
  is_public: boolean;
  is_own: boolean;
}

export interface ForumSubject {
  id: string;
  topic_id: string;
  slug: string;
  number: number;
  title: string;
  excerpt: string;
  category: string;
  is_own: boolean;
  /** The post answers a post of the reader. */
  is_answer: boolean;
}

interface Subject {
  joins: string;
  /** SQL: the reader `$1` can see it. True for other subjects. */
  isThere: string;
  /** SQL: the member `m` can see the photo `$5`, the comment `$6` or the post `$7`. True for other subjects. */
  reaches?: string;
}

/** A new subject needs a column in `notifications` and an entry here. */
const subjects = {
  photo: {
    joins: 'left join photos p on p.id = n.photo_id left join members o on o.id = p.member_id',
    isThere: `(n.photo_id is null or (${photoReaches('$1', 'p', 'o')}))`,
    reaches: `($5::uuid is null or exists (select from photos p join members o on o.id = p.member_id
                                             where p.id = $5 and ${photoReaches('m.id', 'p', 'o')}))`,
  },
  comment: {
    // A join by key, because with a subquery the planner may read all comments.
    joins: 'left join comments c on c.id = n.comment_id',
    isThere: '(n.comment_id is null or c.deleted_at is null)',
  },
  forum_post: {
    joins: 'left join forum_posts fp on fp.id = n.forum_post_id left join forum_topics ft on ft.id = fp.topic_id',
    isThere: `(n.forum_post_id is null or (${topicListed('$1', 'ft')} and ${forumPostListed('$1', 'fp')}
                and (n.type <> 'solved' or ft.solved_post_id = fp.id)))`,
    reaches: `($7::uuid is null or exists (select from forum_posts p join forum_topics t on t.id = p.topic_id
                                             where p.id = $7 and ${hearsOf('m', 'p', 't')}))`,
  },
  moderation: {
    joins: 'left join moderation_log ml on ml.id = n.moderation_id',
    isThere: 'true',
  },
} satisfies Record<NotificationSubject['kind'] | 'moderation', Subject>;

const all: Subject[] = Object.values(subjects);

export const actorListed = `(n.actor_id is null or ${memberHeard('$1', 'm')})`;

export const subjectListed = all.map(({ isThere }) => isThere).join(' and ');

export const isListed = `${actorListed} and ${subjectListed}`;

export const joined = `left join members m on m.id = n.actor_id ${all.map(({ joins }) => joins).join(' ')}`;

const forumSubject = `case when fp.id is not null then jsonb_build_object(
  'id', fp.id, 'topic_id', ft.id, 'slug', ft.slug, 'number', fp.number, 'title', ft.title, 'excerpt', left(fp.plain, 200),
  'category', (select fc.name from forum_categories fc where fc.id = ft.category_id), 'is_own', fp.author_id = $1,
  'is_answer', exists (select from forum_posts a where a.id = fp.reply_to_id and a.author_id = $1)) end`;

const photoSubject = `(select jsonb_build_object(
  'id', i.id, 'width', i.width, 'height', i.height, 'color', i.color, 'widths', i.widths, 'is_public', ${photoPublic('p', 'o')}, 'is_own', o.id = $1)
   from photo_images pi join images i on i.id = pi.image_id and i.deleted_at is null where pi.photo_id = n.photo_id order by pi.position limit 1)`;

const follower = `case when n.type = 'follow' then jsonb_build_object('may_follow', ${mayFollow('$1', 'm')},
  'is_following', exists (select from follows f where f.follower_id = $1 and f.followed_id = m.id)) end`;

/** Columns of `NotificationRow`; needs `joined`. */
export const shownColumns = `n.id, n.type, n.about, n.read_at, n.created_at, n.photo_id, p.title as photo_title, ${photoSubject} as photo, n.comment_id,
  left(c.content, 200) as comment, ${follower} as follower, ${forumSubject} as forum_post,
  ${moderationSubject} as moderation, ${authorColumns('m')}`;

export const filters: Record<NotificationFilter, string> = { all: 'true', unread: 'n.read_at is null', read: 'n.read_at is not null' };

export interface NotificationPart {
  rows: NotificationRow[];
  /** Cursor to continue after a short page, because only 500 notifications are examined. Null at the end. */
  further: string | null;
}

/** Lists the listable ones among the newest 500 before an id, which bounds the cost of a page with many hidden subjects. */
export async function listNotificationRows(
  db: Statements,
  memberId: string,
  { filter, before, offset, limit }: { filter: NotificationFilter; before: string; offset: number; limit: 21 | 51 },
): Promise<NotificationPart> {
  const found = await db.rows<Found>(
    `with n as materialized (
       select * from notifications n where n.member_id = $1 and n.id < $2 and ${filters[filter]} order by n.id desc limit 500)
     ${listedOf(limit)}`,
    [memberId, before, offset],
  );
  return partOf(found);
}

/** Listable rows among 500 notifications `n`, from the offset `$3`. Returns one row even if there are none. */
export const listedOf = (limit: 21 | 51): string =>
  `select edge.further, listed.*
     from (select case when count(*) = 500 then min(n.id::text) end as further from n) edge
     left join (select ${shownColumns} from n ${joined} where ${isListed} order by n.id desc offset $3 limit ${limit}) listed on true
    order by listed.id desc`;

export type Found<Row = NotificationRow> = { further: string | null } & (Row | { id: null });

export const partOf = <Row extends { id: string }>(found: Found<Row>[]): { rows: Row[]; further: string | null } => ({
  rows: found.filter((row): row is { further: string | null } & Row => row.id !== null),
  further: found[0]?.further ?? null,
});

const countedAtMost = 100;

export const countLimit = countedAtMost + 1;

export interface Counted {
  count: number;
  is_capped: boolean;
}

/** SQL columns of `Counted` from `c.count`, which stops at `countLimit`. `isWindowFull` is SQL: rows beyond those examined exist. */
export const countedColumns = (isWindowFull: string): string =>
  `least(c.count, ${countedAtMost}) as count, case when c.count > ${countedAtMost} then true else ${isWindowFull} end as is_capped`;

const newestBy = (filter: NotificationFilter, columns: '' | 'n.*'): string =>
  `(select ${columns} from notifications n where n.member_id = $1 and ${filters[filter]} order by n.id desc limit 500)`;

const counted = (filter: NotificationFilter): string =>
  `select ${countedColumns(`(select count(*) = 500 from ${newestBy(filter, '')} looked_through)`)}
     from (select count(*)::int as count from (
       select from ${newestBy(filter, 'n.*')} n ${joined} where ${isListed} limit ${countLimit}) listed) c`;

const countsBy: Record<NotificationFilter, string> = { all: counted('all'), unread: counted('unread'), read: counted('read') };

/** Counts the listable ones among the member's newest 500, which bounds the cost. */
export const countNotifications = async (db: Statements, memberId: string, filter: NotificationFilter): Promise<Counted> =>
  (await db.row<Counted>(countsBy[filter], [memberId])) ?? none;

export const none: Counted = { count: 0, is_capped: false };

const reaches = all.flatMap(({ reaches: condition }) => condition ?? []).join(' and ');

/** Skips members who turned the kind off, muted or blocked the actor `$4`, are not live or cannot see the subject. */
const addsTo = (kind: SwitchedKind): string =>
  `with added as (
     insert into notifications (id, member_id, type, actor_id, photo_id, comment_id, forum_post_id)
     select given.id, m.id, $3, $4::uuid, $5::uuid, $6::uuid, $7::uuid
       from unnest($1::uuid[], $2::uuid[]) as given(id, member_id) join members m on m.id = given.member_id
      where m.is_live and m.${switchOf(kind)} and ${notMuted('m.id', '$4')} and ${notBlocked('m.id', '$4')} and ${reaches}
         on conflict do nothing returning member_id, id, type, created_at)
   ${pushesOfAdded}`;

export interface NewNotifications {
  type: SwitchedKind;
  ids: readonly string[];
  memberIds: readonly string[];
  actorId: string;
  photoId: string | null;
  commentId: string | null;
  forumPostId: string | null;
}

/** Unique keys limit likes and follows to one notification, and comments to one per member. */
export const addNotifications = (
  tx: Statements,
  { type, ids, memberIds, actorId, photoId, commentId, forumPostId }: NewNotifications,
): Promise<number> => tx.run(addsTo(type), [ids, memberIds, type, actorId, photoId, commentId, forumPostId]);

export const removeFollowNotification = (tx: Statements, memberId: string, actorId: string): Promise<number> =>
  tx.run(`delete from notifications where member_id = $1 and actor_id = $2 and type = 'follow'`, [memberId, actorId]);

const isAbout: Record<NotificationSubject['kind'], string> = {
  photo: 'photo_id = $2 and comment_id is null and member_id = (select p.member_id from photos p where p.id = $2)',
  comment: 'comment_id = $2 and member_id = (select c.member_id from comments c where c.id = $2)',
  forum_post: 'forum_post_id = $2 and member_id = (select p.author_id from forum_posts p where p.id = $2)',
};

export const removeLikeNotification = (tx: Statements, actorId: string, about: NotificationSubject): Promise<{ member_id: string }[]> =>
  tx.rows(`delete from notifications where actor_id = $1 and type = 'like' and ${isAbout[about.kind]} returning member_id`, [
    actorId,
    about.id,
  ]);

export const removeMentionNotifications = (tx: Statements, postId: string): Promise<{ member_id: string; was_unread: boolean }[]> =>
  tx.rows(
    `delete from notifications n where n.forum_post_id = $1 and n.type = 'mention'
        and not exists (select from forum_post_mentions named where named.post_id = $1 and named.member_id = n.member_id)
     returning n.member_id, n.read_at is null as was_unread`,
    [postId],
  );

/** Recipients of unread notifications about the subject `$1`. For a topic, only its newest 500 posts count. */
const unreadAbout = {
  photo: 'select n.member_id from notifications n where n.photo_id = $1 and n.read_at is null limit 2000',
  comment: 'select n.member_id from notifications n where n.comment_id = $1 and n.read_at is null limit 2000',
  forum_post: 'select n.member_id from notifications n where n.forum_post_id = $1 and n.read_at is null limit 2000',
  topic: `select n.member_id from (select p.id from forum_posts p where p.topic_id = $1 order by p.number desc limit 500) newest
            join notifications n on n.forum_post_id = newest.id and n.read_at is null limit 2000`,
};
export type HintedSubject = keyof typeof unreadAbout;

export const listNotified = (tx: Statements, subject: HintedSubject, id: string): Promise<{ member_id: string }[]> =>
  tx.rows(`select distinct n.member_id from (${unreadAbout[subject]}) n limit 2000`, [id]);

/** Returns 0 if the member has no such notification. Idempotent. */
export const setNotificationRead = (db: Statements, memberId: string, id: string): Promise<number> =>
  db.run(
    `update notifications set read_at = coalesce(read_at, now()),
            written_by = case when read_at is null then pg_current_xact_id() else written_by end
      where id = $2 and member_id = $1`,
    [memberId, id],
  );

/** Marks up to 1,000 unread notifications of the same group, up to this one. */
export const setGroupRead = (db: Statements, memberId: string, id: string): Promise<number> =>
  db.run(
    `update notifications set read_at = now(), written_by = pg_current_xact_id() where (member_id, id) in (
       select n.member_id, n.id from notifications one
         join notifications n on n.member_id = one.member_id and n.group_key = one.group_key and n.type = one.type
        where one.member_id = $1 and one.id = $2 and n.read_at is null and n.id <= one.id order by n.id desc limit 1000)`,
    [memberId, id],
  );

export const setNotificationsRead = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `update notifications set read_at = now(), written_by = pg_current_xact_id() where (member_id, id) in (
       select member_id, id from notifications where member_id = $1 and read_at is null order by id desc limit 1000)`,
    [memberId],
  );

export const removeNotificationsOf = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `delete from notifications where (member_id, id) in (
       (select member_id, id from notifications where member_id = $1 limit 500)
       union all (select member_id, id from notifications where actor_id = $1 limit 500))`,
    [memberId],
  );

/** Deletes up to 1,000 that were read at least 90 days ago. */
export const removeReadNotifications = (db: Statements): Promise<number> =>
  db.run(
    `delete from notifications where (member_id, id) in (
       select member_id, id from notifications where read_at < now() - interval '90 days' order by read_at limit 1000)`,
  );

export const removeOldNotifications = (db: Statements): Promise<number> =>
  db.run(
    `delete from notifications where (member_id, id) in (
       select member_id, id from notifications where created_at < now() - interval '1 year' order by created_at limit 1000)`,
  );

import type { Statements } from '../../db/database.ts';
import { forumPostListed, hiddenAuthors, topicListed, topicMuted } from '../../visibility/forum.ts';
import { memberVisible, notBlocked, notMuted } from '../../visibility/members.ts';
import { photoReaches } from '../../visibility/photos.ts';
import { type AuthorRow, authorColumns } from '../members/views.ts';

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

/** The member `m` may be notified of what `actor` did to the post `p` of the topic `t`: it is there for them, and they muted neither. */
function hearsOf(actor: string, m: string, p: string, t: string): string {
  return `(${topicListed(`${m}.id`, t)} and ${forumPostListed(`${m}.id`, p)} and not ${topicMuted(`${m}.id`, t)}
    and ${notBlocked(`${m}.id`, actor)} and ${notMuted(`${m}.id`, actor)})`;
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

/**
 * Notifies whom posts of the forum name, whom they answer, and who began their topic and follows it: each once a post, as what stands first
 * here. `ids` has enough for all.
 */
export const addForumNotifications = (
  tx: Statements,
  {
    ids,
    postIds,
    withReplies,
    without,
  }: { ids: readonly string[]; postIds: readonly string[]; withReplies: boolean; without: readonly string[] },
): Promise<number> =>
  tx.run(
    `with heard as (
            select p.id as post_id, named.member_id, 'mention' as type, 1 as rank
              from forum_posts p join forum_post_mentions named on named.post_id = p.id
             where p.id = any ($2::uuid[]) and named.member_id <> all ($4::uuid[])
            union all
            select p.id, a.author_id, 'reply', 2 from forum_posts p join forum_posts a on a.id = p.reply_to_id
             where p.id = any ($2::uuid[]) and $3
            union all
            select p.id, t.author_id, 'reply', 2 from forum_posts p join forum_topics t on t.id = p.topic_id
             where p.id = any ($2::uuid[]) and $3 and p.number > 1
               and not exists (select from forum_tracks own where own.member_id = t.author_id and own.topic_id = t.id and not own.is_following)),
          wanted as (
            select distinct on (p.number, m.id) p.number, p.id as post_id, p.author_id as actor_id, m.id as member_id, heard.type
              from heard join forum_posts p on p.id = heard.post_id join forum_topics t on t.id = p.topic_id
              join members m on m.id = heard.member_id and m.is_live and m.id <> p.author_id
             where case heard.type when 'mention' then m.notify_on_mention else m.notify_on_reply end
               and ${hearsOf('p.author_id', 'm', 'p', 't')}
             order by p.number, m.id, heard.rank)
     insert into notifications (id, member_id, type, actor_id, forum_post_id)
     select ($1::uuid[])[row_number() over (order by number, member_id)], member_id, type, actor_id, post_id from wanted
         on conflict do nothing`,
    [ids, postIds, withReplies, without],
  );

export const followersAtATime = 200;

/** Two hundred of those who follow a topic or a category, `$1`, behind a member. */
const followers = {
  topic: `select own.member_id, own.read_number, own.followed_at from forum_tracks own
           where own.topic_id = $1 and own.is_following and own.member_id > $2 order by own.member_id limit 200`,
  category: `select own.member_id, 0 as read_number, own.followed_at from forum_category_tracks own
              where own.category_id = $1 and own.is_following and own.member_id > $2 order by own.member_id limit 200`,
};

/**
 * Notifies the next two hundred of those who follow, each of the first post by another: of replies that were added together, one is enough. Whom
 * one hides is read once a follower, and not for every post. Who wants to hear of no replies hears of none to what they wrote. Answers behind whom to go on; undefined at the end.
 */
export const addFollowerNotifications = async (
  db: Statements,
  followed: keyof typeof followers,
  { id, after, ids, postIds }: { id: string; after: string; ids: readonly string[]; postIds: readonly string[] },
): Promise<string | undefined> => {
  const row = await db.row<{ member_id: string }>(
    `with following as materialized (${followers[followed]}),
          written as materialized (
            select p.id, p.number, p.author_id, p.topic_id, p.created_at, a.author_id as answered_id
              from forum_posts p left join forum_posts a on a.id = p.reply_to_id where p.id = any ($4::uuid[]) and p.is_there),
          hearing as materialized (
            select m.id, m.notify_on_reply, f.read_number, f.followed_at, t.id as topic_id, t.author_id = m.id as is_author,
                   array${hiddenAuthors('m.id')} as hidden
              from following f join members m on m.id = f.member_id and m.is_live
              join forum_topics t on t.id in (select topic_id from written)
             where ${topicListed('m.id', 't')} and not ${topicMuted('m.id', 't')}),
          wanted as (
            select distinct on (m.id) p.id as post_id, p.author_id as actor_id, m.id as member_id
              from hearing m join written p on p.topic_id = m.topic_id
             where p.author_id <> m.id and m.read_number < p.number and m.followed_at <= p.created_at
               and (m.notify_on_reply or (m.is_author or p.answered_id = m.id) is not true) and p.author_id <> all (m.hidden)
             order by m.id, p.number),
          added as (
            insert into notifications (id, member_id, type, actor_id, forum_post_id)
            select ($3::uuid[])[row_number() over (order by member_id)], member_id, $5, actor_id, post_id from wanted
             order by member_id on conflict do nothing)
     select member_id from following order by member_id offset 199`,
    [id, after, ids, postIds, followed === 'topic' ? 'followed_topic' : 'new_topic'],
  );
  return row?.member_id;
};

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

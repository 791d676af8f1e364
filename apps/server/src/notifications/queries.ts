import type { NotificationKind } from '@mbari/contract/notifications/kinds';
import type { Statements } from '../platform/db/database.ts';
import type { Row } from '../platform/db/table.ts';
import { authorColumns, type AuthorRow } from '../platform/member-views.ts';
import { critiqueShown } from '../platform/visibility/comments.ts';
import { exhibitionVisible } from '../platform/visibility/exhibitions.ts';
import { forumPostListed, topicListed } from '../platform/visibility/forum.ts';
import { memberHeard, notBlocked, notMuted } from '../platform/visibility/members.ts';
import { nameAsked, photoPublic, photoReaches, photoScheduled, waitingProposals } from '../platform/visibility/photos.ts';
import { mayFollow } from '../platform/visibility/profiles.ts';
import { seriesVisible } from '../platform/visibility/series.ts';
import { type KindWithSetting, queuePushesSql, settingColumn } from './delivery-sql.ts';
import { isNotifiedSql, type ModerationSubject, moderationSubject } from './forum-queries.ts';
import { notifications } from './table.ts';

/** Subject with its own key column in `notifications`. */
export type NotificationSubject =
  | { kind: 'photo'; id: string }
  | { kind: 'comment'; id: string; photoId: string }
  | { kind: 'forum_post'; id: string }
  | { kind: 'exhibition'; id: string };
export type LikedSubject = Exclude<NotificationSubject, { kind: 'exhibition' }>;
export type NotificationFilter = 'all' | 'unread' | 'read';

/** `type` may be a kind that only a newer version knows. */
const shown = notifications.pick('id', 'type', 'about', 'read_at', 'created_at', 'photo_id', 'comment_id');

export type NotificationRow = Row<typeof shown> & {
  photo_title: string | null;
  photo: PhotoSubject | null;
  comment: string | null;
  alt_proposal: { id: string; photo_id: string; text: string } | null;
  /** Null unless the kind is `follow`. */
  follower: { is_following: boolean; may_follow: boolean } | null;
  series: TitledSubject | null;
  exhibition: TitledSubject | null;
  challenge: TitledSubject | null;
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

interface TitledSubject {
  id: string;
  title: string;
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
  /** SQL: the reader `$1` can see the subject. True for other subjects. */
  isListed: string;
  /** SQL: the member `m` can see the photo `$5`, the comment `$6`, the post `$7` or the exhibition `$8`. True for other subjects. */
  isVisibleTo?: string;
}

/** A new subject needs a column in `notifications` and an entry here. */
const subjects = {
  photo: {
    joins: 'left join photos p on p.id = n.photo_id left join members o on o.id = p.member_id',
    // A scheduled post reaches nobody. Its author is told that it was not published.
    isListed: `(n.photo_id is null or (${photoReaches('$1', 'p', 'o')}) or (n.type = 'not_published' and o.id = $1 and ${photoScheduled('p')}))`,
    isVisibleTo: `($5::uuid is null or exists (select from photos p join members o on o.id = p.member_id
                                             where p.id = $5 and ${photoReaches('m.id', 'p', 'o')}))`,
  },
  comment: {
    // A join by key, because with a subquery the planner may read all comments.
    joins: 'left join comments c on c.id = n.comment_id',
    isListed: `(n.comment_id is null or (c.deleted_at is null and ${critiqueShown('$1', 'c')} and (n.type <> 'helpful' or c.helpful_at is not null)))`,
    isVisibleTo: `($6::uuid is null or exists (select from comments c where c.id = $6 and ${critiqueShown('m.id', 'c')}))`,
  },
  forum_post: {
    joins: 'left join forum_posts fp on fp.id = n.forum_post_id left join forum_topics ft on ft.id = fp.topic_id',
    isListed: `(n.forum_post_id is null or (${topicListed('$1', 'ft')} and ${forumPostListed('$1', 'fp')}))`,
    isVisibleTo: `($7::uuid is null or exists (select from forum_posts p join forum_topics t on t.id = p.topic_id
                                             where p.id = $7 and ${isNotifiedSql('m', 'p', 't')}))`,
  },
  series: {
    joins: 'left join series ns on ns.id = n.series_id left join members nsm on nsm.id = ns.member_id',
    isListed: `(n.series_id is null or ${seriesVisible('$1', 'ns', 'nsm')})`,
  },
  exhibition: {
    joins: 'left join exhibitions ne on ne.id = n.exhibition_id',
    isListed: `(n.exhibition_id is null or ${exhibitionVisible('$1', 'ne')})`,
    isVisibleTo: `($8::uuid is null or exists (select from exhibitions e where e.id = $8 and ${exhibitionVisible('m.id', 'e')}))`,
  },
  challenge: {
    joins: 'left join challenges nc on nc.id = n.challenge_id',
    isListed: 'true',
  },
  moderation: {
    joins: 'left join moderation_log ml on ml.id = n.moderation_id',
    isListed: 'true',
  },
} satisfies Record<NotificationSubject['kind'] | 'series' | 'challenge' | 'moderation', Subject>;

const subjectList: Subject[] = Object.values(subjects);

export const actorListed = `(n.actor_id is null or ${memberHeard('$1', 'm')})`;

/** SQL: the notification still holds. A kind without an entry holds as long as the reader can see its subject. */
const holds = {
  named: `exists (select from people_shown ps join members named on named.id = ps.member_id
                   where ps.photo_id = n.photo_id and ps.member_id = $1 and ${nameAsked('ps', 'named')})`,
  name_accepted: `exists (select from people_shown ps where ps.photo_id = n.photo_id and ps.member_id = n.actor_id and ps.state = 'accepted')`,
  described: `(o.takes_alt_proposals and exists (select from ${waitingProposals('p.id', 'n.actor_id')}))`,
  solved: 'ft.solved_post_id = fp.id',
} satisfies { [Kind in NotificationKind]?: string };

const stillHolds = `case n.type ${Object.entries(holds)
  .map(([type, condition]) => `when '${type}' then ${condition}`)
  .join(' ')} else true end`;

export const subjectListed = [...subjectList.map(({ isListed }) => isListed), stillHolds].join(' and ');

export const isListed = `${actorListed} and ${subjectListed}`;

export const subjectJoins = `left join members m on m.id = n.actor_id ${subjectList.map(({ joins }) => joins).join(' ')}`;

const forumSubject = `case when fp.id is not null then jsonb_build_object(
  'id', fp.id, 'topic_id', ft.id, 'slug', ft.slug, 'number', fp.number, 'title', ft.title, 'excerpt', left(fp.plain, 200),
  'category', (select fc.name from forum_categories fc where fc.id = ft.category_id), 'is_own', fp.author_id = $1,
  'is_answer', exists (select from forum_posts a where a.id = fp.reply_to_id and a.author_id = $1)) end`;

const photoSubject = `(select jsonb_build_object(
  'id', i.id, 'width', i.width, 'height', i.height, 'color', i.color, 'widths', i.widths, 'is_public', ${photoPublic('p', 'o')}, 'is_own', o.id = $1)
   from photo_images pi join images i on i.id = pi.image_id and i.deleted_at is null where pi.photo_id = n.photo_id and p.warning is null order by pi.position limit 1)`;

const follower = `case when n.type = 'follow' then jsonb_build_object('may_follow', ${mayFollow('$1', 'm')},
  'is_following', exists (select from follows f where f.follower_id = $1 and f.followed_id = m.id)) end`;

const altProposal = `case when n.type = 'described' then (
  select jsonb_build_object('id', d.id, 'photo_id', di.photo_id, 'text', d.text) from ${waitingProposals('n.photo_id', 'n.actor_id')} order by di.position limit 1) end`;

const titledSubject = (subject: 'ns' | 'ne' | 'nc'): string =>
  `case when ${subject}.id is not null then jsonb_build_object('id', ${subject}.id, 'title', ${subject}.title) end`;

/** Columns of `NotificationRow`; needs `subjectJoins`. */
export const notificationColumns = `${shown.of('n')}, p.title as photo_title, ${photoSubject} as photo,
  left(c.content, 200) as comment, ${altProposal} as alt_proposal, ${follower} as follower, ${titledSubject('ns')} as series, ${titledSubject('ne')} as exhibition, ${titledSubject('nc')} as challenge, ${forumSubject} as forum_post,
  ${moderationSubject} as moderation, ${authorColumns('m')}`;

export const filters: Record<NotificationFilter, string> = { all: 'true', unread: 'n.read_at is null', read: 'n.read_at is not null' };

export interface NotificationPart {
  rows: NotificationRow[];
  /** Cursor to continue after a short page, because only 500 notifications are examined. Null at the end. */
  continueBefore: string | null;
}

/** Lists the listable notifications among the newest 500 before an id, which bounds the cost of many hidden subjects. */
export async function listNotificationRows(
  db: Statements,
  memberId: string,
  { filter, before, offset, limit }: { filter: NotificationFilter; before: string; offset: number; limit: 21 | 51 },
): Promise<NotificationPart> {
  const rows = await db.rows<RowWithCursor>(
    `with n as materialized (
       select * from notifications n where n.member_id = $1 and n.id < $2 and ${filters[filter]} order by n.id desc limit 500)
     ${listedRowsSql(limit)}`,
    [memberId, before, offset],
  );
  return toPart(rows);
}

/** Listable rows among 500 notifications `n`, from the offset `$3`. Returns one row even if none is listable. */
export const listedRowsSql = (limit: 21 | 51): string =>
  `select window_end.continue_before, listed.*
     from (select case when count(*) = 500 then min(n.id::text) end as continue_before from n) window_end
     left join (select ${notificationColumns} from n ${subjectJoins} where ${isListed} order by n.id desc offset $3 limit ${limit}) listed on true
    order by listed.id desc`;

export type RowWithCursor<Row = NotificationRow> = { continue_before: string | null } & (Row | { id: null });

export const toPart = <Row extends { id: string }>(rows: RowWithCursor<Row>[]): { rows: Row[]; continueBefore: string | null } => ({
  rows: rows.filter((row): row is { continue_before: string | null } & Row => row.id !== null),
  continueBefore: rows[0]?.continue_before ?? null,
});

const countMaximum = 100;

export const countLimit = countMaximum + 1;

export interface CappedCount {
  count: number;
  is_capped: boolean;
}

/**
 * SQL columns of `CappedCount` from `c.count`, which stops at `countLimit`. `isWindowFull`: SQL condition that more rows may exist than
 * were examined.
 */
export const cappedCountColumns = (isWindowFull: string): string =>
  `least(c.count, ${countMaximum}) as count, case when c.count > ${countMaximum} then true else ${isWindowFull} end as is_capped`;

const newestSql = (filter: NotificationFilter, columns: '' | 'n.*'): string =>
  `(select ${columns} from notifications n where n.member_id = $1 and ${filters[filter]} order by n.id desc limit 500)`;

const countSql = (filter: NotificationFilter): string =>
  `select ${cappedCountColumns(`(select count(*) = 500 from ${newestSql(filter, '')} newest)`)}
     from (select count(*)::int as count from (
       select from ${newestSql(filter, 'n.*')} n ${subjectJoins} where ${isListed} limit ${countLimit}) listed) c`;

const countStatements: Record<NotificationFilter, string> = { all: countSql('all'), unread: countSql('unread'), read: countSql('read') };

/** Counts the listable notifications among the member's newest 500, which bounds the cost. */
export const countNotifications = async (db: Statements, memberId: string, filter: NotificationFilter): Promise<CappedCount> =>
  (await db.row<CappedCount>(countStatements[filter], [memberId])) ?? zeroCount;

export const zeroCount: CappedCount = { count: 0, is_capped: false };

const isVisibleToMember = subjectList.flatMap(({ isVisibleTo: condition }) => condition ?? []).join(' and ');

/** Skips members who turned the kind off, muted or blocked the actor `$4`, are not live or cannot see the subject. */
const insertSql = (kind: KindWithSetting): string =>
  `with added as (
     insert into notifications (id, member_id, type, actor_id, photo_id, comment_id, forum_post_id, exhibition_id)
     select input.id, m.id, $3, $4::uuid, $5::uuid, $6::uuid, $7::uuid, $8::uuid
       from unnest($1::uuid[], $2::uuid[]) as input(id, member_id) join members m on m.id = input.member_id
      where m.is_live and m.${settingColumn(kind)} and ${notMuted('m.id', '$4')} and ${notBlocked('m.id', '$4')} and ${isVisibleToMember}
         on conflict do nothing returning member_id, id, type, created_at)
   ${queuePushesSql}`;

export interface NewNotifications {
  type: KindWithSetting;
  ids: readonly string[];
  memberIds: readonly string[];
  actorId: string;
  photoId: string | null;
  commentId: string | null;
  forumPostId: string | null;
  exhibitionId: string | null;
}

/** Unique keys allow one notification per like and follow, and one per comment and member. */
export const insertNotifications = (
  tx: Statements,
  { type, ids, memberIds, actorId, photoId, commentId, forumPostId, exhibitionId }: NewNotifications,
): Promise<number> => tx.run(insertSql(type), [ids, memberIds, type, actorId, photoId, commentId, forumPostId, exhibitionId]);

/** Notifies the authors. `ids` has an id for each post. */
export const insertFailedPosts = (tx: Statements, ids: readonly string[], photoIds: readonly string[]): Promise<number> =>
  tx.run(
    `insert into notifications (id, member_id, type, actor_id, photo_id)
     select input.id, p.member_id, 'not_published', p.member_id, p.id
       from unnest($1::uuid[], $2::uuid[]) as input(id, photo_id) join photos p on p.id = input.photo_id`,
    [ids, photoIds],
  );

export const deleteFollowNotification = (tx: Statements, memberId: string, actorId: string): Promise<number> =>
  tx.run(`delete from notifications where member_id = $1 and actor_id = $2 and type = 'follow'`, [memberId, actorId]);

export const deleteExhibitionNotifications = (
  tx: Statements,
  { type, exhibitionId, memberIds }: { type: string; exhibitionId: string; memberIds: readonly string[] },
): Promise<{ member_id: string }[]> =>
  tx.rows('delete from notifications where exhibition_id = $1 and type = $2 and member_id = any ($3) returning member_id', [
    exhibitionId,
    type,
    memberIds,
  ]);

const subjectConditions: Record<LikedSubject['kind'], string> = {
  photo: 'photo_id = $2 and comment_id is null and member_id = (select p.member_id from photos p where p.id = $2)',
  comment: 'comment_id = $2 and member_id = (select c.member_id from comments c where c.id = $2)',
  forum_post: 'forum_post_id = $2 and member_id = (select p.author_id from forum_posts p where p.id = $2)',
};

export const deleteLikeNotification = (tx: Statements, actorId: string, about: LikedSubject): Promise<{ member_id: string }[]> =>
  tx.rows(`delete from notifications where actor_id = $1 and type = 'like' and ${subjectConditions[about.kind]} returning member_id`, [
    actorId,
    about.id,
  ]);

export const deleteMentionNotifications = (tx: Statements, postId: string): Promise<{ member_id: string; was_unread: boolean }[]> =>
  tx.rows(
    `delete from notifications n where n.forum_post_id = $1 and n.type = 'mention'
        and not exists (select from forum_post_mentions fpm where fpm.post_id = $1 and fpm.member_id = n.member_id)
     returning n.member_id, n.read_at is null as was_unread`,
    [postId],
  );

/** Recipients of unread notifications about the subject `$1`. For a topic, only its newest 500 posts count. */
const unreadRecipients = {
  photo: 'select n.member_id from notifications n where n.photo_id = $1 and n.read_at is null limit 2000',
  comment: 'select n.member_id from notifications n where n.comment_id = $1 and n.read_at is null limit 2000',
  forum_post: 'select n.member_id from notifications n where n.forum_post_id = $1 and n.read_at is null limit 2000',
  exhibition: 'select n.member_id from notifications n where n.exhibition_id = $1 and n.read_at is null limit 2000',
  series: 'select n.member_id from notifications n where n.series_id = $1 and n.read_at is null limit 2000',
  topic: `select n.member_id from (select p.id from forum_posts p where p.topic_id = $1 order by p.number desc limit 500) newest
            join notifications n on n.forum_post_id = newest.id and n.read_at is null limit 2000`,
};
export type HintedSubject = keyof typeof unreadRecipients;

export const listUnreadRecipients = (tx: Statements, subject: HintedSubject, id: string): Promise<{ member_id: string }[]> =>
  tx.rows(`select distinct n.member_id from (${unreadRecipients[subject]}) n limit 2000`, [id]);

/** Returns 0 if the member has no such notification. Idempotent. */
export const updateNotificationRead = (db: Statements, memberId: string, id: string): Promise<number> =>
  db.run(
    `update notifications set read_at = coalesce(read_at, now()),
            written_by = case when read_at is null then pg_current_xact_id() else written_by end
      where id = $2 and member_id = $1`,
    [memberId, id],
  );

/** Marks up to 1,000 unread notifications of the same group, up to this one. */
export const updateGroupRead = (db: Statements, memberId: string, id: string): Promise<number> =>
  db.run(
    `update notifications set read_at = now(), written_by = pg_current_xact_id() where (member_id, id) in (
       select n.member_id, n.id from notifications anchor
         join notifications n on n.member_id = anchor.member_id and n.group_key = anchor.group_key and n.type = anchor.type
        where anchor.member_id = $1 and anchor.id = $2 and n.read_at is null and n.id <= anchor.id order by n.id desc limit 1000)`,
    [memberId, id],
  );

export const updateAllRead = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `update notifications set read_at = now(), written_by = pg_current_xact_id() where (member_id, id) in (
       select member_id, id from notifications where member_id = $1 and read_at is null order by id desc limit 1000)`,
    [memberId],
  );

export const deleteNotificationsOf = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `delete from notifications where (member_id, id) in (
       (select member_id, id from notifications where member_id = $1 limit 500)
       union all (select member_id, id from notifications where actor_id = $1 limit 500))`,
    [memberId],
  );

/** Deletes up to 1,000 notifications that were read at least 90 days ago. */
export const deleteReadNotifications = (db: Statements): Promise<number> =>
  db.run(
    `delete from notifications where (member_id, id) in (
       select member_id, id from notifications where read_at < now() - interval '90 days' order by read_at limit 1000)`,
  );

export const deleteOldNotifications = (db: Statements): Promise<number> =>
  db.run(
    `delete from notifications where (member_id, id) in (
       select member_id, id from notifications where created_at < now() - interval '1 year' order by created_at limit 1000)`,
  );

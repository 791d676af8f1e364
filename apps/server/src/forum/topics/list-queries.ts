import type { Statements } from '../../platform/db/database.ts';
import { pagesAsked, type ReadStates } from '../../platform/db/page-cache.ts';
import type { Row } from '../../platform/db/table.ts';
import {
  forumPostListed,
  hasUnread,
  hiddenFromAll,
  isNewTopic,
  isPinned,
  mutesAnyTopic,
  topicListed,
  topicMuted,
  topicThere,
  unreadCounted,
} from '../../platform/visibility/forum.ts';
import { hidesAnybody } from '../../platform/visibility/members.ts';
import { forumTopics } from '../table.ts';

export type TopicSort = 'latest' | 'new' | 'top';
export type TopicFilter = 'all' | 'mine' | 'unanswered';
export type FollowedFilter = 'following' | 'unread';

const sortKeys = forumTopics.pick('id', 'latest_post_id', 'score');

/** A listed topic has a latest post. */
export type TopicSortKeys = Row<typeof sortKeys> & { latest_post_id: string };

export type TopicPosition = Pick<TopicSortKeys, 'id' | 'score'>;

interface Slice {
  after: TopicPosition;
  offset: number;
  limit: 21 | 51;
}

const orders: Record<TopicSort, string> = {
  latest: 't.latest_post_id desc',
  new: 't.id desc',
  top: 't.score desc, t.id desc',
};
/** SQL: topics after the cursor id `$3` and, for `top`, its score `$4`. */
const beyondCursor: Record<TopicSort, string> = {
  latest: 't.latest_post_id < $3 and $4::float8 is not null',
  new: 't.id < $3 and $4::float8 is not null',
  top: '(t.score, t.id) < ($4, $3)',
};
const filters: Record<TopicFilter, string> = {
  all: 'true',
  mine: 't.author_id = $1',
  unanswered: 't.others_count = 0 and t.locked_at is null',
};
/** Lists of all categories leave out muted topics. `$2` is the category. */
const scopes = {
  everywhere: `$2::uuid is null and not ${topicMuted('$1', 't')}`,
  category: 't.category_id = $2',
};

/** Leaves out pinned topics. */
export const listTopicIds = (
  db: Statements,
  viewerId: string,
  categoryId: string | null,
  { sort, filter, pinned, after, offset, limit }: Slice & { sort: TopicSort; filter: TopicFilter; pinned: readonly string[] },
): Promise<TopicSortKeys[]> =>
  db.rows(
    `select ${sortKeys.of('t')} from forum_topics t
      where ${scopes[categoryId === null ? 'everywhere' : 'category']} and ${filters[filter]} and ${topicListed('$1', 't')} and ${beyondCursor[sort]}
        and t.id <> all ($6::uuid[])
      order by ${orders[sort]} offset $5 limit ${limit}`,
    [viewerId, categoryId, after.id, after.score, offset, pinned],
  );

/** Newest pin first. */
export const listPinnedTopicIds = (db: Statements, viewerId: string, categoryId: string | null): Promise<TopicSortKeys[]> =>
  db.rows(
    `select ${sortKeys.of('t')} from forum_topics t
      where t.pinned_at is not null and ${isPinned('t')} and ${scopes[categoryId === null ? 'everywhere' : 'category']} and ${topicListed('$1', 't')}
      order by t.pinned_at desc limit 10`,
    [viewerId, categoryId],
  );

/** Counts up to 1,000. */
export const countTopics = async (db: Statements, viewerId: string, categoryId: string | null, filter: TopicFilter): Promise<number> => {
  const row = await db.row<{ total: number }>(
    `select count(*)::int as total from (
       select from forum_topics t
        where ${scopes[categoryId === null ? 'everywhere' : 'category']} and ${filters[filter]} and ${topicListed('$1', 't')} limit 1000) counted`,
    [viewerId, categoryId],
  );
  return row?.total ?? 0;
};

const isUnread = hasUnread('$1', 't', 'ft.read_number');

/** Leaves out muted topics and topics of muted categories. */
const followedTopicRows = `select ${sortKeys.of('t')} from forum_tracks ft join forum_topics t on t.id = ft.topic_id
    where ft.member_id = $1 and ft.is_following and ($2::uuid is null or t.category_id = $2)
      and ${topicListed('$1', 't')} and not ${topicMuted('$1', 't')}`;
const followedTopics: Record<FollowedFilter, string> = { following: followedTopicRows, unread: `${followedTopicRows} and ${isUnread}` };

const followedCategory = 'fc.member_id = $1 and fc.is_following and ($2::uuid is null or fc.category_id = $2)';
const inCategory = `t.category_id = fc.category_id and ${topicListed('$1', 't')} and not ${topicMuted('$1', 't')}`;

/** Unopened topics among the newest 100 of each followed category. */
const newTopics = `select ${sortKeys.of('t')} from forum_category_tracks fc cross join lateral (
    select t.* from forum_topics t where t.category_id = fc.category_id and ${topicThere('t')} order by t.id desc limit 100) t
  where ${followedCategory} and ${isNewTopic('$1', 'fc', 't')}`;

/** Statements that list the first topics of each followed category in the order of the sort, up to one page per category. */
const categoryTopics: Record<FollowedFilter, Record<TopicSort, string>> = {
  following: {
    latest: `select ${sortKeys.of('t')} from forum_category_tracks fc cross join lateral (
        select t.* from forum_topics t where ${inCategory} and ${beyondCursor.latest} order by ${orders.latest} limit ($5::int + 51)) t where ${followedCategory}`,
    new: `select ${sortKeys.of('t')} from forum_category_tracks fc cross join lateral (
        select t.* from forum_topics t where ${inCategory} and ${beyondCursor.new} order by ${orders.new} limit ($5::int + 51)) t where ${followedCategory}`,
    top: `select ${sortKeys.of('t')} from forum_category_tracks fc cross join lateral (
        select t.* from forum_topics t where ${inCategory} and ${beyondCursor.top} order by ${orders.top} limit ($5::int + 51)) t where ${followedCategory}`,
  },
  unread: {
    latest: `${newTopics} and ${beyondCursor.latest}`,
    new: `${newTopics} and ${beyondCursor.new}`,
    top: `${newTopics} and ${beyondCursor.top}`,
  },
};
const countedTopics: Record<FollowedFilter, string> = {
  following: `select ${sortKeys.of('t')} from forum_category_tracks fc cross join lateral (
      select t.* from forum_topics t where ${inCategory} order by ${orders.latest} limit 1000) t where ${followedCategory}`,
  unread: newTopics,
};

/** Lists topics followed directly or through their category. */
export const listFollowedTopicIds = (
  db: Statements,
  viewerId: string,
  categoryId: string | null,
  { sort, filter, after, offset, limit }: Slice & { sort: TopicSort; filter: FollowedFilter },
): Promise<TopicSortKeys[]> =>
  db.rows(
    `with followed as (
       ${followedTopics[filter]} and ${beyondCursor[sort]} union (${categoryTopics[filter][sort]}))
     select ${sortKeys.of('t')} from followed t order by ${orders[sort]} offset $5 limit ${limit}`,
    [viewerId, categoryId, after.id, after.score, offset],
  );

export const countFollowedTopics = async (
  db: Statements,
  viewerId: string,
  categoryId: string | null,
  filter: FollowedFilter,
): Promise<number> => {
  const row = await db.row<{ total: number }>(
    `select count(*)::int as total from (
       select id from (${followedTopics[filter]} union (${countedTopics[filter]})) followed
        limit 1000) counted`,
    [viewerId, categoryId],
  );
  return row?.total ?? 0;
};

const allFilters: Record<TopicFilter | FollowedFilter, string> = {
  ...filters,
  following: `exists (select from forum_tracks ft where ft.member_id = $1 and ft.topic_id = t.id and ft.is_following)`,
  unread: `exists (select from forum_tracks ft where ft.member_id = $1 and ft.topic_id = t.id and ft.is_following and ${isUnread})`,
};

/** Filters and sorts the `ids` of a search, which limits their number. */
export const listMatchingTopicIds = (
  db: Statements,
  viewerId: string,
  ids: readonly string[],
  { sort, filter, after, offset, limit }: Slice & { sort: TopicSort; filter: TopicFilter | FollowedFilter },
): Promise<(TopicSortKeys & { total: number })[]> =>
  db.rows(
    `with matches as (
       select ${sortKeys.of('t')} from forum_topics t
        where t.id = any ($2::uuid[]) and ${topicListed('$1', 't')} and ${allFilters[filter]})
     select ${sortKeys.of('t')}, (select count(*)::int from matches) as total from matches t
      where ${beyondCursor[sort]} order by ${orders[sort]} offset $5 limit ${limit}`,
    [viewerId, ids, after.id, after.score, offset],
  );

export const countListedTopics = async (db: Statements, viewerId: string, ids: readonly string[]): Promise<number> =>
  (await db.row<{ count: number }>(
    `select count(*)::int as count from unnest($2::uuid[]) as input(id) join forum_topics t on t.id = input.id where ${topicListed('$1', 't')}`,
    [viewerId, ids],
  ))!.count;

export const listTopicIdsAbout = (
  db: Statements,
  viewerId: string,
  photoId: string,
  { before, limit }: { before: string; limit: 21 | 51 },
): Promise<{ id: string }[]> =>
  db.rows(
    `select t.id from forum_topics t
      where t.photo_id = $2 and t.id < $3 and ${topicListed('$1', 't')} order by t.id desc limit ${limit}`,
    [viewerId, photoId, before],
  );

export const countListedTopicsWithTag = async (db: Statements, viewerId: string, ids: readonly string[]): Promise<number> =>
  (await db.row<{ count: number }>(
    `select count(*)::int as count from unnest($2::uuid[]) as input(id) join forum_topics t on t.id = input.id
       join forum_posts o on o.topic_id = t.id and o.number = 1 where ${topicListed('$1', 't')} and ${forumPostListed('$1', 'o')}`,
    [viewerId, ids],
  ))!.count;

export const listTopicIdsWithTag = (
  db: Statements,
  viewerId: string,
  tag: string,
  { before, limit }: { before: string; limit: 21 | 51 },
): Promise<{ id: string }[]> =>
  db.rows(
    `select t.id from forum_topic_tags tt join forum_topics t on t.id = tt.topic_id join forum_posts o on o.topic_id = t.id and o.number = 1
      where tt.tag = $2 and tt.topic_id < $3 and ${topicListed('$1', 't')} and ${forumPostListed('$1', 'o')}
      order by tt.topic_id desc limit ${limit}`,
    [viewerId, tag, before],
  );

export interface TopicsState {
  /** Some member is hidden from the viewer, who therefore gets a separate page. */
  hides: boolean;
  mutes: boolean;
  /** Topics of the page that the viewer read, follows, muted or posted in. */
  own: ({ id: string } & ViewerTopicFields)[];
}

export interface ViewerTopicFields {
  unread_posts_count: number;
  is_following: boolean;
  is_muted: boolean;
}

/** Skips viewers whose state is cached for the current snapshot. */
export const readTopicStates: ReadStates<TopicsState> = async (db, { snapshot, viewerIds, pageOf, areKnown, ids, pageOfId }) =>
  (await db.row<{ snapshot: string; states: (TopicsState & { n: number })[] | null }>(
    `with pages as materialized (${pagesAsked})
     select pg_current_snapshot()::text as snapshot,
            (select json_agg(json_build_object('n', v.n, 'hides', ${hidesAnybody('v.id')}, 'mutes', ${mutesAnyTopic('v.id')}, 'own', coalesce((
                      select json_agg(json_build_object('id', t.id, 'unread_posts_count', ${unreadCounted('v.id', 't', 'coalesce(ft.read_number, 0)', hiddenFromAll)},
                                                        'is_following', coalesce(ft.is_following, false), 'is_muted', coalesce(ft.is_muted, false)))
                        from unnest(p.ids) as t(id)
                        left join forum_tracks ft on ft.topic_id = t.id and ft.member_id = v.id
                       where ft.topic_id is not null
                          or (select true from forum_posts op where op.topic_id = t.id and op.author_id = v.id and op.is_there limit 1)), '[]')))
               from unnest($2::uuid[], $3::int[], $4::boolean[]) with ordinality as v(id, page, is_known, n) left join pages p on p.page = v.page
              where pg_current_snapshot()::text <> $1 or not v.is_known) as states`,
    [snapshot, viewerIds, pageOf, areKnown, ids, pageOfId],
  ))!;

import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../platform/db/database.ts';
import type { Row } from '../platform/db/table.ts';
import { type AuthorRow, authorColumns } from '../platform/member-views.ts';
import { anyWordOf, type SearchQuery } from '../platform/search-query.ts';
import { forumPostListed, forumPostsCounted, forumPostVisible, topicListed, topicThere } from '../platform/visibility/forum.ts';
import { photoListed, photoThere } from '../platform/visibility/photos.ts';
import { forumPosts } from './table.ts';

export interface PostSearch {
  words: SearchQuery;
  categoryId: string | null;
  authorId: string | null;
  since: Date | null;
  until: Date | null;
}

interface RankedId {
  id: string;
  rank: number;
}

/** Columns that the filters and the visibility of a post read. */
const filtered = forumPosts.pick('id', 'topic_id', 'author_id', 'created_at', 'is_there');
/** SQL of the filters in `$3` to `$6`, for the post `p` in the topic `t`. */
const matchesFiltersSql = `($3::uuid is null or t.category_id = $3) and ($4::uuid is null or p.author_id = $4)
  and ($5::timestamptz is null or p.created_at >= $5) and ($6::timestamptz is null or p.created_at < $6)`;
const isListedSql = `${topicListed('$1', 't')} and ${forumPostListed('$1', 'p')}`;
/** Joins the topic of the post `p` by primary key. A plain join would scan all topics, because the planner overestimates word frequency. */
const joinTopicSql = 'cross join lateral (select its.* from forum_topics its where its.id = p.topic_id limit 1) t';
const searchParameters = (viewerId: string, { words, categoryId, authorId, since, until }: PostSearch): unknown[] => [
  viewerId,
  words.all,
  categoryId,
  authorId,
  since,
  until,
];

/**
 * The newest posts overall, of a member, or of a category's recently active topics. Each post is compared without an index, so the cost
 * does not depend on forum size or word frequency.
 */
const newest = {
  forum: 'select p.* from forum_posts p where p.is_there order by p.id desc limit 5000',
  author: 'select p.* from forum_posts p where p.author_id = $4 and p.is_there order by p.id desc limit 5000',
  category: `select p.* from (select t.id from forum_topics t where t.category_id = $3 and ${topicThere('t')} order by t.latest_post_id desc limit 1000) t
       cross join lateral (select p.* from forum_posts p where p.topic_id = t.id and p.is_there order by p.number desc limit 5) p`,
};

type NewestScope = keyof typeof newest;

/** `commonCount` counts up to 100 matches that the viewer may list, whatever the filters. */
export const listNewestMatches = async (
  db: Statements,
  viewerId: string,
  search: PostSearch,
  scope: NewestScope,
): Promise<{ matches: RankedId[]; commonCount: number }> => {
  const rows = await db.rows<{ common: number; id: string | null; rank: number }>(
    `with matching as materialized (
            select ${filtered.of('p')}, ts_rank(p.search, $2::tsquery) as rank
              from (${newest[scope]}) p where ts_match_vq(p.search, $2::tsquery)),
          newest as materialized (select p.id, p.rank, ${matchesFiltersSql} as is_wanted from matching p ${joinTopicSql} where ${isListedSql})
     select (select count(*)::int from (select from newest limit 100) counted) as common, f.id, f.rank from (values (true)) as one
       left join lateral (select n.id, n.rank from newest n where n.is_wanted order by n.rank desc, n.id desc limit 100) f on true`,
    searchParameters(viewerId, search),
  );
  return { matches: rows.flatMap(({ id, rank }) => (id === null ? [] : [{ id, rank }])), commonCount: rows[0]?.common ?? 0 };
};

/**
 * Ranks up to 2,000 matches that the viewer may list. The limit saves visibility checks, not index work: the index always returns all matches.
 */
export const listAllMatches = (db: Statements, viewerId: string, search: PostSearch): Promise<RankedId[]> =>
  db.rows(
    `with matching as materialized (
            select ${filtered.of('p')}, ts_rank(p.search, $2::tsquery) as rank
              from forum_posts p where p.is_there and p.search @@ $2::tsquery),
          matches as materialized (
            select p.id, p.rank from matching p ${joinTopicSql} where ${matchesFiltersSql} and ${isListedSql} limit 2000)
     select id, rank from matches order by rank desc, id desc limit 100`,
    searchParameters(viewerId, search),
  );

/** Title matches rank first. */
export const listTitleMatches = (db: Statements, viewerId: string, search: PostSearch): Promise<RankedId[]> =>
  db.rows(
    `with matching as materialized (
            select t.id, t.category_id, t.author_id, t.is_there, ts_rank(t.search, $2::tsquery) as rank
              from forum_topics t where ${topicThere('t')} and t.search @@ $2::tsquery),
          matches as materialized (
            select p.id, t.rank from matching t
             cross join lateral (select opening.* from forum_posts opening where opening.topic_id = t.id and opening.number = 1 limit 1) p
             where ${matchesFiltersSql} and ${isListedSql} limit 2000)
     select id, 1 + rank as rank from matches order by rank desc, id desc limit 50`,
    searchParameters(viewerId, search),
  );

/**
 * Finds topics whose photo matches. They rank between title and post matches. Considers 500 matching photos and the 500 most recently active
 * topics with a photo, if the viewer may list them.
 */
export const listPhotoMatches = (db: Statements, viewerId: string, search: PostSearch): Promise<RankedId[]> =>
  db.rows(
    `with matching as materialized (
            select ph.id, ph.member_id, ph.is_there, ph.audience, ph.warning from photos ph where ${photoThere('ph')} and ph.search @@ $2::tsquery),
          matching_photos as materialized (
            select ph.id from matching ph
              join members o on o.id = ph.member_id
             where ${photoListed('$1', 'ph', 'o')} limit 500),
          recent_topics as materialized (
            select t.photo_id as id from forum_topics t
             where t.photo_id is not null and ${topicListed('$1', 't')} order by t.latest_post_id desc limit 500),
          matches as materialized (
            select id from matching_photos
            union
            select ph.id from recent_topics tf join photos ph on ph.id = tf.id join members o on o.id = ph.member_id
             where ts_match_vq(ph.search, $2::tsquery) and ${photoListed('$1', 'ph', 'o')})
     select p.id, 0.99 as rank from matches f
       join forum_topics t on t.photo_id = f.id join forum_posts p on p.topic_id = t.id and p.number = 1
      where ${matchesFiltersSql} and ${isListedSql} order by p.id desc limit 50`,
    searchParameters(viewerId, search),
  );

/** Number of matches among the newest posts that makes a search of all posts unnecessary. */
const enoughMatches = 100;

/** Returns up to 200 matches, best first. */
export async function listBestMatches(db: Statements, viewerId: string, search: PostSearch): Promise<string[]> {
  const hasWords = search.words.lexemes.length > 0;
  const [titleMatches, photoMatches, newest] = await Promise.all([
    hasWords ? listTitleMatches(db, viewerId, search) : [],
    hasWords ? listPhotoMatches(db, viewerId, search) : [],
    listNewestMatches(db, viewerId, search, 'forum'),
  ]);
  // A query that only excludes words cannot use the index, so only the newest posts are searched.
  const otherMatches =
    newest.commonCount < enoughMatches && hasWords
      ? await listAllMatches(db, viewerId, search)
      : await listMatchesInScope(db, viewerId, search);
  return bestOf([...titleMatches, ...photoMatches, ...newest.matches, ...otherMatches]);
}

/** Searches the category's or member's newest posts, because few of the newest posts overall are theirs. */
async function listMatchesInScope(db: Statements, viewerId: string, search: PostSearch): Promise<RankedId[]> {
  const scope = search.authorId !== null ? 'author' : search.categoryId !== null ? 'category' : undefined;
  return scope === undefined ? [] : (await listNewestMatches(db, viewerId, search, scope)).matches;
}

function bestOf(matches: readonly RankedId[]): string[] {
  const ranks = new Map<string, number>();
  for (const { id, rank } of matches) ranks.set(id, Math.max(rank, ranks.get(id) ?? 0));
  return [...ranks]
    .sort(([id, rank], [otherId, other]) => other - rank || (otherId > id ? 1 : -1))
    .slice(0, limits.forumSearchResults)
    .map(([id]) => id);
}

const shownOfPost = forumPosts.pick('id', 'number', 'plain', 'created_at');

export interface ResultRow extends Row<typeof shownOfPost>, AuthorRow {
  topic_id: string;
  title: string;
  slug: string;
  category_id: string;
  category_name: string;
  category_slug: string;
  category_color: string;
}

export const countListedPosts = async (db: Statements, viewerId: string, ids: readonly string[]): Promise<number> =>
  (await db.row<{ count: number }>(
    `select count(*)::int as count from unnest($2::uuid[]) as input(id) join forum_posts p on p.id = input.id join forum_topics t on t.id = p.topic_id
      where ${topicListed('$1', 't')} and ${forumPostListed('$1', 'p')}`,
    [viewerId, ids],
  ))!.count;

export const listResultRows = (db: Statements, ids: readonly string[]): Promise<ResultRow[]> =>
  db.rows(
    `select ${shownOfPost.of('p')}, t.id as topic_id, t.title, t.slug,
            c.id as category_id, c.name as category_name, c.slug as category_slug, c.color as category_color, ${authorColumns('m')}
       from unnest($1::uuid[]) as input(id) join forum_posts p on p.id = input.id and p.is_there
       join forum_topics t on t.id = p.topic_id join forum_categories c on c.id = t.category_id join members m on m.id = p.author_id`,
    [ids],
  );

/** Returns each topic once with its first post, in the order of the posts. */
export const listTopicsOfPosts = (db: Statements, postIds: readonly string[]): Promise<{ topic_id: string; id: string }[]> =>
  db.rows(
    `select topic_id, id
       from (select distinct on (p.topic_id) p.topic_id, p.id, input.n
               from unnest($1::uuid[]) with ordinality as input(id, n) join forum_posts p on p.id = input.id
              order by p.topic_id, input.n) best
      order by n`,
    [postIds],
  );

export type SimilarRow = Pick<
  ResultRow,
  'topic_id' | 'title' | 'slug' | 'category_id' | 'category_name' | 'category_slug' | 'category_color'
> & {
  posts_count: number;
  is_solved: boolean;
};

/** Matches any of the longer words, most matches first. */
export const listSimilarRows = (db: Statements, viewerId: string, title: string): Promise<SimilarRow[]> =>
  db.rows(
    `with matching as materialized (
            select t.id, t.author_id, t.is_there, ts_rank(t.search, $2::tsquery) as rank
              from forum_topics t where ${topicThere('t')} and t.search @@ $2::tsquery),
          matches as materialized (select t.id, t.rank from matching t where ${topicListed('$1', 't')} limit 500)
     select t.id as topic_id, t.title, t.slug, ${forumPostsCounted('$1', 't')} as posts_count,
            exists (select from forum_posts s where s.id = t.solved_post_id and ${forumPostVisible('$1', 's')}) as is_solved,
            c.id as category_id, c.name as category_name, c.slug as category_slug, c.color as category_color
       from matches f join forum_topics t on t.id = f.id join forum_categories c on c.id = t.category_id
      order by f.rank desc, t.id desc limit 5`,
    [viewerId, anyWordOf(title)],
  );

export const findAuthor = (db: Statements, username: string) =>
  db.row<{ id: string }>('select id from members where username = lower($1)', [username]);

import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../platform/db/database.ts';
import type { SearchQuery } from '../platform/search-query.ts';
import { hiddenFrom, memberVisible, notMuted } from '../platform/visibility/members.ts';
import {
  photoListed,
  photoThere,
  postsCounted,
  reachesAll,
  reachesFollowers,
  reachesViewer,
  restrictsPosts,
  warnedUnlisted,
  warnedUnlistedOf,
} from '../platform/visibility/photos.ts';

export const findAuthorId = async (db: Statements, viewerId: string, username: string): Promise<string | null> =>
  (
    await db.row<{ id: string }>(
      `select m.id from members m
      where m.username = $2 and ${memberVisible('$1', 'm')} and ${postsCounted('$1', 'm')} > 0 and ${notMuted('$1', 'm.id')}`,
      [viewerId, username],
    )
  )?.id ?? null;

export interface FilterScope {
  category: string | null;
  member: string | null;
  followed: boolean;
  /** The member reads as a follower: without posts for the member alone. */
  asFollower?: boolean;
}

/**
 * Filters by category (`$2`) and member (`$3`) as ranges, sorted by `newestFirst`. For an equality, the planner would scan all posts by id
 * until enough match.
 */
const within = ({ category, member }: FilterScope): string =>
  `${photoThere('p')} and ${category === null ? '$2::uuid is null' : 'p.category_id >= $2 and p.category_id <= $2'}
   and ${member === null ? '$3::uuid is null' : 'p.member_id >= $3 and p.member_id <= $3'}`;

const newestFirst = ({ category, member }: FilterScope): string =>
  member !== null ? 'p.member_id, p.id desc' : category !== null ? 'p.category_id, p.id desc' : 'p.id desc';

/**
 * Matches all words. Looks up `longest` in the index of words, or in a category in the index of words by category. The other conditions
 * are written so that the planner cannot use another index.
 */
const hasWords = (scope: FilterScope, { all, longest }: { all: string; longest: string }): string =>
  isCategory(scope)
    ? `in_category(p.search, p.category_id) @@ ${longest}::tsquery and p.category_id is not null and p.category_id is not distinct from $2::uuid
       and ${photoThere('p')} and $3::uuid is null and ts_match_vq(p.search, ${all}::tsquery)`
    : `p.search @@ ${longest}::tsquery and ts_match_vq(p.search, ${all}::tsquery) and ${within(scope)}`;

/** Returns false if the scope also has a member, who has few posts per category. */
export const isCategory = ({ category, member }: FilterScope): boolean => category !== null && member === null;

/** In a category, the index has each lexeme prefixed by the category id. */
const longestIn = (scope: FilterScope, { longest }: Words): string =>
  isCategory(scope)
    ? longest
        .split(' & ')
        .map((lexeme) => lexeme.replace("'", `'${scope.category} `))
        .join(' & ')
    : longest;

const listable = (scope: FilterScope): string => `${photoListed('$1', 'p', 'm')} and ${ofFollowed(scope)} and ${ofReader(scope, 'p')}`;

/** Leaves out posts for their author alone, if the author reads as a follower. */
export const ofReader = ({ asFollower = false }: FilterScope, p: string): string => (asFollower ? reachesFollowers(p) : 'true');

/** Checks each post, instead of collecting the posts of all followed members. */
export const ofFollowed = ({ followed }: FilterScope): string =>
  followed ? 'exists (select from follows f where f.follower_id = $1 and f.followed_id = p.member_id) is true' : 'true';

export interface Page {
  before: string;
  offset: number;
  limit: 21 | 51;
}

export async function listScopeIds(
  db: Statements,
  viewerId: string | null,
  scope: FilterScope,
  { before, offset, limit }: Page,
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select p.id from photos p join members m on m.id = p.member_id
      where ${within(scope)} and p.id < $4 and ${listable(scope)}
      order by ${newestFirst(scope)} offset $5 limit ${limit}`,
    [viewerId, scope.category, scope.member, before, offset],
  );
  return rows.map(({ id }) => id);
}

/** `is_all`: every match was considered. */
export interface Matches {
  ids: string[];
  count: number;
  is_all: boolean;
}

/** The highest counted total plus one page, so that the last page shows whether more follow. */
const countLimit = limits.photoCount + 51;

const scanSize = ({ category, member }: FilterScope): 2_500 | 10_000 => ((category ?? member) === null ? 2_500 : 10_000);

export const findAmongNewest = (
  db: Statements,
  viewerId: string,
  scope: FilterScope,
  words: Words,
  { before, offset, limit }: Page,
): Promise<Matches> =>
  findMatches(
    db,
    // `ts_match_vq` is the function of `@@`. The planner assumes that it matches often, which is true here.
    `with matches as materialized (
            select p.id
              from (select p.* from photos p where ${within(scope)} and p.id < $4 order by ${newestFirst(scope)} limit ${scanSize(scope)}) p
              join members m on m.id = p.member_id
             where ts_match_vq(p.search, $6::tsquery) and ${listable(scope)}
             order by ${newestFirst(scope)} limit ${countLimit})
     select array(select id from matches order by id desc offset $5 limit ${limit}) as ids, (select count(*) from matches)::int as count,
            not exists (select from photos p where ${within(scope)} and p.id < $4 order by ${newestFirst(scope)} offset ${scanSize(scope)}) as is_all`,
    [viewerId, scope.category, scope.member, before, offset, words.all],
  );

const followedScanSize = 10_000;

/** Scans nothing if followed members have more than `followedScanSize` posts. */
export const findAmongFollowed = (
  db: Statements,
  viewerId: string,
  scope: FilterScope,
  words: Words,
  { before, offset, limit }: Page,
): Promise<Matches> =>
  findMatches(
    db,
    `with size as materialized (
            select coalesce(sum(m.photos_count), 0) <= ${followedScanSize} as is_small
              from follows f join members m on m.id = f.followed_id where f.follower_id = $1),
          matches as materialized (
            select p.id from follows f join members m on m.id = f.followed_id join photos p on p.member_id = m.id
             where (select is_small from size) and f.follower_id = $1 and ${within(scope)} and p.id < $4
               and ts_match_vq(p.search, $6::tsquery) and ${photoListed('$1', 'p', 'm')})
     select array(select id from matches order by id desc offset $5 limit ${limit}) as ids, (select count(*) from matches)::int as count,
            (select is_small from size) as is_all`,
    [viewerId, scope.category, scope.member, before, offset, words.all],
  );

const sortLimit = 20_000;

/** Finds posts by the index of words. `is true` keeps the planner from using the index of ids. */
export const findByWords = (
  db: Statements,
  viewerId: string,
  scope: FilterScope,
  words: Words,
  { before, offset, limit }: Page,
): Promise<Matches> =>
  findMatches(
    db,
    `with gathered as materialized (
            select p.id, p.member_id, p.is_there, p.audience, p.warning from photos p
             where ${hasWords(scope, { all: '$6', longest: '$7' })} and (p.id < $4) is true and ${ofFollowed(scope)}
             limit ${sortLimit}),
          matches as materialized (
            select p.id from (select * from gathered order by id desc) p join members m on m.id = p.member_id
             where ${photoListed('$1', 'p', 'm')} order by p.id desc limit ${countLimit})
     select array(select id from matches order by id desc offset $5 limit ${limit}) as ids, (select count(*) from matches)::int as count,
            (select count(*) < ${sortLimit} from gathered) as is_all`,
    [viewerId, scope.category, scope.member, before, offset, words.all, longestIn(scope, words)],
  );

const countScanSize = (scope: FilterScope): 20_000 | 80_000 => (scanSize(scope) === 2_500 ? 20_000 : 80_000);

export const countByScanning = async (db: Statements, viewerId: string, scope: FilterScope, words: Words): Promise<number> =>
  (await db.row<{ count: number }>(
    `select count(*)::int as count from (
       select from (select p.* from photos p where ${within(scope)} order by ${newestFirst(scope)} limit ${countScanSize(scope)}) p
         join members m on m.id = p.member_id
        where ts_match_vq(p.search, $4::tsquery) and ${listable(scope)} order by ${newestFirst(scope)} limit ${countLimit}) matches`,
    [viewerId, scope.category, scope.member, words.all],
  ))!.count;

export const countByWords = async (db: Statements, viewerId: string, scope: FilterScope, words: Words): Promise<number> =>
  (await db.row<{ count: number }>(
    `select count(*)::int as count from (
       select from photos p join members m on m.id = p.member_id
        where ${hasWords(scope, { all: '$4', longest: '$5' })} and ${listable(scope)} limit ${countLimit}) matches`,
    [viewerId, scope.category, scope.member, words.all, longestIn(scope, words)],
  ))!.count;

/** Scans posts until the page is full, for common words that few of the newest posts contain. */
export async function listByScanning(
  db: Statements,
  viewerId: string,
  scope: FilterScope,
  words: Words,
  { before, offset, limit }: Page,
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    // `ts_match_vq` instead of `@@` keeps the planner from using an index.
    `select p.id from photos p join members m on m.id = p.member_id
      where ts_match_vq(p.search, $6::tsquery) and ${within(scope)} and p.id < $4 and ${listable(scope)}
      order by ${newestFirst(scope)} offset $5 limit ${limit}`,
    [viewerId, scope.category, scope.member, before, offset, words.all],
  );
  return rows.map(({ id }) => id);
}

const labelled = (scope: FilterScope): string =>
  `join members m on m.id = p.member_id
    where ($2::uuid is null or p.category_id = $2) and ($3::uuid is null or p.member_id = $3)
      and ($5::tsquery is null or ts_match_vq(p.search, $5::tsquery)) and ${listable(scope)}`;

const tagged = (scope: FilterScope): string => `photo_tags pt join photos p on p.id = pt.photo_id ${labelled(scope)} and pt.tag = $4`;

/** Compares the place as a range and sorts by it, so that the planner reads the index of places. */
const atPlace = (scope: FilterScope): string => `photos p ${labelled(scope)} and p.place_key >= $4 and p.place_key <= $4`;

interface TagQuery {
  tag: string;
  words: string | null;
}

interface PlaceQuery {
  place: string;
  words: string | null;
}

export async function listTaggedIds(
  db: Statements,
  viewerId: string,
  scope: FilterScope,
  { tag, words, page: { before, offset, limit } }: TagQuery & { page: Page },
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select pt.photo_id as id from ${tagged(scope)} and pt.photo_id < $6 order by pt.photo_id desc offset $7 limit ${limit}`,
    [viewerId, scope.category, scope.member, tag, words, before, offset],
  );
  return rows.map(({ id }) => id);
}

export async function countTagged(db: Statements, viewerId: string, scope: FilterScope, { tag, words }: TagQuery): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*)::int as count from (select from ${tagged(scope)} order by pt.photo_id desc limit ${countLimit}) matches`,
    [viewerId, scope.category, scope.member, tag, words],
  );
  return row?.count ?? 0;
}

export async function listIdsAtPlace(
  db: Statements,
  viewerId: string,
  scope: FilterScope,
  { place, words, page: { before, offset, limit } }: PlaceQuery & { page: Page },
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select p.id from ${atPlace(scope)} and p.id < $6 order by p.place_key, p.id desc offset $7 limit ${limit}`,
    [viewerId, scope.category, scope.member, place, words, before, offset],
  );
  return rows.map(({ id }) => id);
}

export async function countAtPlace(db: Statements, viewerId: string, scope: FilterScope, { place, words }: PlaceQuery): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*)::int as count from (select from ${atPlace(scope)} order by p.place_key, p.id desc limit ${countLimit}) matches`,
    [viewerId, scope.category, scope.member, place, words],
  );
  return row?.count ?? 0;
}

/** The member's last used locations, each as last written. */
export const listPlacesOf = async (db: Statements, memberId: string): Promise<string[]> =>
  (
    await db.rows<{ name: string }>(
      `select name from (
         select distinct on (key) name, id
           from (select p.id, p.location_name as name, p.place_key as key from photos p
                  where p.member_id >= $1 and p.member_id <= $1 and ${photoThere('p')} order by p.member_id, p.id desc limit 500) newest
          where key is not null order by key, id desc) places
        order by id desc limit ${limits.ownPlaces}`,
      [memberId],
    )
  ).map(({ name }) => name);

/** A `tsquery`, and its lexemes for the index. A query without lexemes only excludes words. */
export interface Words {
  all: string;
  longest: string;
}

/** The index collects all posts of each word before it intersects them, so look up only the longest words. */
export const wordsOf = ({ all, lexemes }: SearchQuery): Words => ({
  all,
  longest: lexemes
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 6)
    .join(' & '),
});

/** Sample size. A word is rare below `rareBelow` matches, common from `commonFrom`. */
const sampleSize = 1_000;
const rareBelow = 20;
const commonFrom = 100;

/**
 * Selects the rare words, and the rarest word unless it is common. The index collects every post of a selected word, and the query checks
 * these posts for the other words. Selects all words if all are common, or for one member, whose posts are few.
 */
export async function selectRareWords(db: Statements, scope: FilterScope, words: Words): Promise<Words> {
  const lexemes = words.longest.split(' & ');
  if (scope.member !== null || lexemes.length === 1) return words;
  const { counts } = (await db.row<{ counts: number[] }>(
    `with sample as materialized (select p.search from photos p where ${within(scope)} order by ${newestFirst(scope)} limit ${sampleSize})
     select array(select (select count(*) from sample s where ts_match_vq(s.search, input.word::tsquery))::int
                    from unnest($1::text[]) with ordinality as input(word, n) order by input.n) as counts`,
    [lexemes, scope.category, scope.member],
  ))!;
  const least = Math.min(...counts);
  const rare = lexemes.filter((_, index) => counts[index]! < rareBelow || (counts[index] === least && least < commonFrom));
  return rare.length === 0 ? words : { ...words, longest: rare.join(' & ') };
}

async function findMatches(db: Statements, sql: string, values: readonly unknown[]): Promise<Matches> {
  return (await db.row<Matches>(sql, values))!;
}

export async function countOfMember(db: Statements, viewerId: string | null, scope: FilterScope): Promise<number> {
  const row = await db.row<{ total: number }>(
    `select case when $2::uuid is null then ${allOf(scope)}
                 else (select coalesce(sum(t.photos_count), 0) from category_tallies t
                        where t.category_id = $2 and t.member_id = m.id and ${reachesViewer('$1', 't', 'm')} and ${ofReader(scope, 't')}) end::int
            - ${warnedUnlistedOf('$1::uuid', 'm', '($2::uuid is null or p.category_id = $2)')} as total
       from members m cross join lateral (select m.id as member_id) p
      where m.id = $3 and ${ofFollowed(scope)}`,
    [viewerId, scope.category, scope.member],
  );
  return row?.total ?? 0;
}

const allOf = ({ asFollower = false }: FilterScope): string => (asFollower ? 'm.follower_photos_count' : postsCounted('$1::uuid', 'm'));

export async function countOfCategory(db: Statements, viewerId: string | null, category: string): Promise<number> {
  const row = await db.row<{ total: number }>(
    `select ((select coalesce(sum(n.photos_count), 0) from category_counts n where n.category_id = $2)
           - (select coalesce(sum(t.photos_count), 0) from ${hiddenFrom('$1')} h(id) join members m on m.id = h.id and m.is_live
               join category_tallies t on t.category_id = $2 and t.member_id = m.id and ${reachesAll('t', 'm')})
           + (select coalesce(sum(t.photos_count), 0) from members m join category_tallies t on t.category_id = $2 and t.member_id = m.id
               where (m.id = $1 or m.id in (select followed_id from follows where follower_id = $1))
                 and ${restrictsPosts('m')} and not ${reachesAll('t', 'm')} and (${reachesFollowers('t')} or m.id = $1) and ${memberVisible('$1', 'm')} and ${notMuted('$1', 'm.id')})
           - ${warnedUnlisted('$1::uuid', 'p.category_id = $2')})::int as total`,
    [viewerId, category],
  );
  return row?.total ?? 0;
}

export async function countOfCategoryFollowed(db: Statements, viewerId: string | null, category: string): Promise<number> {
  const row = await db.row<{ total: number }>(
    `select coalesce(sum(t.photos_count), 0)::int as total
       from follows f join members m on m.id = f.followed_id join category_tallies t on t.category_id = $2 and t.member_id = m.id
      where f.follower_id = $1 and ${reachesFollowers('t')} and ${memberVisible('$1', 'm')} and ${notMuted('$1', 'm.id')}`,
    [viewerId, category],
  );
  return row?.total ?? 0;
}

import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../../platform/db/database.ts';
import type { ReadStates } from '../../platform/db/page-cache.ts';
import { highestId, lowestId } from '../../platform/ids.ts';
import { authorColumns, type AuthorRow, authorState } from '../../platform/member-views.ts';
import { hiddenFrom, hidesAnybody, memberVisible, notMuted } from '../../platform/visibility/members.ts';
import {
  photoListed,
  photoPublic,
  photoThere,
  postsCounted,
  postsForAll,
  reachesAll,
  reachesFollowers,
  restrictsPosts,
  warnedUnlisted,
  warningListed,
} from '../../platform/visibility/photos.ts';

const publicTotal = `(select coalesce(sum(public_photos_count), 0) from members m where ${postsForAll('m')})`;

export interface FeedPageQuery {
  viewerId: string;
  /** Exclusive upper bound of the ids. */
  before: string;
  offset: number;
}

/** `offset 0` keeps the order of the index: to PostgreSQL, an unknown offset makes sorting all posts look cheaper. */
export async function listFeedIds(db: Statements, limit: 21 | 51, pages: readonly FeedPageQuery[]): Promise<string[][]> {
  const rows = await db.rows<{ ids: string }>(
    `select array_to_string(array(
              select p.id from photos p cross join lateral (select * from members where id = p.member_id offset 0) m
               where p.id < input.before and ${photoListed('input.viewer_id', 'p', 'm')}
               order by p.id desc offset input.passed_over limit ${limit}), ' ') as ids
       from unnest($1::uuid[], $2::uuid[], $3::int[]) with ordinality as input(viewer_id, before, passed_over, n) order by input.n`,
    [pages.map(({ viewerId }) => viewerId), pages.map(({ before }) => before), pages.map(({ offset }) => offset)],
  );
  return rows.map(idsOf);
}

const idsOf = ({ ids }: { ids: string }): string[] => (ids === '' ? [] : ids.split(' '));

/** Counts the posts hidden from each viewer by up to 10,000 blocks and mutes, or by their content warning. */
export async function countHidden(db: Statements, viewerIds: readonly string[]): Promise<number[]> {
  const rows = await db.rows<{ hidden: number }>(
    `select (select coalesce(sum(${postsCounted('input.viewer_id', 'm')}), 0)
               from (select id from ${hiddenFrom('input.viewer_id')} h(id) limit 10000) h join members m on m.id = h.id where m.is_live)::int
            + ${warnedUnlisted('input.viewer_id', 'true')} as hidden
       from unnest($1::uuid[]) with ordinality as input(viewer_id, n) order by input.n`,
    [viewerIds],
  );
  return rows.map(({ hidden }) => hidden);
}

/**
 * Lists ids of the hottest recent posts, without those with a content warning. A post's heat is at least its initial heat, so the index scan
 * can stop at the initial heat of a post made `trendingDays` ago.
 */
export async function listTrendingIds(db: Statements, viewerIds: readonly string[]): Promise<string[][]> {
  const rows = await db.rows<{ ids: string }>(
    `select array_to_string(array(
              select p.id from photos p join members m on m.id = p.member_id
               where p.heat >= extract(epoch from now() - interval '${limits.trendingDays} days')::double precision / 129600
                 and p.created_at > now() - interval '${limits.trendingDays} days' and p.warning is null and ${photoListed('input.viewer_id', 'p', 'm')}
               order by p.heat desc, p.id desc limit ${limits.trending}), ' ') as ids
       from unnest($1::uuid[]) with ordinality as input(viewer_id, n) order by input.n`,
    [viewerIds],
  );
  return rows.map(idsOf);
}

/** Lists ids of the newest posts that both the viewer and visitors may see. */
export const listWelcomeIds = async (db: Statements, viewerId: string): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      `select p.id from photos p join members m on m.id = p.member_id
        where ${photoPublic('p', 'm')} and ${photoListed('$1', 'p', 'm')} order by p.id desc limit 6`,
      [viewerId],
    )
  ).map(({ id }) => id);

export const listNewPosters = (db: Statements, viewerId: string, after: string): Promise<AuthorRow[]> =>
  db.rows(
    `select ${authorColumns('m')} from photos p join members m on m.id = p.member_id
      where p.id > $2 and p.member_id <> $1 and ${photoListed('$1', 'p', 'm')}
      order by p.id desc limit ${limits.newPhotoCount}`,
    [viewerId, after],
  );

/** Number of cached newest posts: 24 for the first page, 120 for the first few pages. */
export type FeedWindow = 24 | 120;

export interface FeedState {
  /** A block or mute involves the viewer. */
  hides: boolean;
  /** Members whose posts for followers reach this viewer, and the viewer if some own posts do not reach everybody. */
  reached: string[];
  reached_total: number;
}

/** Returns the newest posts as lines of id, author and `p` (for all members), `f` (followers) or `m` (the author), and the number of public posts. */
export const readNewest = async (db: Statements, window: FeedWindow): Promise<{ posts: string; total: number }> =>
  (await db.row<{ posts: string; total: number }>(
    `select coalesce((select string_agg(post, chr(10)) from (
              select concat_ws(' ', p.id, p.member_id, case when ${reachesAll('p', 'm')} then 'p' when p.audience = 'me' then 'm' else 'f' end) as post
                from photos p join members m on m.id = p.member_id
               where ${photoThere('p')} and m.is_live
               order by p.id desc limit ${window}) newest), '') as posts,
            ${publicTotal}::int as total`,
  ))!;

/** Skips viewers with cached state while the snapshot is unchanged. */
export const readFeedStates: ReadStates<FeedState> = async (db, { snapshot, viewerIds, areKnown }) =>
  (await db.row<{ snapshot: string; states: (FeedState & { n: number })[] | null }>(
    `select pg_current_snapshot()::text as snapshot,
            (select json_agg(json_build_object('n', v.n, 'hides', ${hidesAnybody('v.id')}, 'reached', reached.ids, 'reached_total', reached.total))
               from unnest($2::uuid[], $3::boolean[]) with ordinality as v(id, is_known, n), lateral (
                 select coalesce(array_agg(m.id::text), '{}') as ids, coalesce(sum(case when m.id = v.id then m.photos_count else m.follower_photos_count end - m.public_photos_count), 0) as total
                   from (select followed_id as id from follows where follower_id = v.id union all select v.id) f
                   join members m on m.id = f.id and ${restrictsPosts('m')}) reached
              where pg_current_snapshot()::text <> $1 or not v.is_known) as states`,
    [snapshot, viewerIds, areKnown],
  ))!;

export interface MarkedRow {
  photo_id: string;
  /** Time of the mark in microseconds, then post id. */
  cursor: string;
}

const marks = { saved: { table: 'saved_posts', time: 'saved_at' }, liked: { table: 'likes', time: 'created_at' } };
/** The viewer saved or liked the post. */
export type Mark = keyof typeof marks;

/** Lists the posts that the viewer marked, last marked first. */
export const listMarkedRows = (
  db: Statements,
  viewerId: string,
  mark: Mark,
  { after, limit }: { after: { time: string; id: string }; limit: 21 | 51 },
): Promise<MarkedRow[]> =>
  db.rows(
    `select s.photo_id, to_char(s.${marks[mark].time} at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || s.photo_id as cursor
       from ${marks[mark].table} s join photos p on p.id = s.photo_id join members m on m.id = p.member_id
      where s.member_id = $1 and (s.${marks[mark].time}, s.photo_id) < ($2::timestamptz, $3::uuid) and ${photoListed('$1', 'p', 'm')}
      order by s.${marks[mark].time} desc, s.photo_id desc limit ${limit}`,
    [viewerId, after.time, after.id],
  );

/** SQL: version of a post's JSON, without the members it names. Every write to the post raises `version`. */
const postState = (p: string, c: string): string => `concat_ws(' ', ${p}.version, ${c}.name)`;

/** Ids and their cached versions; '' if not cached. */
interface CachedVersions {
  ids: readonly string[];
  states: readonly string[];
}

/** Changed entries, numbered from 1, with the current version; null if deleted. */
type Changed = { n: number; state: string | null }[];

export interface Changes {
  snapshot: string;
  posts: Changed | null;
  members: Changed | null;
  /** Numbers of the viewers who blocked, muted or were blocked by a member. */
  hiding: number[] | null;
  /** Numbers of the pairs whose viewer likes or saved the post. */
  liked: number[] | null;
  saved: number[] | null;
}

interface ChangesQuery {
  posts: CachedVersions;
  members: CachedVersions;
  viewerIds: readonly string[];
  /** Viewers and their posts, numbered from 1. */
  pairs: { ids: readonly string[]; viewers: readonly number[]; posts: readonly number[] };
}

export const findChanges = async (db: Statements, { posts, members, viewerIds, pairs }: ChangesQuery): Promise<Changes> =>
  (await db.row<Changes>(
    `with posts as materialized (
            select input.n, case when p.id is not null then ${postState('p', 'c')} end as state, input.state as before
              from unnest($1::uuid[], $2::text[]) with ordinality as input(id, state, n)
              left join (photos p left join categories c on c.id = p.category_id) on p.id = input.id and ${photoThere('p')}),
          members as materialized (
            select input.n, case when m.id is not null then ${authorState('m')} end as state, input.state as before
              from unnest($3::uuid[], $4::text[]) with ordinality as input(id, state, n) left join members m on m.id = input.id),
          pairs as materialized (
            select n, ($5::uuid[])[viewer] as viewer_id, ($8::uuid[])[post] as photo_id
              from unnest($6::int[], $7::int[]) with ordinality as input(viewer, post, n))
     select pg_current_snapshot()::text as snapshot,
            (select json_agg(json_build_object('n', n, 'state', state)) from posts where state is distinct from before) as posts,
            (select json_agg(json_build_object('n', n, 'state', state)) from members where state is distinct from before) as members,
            (select json_agg(v.n) from unnest($5::uuid[]) with ordinality as v(id, n) where ${hidesAnybody('v.id')}) as hiding,
            (select json_agg(n) from pairs join likes l on l.photo_id = pairs.photo_id and l.member_id = pairs.viewer_id) as liked,
            (select json_agg(n) from pairs join saved_posts s on s.photo_id = pairs.photo_id and s.member_id = pairs.viewer_id) as saved`,
    [posts.ids, posts.states, members.ids, members.states, viewerIds, pairs.viewers, pairs.posts, pairs.ids],
  ))!;

interface HiddenMembersQuery {
  viewerIds: readonly string[];
  posts: { viewers: readonly number[]; ids: readonly string[] };
  named: { posts: readonly number[]; ids: readonly string[] };
}

/**
 * Returns the numbers of posts with a like, comment or mention by a member hidden from the viewer. Reads each viewer's hidden members
 * once.
 */
export async function listPostsWithHiddenMembers(db: Statements, { viewerIds, posts, named }: HiddenMembersQuery): Promise<number[]> {
  const rows = await db.rows<{ n: number }>(
    `with viewers as materialized (select n, array${hiddenFrom('v.id')} as hidden from unnest($1::uuid[]) with ordinality as v(id, n)),
          posts as materialized (
            select input.n, input.photo_id, input.viewer from unnest($2::int[], $3::uuid[]) with ordinality as input(viewer, photo_id, n))
     select posts.n::int as n from posts join viewers v on v.n = posts.viewer
      where (select true from likes l where l.photo_id = posts.photo_id and l.member_id = any (v.hidden) limit 1) is true
         or (select true from comments c where c.photo_id = posts.photo_id and c.deleted_at is null and c.member_id = any (v.hidden) limit 1) is true
     union
     select posts.n::int from unnest($4::int[], $5::uuid[]) as named(post, member_id)
       join posts on posts.n = named.post join viewers v on v.n = posts.viewer
      where named.member_id = any (v.hidden)`,
    [viewerIds, posts.viewers, posts.ids, named.posts, named.ids],
  );
  return rows.map(({ n }) => n);
}

const followedListed = (viewer: string): string => `${memberVisible(viewer, 'm')} and ${notMuted(viewer, 'm.id')}`;

const forFollowers = (p: string): string => `${photoThere(p)} and ${reachesFollowers(p)}`;

const forFollowersListed = (p: string): string => `${forFollowers(p)} and ${warningListed('$1', p)}`;

/** Maximum number of followed members considered, most recent follows first. */
const maxFollowed = 10_000;

const recentlyFollowed = (viewer: string): string =>
  `(select followed_id from follows where follower_id = ${viewer} order by created_at desc, followed_id desc limit ${maxFollowed})`;

/** Number of newest posts searched, for one viewer and for a batch. */
const scanSize = { forOne: 400, forAll: 1_000 };

export interface FollowingPage {
  ids: string[];
  /** Counts the posts of up to 10,000 followed members. */
  total: number;
  /** False if `listFollowingIds` may find older posts for the page. */
  isEnough: boolean;
}

/**
 * Finds the newest posts of followed members among the newest of all, for a batch of viewers who list posts with a content warning. The
 * first `lateral` query collects the followed ids, so that the second one reads hidden members once per viewer.
 */
export async function findFollowing(db: Statements, atMost: 21 | 51, viewerIds: readonly string[]): Promise<FollowingPage[]> {
  const rows = await db.rows<{ ids: string; total: number; is_enough: boolean }>(
    `with near as materialized (select p.id, p.member_id from photos p where ${forFollowers('p')} order by p.id desc limit ${scanSize.forAll}),
     followings as materialized (
       select input.n, followed.members, followed.total, follows.is_all
         from unnest($1::uuid[]) with ordinality as input(viewer_id, n), lateral (
           select array_agg(f.followed_id) as followed, count(*) < ${maxFollowed} as is_all
             from ${recentlyFollowed('input.viewer_id')} f) follows, lateral (
           select array_agg(m.id) as members, coalesce(sum(m.follower_photos_count), 0)::int as total
             from unnest(follows.followed) f(id) join members m on m.id = f.id
            where ${followedListed('input.viewer_id')}) followed),
     matches as materialized (
       select one.n, array_agg(near.id order by near.id desc) as ids
         from (select n, unnest(members) as member_id from followings) one join near on near.member_id = one.member_id group by one.n)
     select coalesce(array_to_string(matches.ids[1:$2], ' '), '') as ids, followings.total,
            followings.is_all and (followings.members is null or coalesce(cardinality(matches.ids), 0) >= $2 or (select count(*) from near) < ${scanSize.forAll}) as is_enough
       from followings left join matches on matches.n = followings.n order by followings.n`,
    [viewerIds, atMost],
  );
  return rows.map(({ ids, total, is_enough: isEnough }) => ({ ids: ids === '' ? [] : ids.split(' '), total, isEnough }));
}

/**
 * The newest `atMost` posts by followed members, between `$2` and `$3`. First searches the newest posts of all members; viewers who follow
 * many need no more. Otherwise finds the members who posted last by index, and reads only their posts.
 */
const newestOfFollowed = (atMost: 21 | 51 | typeof limits.newPhotoCount): string =>
  `with near as materialized (
     select p.id, p.member_id from photos p where p.id > $2 and p.id < $3 and ${forFollowersListed('p')} order by p.id desc limit ${scanSize.forOne}),
   matches as materialized (
     select n.id, n.member_id from near n join follows f on f.follower_id = $1 and f.followed_id = n.member_id join members m on m.id = n.member_id
      where ${followedListed('$1')} order by n.id desc limit ${atMost}),
   enough as materialized (select (select count(*) from matches) = ${atMost} or (select count(*) from near) < ${scanSize.forOne} as is_so)
   select id, member_id from matches where (select is_so from enough)
   union all
   (select p.id, latest.member_id
      from (select m.id as member_id
              from (select f.followed_id as member_id, newest.id
                      from follows f, lateral (select p.id from photos p
                                                where p.member_id = f.followed_id and p.id > $2 and p.id < $3 and ${forFollowersListed('p')}
                                                order by p.id desc limit 1) newest
                     where f.follower_id = $1 and not (select is_so from enough) order by newest.id desc) far
              join members m on m.id = far.member_id
             where ${followedListed('$1')} order by far.id desc limit ${atMost}) latest,
           lateral (select p.id from photos p where p.member_id = latest.member_id and p.id > $2 and p.id < $3 and ${forFollowersListed('p')}
                     order by p.id desc limit ${atMost}) p)
    order by id desc limit ${atMost}`;

/** A post of somebody else that the viewer may list, by its id between `$2` and `$3`. */
const othersListed = (id: string): string => `${id} > $2 and ${id} < $3 and p.member_id <> $1 and ${photoListed('$1', 'p', 'm')}`;

/**
 * The newest `atMost` posts by followed members, or with followed tags or categories, each once. Tags and categories are read back only to
 * the oldest of the followed members' posts, if these fill the page.
 */
const newestWithSubjects = (atMost: 21 | 51 | typeof limits.newPhotoCount): string =>
  `with by_followed as materialized (${newestOfFollowed(atMost)}),
   since as materialized (select coalesce((select id from by_followed order by id desc offset ${atMost} - 1 limit 1), $2) as id)
   select id, member_id from by_followed
   union
   select tagged.id, tagged.member_id
     from followed_tags f, lateral (
       select p.id, p.member_id from photo_tags pt join photos p on p.id = pt.photo_id join members m on m.id = p.member_id
        where pt.tag = f.tag and pt.photo_id >= (select id from since) and ${othersListed('pt.photo_id')}
        order by pt.photo_id desc limit ${atMost}) tagged
    where f.member_id = $1
   union
   select filed.id, filed.member_id
     from followed_categories f, lateral (
       select p.id, p.member_id from photos p join members m on m.id = p.member_id
        where p.category_id >= f.category_id and p.category_id <= f.category_id and p.id >= (select id from since) and ${othersListed('p.id')}
        order by p.category_id, p.id desc limit ${atMost}) filed
    where f.member_id = $1
    order by id desc limit ${atMost}`;

const newestPosts = (withSubjects: boolean, atMost: 21 | 51 | typeof limits.newPhotoCount): string =>
  (withSubjects ? newestWithSubjects : newestOfFollowed)(atMost);

/** Numbered pages read all pages before them. */
const numberedOfFollowed = (limit: 21 | 51): string =>
  `select p.id from follows f join members m on m.id = f.followed_id join photos p on p.member_id = m.id
    where f.follower_id = $1 and p.id > $2 and p.id < $3 and ${followedListed('$1')} and ${forFollowersListed('p')}
    order by p.id desc offset $4 limit ${limit}`;

const numberedWithSubjects = (limit: 21 | 51): string =>
  `select p.id
     from (select own.id from follows f join photos own on own.member_id = f.followed_id and ${photoThere('own')} where f.follower_id = $1
           union select pt.photo_id from followed_tags f join photo_tags pt on pt.tag = f.tag where f.member_id = $1
           union select filed.id from followed_categories f join photos filed on filed.category_id = f.category_id and ${photoThere('filed')}
                  where f.member_id = $1) found
     join photos p on p.id = found.id join members m on m.id = p.member_id
    where ${othersListed('p.id')} order by p.id desc offset $4 limit ${limit}`;

/** Lists posts by followed members. `withSubjects`: also those with the tags and categories that the viewer follows. */
export async function listFollowingIds(
  db: Statements,
  viewerId: string,
  { before, offset, limit }: { before: string; offset: number; limit: 21 | 51 },
  withSubjects = false,
): Promise<string[]> {
  const between = [viewerId, lowestId, before];
  const rows = await (offset === 0
    ? db.rows<{ id: string }>(newestPosts(withSubjects, limit), between)
    : db.rows<{ id: string }>((withSubjects ? numberedWithSubjects : numberedOfFollowed)(limit), [...between, offset]));
  return rows.map(({ id }) => id);
}

export async function countFollowing(db: Statements, viewerId: string): Promise<number> {
  const row = await db.row<{ total: number }>(
    `select coalesce(sum(m.follower_photos_count), 0)::int as total from ${recentlyFollowed('$1')} f join members m on m.id = f.followed_id
      where ${followedListed('$1')}`,
    [viewerId],
  );
  return row?.total ?? 0;
}

/** Lists the authors of new posts, from the same posts as `listFollowingIds`. */
export function listNewPostersFollowed(db: Statements, viewerId: string, after: string, withSubjects = false): Promise<AuthorRow[]> {
  return db.rows(
    `select ${authorColumns('m')} from (${newestPosts(withSubjects, limits.newPhotoCount)}) posts join members m on m.id = posts.member_id order by posts.id desc`,
    [viewerId, after, highestId],
  );
}

import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../../platform/db/database.ts';
import type { ReadStates } from '../../platform/db/page-cache.ts';
import { type AuthorRow, authorColumns } from '../../platform/member-views.ts';
import { hiddenFrom, hidesAnybody } from '../../platform/visibility/members.ts';
import {
  photoListed,
  photoPublic,
  photoThere,
  postsCounted,
  postsForAll,
  reachesAll,
  restrictsPosts,
  warnedUnlisted,
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

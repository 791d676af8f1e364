import * as limits from '@mbari/contract/limits';
import type { Statements } from '../../platform/db/database.ts';
import { type AuthorRow, authorColumns } from '../../platform/members/views.ts';
import { hiddenFrom, hidesAnybody, ownerPublic, ownerRestricted } from '../../platform/visibility/members.ts';
import { photoListed, photoPublic, photoThere } from '../../platform/visibility/photos.ts';
import { isPaid } from '../../platform/visibility/plans.ts';

/** Posts that are there for everybody. Kept with their owners, so that no post is read to count them. */
const publicTotal = `(select coalesce(sum(photos_count), 0) from members m where ${ownerPublic('m')} and photos_count > 0)`;

/** A page of the feed that somebody asks for. */
export interface AskedPage {
  viewerId: string;
  /** Only posts older than this one; `offset` of them are passed over. */
  before: string;
  offset: number;
}

/** Ids of the posts each viewer may list, newest first: for all who ask in one turn of the event loop. */
export async function listFeedIds(db: Statements, limit: 21 | 51, pages: readonly AskedPage[]): Promise<string[][]> {
  const rows = await db.rows<{ ids: string }>(
    `select array_to_string(array(
              select p.id from photos p join members m on m.id = p.member_id
               where p.id < asked.before and ${photoListed('asked.viewer_id', 'p', 'm')}
               order by p.id desc offset asked.passed_over limit ${limit}), ' ') as ids
       from unnest($1::uuid[], $2::uuid[], $3::int[]) with ordinality as asked(viewer_id, before, passed_over, n) order by asked.n`,
    [pages.map(({ viewerId }) => viewerId), pages.map(({ before }) => before), pages.map(({ offset }) => offset)],
  );
  return rows.map(idsOf);
}

const idsOf = ({ ids }: { ids: string }): string[] => (ids === '' ? [] : ids.split(' '));

/** How many posts would be in each viewer's feed but for whom they hide, of ten thousand of these: for all who ask in one turn of the event loop. */
export async function countHidden(db: Statements, viewerIds: readonly string[]): Promise<number[]> {
  const rows = await db.rows<{ hidden: number }>(
    `select (select coalesce(sum(m.photos_count), 0)
               from (select id from ${hiddenFrom('asked.viewer_id')} h(id) limit 10000) h join members m on m.id = h.id
              where (${ownerPublic('m')})
                 or (${ownerRestricted('m')} and exists (select from follows f where f.follower_id = asked.viewer_id and f.followed_id = m.id)))::int as hidden
       from unnest($1::uuid[]) with ordinality as asked(viewer_id, n) order by asked.n`,
    [viewerIds],
  );
  return rows.map(({ hidden }) => hidden);
}

/**
 * Ids of the hottest posts of the last days that each viewer may list. A post is never cooler than at its beginning, so that all
 * of them come in the index before a post that was posted just then and nobody liked.
 */
export async function listTrendingIds(db: Statements, viewerIds: readonly string[]): Promise<string[][]> {
  const rows = await db.rows<{ ids: string }>(
    `select array_to_string(array(
              select p.id from photos p join members m on m.id = p.member_id
               where p.heat >= extract(epoch from now() - interval '${limits.trendingDays} days')::double precision / 129600
                 and p.created_at > now() - interval '${limits.trendingDays} days' and ${photoListed('asked.viewer_id', 'p', 'm')}
               order by p.heat desc, p.id desc limit ${limits.trending}), ' ') as ids
       from unnest($1::uuid[]) with ordinality as asked(viewer_id, n) order by asked.n`,
    [viewerIds],
  );
  return rows.map(idsOf);
}

/** By whom the posts newer than `after` are that the viewer may list and did not make, newest first, as far as they are counted. */
export const listNewPosters = (db: Statements, viewerId: string, after: string): Promise<AuthorRow[]> =>
  db.rows(
    `select ${authorColumns('m')} from photos p join members m on m.id = p.member_id
      where p.id > $2 and p.member_id <> $1 and ${photoListed('$1', 'p', 'm')}
      order by p.id desc limit ${limits.newPhotos}`,
    [viewerId, after],
  );

/** How many newest posts are looked at together: enough for a first page, or for the first few. */
export type FeedWindow = 24 | 120;

export interface ViewerRelation {
  /** There are blocks or mutes that concern the viewer. */
  hides: boolean;
  /** Whose posts reach followers only and so this viewer: themselves or whom they follow. */
  reached: string[];
  /** How many posts those have. */
  reached_total: number;
}

/** The feed as it is now. What is left out is as it was at the snapshot that was named. */
export interface FeedNow {
  /** Which transactions the answer sees: two answers of one snapshot saw the same database. */
  snapshot: string;
  /** The newest posts, one a line of text; and how many there are for everybody. */
  posts: string | null;
  total: number | null;
  /** The relations of the viewers to others; `n` counts them from 1. */
  relations: (ViewerRelation & { n: number })[] | null;
}

export interface FeedKnown {
  /** The snapshot of what is known; '' where nothing is. */
  snapshot: string;
  /** The newest posts are not among it. */
  wantsNewest: boolean;
  viewerIds: string[];
  /** For each viewer, whether their relation is among it. */
  areKnown: boolean[];
}

/** Something was committed since, or it was not asked then. */
const isOpen = 'pg_current_snapshot()::text <> $1';

/**
 * The newest posts whose owners are there, whomever they reach: id, owner, `p` for public or `f` for followers, and the versions of post
 * and owner, which every write of them raises; a like or a comment writes its post. With them, the relations of the viewers to others. For all
 * who ask in one turn of the event loop. Nothing is read that is known already: as long as no transaction ends, no answer changes.
 */
export const readFeed = async (db: Statements, window: FeedWindow, known: FeedKnown): Promise<FeedNow> =>
  (await db.row<FeedNow>(
    `select pg_current_snapshot()::text as snapshot,
            case when ${isOpen} or $2 then coalesce((select string_agg(post, chr(10)) from (
              select concat_ws(' ', p.id, p.member_id, case when ${photoPublic('p', 'm')} then 'p' else 'f' end, p.version, m.version, ${isPaid('m')}) as post
                from photos p join members m on m.id = p.member_id
               where ${photoThere('p')} and m.is_live
               order by p.id desc limit ${window}) newest), '') end as posts,
            case when ${isOpen} or $2 then ${publicTotal}::int end as total,
            (select json_agg(json_build_object('n', v.n, 'hides', ${hidesAnybody('v.id')}, 'reached', reached.ids, 'reached_total', reached.total))
               from unnest($3::uuid[], $4::boolean[]) with ordinality as v(id, is_known, n), lateral (
                 select coalesce(array_agg(m.id::text), '{}') as ids, coalesce(sum(m.photos_count), 0) as total
                   from (select followed_id as id from follows where follower_id = v.id union all select v.id) f
                   join members m on m.id = f.id and ${ownerRestricted('m')}) reached
              where ${isOpen} or not v.is_known) as relations`,
    [known.snapshot, known.wantsNewest, known.viewerIds, known.areKnown],
  ))!;

/** A post that a viewer likes; or saved, where `is_liked` is off. */
export interface MarkRow {
  viewer_id: string;
  photo_id: string;
  is_liked: boolean;
}

/** Which of the posts each viewer likes or saved. */
export const listMarks = (db: Statements, viewerIds: string[], photoIds: string[]): Promise<MarkRow[]> =>
  db.rows(
    `select l.member_id as viewer_id, l.photo_id, true as is_liked
       from unnest($1::uuid[]) as v(id) cross join unnest($2::uuid[]) as asked(id) join likes l on l.photo_id = asked.id and l.member_id = v.id
     union all
     select s.member_id, s.photo_id, false
       from unnest($1::uuid[]) as v(id) cross join unnest($2::uuid[]) as asked(id) join saved_posts s on s.photo_id = asked.id and s.member_id = v.id`,
    [viewerIds, photoIds],
  );

export interface SavedRow {
  photo_id: string;
  /** Position in the list: when it was saved, to the microsecond, and which. */
  cursor: string;
}

/** What the viewer saved and may list now, saved last first. */
export const listSavedRows = (
  db: Statements,
  viewerId: string,
  { after, limit }: { after: { time: string; id: string }; limit: 21 | 51 },
): Promise<SavedRow[]> =>
  db.rows(
    `select s.photo_id, to_char(s.saved_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || s.photo_id as cursor
       from saved_posts s join photos p on p.id = s.photo_id join members m on m.id = p.member_id
      where s.member_id = $1 and (s.saved_at, s.photo_id) < ($2::timestamptz, $3::uuid) and ${photoListed('$1', 'p', 'm')}
      order by s.saved_at desc, s.photo_id desc limit ${limit}`,
    [viewerId, after.time, after.id],
  );

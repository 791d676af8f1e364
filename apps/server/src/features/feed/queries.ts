import type { Statements } from '../../db/database.ts';
import {
  hiddenFrom,
  hidesAnybody,
  memberVisible,
  notMuted,
  ownerPublic,
  ownerRestricted,
  photoListed,
  photoPublic,
  photoThere,
} from '../../visible.ts';
import { isPaid } from '../members/viewers.ts';

/** Posts that are there for everybody. Kept with their owners, so that no post is read to count them. */
const publicTotal = `(select coalesce(sum(photos_count), 0) from members m where ${ownerPublic('m')} and photos_count > 0)`;

/** Ids of the posts the viewer may list, newest first, older than `before`. */
export async function listFeedIds(
  db: Statements,
  viewerId: string,
  { before, offset, limit }: { before: string; offset: number; limit: 21 | 51 },
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select p.id from photos p join members m on m.id = p.member_id
      where p.id < $2 and ${photoListed('$1', 'p', 'm')}
      order by p.id desc offset $3 limit ${limit}`,
    [viewerId, before, offset],
  );
  return rows.map(({ id }) => id);
}

/** How many posts the viewer may list: those of everybody public, without the hidden, and of the others who let the viewer in. */
export async function countFeed(db: Statements, viewerId: string): Promise<number> {
  const row = await db.row<{ total: number }>(
    `select (${publicTotal}
           - (select coalesce(sum(m.photos_count), 0) from ${hiddenFrom('$1')} h(id) join members m on m.id = h.id and ${ownerPublic('m')})
           + (select coalesce(sum(m.photos_count), 0) from members m
               where (m.id = $1 or m.id in (select followed_id from follows where follower_id = $1))
                 and ${ownerRestricted('m')} and ${memberVisible('$1', 'm')} and ${notMuted('$1', 'm.id')}))::int as total`,
    [viewerId],
  );
  return row?.total ?? 0;
}

/** How many newest posts are looked at together: enough for a first page, or for the first few. */
export type FeedWindow = 24 | 120;

/**
 * The newest posts whose owners are there, whomever they reach, one a line: id, owner, `p` for public or `f` for
 * followers, and a version that differs as soon as anything about the post or its owner was written (`xmin` is the
 * transaction that wrote the row; every like and comment writes the post's). With them, how many posts are public.
 */
export async function readNewest(db: Statements, window: FeedWindow): Promise<{ lines: string; total: number }> {
  const row = await db.row<{ lines: string | null; total: number }>(
    `select (select string_agg(line, chr(10)) from (
              select concat_ws(' ', p.id, p.member_id, case when ${photoPublic('p', 'm')} then 'p' else 'f' end, p.xmin, m.xmin, ${isPaid('m')}) as line
                from photos p join members m on m.id = p.member_id
               where ${photoThere('p')} and m.is_live
               order by p.id desc limit ${window}) newest) as lines,
            ${publicTotal}::int as total`,
  );
  return { lines: row?.lines ?? '', total: row?.total ?? 0 };
}

export interface Standing {
  /** There are blocks or mutes that concern the viewer. */
  hides: boolean;
  /** Whose posts reach followers only and so this viewer: themselves or whom they follow. */
  reached: string[];
  /** How many posts those have. */
  reached_total: number;
}

/** How viewers stand to others, as it is now; for all who ask in one turn of the event loop. */
export async function readStandings(db: Statements, viewerIds: string[]): Promise<Standing[]> {
  const rows = await db.rows<Standing & { n: number }>(
    `select v.n::int as n,
            ${hidesAnybody('v.id')} as hides,
            reached.ids as reached, reached.total::int as reached_total
       from unnest($1::uuid[]) with ordinality as v(id, n), lateral (
         select coalesce(array_agg(m.id::text), '{}') as ids, coalesce(sum(m.photos_count), 0) as total
           from (select followed_id as id from follows where follower_id = v.id union all select v.id) f
           join members m on m.id = f.id and ${ownerRestricted('m')}) reached`,
    [viewerIds],
  );
  const standings: Standing[] = [];
  for (const row of rows) standings[row.n - 1] = row;
  return standings;
}

/** Which of the posts each viewer likes. */
export const listLiked = (db: Statements, viewerIds: string[], photoIds: string[]): Promise<{ viewer_id: string; photo_id: string }[]> =>
  db.rows(
    `select l.member_id as viewer_id, l.photo_id
       from unnest($1::uuid[]) as v(id) cross join unnest($2::uuid[]) as asked(id) join likes l on l.photo_id = asked.id and l.member_id = v.id`,
    [viewerIds, photoIds],
  );

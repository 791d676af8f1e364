import type { Statements } from '../../db/database.ts';
import { hiddenFrom, memberVisible, notMuted, photoListed } from '../../visible.ts';

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
    `select ((select coalesce(sum(photos_count), 0) from members where audience = 'public' and is_live and photos_count > 0)
           - (select coalesce(sum(m.photos_count), 0) from ${hiddenFrom('$1')} h join members m on m.id = h.id and m.audience = 'public' and m.is_live)
           + (select coalesce(sum(m.photos_count), 0) from members m
               where (m.id = $1 or m.id in (select followed_id from follows where follower_id = $1))
                 and m.audience <> 'public' and ${memberVisible('$1', 'm')} and ${notMuted('$1', 'm.id')}))::int as total`,
    [viewerId],
  );
  return row?.total ?? 0;
}

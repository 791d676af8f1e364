import type { Statements } from '../platform/db/database.ts';
import { hiddenFrom, memberVisible, notMuted, ownerPublic, ownerRestricted } from '../platform/visibility/members.ts';
import { postsReach } from '../platform/visibility/photos.ts';
import { type FilterScope, ofFollowed } from './search-queries.ts';

export async function countOfMember(db: Statements, viewerId: string | null, scope: FilterScope): Promise<number> {
  const row = await db.row<{ total: number }>(
    `select case when $2::uuid is null then p.photos_count
                 else coalesce((select t.photos_count from category_tallies t where t.category_id = $2 and t.member_id = p.member_id), 0) end as total
       from (select m.id as member_id, m.photos_count from members m where m.id = $3) p
      where ${ofFollowed(scope)} and ($1::uuid is null or true)`,
    [viewerId, scope.category, scope.member],
  );
  return row?.total ?? 0;
}

export async function countOfCategory(db: Statements, viewerId: string | null, category: string): Promise<number> {
  const row = await db.row<{ total: number }>(
    `select ((select coalesce(sum(n.photos_count), 0) from category_counts n where n.category_id = $2)
           - (select coalesce(sum(t.photos_count), 0) from ${hiddenFrom('$1')} h(id) join members m on m.id = h.id and ${ownerPublic('m')}
               join category_tallies t on t.category_id = $2 and t.member_id = m.id)
           + (select coalesce(sum(t.photos_count), 0) from members m join category_tallies t on t.category_id = $2 and t.member_id = m.id
               where (m.id = $1 or m.id in (select followed_id from follows where follower_id = $1))
                 and ${ownerRestricted('m')} and ${memberVisible('$1', 'm')} and ${notMuted('$1', 'm.id')}))::int as total`,
    [viewerId, category],
  );
  return row?.total ?? 0;
}

export async function countOfCategoryFollowed(db: Statements, viewerId: string | null, category: string): Promise<number> {
  const row = await db.row<{ total: number }>(
    `select coalesce(sum(t.photos_count), 0)::int as total
       from follows f join members m on m.id = f.followed_id join category_tallies t on t.category_id = $2 and t.member_id = m.id
      where f.follower_id = $1 and ${memberVisible('$1', 'm')} and ${postsReach('$1', 'm')} and ${notMuted('$1', 'm.id')}`,
    [viewerId, category],
  );
  return row?.total ?? 0;
}

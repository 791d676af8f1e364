import type { Statements } from '../platform/db/database.ts';
import { hiddenFrom, memberVisible, notMuted } from '../platform/visibility/members.ts';
import {
  postsCounted,
  reachesAll,
  reachesFollowers,
  reachesViewer,
  restrictsPosts,
  warnedUnlisted,
  warnedUnlistedOf,
} from '../platform/visibility/photos.ts';
import { type FilterScope, ofFollowed, ofReader } from './search-queries.ts';

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

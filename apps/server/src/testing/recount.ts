import type { TestApp } from './app.ts';

/** Members whose kept counts of follows are other than those of the rows. Those who are being erased are counted by nobody. */
export async function wrongFollowCounts({ db }: Pick<TestApp, 'db'>): Promise<unknown[]> {
  const { rows } = await db.pool.query(
    `select * from (
       select m.id, m.followers_count, m.following_count, m.private_followers_count, m.private_following_count,
              (select count(*)::int from follows f join members o on o.id = f.follower_id and o.is_live where f.followed_id = m.id) as followers,
              (select count(*)::int from follows f join members o on o.id = f.followed_id and o.is_live where f.follower_id = m.id) as following,
              (select count(*)::int from follows f join members o on o.id = f.follower_id and o.counts_private where f.followed_id = m.id) as private_followers,
              (select count(*)::int from follows f join members o on o.id = f.followed_id and o.counts_private where f.follower_id = m.id) as private_following
         from members m where m.erasing_since is null) counted
      where (followers_count, following_count, private_followers_count, private_following_count)
            is distinct from (followers, following, private_followers, private_following)`,
  );
  return rows;
}

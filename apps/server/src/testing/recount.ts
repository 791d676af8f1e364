import type { TestApp } from './app.ts';

/**
 * Returns members with wrong stored follow counts, and follows with a wrong `follower_hidden` or `followed_hidden`. Ignores members being
 * erased, and follows that a job still recounts after a change of profile.
 */
export async function wrongFollowCounts({ db }: Pick<TestApp, 'db'>): Promise<unknown[]> {
  const counts = await db.pool.query(
    `select * from (
       select m.id, m.followers_count, m.following_count, m.private_followers_count, m.private_following_count,
              (select count(*)::int from follows f join members o on o.id = f.follower_id and o.is_live where f.followed_id = m.id) as followers,
              (select count(*)::int from follows f join members o on o.id = f.followed_id and o.is_live where f.follower_id = m.id) as following,
              (select count(*)::int from follows f where f.followed_id = m.id and f.follower_hidden) as private_followers,
              (select count(*)::int from follows f where f.follower_id = m.id and f.followed_hidden) as private_following
         from members m where m.erasing_since is null) counted
      where (followers_count, following_count, private_followers_count, private_following_count)
            is distinct from (followers, following, private_followers, private_following)`,
  );
  const flags = await db.pool.query(
    `select f.* from follows f join members follower on follower.id = f.follower_id join members followed on followed.id = f.followed_id
      where (f.follower_hidden <> follower.counts_private and not exists (select from profile_flips p where p.member_id = follower.id))
         or (f.followed_hidden <> followed.counts_private and not exists (select from profile_flips p where p.member_id = followed.id))`,
  );
  return [...counts.rows, ...flags.rows];
}

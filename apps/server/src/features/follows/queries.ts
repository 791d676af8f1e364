import type { Statements } from '../../db/database.ts';

/** Follows a member; the counts of both change only with the row. One statement, so it needs no transaction of its own. */
export const addFollow = (db: Statements, followerId: string, followedId: string): Promise<number> =>
  db.run(
    `with added as (insert into follows (follower_id, followed_id) values ($1, $2) on conflict do nothing returning follower_id, followed_id),
          both_ends as (select m.id from members m, added where m.id in (added.follower_id, added.followed_id) order by m.id for no key update of m)
     update members m
        set following_count = m.following_count + case when m.id = $1 then 1 else 0 end,
            followers_count = m.followers_count + case when m.id = $2 then 1 else 0 end
       from both_ends where m.id = both_ends.id`,
    [followerId, followedId],
  );

export const removeFollow = (db: Statements, followerId: string, followedId: string): Promise<number> =>
  db.run(
    `with removed as (delete from follows where follower_id = $1 and followed_id = $2 returning follower_id, followed_id),
          both_ends as (select m.id from members m, removed where m.id in (removed.follower_id, removed.followed_id) order by m.id for no key update of m)
     update members m
        set following_count = m.following_count - case when m.id = $1 then 1 else 0 end,
            followers_count = m.followers_count - case when m.id = $2 then 1 else 0 end
       from both_ends where m.id = both_ends.id`,
    [followerId, followedId],
  );

import type { Statements } from '../../db/database.ts';

/**
 * Follows a member; the counts of both change only with the row. Both are held first, in the order of their ids: an account
 * that goes meanwhile is either gone before, and then nobody follows, or takes this follow out of the counts itself.
 */
export const addFollow = (db: Statements, followerId: string, followedId: string): Promise<number> =>
  db.run(
    `with both_ends as (select id from members where id in ($1, $2) and is_live order by id for no key update),
          added as (insert into follows (follower_id, followed_id) select $1, $2 from both_ends having count(*) = 2
                    on conflict do nothing returning follower_id)
     update members m
        set following_count = m.following_count + case when m.id = $1 then 1 else 0 end,
            followers_count = m.followers_count + case when m.id = $2 then 1 else 0 end
       from both_ends, added where m.id = both_ends.id`,
    [followerId, followedId],
  );

/** Each end falls only where the other counted: an account that is gone stands in no count already. */
export const removeFollow = (db: Statements, followerId: string, followedId: string): Promise<number> =>
  db.run(
    `with both_ends as (select id, is_live from members where id in ($1, $2) order by id for no key update),
          removed as (delete from follows where follower_id = $1 and followed_id = $2 and (select count(*) from both_ends) = 2 returning follower_id)
     update members m
        set following_count = m.following_count - case when m.id = $1 and other_end.is_live then 1 else 0 end,
            followers_count = m.followers_count - case when m.id = $2 and other_end.is_live then 1 else 0 end
       from both_ends, both_ends other_end, removed where m.id = both_ends.id and other_end.id <> m.id`,
    [followerId, followedId],
  );

/** Up to a thousand in which the member stands at either end. No count changes: those of an account that is gone are out of them. */
export const removeFollowsOf = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `delete from follows where (follower_id, followed_id) in (
       (select follower_id, followed_id from follows where follower_id = $1 limit 500)
       union all (select follower_id, followed_id from follows where followed_id = $1 limit 500))`,
    [memberId],
  );

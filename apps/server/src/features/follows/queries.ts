import type { Statements } from '../../db/database.ts';
import { followersCounted, followingCounted, mayFollow, memberInListOf, memberVisible, profileOpen } from '../../visible.ts';
import { type MemberCardRow, memberCardColumns } from '../members/views.ts';

/** In the order of their ids. */
export const holdMembers = (tx: Statements, one: string, other: string): Promise<number> =>
  tx.run(
    `with held as (select id from members where id in ($1, $2) order by id for no key update)
     select count(*) from held`,
    [one, other],
  );

export interface Followable {
  may_follow: boolean;
  is_following: boolean;
  followers_count: number;
}

/** A member who is there for the viewer, while the viewer is. */
export const findFollowable = (db: Statements, viewerId: string, memberId: string): Promise<Followable | undefined> =>
  db.row(
    `select ${mayFollow('$1', 'm')} as may_follow, ${followersCounted('$1', 'm')} as followers_count,
            exists (select from follows f where f.follower_id = $1 and f.followed_id = m.id) as is_following
       from members m join members me on me.id = $1 and me.is_live
      where m.id = $2 and m.email_verified_at is not null and ${memberVisible('$1', 'm')}`,
    [viewerId, memberId],
  );

/** Follows a member; the counts of both change only with the row. Both are held before: nobody goes, hides or comes back meanwhile. */
export const addFollow = (db: Statements, followerId: string, followedId: string): Promise<number> =>
  db.run(
    `with both_ends as (select id, counts_private from members where id in ($1, $2) and is_live),
          added as (insert into follows (follower_id, followed_id) select $1, $2 from both_ends having count(*) = 2
                    on conflict do nothing returning follower_id)
     update members m
        set following_count = m.following_count + case when m.id = $1 then 1 else 0 end,
            followers_count = m.followers_count + case when m.id = $2 then 1 else 0 end,
            private_following_count = m.private_following_count + case when m.id = $1 and other_end.counts_private then 1 else 0 end,
            private_followers_count = m.private_followers_count + case when m.id = $2 and other_end.counts_private then 1 else 0 end
       from both_ends, both_ends other_end, added where m.id = both_ends.id and other_end.id <> m.id`,
    [followerId, followedId],
  );

/** Both are held before. Each end falls only where the other counted: an account that is gone stands in no count already. */
export const removeFollow = (db: Statements, followerId: string, followedId: string): Promise<number> =>
  db.run(
    `with both_ends as (select id, is_live, counts_private from members where id in ($1, $2)),
          removed as (delete from follows where follower_id = $1 and followed_id = $2 returning follower_id)
     update members m
        set following_count = m.following_count - case when m.id = $1 and other_end.is_live then 1 else 0 end,
            followers_count = m.followers_count - case when m.id = $2 and other_end.is_live then 1 else 0 end,
            private_following_count = m.private_following_count - case when m.id = $1 and other_end.counts_private then 1 else 0 end,
            private_followers_count = m.private_followers_count - case when m.id = $2 and other_end.counts_private then 1 else 0 end
       from both_ends, both_ends other_end, removed where m.id = both_ends.id and other_end.id <> m.id`,
    [followerId, followedId],
  );

export interface OwnerRow {
  is_open: boolean;
  followers_total: number;
  following_total: number;
}

/** Whose lists are asked for, and how many stand in each as the viewer gets it. */
export const findOwner = (db: Statements, viewerId: string, ownerId: string): Promise<OwnerRow | undefined> =>
  db.row(
    `select ${profileOpen('$1', 'm')} as is_open, ${followersCounted('$1', 'm')} as followers_total, ${followingCounted('$1', 'm')} as following_total
       from members m where m.id = $2 and m.email_verified_at is not null and ${memberVisible('$1', 'm')}`,
    [viewerId, ownerId],
  );

export interface ListedRow extends MemberCardRow {
  cursor: string;
}

interface Part {
  after: { time: string; id: string };
  offset: number;
  limit: 21 | 51;
}

const timed = `to_char(f.created_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS')`;

/** Who follows the owner, newest first. */
export const listFollowerRows = (db: Statements, viewerId: string, ownerId: string, { after, offset, limit }: Part): Promise<ListedRow[]> =>
  db.rows(
    `select ${timed} || f.follower_id as cursor, ${memberCardColumns('$1', 'm')}
       from follows f join members m on m.id = f.follower_id
      where f.followed_id = $2 and (f.created_at, f.follower_id) < ($3::timestamptz, $4::uuid) and ${memberInListOf('$1', '$2', 'm')}
      order by f.created_at desc, f.follower_id desc offset $5 limit ${limit}`,
    [viewerId, ownerId, after.time, after.id, offset],
  );

/** Whom the owner follows, newest first. */
export const listFollowingRows = (
  db: Statements,
  viewerId: string,
  ownerId: string,
  { after, offset, limit }: Part,
): Promise<ListedRow[]> =>
  db.rows(
    `select ${timed} || f.followed_id as cursor, ${memberCardColumns('$1', 'm')}
       from follows f join members m on m.id = f.followed_id
      where f.follower_id = $2 and (f.created_at, f.followed_id) < ($3::timestamptz, $4::uuid) and ${memberInListOf('$1', '$2', 'm')}
      order by f.created_at desc, f.followed_id desc offset $5 limit ${limit}`,
    [viewerId, ownerId, after.time, after.id, offset],
  );

/** Up to a thousand in which the member stands at either end. No count changes: those of an account that is gone are out of them. */
export const removeFollowsOf = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `delete from follows where (follower_id, followed_id) in (
       (select follower_id, followed_id from follows where follower_id = $1 limit 500)
       union all (select follower_id, followed_id from follows where followed_id = $1 limit 500))`,
    [memberId],
  );

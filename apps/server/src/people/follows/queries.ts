import type { Statements } from '../../platform/db/database.ts';
import { highestId } from '../../platform/ids.ts';
import { memberVisible } from '../../platform/visibility/members.ts';
import { followersCounted, followingCounted, mayFollow, memberInListOf, profileOpen } from '../../platform/visibility/profiles.ts';
import { type MemberCardRow, memberCardColumns } from '../member-cards.ts';

/** In the order of ids, to prevent deadlocks. */
export const lockMembers = (tx: Statements, ids: readonly string[]): Promise<number> =>
  tx.run(
    `with locked as (select id from members where id = any($1::uuid[]) order by id for no key update)
     select count(*) from locked`,
    [ids],
  );

export interface Followable {
  may_follow: boolean;
  is_following: boolean;
  followers_count: number;
}

/** Finds a member visible to the viewer. */
export const findFollowable = (db: Statements, viewerId: string, memberId: string): Promise<Followable | undefined> =>
  db.row(
    `select ${mayFollow('$1', 'm')} as may_follow, ${followersCounted('$1', 'm')} as followers_count,
            exists (select from follows f where f.follower_id = $1 and f.followed_id = m.id) as is_following
       from members m join members viewer on viewer.id = $1 and viewer.is_live
      where m.id = $2 and m.email_verified_at is not null and ${memberVisible('$1', 'm')}`,
    [viewerId, memberId],
  );

/** Adds a follow, and raises both counts if the row is new. The caller has locked both members. */
export const insertFollow = (db: Statements, followerId: string, followedId: string): Promise<number> =>
  db.run(
    `with pair_members as (select id, counts_private from members where id in ($1, $2) and is_live),
          new_follow as (insert into follows (follower_id, followed_id, follower_hidden, followed_hidden)
                    select $1, $2, bool_or(counts_private) filter (where id = $1), bool_or(counts_private) filter (where id = $2)
                      from pair_members having count(*) = 2
                    on conflict do nothing returning follower_id, follower_hidden, followed_hidden)
     update members m
        set following_count = m.following_count + case when m.id = $1 then 1 else 0 end,
            followers_count = m.followers_count + case when m.id = $2 then 1 else 0 end,
            private_following_count = m.private_following_count + case when m.id = $1 and new_follow.followed_hidden then 1 else 0 end,
            private_followers_count = m.private_followers_count + case when m.id = $2 and new_follow.follower_hidden then 1 else 0 end
       from new_follow where m.id in ($1, $2)`,
    [followerId, followedId],
  );

/** The caller has locked both members. Lowers a count only if the other member is live: counts already exclude closed accounts. */
export const deleteFollow = (db: Statements, followerId: string, followedId: string): Promise<number> =>
  db.run(
    `with pair_members as (select id, is_live from members where id in ($1, $2)),
          old_follow as (delete from follows where follower_id = $1 and followed_id = $2 returning follower_hidden, followed_hidden)
     update members m
        set following_count = m.following_count - case when m.id = $1 and other_member.is_live then 1 else 0 end,
            followers_count = m.followers_count - case when m.id = $2 and other_member.is_live then 1 else 0 end,
            private_following_count = m.private_following_count - case when m.id = $1 and old_follow.followed_hidden then 1 else 0 end,
            private_followers_count = m.private_followers_count - case when m.id = $2 and old_follow.follower_hidden then 1 else 0 end
       from pair_members, pair_members other_member, old_follow where m.id = pair_members.id and other_member.id <> m.id`,
    [followerId, followedId],
  );

export interface OwnerRow {
  is_open: boolean;
  followers_total: number;
  following_total: number;
}

/** The owner of the lists and their counts as the viewer sees them. */
export const findOwner = (db: Statements, viewerId: string, ownerId: string): Promise<OwnerRow | undefined> =>
  db.row(
    `select ${profileOpen('$1', 'm')} as is_open, ${followersCounted('$1', 'm')} as followers_total, ${followingCounted('$1', 'm')} as following_total
       from members m where m.id = $2 and m.email_verified_at is not null and ${memberVisible('$1', 'm')}`,
    [viewerId, ownerId],
  );

export interface FollowListRow extends MemberCardRow {
  cursor: string;
}

interface PageSlice {
  after: { time: string; id: string };
  offset: number;
  limit: 21 | 51;
}

const cursorTime = `to_char(f.created_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS')`;

export const listFollowerRows = (
  db: Statements,
  viewerId: string,
  ownerId: string,
  { after, offset, limit }: PageSlice,
): Promise<FollowListRow[]> =>
  db.rows(
    `select ${cursorTime} || f.follower_id as cursor, ${memberCardColumns('$1', 'm')}
       from follows f join members m on m.id = f.follower_id
      where f.followed_id = $2 and (f.created_at, f.follower_id) < ($3::timestamptz, $4::uuid) and ${memberInListOf('$1', '$2', 'm')}
      order by f.created_at desc, f.follower_id desc offset $5 limit ${limit}`,
    [viewerId, ownerId, after.time, after.id, offset],
  );

export const listFollowingRows = (
  db: Statements,
  viewerId: string,
  ownerId: string,
  { after, offset, limit }: PageSlice,
): Promise<FollowListRow[]> =>
  db.rows(
    `select ${cursorTime} || f.followed_id as cursor, ${memberCardColumns('$1', 'm')}
       from follows f join members m on m.id = f.followed_id
      where f.follower_id = $2 and (f.created_at, f.followed_id) < ($3::timestamptz, $4::uuid) and ${memberInListOf('$1', '$2', 'm')}
      order by f.created_at desc, f.followed_id desc offset $5 limit ${limit}`,
    [viewerId, ownerId, after.time, after.id, offset],
  );

/** Role of the other member in the follow. */
export type FollowSide = 'follower' | 'followed';

export interface FollowPosition {
  time: string;
  id: string;
}

/** Cursor before the first row. */
export const firstPosition: FollowPosition = { time: 'infinity', id: highestId };

/** Up to 100 followers or followed members of the member, newest first. */
export const listConnectedMembers = (
  db: Statements,
  memberId: string,
  side: FollowSide,
  after: FollowPosition,
): Promise<FollowPosition[]> =>
  db.rows(
    side === 'followed'
      ? `select f.created_at::text as time, f.followed_id as id from follows f
          where f.follower_id = $1 and (f.created_at, f.followed_id) < ($2::timestamptz, $3::uuid)
          order by f.created_at desc, f.followed_id desc limit 100`
      : `select f.created_at::text as time, f.follower_id as id from follows f
          where f.followed_id = $1 and (f.created_at, f.follower_id) < ($2::timestamptz, $3::uuid)
          order by f.created_at desc, f.follower_id desc limit 100`,
    [memberId, after.time, after.id],
  );

/**
 * Locks the member `$1` and the connected members `$2` in the order of ids, and reads the profile's visibility from the locked row. Looks
 * up each follow by both ids: with one id, the planner could read all follows of the member each time. Commits asynchronously: if a crash
 * loses counts, the job recounts them, because the row in `profile_flips` is deleted synchronously.
 */
const lockedMembers = `
  select m.id, m.counts_private from members m, set_config('synchronous_commit', 'off', true)
   where m.id = any($1::uuid || $2::uuid[]) order by m.id for no key update of m`;
const lockedPairs = `
  owner as materialized (select counts_private from locked where id = $1),
  pairs as materialized (select $1::uuid as member_id, locked.id as connected_id from locked where locked.id <> $1)`;

/**
 * Recounts the member and the connected members, in one statement that is its own transaction. Between two statements, rows would stay
 * locked while this process waits for the CPU.
 */
export const recountPrivateFollows = (
  db: Statements,
  memberId: string,
  side: FollowSide,
  connectedIds: readonly string[],
): Promise<number> =>
  db.run(
    side === 'followed'
      ? `with locked as materialized (${lockedMembers}), ${lockedPairs},
              changed_follow as (update follows f set follower_hidden = owner.counts_private from owner, pairs
                           where f.follower_id = pairs.member_id and f.followed_id = pairs.connected_id and f.follower_hidden <> owner.counts_private
                          returning f.followed_id as id)
         update members m set private_followers_count = m.private_followers_count + case when owner.counts_private then 1 else -1 end
           from owner, changed_follow where m.id = changed_follow.id`
      : `with locked as materialized (${lockedMembers}), ${lockedPairs},
              changed_follow as (update follows f set followed_hidden = owner.counts_private from owner, pairs
                           where f.followed_id = pairs.member_id and f.follower_id = pairs.connected_id and f.followed_hidden <> owner.counts_private
                          returning f.follower_id as id)
         update members m set private_following_count = m.private_following_count + case when owner.counts_private then 1 else -1 end
           from owner, changed_follow where m.id = changed_follow.id`,
    [memberId, connectedIds],
  );

export const findVisibilityChange = (db: Statements, memberId: string): Promise<{ turn: number } | undefined> =>
  db.row('select turn from profile_flips where member_id = $1', [memberId]);

/** Returns 0 if the profile changed again since `turn`. */
export const deleteVisibilityChange = (db: Statements, memberId: string, turn: number): Promise<number> =>
  db.run('delete from profile_flips where member_id = $1 and turn = $2', [memberId, turn]);

/** Lists changes over a minute old that have no pending job. */
export const listStalledVisibilityChanges = (db: Statements): Promise<{ member_id: string }[]> =>
  db.rows(
    `select pf.member_id from profile_flips pf
      where pf.started_at < now() - interval '1 minute'
        and not exists (select from graphile_worker.jobs j
                         where j.key = 'recount_profile:' || pf.member_id and j.attempts < j.max_attempts)
      order by pf.started_at limit 100`,
  );

/** Deletes up to 1,000 follows in both directions. Counts already exclude a closed account. */
export const deleteFollowsOf = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `delete from follows where (follower_id, followed_id) in (
       (select follower_id, followed_id from follows where follower_id = $1 limit 500)
       union all (select follower_id, followed_id from follows where followed_id = $1 limit 500))`,
    [memberId],
  );

import * as limits from '@mbari/contract/platform/limits';
import type { Statements } from '../platform/db/database.ts';
import { authorColumns, type AuthorRow } from '../platform/member-views.ts';
import { memberRelated, memberVisible } from '../platform/visibility/members.ts';
import { profileThere } from '../platform/visibility/profiles.ts';

/** Returns 0 if there is no such live, verified member. The caller has locked both. A blocked member can block in turn. */
export const insertBlock = (tx: Statements, blockerId: string, blockedId: string): Promise<number> =>
  tx.run(
    `with target as (select id from members where id = $2 and is_live and email_verified_at is not null),
          inserted as (insert into blocks (blocker_id, blocked_id) select $1, id from target on conflict do nothing)
     select from target`,
    [blockerId, blockedId],
  );

export const deleteBlock = (db: Statements, blockerId: string, blockedId: string): Promise<number> =>
  db.run('delete from blocks where blocker_id = $1 and blocked_id = $2', [blockerId, blockedId]);

/** Returns 0 if the muted member does not exist. Locks the member's row against erasure. */
export const insertMute = (db: Statements, muterId: string, mutedId: string): Promise<number> =>
  db.run(
    `with target as (
            select m.id from members m
             where m.id = $2 and m.email_verified_at is not null and ${memberVisible('$1', 'm')} for key share of m),
          inserted as (insert into mutes (muter_id, muted_id) select $1, id from target on conflict do nothing)
     select from target`,
    [muterId, mutedId],
  );

export const deleteMute = (db: Statements, muterId: string, mutedId: string): Promise<number> =>
  db.run('delete from mutes where muter_id = $1 and muted_id = $2', [muterId, mutedId]);

export interface BlockedOrMutedRow extends AuthorRow {
  cursor: string;
  since: Date;
}

interface PageSlice {
  after: { time: string; id: string };
  offset: number;
  limit: 21 | 51;
}

/** Blocked members with a live account, newest first. */
export const listBlockRows = (db: Statements, memberId: string, { after, offset, limit }: PageSlice): Promise<BlockedOrMutedRow[]> =>
  db.rows(
    `select to_char(b.created_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || b.blocked_id as cursor, b.created_at as since, ${authorColumns('m')}
       from blocks b join members m on m.id = b.blocked_id and m.is_live
      where b.blocker_id = $1 and (b.created_at, b.blocked_id) < ($2::timestamptz, $3::uuid)
      order by b.created_at desc, b.blocked_id desc offset $4 limit ${limit}`,
    [memberId, after.time, after.id, offset],
  );

/** Muted members visible to the viewer, newest first. */
export const listMuteRows = (db: Statements, memberId: string, { after, offset, limit }: PageSlice): Promise<BlockedOrMutedRow[]> =>
  db.rows(
    `select to_char(u.created_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || u.muted_id as cursor, u.created_at as since, ${authorColumns('m')}
       from mutes u join members m on m.id = u.muted_id
      where u.muter_id = $1 and (u.created_at, u.muted_id) < ($2::timestamptz, $3::uuid) and ${memberVisible('$1', 'm')}
      order by u.created_at desc, u.muted_id desc offset $4 limit ${limit}`,
    [memberId, after.time, after.id, offset],
  );

/** Counts up to the last page that a page number can reach. */
export async function countBlocks(db: Statements, memberId: string): Promise<number> {
  const row = await db.row<{ total: number }>(
    `select count(*)::int as total
       from (select from blocks b join members m on m.id = b.blocked_id and m.is_live where b.blocker_id = $1 limit ${limits.pagedItems}) matches`,
    [memberId],
  );
  return row?.total ?? 0;
}

export async function countMutes(db: Statements, memberId: string): Promise<number> {
  const row = await db.row<{ total: number }>(
    `select count(*)::int as total
       from (select from mutes u join members m on m.id = u.muted_id where u.muter_id = $1 and ${memberVisible('$1', 'm')} limit ${limits.pagedItems}) matches`,
    [memberId],
  );
  return row?.total ?? 0;
}

/** Deletes up to 1,000 blocks by or of the member. */
export const deleteBlocksOf = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `delete from blocks where (blocker_id, blocked_id) in (
       (select blocker_id, blocked_id from blocks where blocker_id = $1 limit 500)
       union all (select blocker_id, blocked_id from blocks where blocked_id = $1 limit 500))`,
    [memberId],
  );

/** Deletes up to 1,000 mutes by or of the member. */
export const deleteMutesOf = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    `delete from mutes where (muter_id, muted_id) in (
       (select muter_id, muted_id from mutes where muter_id = $1 limit 500)
       union all (select muter_id, muted_id from mutes where muted_id = $1 limit 500))`,
    [memberId],
  );

export interface Relation {
  id: string;
  is_following: boolean;
  follows_viewer: boolean;
  is_blocked: boolean;
  is_muted: boolean;
}

/** Returns how the viewer relates to these members, in no order. */
export const listRelations = (db: Statements, viewerId: string, ids: readonly string[]): Promise<Relation[]> =>
  db.rows(
    `select m.id, exists (select from follows f where f.follower_id = $1 and f.followed_id = m.id) as is_following,
            exists (select from follows f where f.follower_id = m.id and f.followed_id = $1) as follows_viewer,
            exists (select from blocks b where b.blocker_id = $1 and b.blocked_id = m.id) as is_blocked,
            exists (select from mutes u where u.muter_id = $1 and u.muted_id = m.id) as is_muted
       from members m where m.id = any($2::uuid[]) and ${memberRelated('$1', 'm')}`,
    [viewerId, ids],
  );

export const findUsername = (db: Statements, viewerId: string, id: string): Promise<{ username: string } | undefined> =>
  db.row(`select m.username from members m where m.id = $2 and ${profileThere('$1', 'm')}`, [viewerId, id]);

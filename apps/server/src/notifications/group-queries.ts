import type { Statements } from '../platform/db/database.ts';
import { highestId } from '../platform/ids.ts';
import { authorColumns, type AuthorRow } from '../platform/member-views.ts';
import { forumPostListed } from '../platform/visibility/forum.ts';
import { waitingProposals } from '../platform/visibility/photos.ts';
import {
  actorListed,
  type CappedCount,
  cappedCountColumns,
  countLimit,
  filters,
  isListed,
  listedRowsSql,
  notificationColumns,
  type NotificationFilter,
  type NotificationPart,
  type NotificationRow,
  type RowWithCursor,
  subjectJoins,
  subjectListed,
  toPart,
  zeroCount,
} from './queries.ts';

export type GroupRow = NotificationRow & {
  /** Id of the group's newest notification, listable or not. */
  position: string;
  count: number;
  others_count: number;
  /** Actors of the newest 20 notifications. */
  actor_ids: string[];
};

export interface GroupPart {
  rows: GroupRow[];
  /** Cursor to continue after a short page, because only 1,000 notifications are examined. Null at the end. */
  continueBefore: string | null;
}

/**
 * Newest notification of each group, among the newest 1,000 before `$2`, in order. A group has one type, one key and one read state. The
 * query streams, so a page stops reading at its limit.
 */
const groupHeadsSql = (filter: NotificationFilter): string =>
  `(select n.* from (
      select n.id, n.type, n.group_key, n.read_at is null as is_unread from notifications n
       where n.member_id = $1 and n.id < $2 and ${filters[filter]} order by n.id desc limit 1000) n
     where n.group_key = n.id or not exists (
       select from notifications newer
        where newer.member_id = $1 and newer.group_key = n.group_key and newer.type = n.type and (newer.read_at is null) = n.is_unread and newer.id > n.id))`;

/**
 * Listable notifications in the group of `head`, newest first, among its newest 500. Checks only actor, comment, post and proposal, because
 * `subjectSql` checks the common subject once per group.
 */
const groupNotificationsSql = (limit: 1 | 100): string =>
  `(select n.id, n.actor_id from (
      select n.id, n.actor_id, n.comment_id, n.forum_post_id from notifications n
       where n.member_id = $1 and n.group_key = head.group_key and n.type = head.type and (n.read_at is null) = head.is_unread and n.id <= head.id
       order by n.id desc limit 500) n
      left join members m on m.id = n.actor_id left join comments c on c.id = n.comment_id left join forum_posts fp on fp.id = n.forum_post_id
     where ${actorListed} and (n.comment_id is null or c.deleted_at is null) and (n.forum_post_id is null or ${forumPostListed('$1', 'fp')})
       and (head.type <> 'described' or exists (select from ${waitingProposals('head.group_key', 'n.actor_id')}))
     order by n.id desc limit ${limit})`;

/** Columns of one notification if its subject is listable. Without `limit`, the planner may read the whole table. */
const subjectSql = (id: string, columns: string): string =>
  `(select ${columns} from notifications n ${subjectJoins} where n.member_id = $1 and n.id = ${id} and ${subjectListed} limit 1)`;

export async function listGroupRows(
  db: Statements,
  memberId: string,
  { filter, before, offset, limit }: { filter: NotificationFilter; before: string; offset: number; limit: 21 | 51 },
): Promise<GroupPart> {
  const rows = await db.rows<RowWithCursor<GroupRow>>(
    `with listed as materialized (
       select head.id as position, newest.count, newest.others_count, newest.actor_ids, subject.*
         from ${groupHeadsSql(filter)} head cross join lateral (
           select (array_agg(i.id order by i.id desc))[1] as id, count(*)::int as count, count(distinct i.actor_id)::int - 1 as others_count,
                  (array_agg(i.actor_id order by i.id desc))[1:20] as actor_ids
             from ${groupNotificationsSql(100)} i) newest cross join lateral ${subjectSql('newest.id', notificationColumns)} subject
        where newest.count > 0 order by head.id desc offset $3 limit ${limit})
     select window_end.continue_before, listed.*
       from (select case when (select count(*) from listed) < ${limit} then (
               select n.id::text from notifications n where n.member_id = $1 and n.id < $2 and ${filters[filter]} order by n.id desc offset 999 limit 1)
             end as continue_before) window_end
       left join listed on true order by listed.position desc`,
    [memberId, before, offset],
  );
  return toPart(rows);
}

export const countGroups = async (db: Statements, memberId: string, filter: NotificationFilter): Promise<CappedCount> =>
  (await db.row<CappedCount>(
    `select ${cappedCountColumns(`exists (select from notifications n where n.member_id = $1 and ${filters[filter]} order by n.id desc offset 999 limit 1)`)}
       from (select count(*)::int as count from (
         select from ${groupHeadsSql(filter)} head cross join lateral ${groupNotificationsSql(1)} newest cross join lateral ${subjectSql('newest.id', '')} subject
          limit ${countLimit}) listed) c`,
    [memberId, highestId],
  )) ?? zeroCount;

const groupKeySql = `select n.group_key, n.type, n.read_at is null as is_unread from notifications n where n.member_id = $1 and n.id = $2`;

const groupRowsSql = `select n.* from anchor join notifications n
  on n.member_id = $1 and n.group_key = anchor.group_key and n.type = anchor.type and (n.read_at is null) = anchor.is_unread`;

export async function listRowsInGroup(
  db: Statements,
  memberId: string,
  { id, before, offset, limit }: { id: string | null; before: string; offset: number; limit: 21 | 51 },
): Promise<NotificationPart> {
  const rows = await db.rows<RowWithCursor>(
    `with anchor as (${groupKeySql}), n as materialized (${groupRowsSql} where n.id < $4 order by n.id desc limit 500) ${listedRowsSql(limit)}`,
    [memberId, id, offset, before],
  );
  return toPart(rows);
}

export const countInGroup = async (db: Statements, memberId: string, id: string | null): Promise<CappedCount> =>
  (await db.row<CappedCount>(
    `with anchor as (${groupKeySql}), n as materialized (${groupRowsSql} order by n.id desc limit 500)
     select ${cappedCountColumns('(select count(*) = 500 from n)')}
       from (select count(*)::int as count from (select from n ${subjectJoins} where ${isListed} limit ${countLimit}) listed) c`,
    [memberId, id],
  )) ?? zeroCount;

export const listGroupMembers = (db: Statements, memberIds: readonly string[]): Promise<AuthorRow[]> =>
  db.rows(`select ${authorColumns('m')} from members m where m.id = any ($1::uuid[])`, [memberIds]);

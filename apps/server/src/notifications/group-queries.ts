import type { Statements } from '../platform/db/database.ts';
import { type AuthorRow, authorColumns } from '../platform/members/views.ts';
import { forumPostListed } from '../platform/visibility/forum.ts';
import {
  actorListed,
  type Counted,
  countedColumns,
  countLimit,
  filters,
  type Found,
  isListed,
  joined,
  listedOf,
  none,
  type NotificationFilter,
  type NotificationPart,
  type NotificationRow,
  partOf,
  shownColumns,
  subjectListed,
} from './queries.ts';

/** What several did to one thing: the newest notification that the reader can list, and how many there are. */
export type GroupRow = NotificationRow & {
  /** Where the group stands in the list: its newest notification, listed or not. */
  position: string;
  count: number;
  others_count: number;
  /** Of the newest twenty, who did it. */
  actor_ids: string[];
};

export interface GroupPart {
  rows: GroupRow[];
  /** Where to read on although few were found: 1,000 notifications were looked through. Null at the end. */
  further: string | null;
}

/**
 * Of the newest 1,000 notifications before an id, `$2`, those that are the newest of a group, in order. Two of a kind and a key are in one group as
 * long as both are unread, or both are read. Read one after the other: whoever wants a page stops at its end.
 */
const heads = (filter: NotificationFilter): string =>
  `(select n.* from (
      select n.id, n.type, n.group_key, n.read_at is null as is_unread from notifications n
       where n.member_id = $1 and n.id < $2 and ${filters[filter]} order by n.id desc limit 1000) n
     where n.group_key = n.id or not exists (
       select from notifications newer
        where newer.member_id = $1 and newer.group_key = n.group_key and newer.type = n.type and (newer.read_at is null) = n.is_unread and newer.id > n.id))`;

/**
 * Those of the group of `head` that the reader can list, newest first, of the newest 500, if what all of them are about is there: that is asked once a
 * group, and here who did it, and which comment or post.
 */
const inside = (limit: 1 | 100): string =>
  `(select n.id, n.actor_id from (
      select n.id, n.actor_id, n.comment_id, n.forum_post_id from notifications n
       where n.member_id = $1 and n.group_key = head.group_key and n.type = head.type and (n.read_at is null) = head.is_unread and n.id <= head.id
       order by n.id desc limit 500) n
      left join members m on m.id = n.actor_id left join comments c on c.id = n.comment_id left join forum_posts fp on fp.id = n.forum_post_id
     where ${actorListed} and (n.comment_id is null or c.deleted_at is null) and (n.forum_post_id is null or ${forumPostListed('$1', 'fp')})
     order by n.id desc limit ${limit})`;

/** What is shown of a notification by somebody whom the reader hears, if what it is about is there. `limit`: or the planner may read all there are. */
const subjectOf = (id: string, columns: string): string =>
  `(select ${columns} from notifications n ${joined} where n.member_id = $1 and n.id = ${id} and ${subjectListed} limit 1)`;

/** Groups that the reader can list, before an id. */
export async function listGroupRows(
  db: Statements,
  memberId: string,
  { filter, before, offset, limit }: { filter: NotificationFilter; before: string; offset: number; limit: 21 | 51 },
): Promise<GroupPart> {
  const found = await db.rows<Found<GroupRow>>(
    `with listed as materialized (
       select head.id as position, newest.count, newest.others_count, newest.actor_ids, shown.*
         from ${heads(filter)} head cross join lateral (
           select (array_agg(i.id order by i.id desc))[1] as id, count(*)::int as count, count(distinct i.actor_id)::int - 1 as others_count,
                  (array_agg(i.actor_id order by i.id desc))[1:20] as actor_ids
             from ${inside(100)} i) newest cross join lateral ${subjectOf('newest.id', shownColumns)} shown
        where newest.count > 0 order by head.id desc offset $3 limit ${limit})
     select edge.further, listed.*
       from (select case when (select count(*) from listed) < ${limit} then (
               select n.id::text from notifications n where n.member_id = $1 and n.id < $2 and ${filters[filter]} order by n.id desc offset 999 limit 1)
             end as further) edge
       left join listed on true order by listed.position desc`,
    [memberId, before, offset],
  );
  return partOf(found);
}

/** Counts the listable groups among the reader's newest 1,000 notifications. */
export const countGroups = async (db: Statements, memberId: string, filter: NotificationFilter, endOfTime: string): Promise<Counted> =>
  (await db.row<Counted>(
    `select ${countedColumns(`exists (select from notifications n where n.member_id = $1 and ${filters[filter]} order by n.id desc offset 999 limit 1)`)}
       from (select count(*)::int as count from (
         select from ${heads(filter)} head cross join lateral ${inside(1)} newest cross join lateral ${subjectOf('newest.id', '')} subject
          limit ${countLimit}) listed) c`,
    [memberId, endOfTime],
  )) ?? none;

/** The group that has a notification, `$2`. */
const groupOf = `select n.group_key, n.type, n.read_at is null as is_unread from notifications n where n.member_id = $1 and n.id = $2`;

/** All of it, as it is read or not now. */
const inGroup = `select n.* from one join notifications n
  on n.member_id = $1 and n.group_key = one.group_key and n.type = one.type and (n.read_at is null) = one.is_unread`;

/** Those of the group that has a notification, one by one, newest first. */
export async function listRowsInGroup(
  db: Statements,
  memberId: string,
  { id, before, offset, limit }: { id: string | null; before: string; offset: number; limit: 21 | 51 },
): Promise<NotificationPart> {
  const found = await db.rows<Found>(
    `with one as (${groupOf}), n as materialized (${inGroup} where n.id < $4 order by n.id desc limit 500) ${listedOf(limit)}`,
    [memberId, id, offset, before],
  );
  return partOf(found);
}

/** Counts the listable notifications among the newest 500 of a group. */
export const countInGroup = async (db: Statements, memberId: string, id: string | null): Promise<Counted> =>
  (await db.row<Counted>(
    `with one as (${groupOf}), n as materialized (${inGroup} order by n.id desc limit 500)
     select ${countedColumns('(select count(*) = 500 from n)')}
       from (select count(*)::int as count from (select from n ${joined} where ${isListed} limit ${countLimit}) listed) c`,
    [memberId, id],
  )) ?? none;

/** The people who are shown of groups. */
export const listGroupMembers = (db: Statements, memberIds: readonly string[]): Promise<AuthorRow[]> =>
  db.rows(`select ${authorColumns('m')} from members m where m.id = any ($1::uuid[])`, [memberIds]);

import type { Statements } from '../platform/db/database.ts';
import { highestId } from '../platform/ids.ts';
import { authorColumns, type AuthorRow } from '../platform/member-views.ts';
import { exhibitionThere, hasOpened } from '../platform/visibility/exhibitions.ts';
import { forumPostListed } from '../platform/visibility/forum.ts';
import { memberHeard, notMuted } from '../platform/visibility/members.ts';
import { waitingProposals } from '../platform/visibility/photos.ts';
import { seriesReaches } from '../platform/visibility/series.ts';
import { queuePushesSql, settingColumn } from './delivery-sql.ts';
import { followersPerBatch } from './forum-queries.ts';
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

export interface ChallengeNews {
  id: string;
  type: 'challenge_started' | 'challenge_results';
}

/** SQL: ids of the members who are told. */
const interested = {
  challenge_started: 'select id as member_id from members where email_verified_at is not null',
  challenge_results: `select e.member_id from challenge_entries e where e.challenge_id = $1
    union select v.member_id from challenge_votes v where v.challenge_id = $1 and v.choice is not null`,
};

/** Notifies the next batch of members, except the organiser. Returns the last member id of a full batch, otherwise undefined. */
export const insertChallengeNotifications = async (
  db: Statements,
  { id, type }: ChallengeNews,
  { after, ids }: { after: string; ids: readonly string[] },
): Promise<string | undefined> => {
  const row = await db.row<{ member_id: string | null }>(
    `with interested as materialized (
            select member_id from (${interested[type]}) i where i.member_id > $2 order by i.member_id limit ${followersPerBatch}),
          recipients as (
            select m.id as member_id, actor.id as actor_id
              from interested i join members m on m.id = i.member_id and m.is_live and m.${settingColumn('challenge_started')}
              join challenges c on c.id = $1 join members actor on actor.id = c.member_id and actor.id <> m.id and ${memberHeard('m.id', 'actor')}),
          added as (
            insert into notifications (id, member_id, type, actor_id, challenge_id)
            select ($3::uuid[])[row_number() over (order by member_id)], member_id, $4, actor_id, $1 from recipients
                on conflict do nothing returning member_id, id, type, created_at),
          pushed as (${queuePushesSql})
     select (select i.member_id from (select member_id, row_number() over (order by member_id) as position from interested) i
              where i.position = ${followersPerBatch}) as member_id,
            (select count(*) from pushed) as pushes`,
    [id, after, ids, type],
  );
  return row?.member_id ?? undefined;
};

/**
 * Notifies the next batch of the curators' followers and the artists, except the curators. Each is told of a curator whom they follow, or
 * of the first. Returns the last member id of a full batch, otherwise undefined.
 */
export const insertExhibitionNotifications = async (
  db: Statements,
  exhibitionId: string,
  { after, ids }: { after: string; ids: readonly string[] },
): Promise<string | undefined> => {
  const row = await db.row<{ member_id: string | null }>(
    `with curators as (select c.member_id, c.accepted_at from exhibition_curators c where c.exhibition_id = $1 and c.accepted_at is not null),
          interested as materialized (
            select member_id from (
              select f.follower_id as member_id from curators c join follows f on f.followed_id = c.member_id
              union select w.member_id from exhibition_works w where w.exhibition_id = $1 and w.state = 'accepted') i
             where i.member_id > $2 and not exists (select from curators c where c.member_id = i.member_id)
             order by i.member_id limit ${followersPerBatch}),
          recipients as (
            select m.id as member_id, actor.id as actor_id
              from interested i join members m on m.id = i.member_id and m.is_live and m.${settingColumn('exhibition_opened')}
              join exhibitions e on e.id = $1 and ${exhibitionThere('e')} and ${hasOpened('e')}
              cross join lateral (
                select cm.id from curators c join members cm on cm.id = c.member_id and ${memberHeard('m.id', 'cm')}
                 order by exists (select from follows f where f.follower_id = m.id and f.followed_id = cm.id) desc, c.accepted_at, cm.id limit 1) actor),
          added as (
            insert into notifications (id, member_id, type, actor_id, exhibition_id)
            select ($3::uuid[])[row_number() over (order by member_id)], member_id, 'exhibition_opened', actor_id, $1 from recipients
                on conflict do nothing returning member_id, id, type, created_at),
          pushed as (${queuePushesSql})
     select (select i.member_id from (select member_id, row_number() over (order by member_id) as position from interested) i
              where i.position = ${followersPerBatch}) as member_id,
            (select count(*) from pushed) as pushes`,
    [exhibitionId, after, ids],
  );
  return row?.member_id ?? undefined;
};

/**
 * Notifies the next batch of the author's followers who can see the series. Returns the last member id of a full batch, otherwise undefined.
 */
export const insertSeriesNotifications = async (
  db: Statements,
  seriesId: string,
  { after, ids }: { after: string; ids: readonly string[] },
): Promise<string | undefined> => {
  const row = await db.row<{ member_id: string | null }>(
    `with following as materialized (
            select f.follower_id as member_id from series s join follows f on f.followed_id = s.member_id
             where s.id = $1 and f.follower_id > $2 order by f.follower_id limit ${followersPerBatch}),
          recipients as (
            select m.id as member_id, s.member_id as actor_id, s.id as series_id
              from following f join members m on m.id = f.member_id and m.is_live and m.${settingColumn('series')}
              join series s on s.id = $1 join members o on o.id = s.member_id
             where ${notMuted('m.id', 'o.id')} and ${seriesReaches('m.id', 's', 'o')}),
          added as (
            insert into notifications (id, member_id, type, actor_id, series_id)
            select ($3::uuid[])[row_number() over (order by member_id)], member_id, 'series', actor_id, series_id from recipients
                on conflict do nothing returning member_id, id, type, created_at),
          pushed as (${queuePushesSql})
     select (select f.member_id from (select member_id, row_number() over (order by member_id) as position from following) f
              where f.position = ${followersPerBatch}) as member_id,
            (select count(*) from pushed) as pushes`,
    [seriesId, after, ids],
  );
  return row?.member_id ?? undefined;
};

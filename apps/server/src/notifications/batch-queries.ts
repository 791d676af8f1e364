import type { Statements } from '../platform/db/database.ts';
import { exhibitionThere, hasOpened } from '../platform/visibility/exhibitions.ts';
import { memberHeard, notMuted } from '../platform/visibility/members.ts';
import { seriesReaches } from '../platform/visibility/series.ts';
import { followersPerBatch } from './forum-queries.ts';
import { queuePushesSql } from './queue-pushes-sql.ts';
import { settingColumn } from './setting-sql.ts';

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

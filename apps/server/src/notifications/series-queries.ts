import type { Statements } from '../platform/db/database.ts';
import { notMuted } from '../platform/visibility/members.ts';
import { seriesReaches } from '../platform/visibility/series.ts';
import { followersPerBatch } from './forum-queries.ts';
import { queuePushesSql } from './queue-pushes-sql.ts';
import { settingColumn } from './setting-sql.ts';

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

import type { Statements } from '../platform/db/database.ts';
import { memberHeard } from '../platform/visibility/members.ts';
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

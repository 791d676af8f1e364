import type pg from 'pg';
import type { Statements } from '../db/database.ts';

const aliveLock = 7_220_302;

export async function recordHeartbeat(client: pg.ClientBase, poolIds: string[]): Promise<void> {
  await client.query('select pg_advisory_lock($1::int, hashtext(id)) from unnest($2::text[]) id', [aliveLock, poolIds]);
}

/** Returns pools with locked jobs but no heartbeat. Recent jobs do not count, because their runner may be starting. */
export const listDeadPools = (db: Statements) =>
  db.rows<{ pool_id: string; jobs: number }>(
    `select j.locked_by as pool_id, count(*)::int as jobs from graphile_worker.jobs j
      where j.locked_by is not null and j.locked_at < now() - interval '30 seconds'
        and not exists (
          select from pg_locks l
           where l.locktype = 'advisory' and l.database = (select oid from pg_database where datname = current_database())
             and l.classid = ${aliveLock} and l.objid::bigint = hashtext(j.locked_by)::bigint & 4294967295)
      group by j.locked_by`,
  );

export const freeJobsOf = (db: Statements, poolIds: string[]) => db.run('select from graphile_worker.force_unlock_workers($1)', [poolIds]);

export const hasDueJobs = async (db: Statements): Promise<boolean> =>
  (await db.row('select from graphile_worker._private_jobs where is_available and run_at <= now() limit 1')) !== undefined;

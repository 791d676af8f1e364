import type pg from 'pg';
import type { Database } from './database.ts';

export const isReachable = async (db: Database): Promise<boolean> => {
  try {
    await db.rows('select 1');
    return true;
  } catch {
    return false;
  }
};

export interface QueueLength {
  task: string;
  /** Due and not running. */
  waiting: number;
  running: number;
  /** Tried as often as allowed. */
  failed: number;
}

export const listQueueLengths = (db: Database): Promise<QueueLength[]> =>
  db.rows<QueueLength & { [column: string]: unknown }>(
    `select task_identifier as task,
            count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now())::int as waiting,
            count(*) filter (where locked_at is not null)::int as running,
            count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed
       from graphile_worker.jobs group by task_identifier`,
  );

/** Nobody ever joined. */
export const isEmptyCommunity = async (db: Database): Promise<boolean> => (await db.row('select from members limit 1')) === undefined;

/** The server's version, and what about it may cost data or sense. */
export async function listDoubts(pool: pg.Pool): Promise<{ version: string; doubts: string[] }> {
  const { rows } = await pool.query<{ number: number; version: string; lax: string[]; encoding: string; collation_moved: boolean }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
            current_setting('server_encoding') as encoding,
            array(select name::text from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name) as lax,
            (select datcollversion is distinct from pg_database_collation_actual_version(oid) from pg_database where datname = current_database()) as collation_moved`,
  );
  const [found] = rows;
  if (!found) throw new Error('The server said nothing.');
  const doubts: string[] = [];
  if (found.number < 150_000) doubts.push(`PostgreSQL ${found.version} is too old: 15 or newer is needed.`);
  if (found.encoding !== 'UTF8') doubts.push(`The database's encoding is ${found.encoding}: make one with UTF8.`);
  if (found.lax.length > 0) doubts.push(`${found.lax.join(', ')} is off: a power cut can lose what was acknowledged. Switch it on.`);
  if (found.collation_moved)
    doubts.push(
      'The operating system sorts text otherwise than when the database was made: run REINDEX DATABASE, then ALTER DATABASE … REFRESH COLLATION VERSION.',
    );
  return { version: found.version, doubts };
}

import type pg from 'pg';
import type { Database, Statements } from './database.ts';

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

export const hasMembers = async (db: Statements): Promise<boolean> => (await db.row('select from members limit 1')) !== undefined;

/** Throws if the server is too old or not UTF-8, or indexes may miss rows. */
export async function requireUsable(pool: pg.Pool): Promise<void> {
  const { faults } = await inspectServer(pool);
  if (faults.length > 0) throw new Error(`The database cannot be used as it is. ${faults.join(' ')}`);
}

export interface ServerFindings {
  version: string;
  faults: string[];
  /** Settings that may lose data. */
  doubts: string[];
  notes: string[];
}

export async function inspectServer(pool: pg.Pool): Promise<ServerFindings> {
  const { rows } = await pool.query<{
    number: number;
    version: string;
    lax: string[];
    encoding: string;
    database: string;
    sorts_otherwise: boolean;
    superuser: string | null;
  }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
            current_setting('server_encoding') as encoding, quote_ident(current_database()) as database,
            array(select name::text from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name) as lax,
            (select datcollversion is not null and datcollversion is distinct from pg_database_collation_actual_version(oid)
               from pg_database where datname = current_database()) as sorts_otherwise,
            (select rolname from pg_roles where rolname = current_user and rolsuper) as superuser`,
  );
  const [row] = rows;
  if (!row) throw new Error('The server returned no row.');
  const { number, version, encoding, database, lax, sorts_otherwise, superuser } = row;
  return {
    version,
    faults: [
      ...(number < 150_000 ? [`PostgreSQL ${version} is too old: 15 or newer is needed.`] : []),
      ...(encoding === 'UTF8' ? [] : [`The database's encoding is ${encoding}: create one with UTF8.`]),
      ...(sorts_otherwise
        ? [
            'The operating system sorts text differently than when the database was created, so indexes may miss rows. ' +
              `Run REINDEX DATABASE ${database}, then ALTER DATABASE ${database} REFRESH COLLATION VERSION.`,
          ]
        : []),
    ],
    doubts: lax.length > 0 ? [`${lax.join(', ')} is off: a power failure can lose acknowledged data. Switch it on.`] : [],
    notes: superuser === null ? [] : [`the role ${superuser} is a superuser, but a role that owns the database is enough, and safer`],
  };
}

export interface BackupState {
  first_succeeded_at: Date | null;
  succeeded_at: Date | null;
  file: string | null;
  /** Text, because int8 exceeds a number. */
  size_bytes: string | null;
  seconds: number | null;
  missing_files: number | null;
  failed_at: Date | null;
  failure: string | null;
  failures_count: number;
  /** Last successful test restore. */
  restored_at: Date | null;
  restored_file: string | null;
  restore_seconds: number | null;
  restore_failed_at: Date | null;
  restore_failure: string | null;
}

const isAfter = (failed: Date | null, succeeded: Date | null): boolean => failed !== null && (succeeded === null || failed > succeeded);

/** Returns true if the last attempt failed. */
export const hasBackupFailed = ({ succeeded_at, failed_at }: BackupState): boolean => isAfter(failed_at, succeeded_at);
export const hasRestoreFailed = ({ restored_at, restore_failed_at }: BackupState): boolean => isAfter(restore_failed_at, restored_at);

/** Returns the whole days since the last successful test restore, or since the first backup if there was none; null without a backup. */
export function daysUntested({ restored_at, first_succeeded_at }: BackupState): number | null {
  const since = restored_at ?? first_succeeded_at;
  return since && Math.floor((Date.now() - since.getTime()) / (24 * 3_600_000));
}

/** Test restores are weekly, with two days of slack. */
export const isRestoreTestOverdue = (state: BackupState): boolean => (daysUntested(state) ?? 0) > 9;

export const findBackupState = async (db: Pick<pg.Pool, 'query'>): Promise<BackupState | undefined> =>
  (
    await db.query<BackupState>(
      `select first_succeeded_at, succeeded_at, file, size_bytes, seconds, missing_files, failed_at, failure, failures_count,
              restored_at, restored_file, restore_seconds, restore_failed_at, restore_failure from backup_state`,
    )
  ).rows[0];

import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import type { JobName } from '../../platform/jobs/job-payloads.ts';
import { updateState } from '../table.ts';
import type { Release } from './check-update.ts';

/** Returns the bytes of all images at the last hourly count, and their growth per day in the last 28 days. */
export const measureStorage = async (db: Statements) =>
  (await db.row<{ database_bytes: number; photos_bytes: number | null; growth: number | null }>(
    `select pg_database_size(current_database())::float8 as database_bytes, max(value) filter (where day = last_day) as photos_bytes,
            (max(value) filter (where day = last_day) - max(value) filter (where day = first_day))
              / nullif(max(last_day) - max(first_day), 0) as growth
       from (select day, value, min(day) over () as first_day, max(day) over () as last_day from daily_tallies
              where measure = 'storage' and day > current_date - 28) d`,
  ))!;

/** The library must be loaded, too. Only superusers may read `shared_preload_libraries`, but everybody the library's own settings. */
const hasStatistics = async (db: Statements): Promise<boolean> =>
  (await db.row(
    `select where to_regclass('pg_stat_statements') is not null and current_setting('pg_stat_statements.max', true) is not null`,
  )) !== undefined;

/** Returns the statements of this role that took the most time in all, or null without pg_stat_statements. Statements of other roles are secret. */
export const readSlowest = async (db: Statements) =>
  (await hasStatistics(db))
    ? db.rows<{ query: string; calls: number; mean_ms: number; total_ms: number }>(
        `select left(regexp_replace(query, '\\s+', ' ', 'g'), 300) as query, calls::float8, mean_exec_time as mean_ms, total_exec_time as total_ms
           from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
            and userid = (select oid from pg_roles where rolname = current_user)
          order by total_exec_time desc limit 10`,
      )
    : null;

const isRetrying = `j.locked_at is null and j.attempts < j.max_attempts and (j.attempts > 0 or coalesce((j.payload ->> 'tries')::int, 0) > 0)`;
const hasFailed = 'j.locked_at is null and j.attempts >= j.max_attempts';

export const listJobs = (db: Statements) =>
  db.rows<{
    task: string;
    waiting: number;
    running: number;
    failed: number;
    retrying: number;
    oldest_at: Date | null;
    last_error: string | null;
  }>(
    `select t.identifier as task,
            count(*) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now())::int as waiting,
            count(*) filter (where j.locked_at is not null)::int as running,
            count(*) filter (where ${hasFailed})::int as failed,
            count(*) filter (where ${isRetrying})::int as retrying,
            min(j.run_at) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now()) as oldest_at,
            (array_agg(j.last_error order by j.updated_at desc) filter (where j.last_error is not null))[1] as last_error
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      group by t.identifier order by failed desc, waiting desc, task limit 100`,
  );

/** Returns the number of jobs that run again. */
export const retryJobsOf = async (tx: Statements, task: string): Promise<number> =>
  (
    await tx.rows(
      `select from graphile_worker.reschedule_jobs(
         array(select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
                where t.identifier = $1 and (${hasFailed} or ${isRetrying})),
         run_at => now(), attempts => 0)`,
      [task],
    )
  ).length;

/** Lists those of the tasks that have a job that runs or is due. */
export const listQueued = async (db: Statements, tasks: readonly JobName[]): Promise<string[]> =>
  (
    await db.rows<{ task: string }>(
      `select distinct task_identifier as task from graphile_worker.jobs
        where task_identifier = any ($1) and (locked_at is not null or run_at <= now()) and attempts < max_attempts`,
      [tasks],
    )
  ).map(({ task }) => task);

export const sumSentMails = async (db: Statements): Promise<number> =>
  (await db.row<{ sent: number }>(
    `select coalesce(sum(value), 0)::int as sent from daily_tallies where measure = 'mails' and day > current_date - 7`,
  ))!.sent;

export const listMailFailures = (db: Statements) =>
  db.rows<{ kind: string; to: string; reason: string; tries: number; given_up: boolean; failed_at: Date }>(
    `select kind, recipient as to, reason, tries, given_up, failed_at from mail_failures
      where failed_at > now() - interval '7 days' order by failed_at desc limit 20`,
  );

export const listErrorCounts = (db: Statements) =>
  db.rows<{ place: string; name: string; code: string; count: number; last_at: Date }>(
    `select place, name, code, sum(count)::int as count, max(last_at) as last_at from error_counts
      where hour > now() - interval '24 hours' group by place, name, code order by last_at desc limit 50`,
  );

export const deleteOldErrors = (db: Statements) => db.run(`delete from error_counts where hour <= now() - interval '24 hours'`);

export const deleteOldMailFailures = (db: Statements) => db.run(`delete from mail_failures where failed_at <= now() - interval '7 days'`);

export const summarizeFailures = async (db: Statements) =>
  (await db.row<{ mails: number; errors: number }>(
    `select (select count(*)::int from mail_failures where failed_at > now() - interval '7 days') as mails,
            (select coalesce(sum(count), 0)::int from error_counts where hour > now() - interval '24 hours') as errors`,
  ))!;

/** Returns 0 if a newer release was read before. */
export const updateRelease = (db: Statements, { version, released_at, notes, is_security }: Release): Promise<number> =>
  db.run(
    `update update_state set version = $1, released_at = $2, notes = $3, is_security = $4, checked_at = now(), failure = null
      where released_at is null or released_at <= $2`,
    [version, released_at, notes, is_security],
  );

export const updateUpdateFailure = (db: Statements, failure: string): Promise<number> =>
  db.run('update update_state set checked_at = now(), failure = $1', [failure]);

const shownUpdate = updateState.pick('version', 'notes', 'is_security', 'checked_at', 'failure');

export const findUpdate = async (db: Statements): Promise<Row<typeof shownUpdate>> =>
  (await db.row<Row<typeof shownUpdate>>(`select ${shownUpdate.of('u')} from update_state u`))!;

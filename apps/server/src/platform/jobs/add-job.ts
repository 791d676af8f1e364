import type { Statements } from '../db/database.ts';
import type { JobName, JobPayloads } from './job-payloads.ts';

export interface JobOptions {
  /** A second job of the same key replaces the first while that waits; once it runs, both run. */
  key?: string;
  runAt?: Date;
  /** Tries before it is given up; 25 by default. */
  maxAttempts?: number;
  /** Smaller runs sooner; 0 by default. */
  priority?: number;
}

/**
 * Queues a job inside the write's own transaction: it runs if the write is committed and never otherwise.
 * Payloads contain ids, never secrets: a job row outlives its job in backups.
 */
export async function addJob<Name extends JobName>(
  tx: Statements,
  name: Name,
  payload: JobPayloads[Name],
  { key, runAt, maxAttempts, priority }: JobOptions = {},
): Promise<void> {
  await tx.run(
    `select from graphile_worker.add_job($1, payload => $2::json, job_key => $3, run_at => $4, max_attempts => $5::int, priority => $6::int)`,
    [name, JSON.stringify(payload), key ?? null, runAt ?? null, maxAttempts ?? null, priority ?? null],
  );
}

/** Queues a job for each of these payloads, in one statement. */
export async function addJobs<Name extends JobName>(tx: Statements, name: Name, payloads: readonly JobPayloads[Name][]): Promise<void> {
  await tx.run('select from json_array_elements($2::json) as p(payload), graphile_worker.add_job($1, payload => p.payload)', [
    name,
    JSON.stringify(payloads),
  ]);
}

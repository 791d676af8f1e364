import type { Context } from '../context.ts';
import type { Statements } from '../db/database.ts';
import type { JobName, JobPayloads } from './job-payloads.ts';

export interface JobOptions {
  /** A job with the same key replaces the waiting one; a running one is not affected. */
  key?: string;
  runAt?: Date;
  maxAttempts?: number;
  /** Smaller runs sooner; 0 by default. */
  priority?: number;
  /** Jobs of one queue run one after the other, on all nodes together. */
  queue?: string;
}

/** Queues a job in the caller's transaction, so it runs only after a commit. Payloads contain ids, never secrets: job rows outlive their job in backups. */
export async function addJob<Name extends JobName>(
  tx: Statements,
  name: Name,
  payload: JobPayloads[Name],
  { key, runAt, maxAttempts, priority, queue }: JobOptions = {},
): Promise<void> {
  await tx.run(
    `select from graphile_worker.add_job($1, payload => $2::json, job_key => $3, run_at => $4, max_attempts => $5::int, priority => $6::int, queue_name => $7)`,
    [name, JSON.stringify(payload), key ?? null, runAt ?? null, maxAttempts ?? null, priority ?? null, queue ?? null],
  );
}

/** `keys`: see JobOptions, one for each payload. */
export async function addJobs<Name extends JobName>(
  tx: Statements,
  name: Name,
  payloads: readonly JobPayloads[Name][],
  keys: readonly string[] = [],
): Promise<void> {
  await tx.run(
    `select from json_array_elements($2::json) with ordinality as p(payload, n),
       graphile_worker.add_job($1, payload => p.payload, job_key => ($3::text[])[p.n])`,
    [name, JSON.stringify(payloads), keys],
  );
}

export interface JobRun {
  context: Context;
  /** Aborted at shutdown: the job is released and runs again elsewhere. */
  signal: AbortSignal;
  attempt: number;
}

/** Runs a job. Throw to retry later. It may run twice, because the process can die before it records success. */
export type Task<Payload = null> = (payload: Payload, run: JobRun) => Promise<void>;

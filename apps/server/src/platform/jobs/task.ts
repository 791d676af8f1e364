import type { Context } from '../context.ts';

export interface JobRun {
  context: Context;
  /** Aborted at shutdown: the job is released and runs again elsewhere. */
  signal: AbortSignal;
  attempt: number;
}

/** Runs a job. Throw to retry later. It may run twice, because the process can die before it records success. */
export type Task<Payload = null> = (payload: Payload, run: JobRun) => Promise<void>;

import type { Context } from '../context.ts';

export interface JobRun {
  context: Context;
  /** Aborted when the process must stop: the job is handed back and runs again elsewhere. */
  signal: AbortSignal;
  /** 1 at the first try. */
  attempt: number;
}

/** What runs a job. Throwing means: try again later. It may run twice (the process can die between doing and saying so). */
export type Task<Payload = null> = (payload: Payload, run: JobRun) => Promise<void>;

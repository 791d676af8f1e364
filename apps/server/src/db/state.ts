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

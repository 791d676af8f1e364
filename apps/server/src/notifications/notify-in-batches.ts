import { setTimeout } from 'node:timers/promises';
import type { Database } from '../platform/db/database.ts';
import { lowestId, newId } from '../platform/ids.ts';
import type { JobPayloads } from '../platform/jobs/job-payloads.ts';
import type { Task } from '../platform/jobs/task.ts';
import {
  type ChallengeNews,
  insertChallengeNotifications,
  insertExhibitionNotifications,
  insertSeriesNotifications,
} from './batch-queries.ts';
import { followersPerBatch } from './forum-queries.ts';

/** Milliseconds between batches, so that members' writes are not delayed. */
const batchPause = 20;

interface Batch {
  /** Exclusive start: a member's id. */
  after: string;
  /** Ids of the notifications. */
  ids: readonly string[];
}

/** Inserts notifications of up to 1,000 members at a time. `insert` returns the last member of a full batch, otherwise undefined. */
export async function notifyInBatches(
  db: Database,
  signal: AbortSignal,
  insert: (batch: Batch) => Promise<string | undefined>,
): Promise<void> {
  for (let after: string | undefined = lowestId; after !== undefined;) {
    signal.throwIfAborted();
    after = await insert({ after, ids: Array.from({ length: followersPerBatch }, () => newId()) });
    db.hint('notifications');
    if (after !== undefined) await setTimeout(batchPause, undefined, { signal });
  }
}

/** Notifies the author's followers of a complete series. Safe to interrupt and to repeat: a unique key allows one notification per member. */
export const notifyOfSeries: Task<JobPayloads['notify_of_series']> = ({ series_id: id }, { context: { db }, signal }) =>
  notifyInBatches(db, signal, (batch) => insertSeriesNotifications(db, id, batch));

/** Notifies the curators' followers and the artists of an exhibition that opened. */
export const notifyOfExhibition = (db: Database, id: string, signal: AbortSignal): Promise<void> =>
  notifyInBatches(db, signal, (batch) => insertExhibitionNotifications(db, id, batch));

/** Notifies all members of a challenge that has begun, or its entrants and voters of the results. */
export const notifyOfChallenge = (db: Database, challenge: ChallengeNews, signal: AbortSignal): Promise<void> =>
  notifyInBatches(db, signal, (batch) => insertChallengeNotifications(db, challenge, batch));

import { setTimeout } from 'node:timers/promises';
import { lowestId, newId } from '../platform/ids.ts';
import type { JobPayloads } from '../platform/jobs/job-payloads.ts';
import type { Task } from '../platform/jobs/task.ts';
import { followersPerBatch } from './forum-queries.ts';
import { batchPause } from './notify-of-forum-posts.ts';
import { insertSeriesNotifications } from './series-queries.ts';

/** Notifies the author's followers of a complete series, in batches. Safe to interrupt and to repeat: a unique key allows one notification per member. */
export const notifyOfSeries: Task<JobPayloads['notify_of_series']> = async ({ series_id: seriesId }, { context: { db }, signal }) => {
  for (let after: string | undefined = lowestId; after !== undefined;) {
    signal.throwIfAborted();
    const ids = Array.from({ length: followersPerBatch }, () => newId());
    after = await insertSeriesNotifications(db, seriesId, { after, ids });
    db.hint('notifications');
    if (after !== undefined) await setTimeout(batchPause, undefined, { signal });
  }
};

import type { Task } from '../../platform/jobs/task.ts';
import { removeDeletedTopics } from './queries.ts';

/** Deletes topics a month after they were marked. Until then, organisers can restore them. */
export const sweepDeletedTopics: Task = async (_payload, { context: { db, log }, signal }) => {
  let swept = 0;
  for (let gone = 1; gone > 0; swept += gone) {
    signal.throwIfAborted();
    gone = await removeDeletedTopics(db);
  }
  if (swept > 0) log.info({ swept }, 'deleted topics for good after a month');
};

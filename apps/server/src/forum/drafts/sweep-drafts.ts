import type { Task } from '../../platform/jobs/task.ts';
import { removeOldDrafts } from './queries.ts';

export const sweepDrafts: Task = async (_payload, { context: { db, log }, signal }) => {
  let swept = 0;
  for (let gone = 1; gone > 0; swept += gone) {
    signal.throwIfAborted();
    gone = await removeOldDrafts(db);
  }
  if (swept > 0) log.info({ swept }, 'deleted drafts untouched for three months');
};

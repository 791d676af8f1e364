import type { Statements } from '../../db/database.ts';
import { addJob } from '../../jobs/add-job.ts';
import type { Task } from '../../jobs/task.ts';
import { beginErasing, eraseAccount } from '../accounts/closed-accounts.ts';
import { eraseBlocks } from '../blocks/erase-blocks.ts';
import { eraseComments } from '../comments/erase-comments.ts';
import { eraseFollows } from '../follows/erase-follows.ts';
import { eraseImages } from '../media/erase-images.ts';
import { eraseNotifications } from '../notifications/erase-notifications.ts';
import { eraseLikes } from '../photos/erase-likes.ts';
import { erasePosts } from '../photos/erase-posts.ts';
import { eraseReports } from '../reports/erase-reports.ts';

/** Takes one batch and says how large it was. */
type Step = (db: Statements, memberId: string) => Promise<number>;

/**
 * Erases accounts that were closed 14 days ago, with everything they made. Every batch stands for itself, so that nobody waits
 * behind a long one, and a run that is cut off anywhere is taken up by the next.
 */
export const eraseAccounts: Task = async (_payload, { context, signal }) => {
  const failures: unknown[] = [];
  let erased = 0;
  for (let ids = await beginErasing(context.db); ids.length > 0; ids = await beginErasing(context.db)) {
    for (const id of ids) {
      try {
        await eraseOne(context.db, id, signal);
        erased += 1;
      } catch (error) {
        signal.throwIfAborted();
        failures.push(error);
      }
    }
    if (failures.length > 0) break;
  }
  if (erased > 0) {
    await addJob(context.db, 'sweep_outbox', null);
    context.log.info({ accounts: erased }, 'erased accounts that were closed 14 days ago');
  }
  // The others are done: the job is tried again for these alone.
  if (failures.length > 0) throw failures[0];
};

async function eraseOne(db: Statements, id: string, signal: AbortSignal): Promise<void> {
  const until = async (step: Step): Promise<void> => {
    do signal.throwIfAborted();
    while ((await step(db, id)) > 0);
  };
  for (const step of [eraseImages, eraseNotifications, eraseFollows, eraseBlocks]) await until(step);
  // What hangs on posts goes before them: there may be a hundred thousand likes on one.
  do for (const step of [eraseLikes, eraseComments, eraseReports]) await until(step);
  while ((await erasePosts(db, id)) > 0);
  await eraseAccount(db, id);
}

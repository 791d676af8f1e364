import { confirmOwner } from '../../identity/sign-in/log-in.ts';
import type { Context } from '../../platform/context.ts';
import type { Organiser } from '../../platform/http/viewer.ts';
import { addJob, type Task } from '../../platform/jobs/add-job.ts';
import { asOrganiser, recordModeration } from '../../platform/moderation/record-moderation.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { deleteOldErrors, deleteOldMailFailures, retryJobsOf } from './queries.ts';

/** Runs failed jobs of a task again. Throws `not_found` if there are none. */
export const retryJobs = (context: Context, viewer: Organiser, task: string): Promise<void> =>
  asOrganiser(context, viewer, async (tx) => {
    if (!/^\w+$/.test(task) || (await retryJobsOf(tx, task)) === 0) throw notFound();
    await recordModeration(tx, viewer, 'retry_jobs', { note: task });
  });

/** Queues a backup after the admin confirms, because it loads the disk and replaces the oldest. Two requests make one backup. */
export async function startBackup(context: Context, viewer: Organiser, password: string | undefined): Promise<void> {
  await confirmOwner(context, viewer, password);
  if (context.config.backup === null) throw new Refusal('conflict', 'backupsOff');
  await asOrganiser(context, viewer, async (tx) => {
    await addJob(tx, 'make_backup', null, { key: 'make_backup', maxAttempts: 1, queue: 'backups' });
    await recordModeration(tx, viewer, 'start_backup', {});
  });
}

/** Queues a test restore, which changes no data. Two requests make one. Throws `conflict` if backups are off. */
export async function testBackup({ db, config }: Context): Promise<void> {
  if (config.backup === null) throw new Refusal('conflict', 'backupsOff');
  await addJob(db, 'test_restore', null, { key: 'test_restore', maxAttempts: 1, queue: 'backups' });
}

/** Deletes counted errors after a day and reasons of failed mails after a week. */
export const sweepFailures: Task = async (_payload, { context: { db } }) => {
  await deleteOldErrors(db);
  await deleteOldMailFailures(db);
};

import { confirmOwner } from '../../identity/sign-in/log-in.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Organiser } from '../../platform/http/viewer.ts';
import type { Task } from '../../platform/jobs/add-job.ts';
import { asOrganiser, recordModeration } from '../../platform/moderation/record-moderation.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { addBackupJob } from '../backup/queries.ts';
import { deleteOldErrors, deleteOldMailFailures, retryJobsOf } from './queries.ts';

/** Runs failed jobs of a task again. Throws `not_found` if there are none. */
export const retryJobs = (context: Context, viewer: Organiser, task: string): Promise<void> =>
  asOrganiser(context, viewer, async (tx) => {
    if (!/^\w+$/.test(task) || (await retryJobsOf(tx, task)) === 0) throw notFound();
    await recordModeration(tx, viewer, 'retry_jobs', { note: task });
  });

/** Queues a backup after the admin confirms, because it loads the disk and replaces the oldest. Throws `conflict` if one runs, or if backups are off. */
export async function startBackup(context: Context, viewer: Organiser, password: string | undefined): Promise<void> {
  await confirmOwner(context, viewer, password);
  await asOrganiser(context, viewer, async (tx) => {
    await requireBackupJob(context, tx, 'make_backup');
    await recordModeration(tx, viewer, 'start_backup', {});
  });
}

/** Queues a test restore, which changes no data. Throws `conflict` like `startBackup`. */
export const testBackup = (context: Context): Promise<void> => requireBackupJob(context, context.db, 'test_restore');

async function requireBackupJob({ config }: Context, tx: Statements, name: 'make_backup' | 'test_restore'): Promise<void> {
  if (config.backup === null) throw new Refusal('conflict', 'backupsOff');
  if (!(await addBackupJob(tx, name))) throw new Refusal('conflict', 'backupRunning');
}

/** Deletes counted errors after a day and reasons of failed mails after a week. */
export const sweepFailures: Task = async (_payload, { context: { db } }) => {
  await deleteOldErrors(db);
  await deleteOldMailFailures(db);
};

import type { Task } from '../../platform/jobs/task.ts';
import { queueMails } from '../../platform/mail/queue-mail.ts';
import { listOrganisers, updateAttendance, markUnattended } from './joining-queries.ts';

/** Stores when an organiser was last active. After seven days without activity, mails organisers that joining needs an invitation. */
export const recordOrganiserActivity: Task = async (_payload, { context: { db } }) => {
  await updateAttendance(db);
  await db.transaction(async (tx) => {
    if ((await markUnattended(tx)) === 0) return;
    await queueMails(
      tx,
      (await listOrganisers(tx)).map(({ id }) => ({ kind: 'organisers_away', member_id: id })),
    );
  });
};

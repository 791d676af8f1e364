import type { Task } from '../../platform/jobs/task.ts';
import { queueMails } from '../../platform/mail/queue-mail.ts';
import { listOrganisers, noteAttendance, takeUnattended } from './joining-queries.ts';

/** Notes when an organiser was last here; after seven days without any, they are all told once that one joins by invitation meanwhile. */
export const noteOrganisers: Task = async (_payload, { context: { db } }) => {
  await noteAttendance(db);
  await db.transaction(async (tx) => {
    if ((await takeUnattended(tx)) === 0) return;
    await queueMails(
      tx,
      (await listOrganisers(tx)).map(({ id }) => ({ kind: 'organisers_away', member_id: id })),
    );
  });
};

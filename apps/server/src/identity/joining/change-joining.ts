import type * as calls from '@mbari/contract/identity/joining';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Task } from '../../platform/jobs/add-job.ts';
import { queueMails } from '../../platform/mail/queue-mail.ts';
import { recordModeration } from '../../platform/moderation/record-moderation.ts';
import { changedMeanwhile } from '../../platform/refusal.ts';
import { readJoining } from '../../platform/site/open-site.ts';
import type { JoiningRow } from '../../platform/site/queries.ts';
import { listOrganisers, markUnattended, updateAttendance, updateJoining, viewJoining } from './queries.ts';

type Body = z.output<typeof calls.changeJoining.shape.body>;

/**
 * Changes the joining settings for the next registration on every node, and logs the new mode. Throws `conflict` if they were edited since
 * `version`.
 */
export async function changeJoining({ db, limits }: Context, viewer: Viewer, body: Body): Promise<JoiningRow> {
  await limits.spend('moderate by member', viewer.id);
  return db.transaction(async (tx) => {
    const row = await updateJoining(tx, { ...body, question: body.question === '' ? null : body.question });
    if (!row) throw changedMeanwhile(viewJoining(await readJoining(tx)));
    await recordModeration(tx, viewer, 'change_joining', { details: { type: 'joining', mode: row.mode } });
    return row;
  });
}

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

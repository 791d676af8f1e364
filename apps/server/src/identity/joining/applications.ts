import type * as calls from '@mbari/contract/identity/applications';
import type { OwnApplication } from '@mbari/contract/identity/applications';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { inBatches } from '../../platform/db/batch.ts';
import type { Statements } from '../../platform/db/database.ts';
import { badCursor, literalLimit } from '../../platform/http/lists.ts';
import type { Organiser, Viewer } from '../../platform/http/viewer.ts';
import { isId, lowestId } from '../../platform/ids.ts';
import type { Task } from '../../platform/jobs/add-job.ts';
import { queueWebhooks } from '../../platform/jobs/queue-webhooks.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import { asOrganiser, recordModeration } from '../../platform/moderation/record-moderation.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { approveAccount, isAddressTaken } from '../accounts/credentials.ts';
import {
  countOpenApplications,
  deleteOldApproved,
  findOwnApplication,
  listOpenApplications,
  lockApplication,
  updateAnswer,
  updateDecision,
} from './queries.ts';

/** Throws `not_found` for members who do not wait for approval. */
export async function readOwnApplication({ db }: Pick<Context, 'db'>, viewer: Viewer): Promise<OwnApplication> {
  const row = await findOwnApplication(db, viewer.id);
  if (!row) throw notFound('applicationNotFound');
  const { question, answer, decided_at, reason } = row;
  const isSent = question === null || answer !== null;
  return { state: decided_at === null ? (isSent ? 'waiting' : 'unsent') : 'declined', question, answer, reason };
}

/** Applicants can change the answer until the decision. */
export async function answerApplication({ db, limits }: Context, viewer: Viewer, answer: string): Promise<OwnApplication> {
  await limits.spend('settings by member', viewer.id);
  const updated = await db.transaction(async (tx) => {
    const row = await updateAnswer(tx, viewer.id, answer);
    if (row?.is_first) await queueWebhooks(tx, 'member_waiting', { member_id: viewer.id });
    return row;
  });
  if (!updated) {
    const { question } = await readOwnApplication({ db }, viewer);
    if (question === null) throw notFound('applicationNotFound');
    throw new Refusal('conflict', 'applicationDecided');
  }
  return readOwnApplication({ db }, viewer);
}

type Shape = typeof calls.listApplications.shape;

export async function listApplications({ db }: Context, { per_page, cursor }: z.output<Shape['query']>): Promise<z.input<Shape['answer']>> {
  if (cursor !== undefined && !isId(cursor)) throw badCursor();
  const [rows, openApplications] = await Promise.all([
    listOpenApplications(db, cursor ?? lowestId, literalLimit(per_page + 1)),
    countOpenApplications(db),
  ]);
  const page = rows.slice(0, per_page);
  return {
    data: page.map((row) => ({
      id: row.author_id,
      member: viewAuthor(row),
      country_code: row.country,
      asked_at: row.asked_at.toISOString(),
      question: row.question,
      answer: row.answer,
    })),
    meta: { per_page, next_cursor: rows.length > per_page ? page.at(-1)!.author_id : null, open_count: openApplications?.count ?? 0 },
  };
}

type Body = z.output<typeof calls.decideApplication.shape.body>;

/** Approves or declines an applicant and mails them. The second of two decisions is refused. */
export async function decideApplication(
  context: Context,
  viewer: Organiser,
  memberId: string,
  { verdict, reason = '' }: Body,
): Promise<void> {
  try {
    await asOrganiser(context, viewer, (tx) =>
      decide(tx, viewer, memberId, { isApproved: verdict === 'approved', reason: reason || null }),
    );
  } catch (error) {
    if (isAddressTaken(error)) throw new Refusal('conflict', 'applicantAddressTaken');
    throw error;
  }
}

async function decide(
  tx: Statements,
  viewer: Organiser,
  memberId: string,
  { isApproved, reason }: { isApproved: boolean; reason: string | null },
): Promise<void> {
  const application = isId(memberId) ? await lockApplication(tx, memberId) : undefined;
  if (!application?.is_present) throw notFound('applicationNotFound');
  if (!application.is_open) throw new Refusal('conflict', 'applicationDecided');
  await updateDecision(tx, memberId, { decider_id: viewer.id, is_approved: isApproved, reason: isApproved ? null : reason });
  if (isApproved) await approveAccount(tx, memberId);
  await recordModeration(tx, viewer, isApproved ? 'approve_member' : 'decline_member', {
    memberId,
    ...(!isApproved && reason && { reason }),
  });
  await queueMail(tx, { kind: isApproved ? 'approved' : 'declined', member_id: memberId });
}

/** Deletes applications a month after approval. */
export const sweepApplications: Task = (_payload, { context: { db }, signal }) => inBatches(signal, () => deleteOldApproved(db));

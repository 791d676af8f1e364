import type { applicationShapes } from '@mbari/contract/shapes/applications';
import type { z } from 'zod';
import { asOrganiser } from '../../platform/audit/as-organiser.ts';
import { recordModeration } from '../../platform/audit/record-moderation.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Organiser } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { isAddressTaken, letIn } from '../accounts/credentials.ts';
import { lockApplication, setDecided } from './application-queries.ts';

type Body = z.output<typeof applicationShapes.decideApplication.body>;

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
  if (!application?.is_there) throw notFound('applicationNotFound');
  if (!application.is_open) throw new Refusal('conflict', 'applicationDecided');
  await setDecided(tx, memberId, { deciderId: viewer.id, isApproved, reason: isApproved ? null : reason });
  if (isApproved) await letIn(tx, memberId);
  await recordModeration(tx, viewer, isApproved ? 'approve_member' : 'decline_member', {
    memberId,
    ...(!isApproved && reason && { reason }),
  });
  await queueMail(tx, { kind: isApproved ? 'approved' : 'declined', member_id: memberId });
}

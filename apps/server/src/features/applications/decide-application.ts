import type { applicationShapes } from '@mbari/contract/shapes/applications';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Statements } from '../../db/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { isAddressTaken, letIn } from '../accounts/credentials.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { recordModeration } from '../moderation-log/record-moderation.ts';
import { asOrganiser } from '../moderation/as-organiser.ts';
import { lockApplication, setDecided } from './queries.ts';

type Body = z.output<typeof applicationShapes.decideApplication.body>;

/** Lets somebody in or not, and mails them which. Of two organisers the second is told that it was decided. */
export async function decideApplication(context: Context, viewer: Viewer, memberId: string, { verdict, reason = '' }: Body): Promise<void> {
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
  viewer: Viewer,
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

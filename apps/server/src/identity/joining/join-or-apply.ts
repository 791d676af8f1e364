import type { Statements } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type JoiningRow, readJoining } from '../../platform/site/read-joining.ts';
import { insertApplication } from './application-queries.ts';
import { redeemInvitation } from './redeem-invitation.ts';

/** Throws if joining is closed, or if a required invitation is missing. */
export async function requireOpenJoining(db: Statements, invitation: string | undefined): Promise<JoiningRow> {
  const joining = await readJoining(db);
  if (joining.effective === 'closed') throw new Refusal('registration_closed', 'registrationClosed');
  if (joining.effective === 'invitation' && invitation === undefined) throw new Refusal('invitation_required', 'invitationRequired');
  return joining;
}

/**
 * Uses the invitation, or applies for the account opened in this transaction. Throws, which rolls back the account, if a required invitation
 * has ended. Ignores an ended invitation that is not required.
 */
export async function joinOrApply(tx: Statements, memberId: string, invitation: string | undefined): Promise<'joined' | 'applied'> {
  const { effective, question } = await requireOpenJoining(tx, invitation);
  const isInvited = invitation !== undefined && (await redeemInvitation(tx, memberId, invitation));
  if (!isInvited && effective === 'invitation') throw new Refusal('invitation_required', 'invitationGone');
  if (isInvited || effective !== 'approval') return 'joined';
  // Stores the current question, so later changes do not affect the application.
  await insertApplication(tx, memberId, question);
  return 'applied';
}

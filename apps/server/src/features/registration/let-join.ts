import type { Statements } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { spendInvitation } from '../invitations/spend-invitation.ts';
import { readJoining } from '../joining/read-joining.ts';

/** Throws where nobody may open an account, or nobody without an invitation: before anything is done for them. Only `open` lets everybody in. */
export async function refuseJoining(db: Statements, invitation: string | undefined): Promise<void> {
  const { mode } = await readJoining(db);
  if (mode === 'closed') throw new Refusal('registration_closed', 'registrationClosed');
  if (mode !== 'open' && invitation === undefined) throw new Refusal('invitation_required', 'invitationRequired');
}

/**
 * Lets the member join whose account was just opened in this transaction. One use of the invitation is theirs; where none is left and
 * one is needed, throws, and the account is not opened either. Where anybody may join, an invitation that has ended stops nobody.
 */
export async function letJoin(tx: Statements, memberId: string, invitation: string | undefined): Promise<void> {
  await refuseJoining(tx, invitation);
  if (invitation === undefined || (await spendInvitation(tx, memberId, invitation))) return;
  const { mode } = await readJoining(tx);
  if (mode !== 'open') throw new Refusal('invitation_required', 'invitationGone');
}

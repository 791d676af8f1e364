import { notify } from '../../notifications/notify.ts';
import type { Statements } from '../../platform/db/database.ts';
import { secretHash } from '../sign-in/sessions.ts';
import { insertInvitedMember, markInviterNotified } from './invitation-queries.ts';

/** Runs in the transaction that opens the account. Returns false if no use is left. */
export async function redeemInvitation(tx: Statements, memberId: string, token: string): Promise<boolean> {
  const isRedeemed = (await insertInvitedMember(tx, memberId, secretHash(token))) === 1;
  if (isRedeemed) await notifyInviter(tx, memberId);
  return isRedeemed;
}

/** Notifies the inviter, unless the newcomer's address is unverified: pending accounts are invisible. */
export async function notifyInviter(tx: Statements, newcomerId: string): Promise<void> {
  const invitation = await markInviterNotified(tx, newcomerId);
  if (invitation) await notify(tx, { type: 'invitation_used', memberIds: [invitation.inviter_id], actorId: newcomerId, about: null });
}

import { notify } from '../../notifications/notify.ts';
import type { Statements } from '../../platform/db/database.ts';
import { secretHash } from '../sign-in/sessions.ts';
import { addInvited, setInviterNotified } from './invitation-queries.ts';

/** Uses the invitation for a newcomer, in the transaction that opens their account. False where no use is left. */
export async function spendInvitation(tx: Statements, memberId: string, token: string): Promise<boolean> {
  const isSpent = (await addInvited(tx, memberId, secretHash(token))) === 1;
  if (isSpent) await notifyInviter(tx, memberId);
  return isSpent;
}

/** Notifies the inviter of a newcomer whose address is verified. A pending account is nobody yet, so this runs again when it is verified. */
export async function notifyInviter(tx: Statements, newcomerId: string): Promise<void> {
  const invited = await setInviterNotified(tx, newcomerId);
  if (invited) await notify(tx, { type: 'invitation_used', memberIds: [invited.inviter_id], actorId: newcomerId, about: null });
}

import { notify } from '../../notifications/notify.ts';
import type { Statements } from '../../platform/db/database.ts';
import { secretHash } from '../sign-in/sessions.ts';
import { addInvited, setInviterNotified } from './invitation-queries.ts';

/** Runs in the transaction that opens the account. Returns false if no use is left. */
export async function spendInvitation(tx: Statements, memberId: string, token: string): Promise<boolean> {
  const isSpent = (await addInvited(tx, memberId, secretHash(token))) === 1;
  if (isSpent) await notifyInviter(tx, memberId);
  return isSpent;
}

/** Notifies the inviter once the newcomer's address is verified; a pending account is not visible. */
export async function notifyInviter(tx: Statements, newcomerId: string): Promise<void> {
  const invited = await setInviterNotified(tx, newcomerId);
  if (invited) await notify(tx, { type: 'invitation_used', memberIds: [invited.inviter_id], actorId: newcomerId, about: null });
}

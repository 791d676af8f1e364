import type { Statements } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type JoiningRow, readJoining } from '../../platform/site/read-joining.ts';
import { addApplication } from './add-application.ts';
import { spendInvitation } from './spend-invitation.ts';

/** Throws where nobody may open an account, or nobody without an invitation: before anything is done for them. Else answers how one joins. */
export async function refuseJoining(db: Statements, invitation: string | undefined): Promise<JoiningRow> {
  const joining = await readJoining(db);
  if (joining.effective === 'closed') throw new Refusal('registration_closed', 'registrationClosed');
  if (joining.effective === 'invitation' && invitation === undefined) throw new Refusal('invitation_required', 'invitationRequired');
  return joining;
}

/**
 * Lets the member join whose account was just opened in this transaction: `joined`, or `asks` where organisers are to say so first. One use
 * of the invitation is theirs; where none is left and one is needed, throws, and the account is not opened either. Where one may join
 * without, an invitation that has ended stops nobody.
 */
export async function letJoin(tx: Statements, memberId: string, invitation: string | undefined): Promise<'joined' | 'asks'> {
  const { effective, question } = await refuseJoining(tx, invitation);
  const isInvited = invitation !== undefined && (await spendInvitation(tx, memberId, invitation));
  if (!isInvited && effective === 'invitation') throw new Refusal('invitation_required', 'invitationGone');
  if (isInvited || effective !== 'approval') return 'joined';
  await addApplication(tx, memberId, question);
  return 'asks';
}

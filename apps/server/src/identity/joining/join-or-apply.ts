import { notify } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { queueWebhooks } from '../../platform/jobs/queue-webhooks.ts';
import { queueMails } from '../../platform/mail/queue-mail.ts';
import { recordModeration } from '../../platform/moderation/record-moderation.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type JoiningRow, readJoining } from '../../platform/site/open-site.ts';
import { listAdmins } from '../accounts/create-admin.ts';
import { secretHash } from '../sign-in/sessions.ts';
import {
  closeJoiningForAnHour,
  findOpenApplication,
  incrementRegistrations,
  insertApplication,
  insertInvitedMember,
  markInviterNotified,
} from './queries.ts';

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

/** Tells the webhooks of a new applicant, unless a question must be answered first. */
export async function announceApplicant(tx: Statements, memberId: string): Promise<void> {
  if (await findOpenApplication(tx, memberId)) await queueWebhooks(tx, 'member_waiting', { member_id: memberId });
}

/** Runs in the transaction that opens the account. Returns false if no use is left. */
async function redeemInvitation(tx: Statements, memberId: string, token: string): Promise<boolean> {
  const isRedeemed = (await insertInvitedMember(tx, memberId, secretHash(token))) === 1;
  if (isRedeemed) await notifyInviter(tx, memberId);
  return isRedeemed;
}

/** Notifies the inviter, unless the newcomer's address is unverified: pending accounts are invisible. */
export async function notifyInviter(tx: Statements, newcomerId: string): Promise<void> {
  const invitation = await markInviterNotified(tx, newcomerId);
  if (invitation) await notify(tx, { type: 'invitation_used', memberIds: [invitation.inviter_id], actorId: newcomerId, about: null });
}

/**
 * Counts a registration after its commit, so that concurrent registrations do not wait. At the hourly limit, closes joining for an hour and
 * mails the admins. Logs errors instead of throwing.
 */
export async function countRegistration({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const joining = await incrementRegistrations(tx);
      if (!joining || joining.wave === 0 || joining.registered < joining.wave || joining.is_closed) return;
      await closeJoiningForAnHour(tx);
      await recordModeration(tx, null, 'close_joining', {});
      await queueMails(
        tx,
        (await listAdmins(tx)).map(({ id }) => ({ kind: 'joining_closed', member_id: id })),
      );
    });
  } catch (error) {
    log.warn({ err: error }, 'failed to count a registration');
  }
}

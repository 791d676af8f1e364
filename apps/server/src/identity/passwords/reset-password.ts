import { hashPassword } from '../../platform/adapters/passwords.ts';
import type { Context } from '../../platform/context.ts';
import type { ResetOrder } from '../../platform/jobs/job-payloads.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { queueMail, resetTokens } from '../../platform/mail/queue-mail.ts';
import { Refusal } from '../../platform/refusal.ts';
import { confirmRole } from '../accounts/create-admin.ts';
import { isAddressTaken, verifyAddress } from '../accounts/credentials.ts';
import { updatePasswordHash } from '../accounts/queries.ts';
import { endApiTokens } from '../api-tokens/api-tokens.ts';
import { refuseIfOverloaded, requireUnguessablePassword } from '../sign-in/password-checks.ts';
import { endSessions, newSecret, secretHash } from '../sign-in/sessions.ts';
import { consumeReset, deleteEmailChange, deleteExpiredResets, findAccountToReset, findReset, upsertReset } from './queries.ts';

/**
 * Sets a new password by a mailed token, used up only on success. Ends all sessions and, unless refused, the API tokens, cancels a pending
 * change of address, confirms a suspended role and verifies the address. Throws `invalid_reset_token`, `validation`, `overloaded`.
 */
export async function resetPassword(
  context: Context,
  reset: { token: string; email: string; password: string; end_tokens: boolean },
): Promise<void> {
  const tokenHash = secretHash(reset.token);
  const account = await findReset(context.db, tokenHash, reset.email);
  if (!account) throw invalidResetToken();
  await requireUnguessablePassword(reset.password, account);
  const passwordHash = await refuseIfOverloaded(hashPassword(reset.password));
  try {
    await context.db.transaction(async (tx) => {
      if ((await consumeReset(tx, tokenHash, reset.email)) === 0) throw invalidResetToken();
      // Ends sessions after the password changes, to include sessions just started with the old password.
      await updatePasswordHash(tx, account.id, passwordHash);
      await endSessions(tx, account.id);
      if (reset.end_tokens) await endApiTokens(tx, account.id);
      await deleteEmailChange(tx, account.id);
      await confirmRole(tx, account.id);
      const addressStatus = account.email_verified ? null : await verifyAddress(tx, account);
      if (addressStatus === 'verified') await queueMail(tx, { kind: 'welcome', member_id: account.id });
      await queueMail(tx, { kind: 'notice', member_id: account.id, notice: 'password_reset' });
    });
  } catch (error) {
    if (isAddressTaken(error)) throw invalidResetToken();
    throw error;
  }
}

/**
 * Looks up the account in a job, so the request's duration reveals nothing. Only the token's hash is stored; the queued mail is
 * encrypted.
 */
export const mailResetLink: Task<ResetOrder> = async ({ email }, { context: { db, secrets } }) => {
  const account = await findAccountToReset(db, email);
  if (!account?.may_reset) return;
  const token = newSecret();
  await db.transaction(async (tx) => {
    await upsertReset(tx, account.id, secretHash(token), email);
    await queueMail(tx, { kind: 'reset', member_id: account.id, sealed_token: secrets.seal(resetTokens, token) });
  });
};

export const sweepResets: Task = async (_payload, { context }) => {
  const resets = await deleteExpiredResets(context.db);
  if (resets > 0) context.log.debug({ resets }, 'deleted expired password resets');
};

/** The same error for every fault, because a reason would help attackers. */
const invalidResetToken = (): Refusal =>
  new Refusal('invalid_reset_token', 'resetLinkInvalid', { errors: { token: ['resetLinkInvalid'] } });

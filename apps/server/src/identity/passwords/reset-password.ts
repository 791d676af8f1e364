import { hashPassword } from '../../platform/adapters/passwords.ts';
import type { Context } from '../../platform/context.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isAddressTaken, verifyAddress } from '../accounts/credentials.ts';
import { updatePasswordHash } from '../accounts/queries.ts';
import { endApiTokens } from '../api-tokens/api-tokens.ts';
import { refuseIfOverloaded } from '../sign-in/refuse-if-overloaded.ts';
import { requireUnguessablePassword } from '../sign-in/require-unguessable-password.ts';
import { endSessions, secretHash } from '../sign-in/sessions.ts';
import { deleteEmailChange } from './email-change-queries.ts';
import { findReset, consumeReset } from './queries.ts';

/**
 * Sets a new password by a mailed token, used up only on success. Ends all sessions and, unless refused, the API tokens, cancels a pending change of address and verifies the
 * address. Throws `invalid_reset_token`, `validation`, `overloaded`.
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
      const addressStatus = account.email_verified ? null : await verifyAddress(tx, account);
      if (addressStatus === 'verified') await queueMail(tx, { kind: 'welcome', member_id: account.id });
      await queueMail(tx, { kind: 'notice', member_id: account.id, notice: 'password_reset' });
    });
  } catch (error) {
    if (isAddressTaken(error)) throw invalidResetToken();
    throw error;
  }
}

/** The same error for every fault, because a reason would help attackers. */
const invalidResetToken = (): Refusal =>
  new Refusal('invalid_reset_token', 'resetLinkInvalid', { errors: { token: ['resetLinkInvalid'] } });

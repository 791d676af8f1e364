import { hashPassword } from '../../platform/adapters/passwords.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import type { Task } from '../../platform/jobs/add-job.ts';
import type { ResetOrder } from '../../platform/jobs/job-payloads.ts';
import { queueMail, queueMails, resetTokens } from '../../platform/mail/queue-mail.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { confirmRole } from '../accounts/create-admin.ts';
import { isAddressTaken, verifyAddress } from '../accounts/credentials.ts';
import { updatePasswordHash } from '../accounts/queries.ts';
import { endApiTokens } from '../api-tokens/api-tokens.ts';
import { confirmOwner, refuseIfOverloaded, requireUnguessablePassword } from '../sign-in/log-in.ts';
import { endSessions, newSecret, requireSession, secretHash } from '../sign-in/sessions.ts';
import {
  consumeReset,
  deleteEmailChange,
  deleteExpiredResets,
  deleteReset,
  findAccountToReset,
  findPasswordOwner,
  findReset,
  insertClaims,
  upsertReset,
} from './queries.ts';

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

/**
 * Changes the password, ends all other sessions and, unless refused, the API tokens, and cancels reset links and a pending change of address. A first password needs a
 * mailed link, which proves who the member is.
 * Throws `validation`, `overloaded`, `too_many_requests`.
 */
export async function changePassword(
  context: Context,
  member: Viewer,
  passwords: { current_password: string; password: string; end_tokens: boolean },
): Promise<void> {
  const owner = await findPasswordOwner(context.db, member.id);
  if (!owner) throw unauthenticated();
  if (!owner.has_password) throw invalid({ current_password: ['noPasswordYet'] });
  await confirmOwner(context, member, passwords.current_password, 'current_password');
  await requireUnguessablePassword(passwords.password, owner);
  const passwordHash = await refuseIfOverloaded(hashPassword(passwords.password));
  await context.db.transaction(async (tx) => {
    await requireSession(tx, member);
    await updatePasswordHash(tx, member.id, passwordHash);
    await deleteReset(tx, member.id);
    await endSessions(tx, member.id, member);
    if (passwords.end_tokens) await endApiTokens(tx, member.id);
    await deleteEmailChange(tx, member.id);
    await queueMail(tx, { kind: 'notice', member_id: member.id, notice: 'password_changed' });
  });
}

/** Mails members without a password a link to choose one. It is a reset link that lasts for two weeks; a new one can be asked for any time. */
export async function mailClaimLinks(
  { secrets }: Pick<Context, 'secrets'>,
  tx: Statements,
  members: readonly { id: string; email: string }[],
): Promise<void> {
  const claims = members.map((member) => ({ ...member, token: newSecret() }));
  await insertClaims(
    tx,
    claims.map(({ id, email, token }) => ({ id, email, tokenHash: secretHash(token) })),
  );
  await queueMails(
    tx,
    claims.map(({ id, token }) => ({ kind: 'claim', member_id: id, sealed_token: secrets.seal(resetTokens, token) })),
  );
}

import type { ResetOrder } from '../../platform/jobs/job-payloads.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { queueMail, resetTokens } from '../../platform/mail/queue-mail.ts';
import { newSecret, secretHash } from '../sign-in/sessions.ts';
import { upsertReset, findAccountToReset, deleteExpiredResets } from './queries.ts';

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

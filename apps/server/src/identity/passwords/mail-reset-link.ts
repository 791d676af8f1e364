import type { Statements } from '../../platform/db/database.ts';
import type { ResetOrder } from '../../platform/jobs/job-payloads.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { queueMail, resetTokens } from '../../platform/mail/queue-mail.ts';
import { newSecret, secretHash } from '../sign-in/sessions.ts';
import { addReset, findResettable, removeReset } from './queries.ts';

/**
 * Finds out, away from whoever asks and waits, whether an address belongs to an account, and mails a link that sets its password. The
 * token is known to the mail alone: its hash is kept, and what waits to be sent is sealed.
 */
export const mailResetLink: Task<ResetOrder> = async ({ email }, { context: { db, secrets } }) => {
  const account = await findResettable(db, email);
  if (!account?.may_reset) return;
  const token = newSecret();
  await db.transaction(async (tx) => {
    await addReset(tx, account.id, secretHash(token), email);
    await queueMail(tx, { kind: 'reset', member_id: account.id, sealed_token: secrets.seal(resetTokens, token) });
  });
};

/** Takes back a link to a new password that was mailed and not used: it leads nowhere from now on. */
export async function dropReset(tx: Statements, memberId: string): Promise<void> {
  await removeReset(tx, memberId);
}

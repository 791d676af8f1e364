import type { Statements } from '../../platform/db/database.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { countSecrets, removeEveryRecoveryCode, removeEverySecret } from './queries.ts';

export const countSecondSteps = async (db: Statements): Promise<number> => (await countSecrets(db))!.n;

/** Removes all secrets when their encryption key is lost, and mails the owners. Returns their number. */
export async function removeEverySecondStep(tx: Statements): Promise<number> {
  const removed = await removeEverySecret(tx);
  await removeEveryRecoveryCode(tx);
  const owners = removed.filter(({ was_confirmed }) => was_confirmed);
  for (const { member_id } of owners) await queueMail(tx, { kind: 'notice', member_id, notice: 'totp_lost' });
  return owners.length;
}

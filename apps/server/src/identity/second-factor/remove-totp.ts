import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { because, notFound } from '../../platform/refusal.ts';
import { countSecrets, findMemberNamed, removeEveryRecoveryCode, removeEverySecret, removeRecoveryCodes, removeSecret } from './queries.ts';

/** Returns whether it was on. */
export async function removeTotp(tx: Statements, member: { id: string }): Promise<boolean> {
  const removed = await removeSecret(tx, member.id);
  await removeRecoveryCodes(tx, member.id);
  if (removed?.was_confirmed) await queueMail(tx, { kind: 'notice', member_id: member.id, notice: 'totp_off' });
  return removed?.was_confirmed ?? false;
}

/** Turns off two-step sign-in of a member, named by username or address, who lost device and codes. Throws `not_found`. */
export async function removeTotpOf({ db }: Context, who: string): Promise<boolean> {
  const member = await findMemberNamed(db, who.trim().toLowerCase());
  if (!member) throw notFound(because('noSuchMember', { who }));
  return db.transaction((tx) => removeTotp(tx, member));
}

export const countSecondSteps = async (db: Statements): Promise<number> => (await countSecrets(db))!.n;

/** Removes all secrets when their encryption key is lost, and mails the owners. Returns their number. */
export async function removeEverySecondStep(tx: Statements): Promise<number> {
  const removed = await removeEverySecret(tx);
  await removeEveryRecoveryCode(tx);
  const owners = removed.filter(({ was_confirmed }) => was_confirmed);
  for (const { member_id } of owners) await queueMail(tx, { kind: 'notice', member_id, notice: 'totp_lost' });
  return owners.length;
}

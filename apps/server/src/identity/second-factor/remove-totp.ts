import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { because, notFound } from '../../platform/refusal.ts';
import {
  countSecrets,
  findMemberByUsernameOrEmail,
  deleteAllRecoveryCodes,
  deleteAllSecrets,
  deleteRecoveryCodes,
  deleteSecret,
} from './queries.ts';

/** Returns whether TOTP was on. */
export async function removeTotp(tx: Statements, member: { id: string }): Promise<boolean> {
  const secret = await deleteSecret(tx, member.id);
  await deleteRecoveryCodes(tx, member.id);
  if (secret?.was_confirmed) await queueMail(tx, { kind: 'notice', member_id: member.id, notice: 'totp_off' });
  return secret?.was_confirmed ?? false;
}

/** Turns off two-step sign-in of a member, named by username or address, who lost device and codes. Throws `not_found`. */
export async function removeTotpByUsernameOrEmail({ db }: Context, usernameOrEmail: string): Promise<boolean> {
  const member = await findMemberByUsernameOrEmail(db, usernameOrEmail.trim().toLowerCase());
  if (!member) throw notFound(because('noSuchMember', { who: usernameOrEmail }));
  return db.transaction((tx) => removeTotp(tx, member));
}

export const countSecondSteps = async (db: Statements): Promise<number> => (await countSecrets(db))!.total;

/** Removes all secrets when their encryption key is lost, and mails the owners. Returns their number. */
export async function removeAllSecondSteps(tx: Statements): Promise<number> {
  const secrets = await deleteAllSecrets(tx);
  await deleteAllRecoveryCodes(tx);
  const owners = secrets.filter(({ was_confirmed }) => was_confirmed);
  for (const { member_id } of owners) await queueMail(tx, { kind: 'notice', member_id, notice: 'totp_lost' });
  return owners.length;
}

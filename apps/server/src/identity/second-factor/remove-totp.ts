import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { because, notFound } from '../../platform/refusal.ts';
import { findMemberNamed, removeRecoveryCodes, removeSecret } from './queries.ts';

/** Returns whether it was on. */
export async function removeTotp(tx: Statements, member: { id: string }): Promise<boolean> {
  const removed = await removeSecret(tx, member.id);
  await removeRecoveryCodes(tx, member.id);
  if (removed?.was_confirmed) await queueMail(tx, { kind: 'notice', member_id: member.id, notice: 'totp_off' });
  return removed?.was_confirmed ?? false;
}

/** For a member, named by username or address, who lost device and codes. Throws `not_found`. */
export async function removeTotpOf({ db }: Context, who: string): Promise<boolean> {
  const member = await findMemberNamed(db, who.trim().toLowerCase());
  if (!member) throw notFound(because('noSuchMember', { who }));
  return db.transaction((tx) => removeTotp(tx, member));
}

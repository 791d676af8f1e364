import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { Refusal } from '../../platform/refusal.ts';
import { newRecoveryCodes, plainCode, recoveryCodeHash } from './codes.ts';
import { addRecoveryCodes, lockSecret, removeRecoveryCodes } from './queries.ts';

export async function replaceRecoveryCodes(context: Context, tx: Statements, member: { id: string }): Promise<string[]> {
  if ((await lockSecret(tx, member.id)) === 0) throw new Refusal('conflict', 'secondFactorOff');
  await queueMail(tx, { kind: 'notice', member_id: member.id, notice: 'recovery_codes_replaced' });
  return giveRecoveryCodes(context, tx, member);
}

/** The caller has locked the secret, so concurrent calls do not both add codes. */
export async function giveRecoveryCodes(context: Context, tx: Statements, member: { id: string }): Promise<string[]> {
  const codes = newRecoveryCodes();
  await removeRecoveryCodes(tx, member.id);
  await addRecoveryCodes(
    tx,
    member.id,
    codes.map((code) => recoveryCodeHash(context, member.id, plainCode(code)!.code)),
  );
  return codes;
}

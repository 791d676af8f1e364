import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { Refusal } from '../../platform/refusal.ts';
import { newRecoveryCodes, parseCode, recoveryCodeHash } from './codes.ts';
import { insertRecoveryCodes, lockSecret, deleteRecoveryCodes } from './queries.ts';

export async function replaceRecoveryCodes(context: Context, tx: Statements, member: { id: string }): Promise<string[]> {
  if ((await lockSecret(tx, member.id)) === 0) throw new Refusal('conflict', 'secondFactorOff');
  await queueMail(tx, { kind: 'notice', member_id: member.id, notice: 'recovery_codes_replaced' });
  return issueRecoveryCodes(context, tx, member);
}

/** The caller has locked the secret, so concurrent calls do not both add codes. */
export async function issueRecoveryCodes(context: Context, tx: Statements, member: { id: string }): Promise<string[]> {
  const codes = newRecoveryCodes();
  await deleteRecoveryCodes(tx, member.id);
  await insertRecoveryCodes(
    tx,
    member.id,
    codes.map((code) => recoveryCodeHash(context, member.id, parseCode(code)!.code)),
  );
  return codes;
}

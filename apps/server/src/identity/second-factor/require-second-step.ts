import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { Refusal } from '../../platform/refusal.ts';
import { parseCode, recoveryCodeHash, findStepOfSealedSecret } from './codes.ts';
import { findSecret, consumeRecoveryCode, consumeStep } from './queries.ts';

/**
 * Requires the second step if the account has one. Runs in the transaction that starts the session, so a code is used up only with a
 * session.
 * Throws `second_factor_required`, `invalid_code`, `too_many_requests`.
 */
export async function requireSecondStep(
  context: Context,
  tx: Statements,
  account: { id: string; email: string },
  input: string | undefined,
): Promise<void> {
  const secret = await findSecret(tx, account.id);
  if (!secret?.is_confirmed) return;
  if (input === undefined || input.trim() === '') throw new Refusal('second_factor_required', 'secondFactorRequired');
  await context.limits.spend('second factor by account', account.id);
  if (await consumeCode(context, tx, account.id, secret.sealed_secret, input)) return;
  await context.limits.count('login failures by account', account.email);
  throw wrongCode();
}

export const wrongCode = (): Refusal => new Refusal('invalid_code', 'wrongCode', { errors: { code: ['wrongCode'] } });

async function consumeCode(context: Context, tx: Statements, memberId: string, sealedSecret: string, input: string): Promise<boolean> {
  const parsedCode = parseCode(input);
  if (parsedCode === null) return false;
  if (parsedCode.kind === 'app') {
    const step = findStepOfSealedSecret(context, sealedSecret, parsedCode.code);
    return step !== null && (await consumeStep(tx, memberId, step)) === 1;
  }
  if ((await consumeRecoveryCode(tx, memberId, recoveryCodeHash(context, memberId, parsedCode.code))) === 0) return false;
  await queueMail(tx, { kind: 'notice', member_id: memberId, notice: 'recovery_code_used' });
  return true;
}

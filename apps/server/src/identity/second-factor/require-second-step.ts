import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { Refusal } from '../../platform/refusal.ts';
import { plainCode, recoveryCodeHash, stepOf } from './codes.ts';
import { findSecret, takeRecoveryCode, takeStep } from './queries.ts';

/**
 * Requires the second step if the account has one. Runs in the transaction that starts the session, so a code is used up only with a
 * session.
 * Throws `second_factor_required`, `invalid_code`, `too_many_requests`.
 */
export async function requireSecondStep(
  context: Context,
  tx: Statements,
  account: { id: string; email: string },
  typed: string | undefined,
): Promise<void> {
  const kept = await findSecret(tx, account.id);
  if (!kept?.is_confirmed) return;
  if (typed === undefined || typed.trim() === '') throw new Refusal('second_factor_required', 'secondFactorRequired');
  await context.limits.spend('second factor by account', account.id);
  if (await isTaken(context, tx, account.id, kept.sealed_secret, typed)) return;
  await context.limits.count('login failures by account', account.email);
  throw wrongCode();
}

export const wrongCode = (): Refusal => new Refusal('invalid_code', 'wrongCode', { errors: { code: ['wrongCode'] } });

async function isTaken(context: Context, tx: Statements, memberId: string, sealedSecret: string, typed: string): Promise<boolean> {
  const given = plainCode(typed);
  if (given === null) return false;
  if (given.kind === 'app') {
    const step = stepOf(context, sealedSecret, given.code);
    return step !== null && (await takeStep(tx, memberId, step)) === 1;
  }
  if ((await takeRecoveryCode(tx, memberId, recoveryCodeHash(context, memberId, given.code))) === 0) return false;
  await queueMail(tx, { kind: 'notice', member_id: memberId, notice: 'recovery_code_used' });
  return true;
}

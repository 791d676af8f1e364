import { isGuessablePassword, isPassword, type OwnWords, PasswordsBusy } from '../../platform/adapters/passwords.ts';
import type { Context } from '../../platform/context.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { findOwnerProof } from './queries.ts';

/**
 * Confirms a change by password or, for members without one, by a sign-in within 15 minutes.
 * Throws `validation` on `field`, `recent_sign_in_required`, `overloaded`.
 */
export async function confirmOwner(context: Context, member: Viewer, password: string | undefined, field = 'password'): Promise<void> {
  await context.limits.spend('password by member', member.id);
  const proof = await findOwnerProof(context.db, member.id, member.session_id);
  if (!proof) throw unauthenticated();
  if (proof.password_hash === null) {
    if (!proof.is_recent) throw new Refusal('recent_sign_in_required', 'signInAgain');
    return;
  }
  if (password === undefined || password === '') throw invalid({ [field]: ['passwordRequired'] });
  if (!(await refuseIfOverloaded(isPassword(password, proof.password_hash)))) throw invalid({ [field]: ['passwordWrong'] });
}

/** Throws `overloaded` if the hashing queue is full. */
export async function refuseIfOverloaded<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PasswordsBusy) throw new Refusal('overloaded', 'tooManySigningIn', { retryAfter: 2 });
    throw error;
  }
}

export async function requireUnguessablePassword(password: string, personalWords: OwnWords): Promise<void> {
  if (await isGuessablePassword(password, personalWords)) throw invalid({ password: ['passwordTooCommon'] });
}

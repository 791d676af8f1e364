import { isPassword } from '../../platform/adapters/passwords.ts';
import type { Context } from '../../platform/context.ts';
import { unauthenticated, type Viewer } from '../../platform/http/viewer.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { findOwnerProof } from './queries.ts';
import { refuseIfOverloaded } from './refuse-if-overloaded.ts';

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

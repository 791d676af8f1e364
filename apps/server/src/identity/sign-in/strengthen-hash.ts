import { preparePassword } from '@mbari/contract/prepare-password';
import { hashPassword, isOutdated, isPassword } from '../../platform/adapters/passwords.ts';
import type { Context } from '../../platform/context.ts';
import { replaceHash } from '../accounts/credentials.ts';

/**
 * Rehashes a password that was just verified, if its hash has older parameters or was made from the password as typed. If that fails, the
 * next sign-in tries again.
 */
export async function strengthenHash(
  { db, log }: Context,
  { id, password_hash: kept }: { id: string; password_hash: string | null },
  password: string,
): Promise<void> {
  if (kept === null) return;
  try {
    const prepared = preparePassword(password);
    if (!isOutdated(kept) && (prepared === password || (await isPassword(prepared, kept)))) return;
    await replaceHash(db, id, kept, await hashPassword(password));
  } catch (error) {
    log.warn({ err: error }, 'a password could not be hashed anew');
  }
}

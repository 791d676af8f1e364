import { preparePassword } from '@mbari/contract/prepare-password';
import { hashPassword, isOutdated, isPassword } from '../../platform/adapters/passwords.ts';
import type { Context } from '../../platform/context.ts';
import { replaceHash } from '../accounts/credentials.ts';

/** Rehashes a verified password with old parameters or without normalisation. The next sign-in retries on failure. */
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
    log.warn({ err: error }, 'failed to rehash a password');
  }
}

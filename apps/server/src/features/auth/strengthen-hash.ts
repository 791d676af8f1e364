import { hashPassword, isOutdated } from '../../adapters/passwords.ts';
import type { Context } from '../../context.ts';
import { replaceHash } from '../accounts/credentials.ts';

/** A password that was just proved is kept as strongly as any new one. Where that fails, the next sign-in tries again. */
export async function strengthenHash(
  { db, log }: Context,
  account: { id: string; password_hash: string | null },
  password: string,
): Promise<void> {
  if (account.password_hash === null || !isOutdated(account.password_hash)) return;
  try {
    await replaceHash(db, account.id, account.password_hash, await hashPassword(password));
  } catch (error) {
    log.warn({ err: error }, 'a password could not be hashed anew');
  }
}

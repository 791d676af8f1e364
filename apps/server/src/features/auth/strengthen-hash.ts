import { preparePassword } from '@mbari/contract/prepare-password';
import { hashPassword, isOutdated } from '../../adapters/passwords.ts';
import type { Context } from '../../context.ts';
import { replaceHash } from '../accounts/credentials.ts';

/** Rehashes a password that was just verified with the current parameters. If that fails, the next sign-in tries again. */
export async function strengthenHash(
  { db, log }: Context,
  account: { id: string; password_hash: string | null },
  password: string,
): Promise<void> {
  if (account.password_hash === null || (!isOutdated(account.password_hash) && preparePassword(password) === password)) return;
  try {
    await replaceHash(db, account.id, account.password_hash, await hashPassword(password));
  } catch (error) {
    log.warn({ err: error }, 'a password could not be hashed anew');
  }
}

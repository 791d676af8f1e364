import { sentences } from '@mbari/contract/sentences';
import { isGuessablePassword } from '../../outside/guessable-passwords.ts';
import { invalid } from '../../refusal.ts';

/** What whoever guesses knows of a member. */
export interface OwnWords {
  username: string;
  email: string;
  name: string;
}

/** Throws `validation` for a new password that would be guessed among the first: one of the common ones, or the member's own words. */
export async function refuseGuessablePassword(password: string, { username, email, name }: OwnWords): Promise<void> {
  const own = [username, email, email.slice(0, email.indexOf('@')), name, name.replaceAll(/\s/g, '')];
  const isOwn = own.some((word) => word.toLowerCase() === password.toLowerCase());
  if (isOwn || (await isGuessablePassword(password))) throw invalid({ password: [sentences.passwordTooCommon] });
}

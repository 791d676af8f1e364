import * as limits from '@mbari/contract/limits';

/** What whoever guesses knows of a member. */
export interface OwnWords {
  username: string;
  email: string;
  name: string;
}

/**
 * Whether a password would be guessed among the first, whatever its case: it stands in lists that guessers try, or is the member's own
 * words. The list comes with the program and nothing is asked of anybody. It is read at the first question, in some 40 ms, and takes
 * 4 MB from then on.
 */
export async function isGuessablePassword(password: string, { username, email, name }: OwnWords): Promise<boolean> {
  const typed = password.toLowerCase();
  const own = [username, email, email.slice(0, email.indexOf('@')), name, name.replaceAll(/\s/g, '')];
  return own.some((word) => word.toLowerCase() === typed) || (await (list ??= read())).has(typed);
}

let list: Promise<ReadonlySet<string>> | undefined;

/** Shorter ones are refused for that already. */
async function read(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((word) => word.length >= limits.passwordMin).map((word) => word.toLowerCase()));
}

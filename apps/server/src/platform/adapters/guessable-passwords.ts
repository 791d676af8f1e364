import * as limits from '@mbari/contract/platform/limits';

export interface OwnWords {
  username: string;
  email: string;
  name: string;
}

/**
 * Returns true if the password, ignoring case, is a common one of the bundled list or the member's username, name or address.
 * The list is loaded on the first call: 40 ms and 4 MB.
 */
export async function isGuessablePassword(password: string, { username, email, name }: OwnWords): Promise<boolean> {
  const typed = password.toLowerCase();
  const personalWords = [username, email, email.slice(0, email.indexOf('@')), name, name.replaceAll(/\s/g, '')];
  return personalWords.some((word) => word.toLowerCase() === typed) || (await (list ??= read())).has(typed);
}

let list: Promise<ReadonlySet<string>> | undefined;

async function read(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((word) => word.length >= limits.passwordMin).map((word) => word.toLowerCase()));
}

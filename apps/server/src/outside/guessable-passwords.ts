import { limits } from '@mbari/contract/limits';

let list: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether a password stands in lists that guessers try first, whatever its case. The list comes with the program: nothing is asked of
 * anybody. It is read at the first question, in some 40 ms, and takes 4 MB from then on.
 */
export const isGuessablePassword = async (password: string): Promise<boolean> => (await (list ??= read())).has(password.toLowerCase());

/** Shorter ones are refused for that already. */
async function read(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((word) => word.length >= limits.passwordMin).map((word) => word.toLowerCase()));
}

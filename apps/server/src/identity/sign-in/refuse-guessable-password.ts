import { isGuessablePassword, type OwnWords } from '../../platform/adapters/guessable-passwords.ts';
import { invalid } from '../../platform/refusal.ts';

/** Throws `validation`. */
export async function refuseGuessablePassword(password: string, own: OwnWords): Promise<void> {
  if (await isGuessablePassword(password, own)) throw invalid({ password: ['passwordTooCommon'] });
}

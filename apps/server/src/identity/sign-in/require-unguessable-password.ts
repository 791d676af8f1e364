import { isGuessablePassword, type OwnWords } from '../../platform/adapters/guessable-passwords.ts';
import { invalid } from '../../platform/refusal.ts';

export async function requireUnguessablePassword(password: string, personalWords: OwnWords): Promise<void> {
  if (await isGuessablePassword(password, personalWords)) throw invalid({ password: ['passwordTooCommon'] });
}

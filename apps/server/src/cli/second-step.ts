import { removeTotpOf } from '../identity/second-factor/remove-totp.ts';
import { onlyWord, readArguments } from './usage.ts';
import { withContext } from './with-context.ts';

export async function turnOffSecondStep(args: string[]): Promise<void> {
  const who = onlyWord(readArguments(args, []).words, 'member');
  const wasOn = await withContext((context) => removeTotpOf(context, who));
  console.log(wasOn ? `${who} signs in without a second step now, and is told so by mail.` : `${who} has no second step.`);
}

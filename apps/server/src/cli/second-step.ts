import { removeTotpOf } from '../identity/second-factor/remove-totp.ts';
import { onlyWord, readArguments } from './usage.ts';
import { withContext } from './with-context.ts';

export async function turnOffSecondStep(args: string[]): Promise<void> {
  const who = onlyWord(readArguments(args, []).words, 'member');
  const wasOn = await withContext((context) => removeTotpOf(context, who));
  console.log(wasOn ? `Two-step sign-in is off for ${who}, who is informed by mail.` : `${who} does not use two-step sign-in.`);
}

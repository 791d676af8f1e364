import { fillCommunity } from '../features/demo/fill-community.ts';
import { readArguments, UsageError } from './usage.ts';
import { withContext } from './with-context.ts';

export async function fillWithDemo(args: string[]): Promise<void> {
  const { words, values } = readArguments(args, ['seed']);
  const seed = Number(values['seed'] ?? '1961');
  if (words.length > 0 || !Number.isSafeInteger(seed) || seed < 0)
    throw new UsageError('--seed is a whole number: the same one draws the same community.');
  await withContext((context) => fillCommunity(context, { seed, say: (line) => console.log(line) }));
}

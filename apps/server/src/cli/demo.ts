import { readArguments, UsageError } from './usage.ts';
import { withContext } from './with-context.ts';

export async function fillWithDemo(args: string[]): Promise<void> {
  const { words, values, flags } = readArguments(args, ['seed'], ['into']);
  const seed = Number(values['seed'] ?? '1961');
  if (words.length > 0 || !Number.isSafeInteger(seed) || seed < 0)
    throw new UsageError('--seed must be a whole number. The same seed creates the same community.');
  const { fillCommunity } = await loadDemo();
  await withContext((context) => fillCommunity(context, { seed, say: (line) => console.log(line), into: flags.has('into') }));
}

/** Optional package: production images leave it out. */
async function loadDemo() {
  try {
    return await import('../operations/demo/fill-community.ts');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error('This installation does not include the demo. For containers, see "The demo" in docs/operating/docker.md.', {
      cause: error,
    });
  }
}

import type { toast as Kinds } from 'react-hot-toast';

/**
 * What is said for a moment at the foot of the page. The first screen need not wait for the code that says it: the toasts are
 * fetched once the page stands, at the latest here.
 */
export const toast = {
  success: (words: string): void => void say((kinds) => kinds.success(words)),
  error: (words: string): void => void say((kinds) => kinds.error(words)),
};

async function say(words: (kinds: typeof Kinds) => unknown): Promise<void> {
  const loaded = await import('react-hot-toast');
  words(loaded.toast);
}

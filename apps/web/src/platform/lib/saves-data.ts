import { usesLessData } from './less-data.ts';

/** Returns true in data-saver mode or on a 2G connection: nothing should be preloaded. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { effectiveType?: string } };
  return usesLessData() || (connection?.effectiveType?.endsWith('2g') ?? false);
}

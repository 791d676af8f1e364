import { usesLessData } from './less-data.ts';

/** Whether the reader saves data, or the connection is so slow that nothing should be loaded ahead. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { effectiveType?: string } };
  return usesLessData() || (connection?.effectiveType?.endsWith('2g') ?? false);
}

import { usesLessData } from './less-data.ts';

/** Returns true in data-saver mode or on a cellular connection, if the browser reports it. */
export function isMetered(): boolean {
  const { connection } = navigator as { connection?: { type?: string } };
  return usesLessData() || connection?.type === 'cellular';
}

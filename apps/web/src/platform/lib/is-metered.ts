import { usesLessData } from './less-data.ts';

/** Whether data should be saved, or the connection is a phone's, as far as the browser says. */
export function isMetered(): boolean {
  const { connection } = navigator as { connection?: { type?: string } };
  return usesLessData() || connection?.type === 'cellular';
}

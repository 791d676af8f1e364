import { useSyncExternalStore } from 'react';
import { lessDataKey } from './stored-session.ts';

const changed = 'mbari-less-data';

export function usesLessData(): boolean {
  const stored = localStorage.getItem(lessDataKey);
  return stored === null ? asksForLess() : stored === 'yes';
}

const asksForLess = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

export function chooseLessData(isWanted: boolean): void {
  localStorage.setItem(lessDataKey, isWanted ? 'yes' : 'no');
  dispatchEvent(new Event(changed));
}

export const useLessData = (): boolean => useSyncExternalStore(watch, usesLessData);

/** `storage` events carry the choice made in another tab. */
function watch(listener: () => void): () => void {
  const events = [changed, 'storage'];
  for (const event of events) addEventListener(event, listener);
  return () => {
    for (const event of events) removeEventListener(event, listener);
  };
}

/** Returns true in data-saver mode or on a cellular connection, if the browser reports it. */
export function isMetered(): boolean {
  const { connection } = navigator as { connection?: { type?: string } };
  return usesLessData() || connection?.type === 'cellular';
}

/** Returns true in data-saver mode or on a 2G connection: nothing should be preloaded. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { effectiveType?: string } };
  return usesLessData() || (connection?.effectiveType?.endsWith('2g') ?? false);
}

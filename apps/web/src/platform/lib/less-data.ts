import { useSyncExternalStore } from 'react';
import { lessDataKey } from './stored-session.ts';

const changed = 'mbari-less-data';

export function usesLessData(): boolean {
  const chosen = localStorage.getItem(lessDataKey);
  return chosen === null ? asksForLess() : chosen === 'yes';
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

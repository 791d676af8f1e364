import { useSyncExternalStore } from 'react';
import { lessDataKey } from './stored-session.ts';

const changed = 'mbari-less-data';

/** Whether this device is to use less data: by its own setting, else as the browser says. */
export function usesLessData(): boolean {
  const chosen = localStorage.getItem(lessDataKey);
  return chosen === null ? asksForLess() : chosen === 'yes';
}

/** Whether the browser asks servers to send less (`Save-Data`). */
const asksForLess = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

export function chooseLessData(isWanted: boolean): void {
  localStorage.setItem(lessDataKey, isWanted ? 'yes' : 'no');
  dispatchEvent(new Event(changed));
}

export const useLessData = (): boolean => useSyncExternalStore(watch, usesLessData);

/** Another tab's choice is this one's, too. */
function watch(listener: () => void): () => void {
  const events = [changed, 'storage'];
  for (const event of events) addEventListener(event, listener);
  return () => {
    for (const event of events) removeEventListener(event, listener);
  };
}

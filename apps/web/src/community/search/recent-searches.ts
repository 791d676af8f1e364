import * as limits from '@mbari/contract/platform/limits';
import { useSyncExternalStore } from 'react';

/** Recent searches, newest first. Stored on the device until sign-out. */
const key = 'mbari_recent_searches';
const most = 8;
const changed = new EventTarget();

/** Ignores invalid storage content. */
function parse(stored: string | null): readonly string[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]');
    if (!Array.isArray(list)) return [];
    return list.filter((one): one is string => typeof one === 'string' && one !== '' && one.length <= limits.search).slice(0, most);
  } catch {
    return [];
  }
}

let read: { stored: string | null; list: readonly string[] } = { stored: null, list: [] };

/** Returns the same array while the content is the same. */
function recentSearches(): readonly string[] {
  const stored = localStorage.getItem(key);
  if (stored !== read.stored) read = { stored, list: parse(stored) };
  return read.list;
}

function keep(list: readonly string[]): void {
  try {
    if (list.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(list.slice(0, most)));
  } catch {
    // A full storage keeps the old list.
  }
  changed.dispatchEvent(new Event('change'));
}

const others = (sought: string): string[] => recentSearches().filter((one) => one.toLowerCase() !== sought.toLowerCase());

export function rememberSearch(sought: string): void {
  if (sought !== '') keep([sought, ...others(sought)]);
}

export const forgetSearch = (sought: string): void => keep(others(sought));

export const forgetSearches = (): void => keep([]);

/** Also updates after changes in another tab. */
export const useRecentSearches = (): readonly string[] => useSyncExternalStore(subscribe, recentSearches);

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener();
  };
  changed.addEventListener('change', listener);
  addEventListener('storage', onStorage);
  return () => {
    changed.removeEventListener('change', listener);
    removeEventListener('storage', onStorage);
  };
}

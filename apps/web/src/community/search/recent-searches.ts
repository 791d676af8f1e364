import * as limits from '@mbari/contract/platform/limits';
import { useSyncExternalStore } from 'react';

/** Recent searches, newest first. Stored on the device until sign-out. */
const key = 'mbari_recent_searches';
const maximum = 8;
const changes = new EventTarget();

/** Ignores invalid storage content. */
function parse(storedText: string | null): readonly string[] {
  try {
    const list: unknown = JSON.parse(storedText ?? '[]');
    if (!Array.isArray(list)) return [];
    return list
      .filter((entry): entry is string => typeof entry === 'string' && entry !== '' && entry.length <= limits.search)
      .slice(0, maximum);
  } catch {
    return [];
  }
}

let cached: { storedText: string | null; list: readonly string[] } = { storedText: null, list: [] };

/** Returns the same array while the content is the same. */
function readRecentSearches(): readonly string[] {
  const storedText = localStorage.getItem(key);
  if (storedText !== cached.storedText) cached = { storedText, list: parse(storedText) };
  return cached.list;
}

function storeList(list: readonly string[]): void {
  try {
    if (list.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(list.slice(0, maximum)));
  } catch {
    // A full storage keeps the old list.
  }
  changes.dispatchEvent(new Event('change'));
}

const listOthers = (query: string): string[] => readRecentSearches().filter((entry) => entry.toLowerCase() !== query.toLowerCase());

export function addRecentSearch(query: string): void {
  if (query !== '') storeList([query, ...listOthers(query)]);
}

export const removeRecentSearch = (query: string): void => storeList(listOthers(query));

export const clearRecentSearches = (): void => storeList([]);

/** Also updates after changes in another tab. */
export const useRecentSearches = (): readonly string[] => useSyncExternalStore(subscribe, readRecentSearches);

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener();
  };
  changes.addEventListener('change', listener);
  addEventListener('storage', onStorage);
  return () => {
    changes.removeEventListener('change', listener);
    removeEventListener('storage', onStorage);
  };
}

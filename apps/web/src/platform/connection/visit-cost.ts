import { useSyncExternalStore } from 'react';

/** Stored for this tab, so that the count survives a reload. */
const key = 'mbari_visit_bytes';

let bytes = Number(sessionStorage.getItem(key) ?? 0);
const listeners = new Set<() => void>();

/** Adds up transfer sizes. The browser also reports entries from before the observer started. */
function count(entries: readonly PerformanceEntry[]): void {
  const loaded = (entries as readonly Partial<PerformanceResourceTiming>[]).reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
  if (loaded === 0) return;
  bytes += loaded;
  for (const listener of listeners) listener();
}

if ('PerformanceObserver' in globalThis)
  for (const type of ['navigation', 'resource'])
    new PerformanceObserver((list) => count(list.getEntries())).observe({ type, buffered: true });

addEventListener('pagehide', () => sessionStorage.setItem(key, String(bytes)));

export const useVisitCost = (): number => useSyncExternalStore(watch, () => bytes);

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

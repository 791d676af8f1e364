import { useSyncExternalStore } from 'react';

/** Kept for this tab, so that a page that is loaded anew goes on counting. */
const key = 'mbari_visit_bytes';

let bytes = Number(sessionStorage.getItem(key) ?? 0);
const listeners = new Set<() => void>();

/** Adds up what was loaded, and keeps nothing else of it. The browser says what it has loaded before, too. */
function count(entries: readonly PerformanceEntry[]): void {
  const loaded = (entries as readonly Partial<PerformanceResourceTiming>[]).reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
  if (loaded === 0) return;
  bytes += loaded;
  for (const tell of listeners) tell();
}

if ('PerformanceObserver' in globalThis)
  for (const type of ['navigation', 'resource'])
    new PerformanceObserver((list) => count(list.getEntries())).observe({ type, buffered: true });

addEventListener('pagehide', () => sessionStorage.setItem(key, String(bytes)));

/** What this visit has loaded so far, in bytes. */
export const useVisitCost = (): number => useSyncExternalStore(watch, () => bytes);

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

import { lazy, Suspense, useSyncExternalStore } from 'react';

const Composer = lazy(async () => ({ default: (await import('./composer.tsx')).Composer }));

let open = false;
const watchers = new Set<() => void>();

/** From the feed's Upload button and the phone's +. */
export const openComposer = (): void => setOpen(true);

/** The composer's code comes with its first opening. The door stands once, around all pages, so that none can lose what was typed. */
export function ComposerDoor() {
  const shown = useSyncExternalStore(watch, () => open);
  return shown ? (
    <Suspense fallback={null}>
      <Composer onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
}

function setOpen(next: boolean): void {
  open = next;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

import { type ComponentType, useSyncExternalStore } from 'react';
import { toast } from '~/lib/toast.ts';

type Composer = ComponentType<{ onClose: () => void }>;

let shown: Composer | null = null;
const watchers = new Set<() => void>();

/** From the feed's Upload button and the phone's +. The composer's code comes with its first opening. */
export function openComposer(): void {
  import('./composer.tsx').then(
    ({ Composer }) => show(Composer),
    () => toast.error('The line dropped. Please try again.'),
  );
}

/** The door stands once, around all pages, so that none can lose what was typed. */
export function ComposerDoor() {
  const Composer = useSyncExternalStore(watch, () => shown);
  return Composer && <Composer onClose={() => show(null)} />;
}

function show(next: Composer | null): void {
  shown = next;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

import { type ComponentType, useEffect, useSyncExternalStore } from 'react';
import { toast } from '~/lib/toast.ts';

interface Opened {
  Composer: ComponentType<{ files: readonly File[]; onClose: () => void }>;
  files: readonly File[];
  /** Opened again, it begins anew. */
  number: number;
}

let opened: Opened | null = null;
let number = 0;
const watchers = new Set<() => void>();

/** From the feed's Upload button and the phone's +. The composer's code comes with its first opening. */
export const openComposer = (): void => openComposerWith([]);

export function openComposerWith(files: readonly File[]): void {
  import('./composer.tsx').then(
    ({ Composer }) => show({ Composer, files, number: (number += 1) }),
    () => toast.error('The line dropped. Please try again.'),
  );
}

/** The door stands once, around all pages, so that none can lose what was typed. */
export function ComposerHost() {
  const now = useSyncExternalStore(watch, () => opened);
  useEffect(() => {
    // A file comes flying: what catches it is fetched meanwhile.
    const prepare = () => {
      import('./catch-files.ts').then(
        ({ catchFiles }) => catchFiles(openComposerWith),
        () => undefined,
      );
    };
    document.addEventListener('dragenter', prepare, { once: true });
  }, []);
  return now && <now.Composer key={now.number} files={now.files} onClose={close} />;
}

const close = (): void => show(null);

function show(next: Opened | null): void {
  opened = next;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

import { connectionLost } from '@mbari/words/ui';
import { type ComponentType, useEffect, useSyncExternalStore } from 'react';
import { toast } from '~/platform/lib/toast.ts';

interface Opened {
  Composer: ComponentType<{ files: readonly File[]; isShared: boolean; onClose: () => void }>;
  files: readonly File[];
  /** Another app or website chose the files. */
  isShared: boolean;
  /** React key, new for each opening, so that the composer starts empty. */
  number: number;
}

let opened: Opened | null = null;
let number = 0;
const watchers = new Set<() => void>();

/** Opens the composer, and loads its code the first time. */
export const openComposer = (): void => openComposerWith([]);

export function openComposerWith(files: readonly File[], { isShared = false } = {}): void {
  import('./composer.tsx').then(
    ({ Composer }) => show({ Composer, files, isShared, number: (number += 1) }),
    () => toast.error(connectionLost),
  );
}

export const isComposerOpen = (): boolean => opened !== null;

/** Mounted once, outside the pages, so that navigation does not close the composer. */
export function ComposerHost() {
  const now = useSyncExternalStore(watch, () => opened);
  useEffect(() => {
    // Loads the code for dropped files when the first file is dragged over the page.
    const prepare = () => {
      import('./accept-dropped-files.ts').then(
        ({ acceptDroppedFiles }) => acceptDroppedFiles((files) => openComposerWith(files)),
        () => undefined,
      );
    };
    document.addEventListener('dragenter', prepare, { once: true });
  }, []);
  return now && <now.Composer key={now.number} files={now.files} isShared={now.isShared} onClose={close} />;
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

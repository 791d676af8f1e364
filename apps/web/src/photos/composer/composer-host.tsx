// Renders once per opening, so the compiler's memo code costs more than it saves.
'use no memo';

import { connectionLost } from '@mbari/words/ui';
import { type ComponentType, useEffect, useSyncExternalStore } from 'react';
import type { Shape } from '~/photos/wall/row-layout.ts';
import { toast } from '~/platform/lib/toast.ts';

export interface Opening {
  /** A new array for each opening. */
  files: readonly File[];
  /** Another app or website chose the files. */
  isShared?: boolean;
  /** The post enters this challenge. */
  challengeId?: string;
  /** Sends the draft that waits for a connection, without a dialog. */
  isQueued?: boolean;
}

interface Opened extends Opening {
  Composer: ComponentType<Opening & { onClose: () => void }>;
  sending?: SendingPost | null;
}

/** The post being sent. The feed lays it out as its first photo, or its challenge shows it; the composer renders into this place. */
export interface SendingPost extends Shape {
  challengeId: string;
  place: (element: HTMLElement | null) => void;
}

let opened: Opened | null = null;
const watchers = new Set<() => void>();

/** Opens the composer, and loads its code the first time. */
export const openComposer = (): void => openComposerWith([]);

export function openComposerWith(files: readonly File[], opening?: Omit<Opening, 'files'>): void {
  import('./composer.tsx').then(
    ({ Composer }) => show({ sending: opened?.sending, Composer, files, ...opening }),
    () => toast.error(connectionLost),
  );
}

export const isComposerOpen = (): boolean => opened !== null;

export const showInFeed = (sending: SendingPost | null): void => void (opened && show({ ...opened, sending }));

export const useSendingPost = () => useSyncExternalStore(watch, () => opened)?.sending;

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
  return now && <now.Composer {...now} onClose={close} />;
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

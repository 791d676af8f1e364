'use no memo';

import { useSyncExternalStore } from 'react';

interface Toggle {
  /** Identifies the toggled thing. Presses with the same key, on any page, are sent in order. */
  key: string;
  on: boolean;
  show: (on: boolean) => void;
  send: (on: boolean) => Promise<unknown>;
  onRefused: (error: unknown) => void;
}

/** Toggles optimistically, and reverts if the server refuses. */
export function useToggle(toggle: Toggle): { toggle: () => void; pending: boolean } {
  const pending = useSyncExternalStore(watch, () => underWay.has(toggle.key));
  return { toggle: () => press(toggle), pending };
}

interface UnderWay {
  wanted: boolean;
  onServer: boolean;
}

const underWay = new Map<string, UnderWay>();
const watchers = new Set<() => void>();

/** Sends a press. During a request, only changes the wanted state, which is sent afterwards if the server's state differs. */
export async function press({ key, on, show, send, onRefused }: Toggle): Promise<void> {
  const before = underWay.get(key);
  if (before) {
    before.wanted = !before.wanted;
    show(before.wanted);
    return;
  }
  const state: UnderWay = { wanted: !on, onServer: on };
  underWay.set(key, state);
  notify();
  show(state.wanted);
  try {
    while (state.wanted !== state.onServer) {
      const next = state.wanted;
      await send(next);
      state.onServer = next;
    }
  } catch (error) {
    if (state.wanted !== state.onServer) show(state.onServer);
    onRefused(error);
  } finally {
    underWay.delete(key);
    notify();
  }
}

/** Treats `change` as a press, so that refetches wait for it. */
export async function asOnePress<Result>(key: string, change: () => Promise<Result>): Promise<Result> {
  underWay.set(key, { wanted: true, onServer: false });
  notify();
  try {
    return await change();
  } finally {
    underWay.delete(key);
    notify();
  }
}

export const isSettled = (): boolean => underWay.size === 0;

export function whenSettled(): Promise<void> {
  if (isSettled()) return Promise.resolve();
  return new Promise((resolve) => {
    const unwatch = watch(() => {
      if (!isSettled()) return;
      unwatch();
      resolve();
    });
  });
}

export const counted = (count: number, delta: number): number => Math.max(0, count + delta);

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function notify(): void {
  for (const watcher of watchers) watcher();
}

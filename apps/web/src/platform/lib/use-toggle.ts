import { useSyncExternalStore } from 'react';

interface Toggle {
  /** Says which thing is toggled: presses of one key, on whichever page, are sent in order. */
  key: string;
  on: boolean;
  /** Shows the new state everywhere at once. */
  show: (on: boolean) => void;
  /** Sends it to the server. */
  send: (on: boolean) => Promise<unknown>;
  onRefused: (error: unknown) => void;
}

/** An optimistic switch: like, follow. It flips back where the server refuses. */
export function useToggle(toggle: Toggle): { toggle: () => void; pending: boolean } {
  const pending = useSyncExternalStore(watch, () => underWay.has(toggle.key));
  return { toggle: () => press(toggle), pending };
}

interface UnderWay {
  wanted: boolean;
  /** The state that the server is known to have. */
  onServer: boolean;
}

const underWay = new Map<string, UnderWay>();
const watchers = new Set<() => void>();

/** One press. Presses during a request only change what is wanted; the last one is sent after it, if it still differs. */
export async function press({ key, on, show, send, onRefused }: Toggle): Promise<void> {
  const before = underWay.get(key);
  if (before) {
    before.wanted = !before.wanted;
    show(before.wanted);
    return;
  }
  const state: UnderWay = { wanted: !on, onServer: on };
  underWay.set(key, state);
  tell();
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
    tell();
  }
}

/** Counts as a press until it is done: what the server says of it meanwhile waits. */
export async function asOnePress<Result>(key: string, change: () => Promise<Result>): Promise<Result> {
  underWay.set(key, { wanted: true, onServer: false });
  tell();
  try {
    return await change();
  } finally {
    underWay.delete(key);
    tell();
  }
}

/** The server has answered every press. */
export const isSettled = (): boolean => underWay.size === 0;

/** Waits for the answers to all presses. */
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

/** Changes a count without letting it fall below nothing. */
export const counted = (count: number, by: number): number => Math.max(0, count + by);

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function tell(): void {
  for (const watcher of watchers) watcher();
}

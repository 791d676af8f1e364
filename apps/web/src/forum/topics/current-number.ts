import { useSyncExternalStore } from 'react';

/** The number of the post that is read. It changes with nearly every post one scrolls past: only what shows it is drawn again. */
export interface CurrentNumber {
  get: () => number;
  set: (number: number) => void;
  /** Returns what ends it. */
  subscribe: (listener: () => void) => () => void;
}

export function currentNumber(start: number): CurrentNumber {
  let current = start;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (number) => {
      if (number === current) return;
      current = number;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const useCurrentNumber = ({ subscribe, get }: CurrentNumber): number => useSyncExternalStore(subscribe, get);

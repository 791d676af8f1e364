import { useSyncExternalStore } from 'react';

/** Store of the current post's number. It changes often, so only components that show it re-render. */
export interface CurrentNumber {
  get: () => number;
  set: (number: number) => void;
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

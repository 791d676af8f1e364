/** What is read anew once in a while, by whoever asks next. */
export interface Polled<Value> {
  /** What was read last, where that is not too old. A failure is told to all who wait for it, and is not kept. */
  read: () => Promise<Value>;
  /** Whether what was asked for last is still used. */
  isKept: () => boolean;
  /** After a change on this node: the next read asks again. */
  forget: () => void;
}

/** Asks at most once in so many milliseconds, for all who ask. Nobody has to be told of a change, so nobody can miss it. */
export function polled<Value>(ask: () => Promise<Value>, keptFor: number): Polled<Value> {
  let last: { value: Promise<Value>; until: number } | undefined;
  const isKept = (): boolean => last !== undefined && last.until > performance.now();
  return {
    read() {
      if (last !== undefined && isKept()) return last.value;
      const mine = { value: ask(), until: performance.now() + keptFor };
      last = mine;
      mine.value.catch(() => {
        if (last === mine) last = undefined;
      });
      return mine.value;
    },
    isKept,
    forget() {
      last = undefined;
    },
  };
}

/** For so long at least whoever wrote something reads from the writer: longer than it takes to tell the other nodes. */
export const pinnedMs = 2_000;

/** Who wrote a moment ago, on whichever node. */
export interface Pins {
  /** A member's write was committed. */
  add: (memberId: string) => void;
  /** From now on writes on other nodes are heard of. */
  hearing: () => void;
  /** Writes on other nodes may have been missed until they are heard of again. */
  deaf: () => void;
  /** A replica that has everything from before this time, of `performance.now()`, has all that the member wrote. Nobody's: of what nobody wrote. */
  mayRead: (memberId: string | null, asOf: number) => boolean;
  /** Forgets those whose write every replica that is used has. */
  forgetBefore: (time: number) => void;
}

export function keepPins(): Pins {
  const wroteAt = new Map<string, number>();
  /** What was written before is not known of. */
  let heardSince = Infinity;

  return {
    add(memberId) {
      // In the order of time.
      wroteAt.delete(memberId);
      wroteAt.set(memberId, performance.now());
    },
    hearing: () => void (heardSince = performance.now()),
    deaf: () => void (heardSince = Infinity),
    mayRead(memberId, asOf) {
      if (memberId === null) return true;
      const wrote = Math.max(wroteAt.get(memberId) ?? -Infinity, heardSince);
      return wrote < asOf && performance.now() - wrote >= pinnedMs;
    },
    forgetBefore(time) {
      for (const [memberId, wrote] of wroteAt) {
        if (wrote >= time) return;
        wroteAt.delete(memberId);
      }
    },
  };
}

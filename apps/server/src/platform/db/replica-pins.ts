/** Shortest time in milliseconds for which a member reads from the primary after a write: longer than a hint needs to reach other nodes. */
export const pinnedMs = 2_000;

export interface Pins {
  add: (memberId: string) => void;
  /** Records that hints of other nodes arrive from now on. */
  hintsConnected: () => void;
  /** Records that hints of other nodes may be missed until `hintsConnected`. */
  hintsLost: () => void;
  /** Returns true if a replica with all commits before `asOf` (of `performance.now()`) has the member's writes. Visitors write nothing. */
  mayRead: (memberId: string | null, asOf: number) => boolean;
  forgetBefore: (time: number) => void;
}

export function trackPins(): Pins {
  const wroteAt = new Map<string, number>();
  /** Time before which writes on other nodes are unknown. */
  let heardSince = Infinity;

  return {
    add(memberId) {
      wroteAt.delete(memberId);
      wroteAt.set(memberId, performance.now());
    },
    hintsConnected: () => void (heardSince = performance.now()),
    hintsLost: () => void (heardSince = Infinity),
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

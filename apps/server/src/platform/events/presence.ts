/** Milliseconds for which a member stays online after the last stream closed, to cover page loads. */
const graceMs = 30_000;
/** Interval of each node's announcements, and their lifetime on other nodes. */
export const announceEveryMs = 20_000;
const believedMs = 60_000;

export interface Presence {
  isOnline(memberId: string): boolean;
  opened(memberId: string): void;
  closed(memberId: string): void;
  heard(node: string, memberId: string, isOnline: boolean): void;
  announce(): void;
  sweep(): void;
}

interface Own {
  streams: number;
  until: number;
}

/** Tracks online members of all nodes by their open streams, in memory only. */
export function trackPresence(
  say: (memberId: string, isOnline: boolean) => void,
  changed: (memberId: string) => void,
  now: () => number = () => performance.now(),
): Presence {
  const own = new Map<string, Own>();
  const others = new Map<string, Map<string, number>>();

  const isOnline = (memberId: string): boolean =>
    isHere(own.get(memberId), now()) || [...others.values()].some((known) => (known.get(memberId) ?? 0) > now());

  function leave(memberId: string): void {
    own.delete(memberId);
    say(memberId, false);
    if (!isOnline(memberId)) changed(memberId);
  }

  return {
    isOnline,
    opened(memberId) {
      const wasOnline = isOnline(memberId);
      const entry = own.get(memberId);
      own.set(memberId, { streams: (entry?.streams ?? 0) + 1, until: Infinity });
      if (!entry) say(memberId, true);
      if (!wasOnline) changed(memberId);
    },
    closed(memberId) {
      const entry = own.get(memberId);
      if (!entry) return;
      entry.streams -= 1;
      if (entry.streams === 0) entry.until = now() + graceMs;
    },
    heard(node, memberId, online) {
      const wasOnline = isOnline(memberId);
      const members = others.get(node) ?? new Map<string, number>();
      others.set(node, members);
      if (online) members.set(memberId, now() + believedMs);
      else members.delete(memberId);
      if (wasOnline !== isOnline(memberId)) changed(memberId);
    },
    announce() {
      for (const memberId of own.keys()) say(memberId, true);
    },
    sweep() {
      for (const [memberId, { until }] of own) if (until <= now()) leave(memberId);
      for (const [node, known] of others) {
        for (const [memberId, until] of known)
          if (until <= now()) {
            known.delete(memberId);
            if (!isOnline(memberId)) changed(memberId);
          }
        if (known.size === 0) others.delete(node);
      }
    },
  };
}

const isHere = (known: Own | undefined, now: number): boolean => known !== undefined && known.until > now;

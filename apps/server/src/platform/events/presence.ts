/** How long a member without a stream still counts as online: a page that is left for the next one is no leaving. */
const graceMs = 30_000;
/** How often each node says who is online, and for how long the others believe it. */
export const announceEveryMs = 20_000;
const believedMs = 60_000;

export interface Presence {
  isOnline(memberId: string): boolean;
  opened(memberId: string): void;
  closed(memberId: string): void;
  /** What another node says. */
  heard(node: string, memberId: string, isOnline: boolean): void;
  /** Says to the others who is online here. */
  announce(): void;
  /** Ends what has run out. */
  sweep(): void;
}

interface Own {
  streams: number;
  /** Without a stream: until when they still count. */
  until: number;
}

/** Who is online, from the open streams of all nodes: in memory alone, and forgotten a minute later. */
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
      const known = own.get(memberId);
      own.set(memberId, { streams: (known?.streams ?? 0) + 1, until: Infinity });
      if (!known) say(memberId, true);
      if (!wasOnline) changed(memberId);
    },
    closed(memberId) {
      const known = own.get(memberId);
      if (!known) return;
      known.streams -= 1;
      if (known.streams === 0) known.until = now() + graceMs;
    },
    heard(node, memberId, online) {
      const wasOnline = isOnline(memberId);
      const known = others.get(node) ?? new Map<string, number>();
      others.set(node, known);
      if (online) known.set(memberId, now() + believedMs);
      else known.delete(memberId);
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

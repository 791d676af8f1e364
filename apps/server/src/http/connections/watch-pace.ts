import { type Connection, isQuiet, type Slots } from './connection-slots.ts';
import { freshPace, judgePace, type PaceLimits, type TooSlow } from './pace.ts';

export interface WatchLimits extends PaceLimits {
  /** How long a connection waits for its next request. */
  idleMs: number;
  lookEveryMs: number;
}

/** Looks at every connection once a second while there are any, and cuts those that are idle or too slow. */
export function watchPace(
  slots: Pick<Slots, 'all'>,
  limits: WatchLimits,
  cut: (one: Connection, reason: TooSlow | 'idle') => void,
): { start(): void } {
  let timer: NodeJS.Timeout | undefined;
  let lookedAt = 0;
  /** Milliseconds for which this process has been listening: while it stood still, nobody else was slow. */
  let clock = 0;

  function look(): void {
    if (slots.all.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    const now = performance.now();
    clock += Math.min(now - lookedAt, 2 * limits.lookEveryMs);
    lookedAt = now;
    for (const one of slots.all.values()) {
      const reason = lookAt(one, limits, clock);
      if (reason) cut(one, reason);
    }
  }

  return {
    start() {
      if (timer) return;
      lookedAt = performance.now();
      timer = setInterval(look, limits.lookEveryMs).unref();
    },
  };
}

/** Notes what a connection has done since the last look. Answers why it must be cut, if it must. */
function lookAt(one: Connection, limits: WatchLimits, clock: number): TooSlow | 'idle' | null {
  if (one.requests !== one.requestsSeen) {
    one.requestsSeen = one.requests;
    one.begunAt = clock;
    one.quietLooks = 0;
    one.pace = freshPace();
  }
  if (isQuiet(one)) {
    one.request = one.response = undefined;
    one.quietLooks += 1;
    const hasRested = one.requests > 0 && one.quietLooks * limits.lookEveryMs > limits.idleMs;
    return hasRested && !one.isProxy ? 'idle' : null;
  }
  one.quietLooks = 0;
  const { socket, request, response, begunAt, pace } = one;
  return request && response ? judgePace(pace, { socket, request, response, begunAt }, limits, clock) : null;
}

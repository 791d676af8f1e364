import { type Connection, isQuiet, type Slots } from './connection-slots.ts';
import { freshPace, judgePace, type PaceLimits, type TooSlow } from './pace.ts';

export interface WatchLimits extends PaceLimits {
  idleMs: number;
  checkEveryMs: number;
}

export function watchPace(
  slots: Pick<Slots, 'all'>,
  limits: WatchLimits,
  cut: (one: Connection, reason: TooSlow | 'idle') => void,
): { start(): void } {
  let timer: NodeJS.Timeout | undefined;
  let checkedAt = 0;
  /** Milliseconds for which this process was responsive. While it was blocked, clients were not slow. */
  let clock = 0;

  function checkAll(): void {
    if (slots.all.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    const now = performance.now();
    clock += Math.min(now - checkedAt, 2 * limits.checkEveryMs);
    checkedAt = now;
    for (const one of slots.all.values()) {
      const reason = check(one, limits, clock);
      if (reason) cut(one, reason);
    }
  }

  return {
    start() {
      if (timer) return;
      checkedAt = performance.now();
      timer = setInterval(checkAll, limits.checkEveryMs).unref();
    },
  };
}

/** Records the activity since the last check. Returns why the connection must be closed, or null. */
function check(one: Connection, limits: WatchLimits, clock: number): TooSlow | 'idle' | null {
  if (one.requests !== one.requestsSeen) {
    one.requestsSeen = one.requests;
    one.begunAt = clock;
    one.quietChecks = 0;
    one.pace = freshPace();
  }
  if (isQuiet(one)) {
    one.request = one.response = undefined;
    one.quietChecks += 1;
    const hasRested = one.requests > 0 && one.quietChecks * limits.checkEveryMs > limits.idleMs;
    return hasRested && !one.isProxy ? 'idle' : null;
  }
  one.quietChecks = 0;
  const { socket, request, response, begunAt, pace } = one;
  return request && response ? judgePace(pace, { socket, request, response, begunAt }, limits, clock) : null;
}

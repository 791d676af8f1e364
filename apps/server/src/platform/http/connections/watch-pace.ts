import { type Connection, isQuiet, type Slots } from './connection-slots.ts';
import { freshPace, judgePace, type PaceLimits, type TooSlow } from './pace.ts';

export interface WatchLimits extends PaceLimits {
  idleMs: number;
  checkEveryMs: number;
}

export function watchPace(
  slots: Pick<Slots, 'all'>,
  limits: WatchLimits,
  cut: (connection: Connection, reason: TooSlow | 'idle') => void,
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
    for (const connection of slots.all.values()) {
      const reason = check(connection, limits, clock);
      if (reason) cut(connection, reason);
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
function check(connection: Connection, limits: WatchLimits, clock: number): TooSlow | 'idle' | null {
  if (connection.requests !== connection.requestsSeen) {
    connection.requestsSeen = connection.requests;
    connection.begunAt = clock;
    connection.quietChecks = 0;
    connection.pace = freshPace();
  }
  if (isQuiet(connection)) {
    connection.request = connection.response = undefined;
    connection.quietChecks += 1;
    const hasRested = connection.requests > 0 && connection.quietChecks * limits.checkEveryMs > limits.idleMs;
    return hasRested && !connection.isProxy ? 'idle' : null;
  }
  connection.quietChecks = 0;
  const { socket, request, response, begunAt, pace } = connection;
  return request && response ? judgePace(pace, { socket, request, response, begunAt }, limits, clock) : null;
}

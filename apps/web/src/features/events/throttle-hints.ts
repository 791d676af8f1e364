import type { EventName } from '@mbari/contract/shapes/events';
import type { Hint } from '~/lib/hints.ts';

/** After a hint this long passes at most before it is delivered: what changes together is read once, and not by all browsers at the same moment. */
const spread: Record<EventName, number> = {
  notifications: 250,
  photo: 250,
  topic: 250,
  replying: 100,
  follow: 100,
  presence: 2_000,
  feed: 2_000,
  announcements: 3_000,
  refresh: 1_000,
};
/** Between two hints about one thing. */
const pause: Record<EventName, number> = {
  notifications: 1_500,
  photo: 1_500,
  topic: 1_500,
  replying: 1_000,
  follow: 500,
  presence: 10_000,
  feed: 10_000,
  announcements: 5_000,
  refresh: 5_000,
};

const longestPause = Math.max(...Object.values(pause));

/**
 * Delivers hints one by one: of many about one thing the first soon, the others together after a pause. A page that nobody looks at gets
 * them when it is looked at again, but for the count of notifications, which its title shows.
 */
export function throttleHints(deliver: (hint: Hint) => void, signal: AbortSignal): (hint: Hint) => void {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const kept = new Map<string, Hint>();
  const delivered = new Map<string, number>();
  const send = (key: string, hint: Hint) => {
    waiting.delete(key);
    if (document.visibilityState === 'hidden' && hint.event !== 'notifications') {
      kept.set(key, hint);
      return;
    }
    const now = Date.now();
    // The oldest first: those that hold nothing up any more are forgotten.
    for (const [old, at] of delivered) if (old === key || at + longestPause < now) delivered.delete(old);
    delivered.set(key, now);
    deliver(hint);
  };
  const flush = () => {
    if (document.visibilityState === 'hidden') return;
    for (const [key, hint] of kept) send(key, hint);
    kept.clear();
  };
  document.addEventListener('visibilitychange', flush, { signal });
  signal.addEventListener('abort', () => {
    for (const timer of waiting.values()) clearTimeout(timer);
  });
  return (hint) => {
    const key = `${hint.event} ${hint.id ?? ''}`;
    if (waiting.has(key) || kept.has(key)) return;
    const rest = (delivered.get(key) ?? Number.NEGATIVE_INFINITY) + pause[hint.event] - Date.now();
    waiting.set(
      key,
      setTimeout(() => send(key, hint), Math.max(Math.random() * spread[hint.event], rest)),
    );
  };
}

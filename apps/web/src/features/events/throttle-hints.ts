import type { EventName } from '@mbari/contract/shapes/events';
import type { Hint } from '~/lib/hints.ts';
import { isComplete } from './is-complete.ts';

interface Pace {
  /** After the first hint this long passes at most, so that not all browsers read at the same moment. */
  spread: number;
  /** Between two deliveries about one thing. Each is twice the last one, up to the longest, until it was quiet for twice that. */
  first: number;
  longest: number;
}

const paces: Record<EventName, Pace> = {
  notifications: { spread: 250, first: 1_500, longest: 60_000 },
  photo: { spread: 250, first: 1_500, longest: 30_000 },
  topic: { spread: 250, first: 1_500, longest: 60_000 },
  replying: { spread: 100, first: 1_000, longest: 8_000 },
  follow: { spread: 100, first: 500, longest: 2_000 },
  presence: { spread: 2_000, first: 10_000, longest: 60_000 },
  feed: { spread: 2_000, first: 10_000, longest: 60_000 },
  announcements: { spread: 3_000, first: 5_000, longest: 20_000 },
  refresh: { spread: 1_000, first: 5_000, longest: 20_000 },
};
/** Hints that nothing is read for are delivered soon, however many there are. */
const paceOfComplete: Pace = { spread: 100, first: 250, longest: 1_000 };
const longestQuiet = 120_000;

/** Hints that are read together. */
interface Group {
  event: EventName;
  pace: Pace;
  /** By what they are about: the newest of each. */
  hints: Map<string, Hint>;
  timer: ReturnType<typeof setTimeout> | undefined;
  deliveredAt: number;
  pause: number;
}

/**
 * Delivers hints in groups: the first about a thing soon, later ones together after a pause that grows while there are more. A page that nobody
 * looks at gets them when it is looked at again, but for the count of notifications, which its title shows.
 */
export function throttleHints(deliver: (hints: Hint[]) => void, signal: AbortSignal): (hint: Hint) => void {
  const groups = new Map<string, Group>();
  const groupOf = (key: string, event: EventName, pace: Pace): Group => {
    const known = groups.get(key);
    if (known) return known;
    forgetQuiet(groups);
    const group: Group = { event, pace, hints: new Map(), timer: undefined, deliveredAt: Number.NEGATIVE_INFINITY, pause: 0 };
    groups.set(key, group);
    return group;
  };
  const send = (group: Group) => {
    group.timer = undefined;
    if (document.visibilityState === 'hidden' && group.event !== 'notifications') return;
    const isQuiet = Date.now() - group.deliveredAt > 2 * group.pace.longest;
    group.pause = isQuiet ? group.pace.first : Math.min(group.pace.longest, group.pause * 2);
    group.deliveredAt = Date.now();
    const hints = [...group.hints.values()];
    group.hints.clear();
    deliver(hints);
  };
  const flush = () => {
    if (document.visibilityState === 'hidden') return;
    for (const group of groups.values()) if (group.hints.size > 0 && group.timer === undefined) send(group);
  };
  document.addEventListener('visibilitychange', flush, { signal });
  signal.addEventListener('abort', () => {
    for (const { timer } of groups.values()) clearTimeout(timer);
  });
  return (hint) => {
    const about = `${hint.change ?? ''} ${hint.post_id ?? hint.comment_id ?? ''}`;
    const thing = `${hint.event} ${hint.id ?? ''}`;
    const isRead = !isComplete(hint);
    const group = groupOf(isRead ? thing : `${thing} ${about}`, hint.event, isRead ? paces[hint.event] : paceOfComplete);
    const isWaiting = group.hints.size > 0;
    group.hints.set(about, hint);
    if (isWaiting) return;
    const rest = group.deliveredAt + group.pause - Date.now();
    group.timer = setTimeout(() => send(group), Math.max(Math.random() * group.pace.spread, rest));
  };
}

/** Removes groups that hold nothing up any more. */
function forgetQuiet(groups: Map<string, Group>): void {
  for (const [key, { hints, deliveredAt }] of groups) if (hints.size === 0 && Date.now() - deliveredAt > longestQuiet) groups.delete(key);
}

import type { Change, EventName } from '@mbari/contract/platform/events';
import type { Hint } from '~/platform/lib/hints.ts';

interface Pace {
  /** Maximum random delay of the first delivery in milliseconds, so that browsers do not all refetch together. */
  spread: number;
  /** Milliseconds between deliveries about one subject. Doubles up to `longest`, and resets after a quiet time of twice `longest`. */
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
  messages: { spread: 0, first: 50, longest: 250 },
  typing: { spread: 0, first: 100, longest: 1_000 },
  refresh: { spread: 1_000, first: 5_000, longest: 20_000 },
};
/** Complete hints need no refetch, so they are delivered quickly. */
const paceOfComplete: Pace = { spread: 100, first: 250, longest: 1_000 };
const longestQuiet = 2 * Math.max(...Object.values(paces).map(({ longest }) => longest));

interface Group {
  event: EventName;
  pace: Pace;
  hints: Map<string, Hint>;
  timer: ReturnType<typeof setTimeout> | undefined;
  deliveredAt: number;
  pause: number;
}

/**
 * Delivers hints in groups: the first one soon, later ones after a growing pause. A hidden page gets its hints when it becomes visible, except
 * notification counts, which the page title shows.
 */
export function throttleHints(deliver: (hints: Hint[]) => void, signal: AbortSignal): (hint: Hint) => void {
  const groups = new Map<string, Group>();
  const groupOf = (key: string, event: EventName, pace: Pace): Group => {
    const existing = groups.get(key);
    if (existing) return existing;
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
    const about = `${hint.change ?? ''} ${hint.post_id ?? hint.comment_id ?? hint.member_id ?? ''}`;
    const thing = `${hint.event} ${hint.id ?? ''}`;
    const isRead = !isComplete(hint);
    // Hints that need no refetch share a group if their subject and change are the same, so that a topic's new posts arrive in order.
    const group = groupOf(isRead ? thing : `${thing} ${hint.change}`, hint.event, isRead ? paces[hint.event] : paceOfComplete);
    const isWaiting = group.hints.size > 0;
    group.hints.set(about, hint);
    if (isWaiting) return;
    const rest = group.deliveredAt + group.pause - Date.now();
    group.timer = setTimeout(() => send(group), Math.max(Math.random() * group.pace.spread, rest));
  };
}

const knownChanges: Record<Change, true> = {
  likes: true,
  details: true,
  post_added: true,
  post_changed: true,
  post_removed: true,
  comment_added: true,
  comment_removed: true,
};

/** Drops a `change` that only a newer server knows, so that the whole subject is refetched. */
export const withKnownChange = (hint: Hint): Hint =>
  hint.change === undefined || Object.hasOwn(knownChanges, hint.change)
    ? hint
    : { event: hint.event, ...(hint.id !== undefined && { id: hint.id }) };

function forgetQuiet(groups: Map<string, Group>): void {
  for (const [key, { hints, deliveredAt }] of groups) if (hints.size === 0 && Date.now() - deliveredAt > longestQuiet) groups.delete(key);
}

/** Returns whether the hint contains all new data, so that no refetch is needed. */
const isComplete = ({ change, likes_count, number }: Hint): boolean =>
  change === 'likes' ? likes_count !== undefined : change === 'post_added' && number !== undefined;

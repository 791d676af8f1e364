import { typingTimeout } from '@mbari/contract/platform/limits';

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
  announce: (memberId: string, isOnline: boolean) => void,
  changed: (memberId: string) => void,
  now: () => number = () => performance.now(),
): Presence {
  const local = new Map<string, Own>();
  const remote = new Map<string, Map<string, number>>();

  const isOnline = (memberId: string): boolean =>
    isHere(local.get(memberId), now()) || [...remote.values()].some((members) => (members.get(memberId) ?? 0) > now());

  function leave(memberId: string): void {
    local.delete(memberId);
    announce(memberId, false);
    if (!isOnline(memberId)) changed(memberId);
  }

  return {
    isOnline,
    opened(memberId) {
      const wasOnline = isOnline(memberId);
      const entry = local.get(memberId);
      local.set(memberId, { streams: (entry?.streams ?? 0) + 1, until: Infinity });
      if (!entry) announce(memberId, true);
      if (!wasOnline) changed(memberId);
    },
    closed(memberId) {
      const entry = local.get(memberId);
      if (!entry) return;
      entry.streams -= 1;
      if (entry.streams === 0) entry.until = now() + graceMs;
    },
    heard(node, memberId, online) {
      const wasOnline = isOnline(memberId);
      const members = remote.get(node) ?? new Map<string, number>();
      remote.set(node, members);
      if (online) members.set(memberId, now() + believedMs);
      else members.delete(memberId);
      if (wasOnline !== isOnline(memberId)) changed(memberId);
    },
    announce() {
      for (const memberId of local.keys()) announce(memberId, true);
    },
    sweep() {
      for (const [memberId, { until }] of local) if (until <= now()) leave(memberId);
      for (const [node, known] of remote) {
        for (const [memberId, until] of known)
          if (until <= now()) {
            known.delete(memberId);
            if (!isOnline(memberId)) changed(memberId);
          }
        if (known.size === 0) remote.delete(node);
      }
    },
  };
}

/** Members who are typing in topics, on all nodes. Entries expire after twelve seconds. */
export interface TypingMembers {
  add(topicId: string, memberId: string): boolean;
  remove(topicId: string, memberId: string): boolean;
  list(topicId: string): string[];
  /** Removes expired entries and returns their topics. */
  sweep(): string[];
}

const most = { members: 100, topics: 10_000 };

export function trackTypingMembers(now: () => number = () => performance.now()): TypingMembers {
  const topics = new Map<string, Map<string, number>>();

  function remove(topicId: string, memberId: string): boolean {
    const members = topics.get(topicId);
    const was = members?.delete(memberId) ?? false;
    if (members?.size === 0) topics.delete(topicId);
    return was;
  }

  return {
    add(topicId, memberId) {
      const members = topics.get(topicId) ?? new Map<string, number>();
      const isNew = (members.get(memberId) ?? 0) <= now();
      if (isNew && (members.size >= most.members || (members.size === 0 && topics.size >= most.topics))) return false;
      topics.set(topicId, members.set(memberId, now() + typingTimeout));
      return isNew;
    },
    remove,
    list: (topicId) => [...(topics.get(topicId) ?? [])].filter(([, until]) => until > now()).map(([memberId]) => memberId),
    sweep() {
      const ended = [...topics].flatMap(([topicId, known]) =>
        [...known].filter(([, until]) => until <= now()).map(([memberId]) => [topicId, memberId] as const),
      );
      for (const [topicId, memberId] of ended) remove(topicId, memberId);
      return [...new Set(ended.map(([topicId]) => topicId))];
    },
  };
}

const isHere = (entry: Own | undefined, now: number): boolean => entry !== undefined && entry.until > now;

import { typingTimeout } from '@mbari/contract/platform/limits';

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

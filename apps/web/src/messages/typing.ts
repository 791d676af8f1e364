import type { Conversation } from '@mbari/contract/messages/conversations';
import * as limits from '@mbari/contract/platform/limits';
import * as words from '@mbari/words/messages';
import { useSyncExternalStore } from 'react';
import { onHint } from '~/platform/lib/hints.ts';
import { othersIn } from './conversation-words.ts';

/** Ids of typing members by conversation. A new array for each change, for `useSyncExternalStore`. */
const typing = new Map<string, readonly string[]>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();
const nobody: readonly string[] = [];

function set(id: string, members: readonly string[]): void {
  if (members.length === 0) typing.delete(id);
  else typing.set(id, members);
  for (const listener of listeners) listener();
}

function beginTyping(id: string, memberId: string): void {
  const key = `${id} ${memberId}`;
  clearTimeout(timers.get(key));
  timers.set(
    key,
    setTimeout(() => endTyping(id, memberId), limits.typingTimeout),
  );
  const members = typing.get(id) ?? nobody;
  if (!members.includes(memberId)) set(id, [...members, memberId]);
}

/** A message of the member arrived, or the indicator timed out. */
export function endTyping(id: string, memberId: string): void {
  const key = `${id} ${memberId}`;
  clearTimeout(timers.get(key));
  timers.delete(key);
  const members = typing.get(id);
  if (members?.includes(memberId))
    set(
      id,
      members.filter((member) => member !== memberId),
    );
}

let forget: (() => void) | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  forget ??= onHint(({ event, id, member_id: memberId }) => {
    if (event === 'typing' && id !== undefined && memberId !== undefined) beginTyping(id, memberId);
  });
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    forget?.();
    forget = undefined;
  };
}

/** Ids of the members who are typing in a conversation. */
export const useTyping = (id: string): readonly string[] => useSyncExternalStore(subscribe, () => typing.get(id) ?? nobody);

/** Returns who is typing, or null. */
export function typingWords(conversation: Pick<Conversation, 'members'>, ids: readonly string[]): string | null {
  const names = othersIn(conversation).flatMap(({ user }) => (user !== null && ids.includes(user.id) ? [user.name] : []));
  const [name] = names;
  if (name === undefined) return null;
  return names.length > 1 ? words.manyTyping : words.typing({ name: name.split(' ', 1).join('') });
}

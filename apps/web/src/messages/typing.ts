import * as limits from '@mbari/contract/platform/limits';
import { useSyncExternalStore } from 'react';
import { onHint } from '~/platform/lib/hints.ts';

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

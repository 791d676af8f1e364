import { currentSession } from './session.ts';

/** Text of open forms in this tab, by member and scope, so that it survives the deletion of its topic or post. */
const unsent = new Map<string, string>();

const keyOf = (scope: string): string => `${currentSession().user?.id ?? ''} ${scope}`;

export function storeUnsentText(scope: string, text: string): void {
  if (text.trim() === '') unsent.delete(keyOf(scope));
  else unsent.set(keyOf(scope), text);
}

export const findUnsentText = (scope: string): string => unsent.get(keyOf(scope)) ?? '';

export const scopeOfComment = (photoId: string): string => `comment:${photoId}`;

/** Prefix of the queues of unsent messages in local storage. The code that sends them loads only if there is one. */
export const unsentMessages = 'mbari_unsent';

import type { Conversation } from '@mbari/contract/messages/conversations';
import * as words from '@mbari/words/messages';
import { othersIn } from './conversation-words.ts';

/** Returns who is typing, or null. */
export function typingWords(conversation: Pick<Conversation, 'members'>, ids: readonly string[]): string | null {
  const names = othersIn(conversation).flatMap(({ user }) => (user !== null && ids.includes(user.id) ? [user.name] : []));
  const [name] = names;
  if (name === undefined) return null;
  return names.length > 1 ? words.manyTyping : words.typing({ name: name.split(' ', 1).join('') });
}

import type { Message } from '@mbari/contract/messages/messages';
import type { MessagesPage } from './message-queries.ts';

/** Contiguous messages of a conversation, in ascending order. */
export interface MessageWindow {
  messages: readonly Message[];
  /** Version up to which changes are known. */
  version: number;
  hasOlder: boolean;
  hasNewer: boolean;
  /** First message that was unread when the conversation was opened. */
  firstUnread: number | null;
}

/** Maximum number of loaded messages. Loading a page beyond it drops messages at the other end. */
export const messagesKept = 250;

export const openedWindow = ({ data, meta }: MessagesPage): MessageWindow => ({
  messages: data,
  version: meta.version,
  hasOlder: meta.has_older,
  hasNewer: meta.has_newer,
  firstUnread: meta.first_unread,
});

export function withOlder(loaded: MessageWindow, { data, meta }: MessagesPage): MessageWindow {
  const messages = joined(data, loaded.messages);
  const kept = messages.slice(0, messagesKept);
  return { ...loaded, messages: kept, hasOlder: meta.has_older, hasNewer: loaded.hasNewer || kept.length < messages.length };
}

export function withNewer(loaded: MessageWindow, { data, meta }: MessagesPage): MessageWindow {
  const messages = joined(loaded.messages, data);
  const kept = messages.slice(-messagesKept);
  return { ...loaded, messages: kept, hasNewer: meta.has_newer, hasOlder: loaded.hasOlder || kept.length < messages.length };
}

/** Merges added and changed messages. New messages are dropped unless the end is loaded, because they would leave a gap. */
export function withChanges(loaded: MessageWindow, changed: readonly Message[], version: number): MessageWindow {
  const [first, last] = [loaded.messages[0]?.number ?? 0, loaded.messages.at(-1)?.number ?? 0];
  const fitting = changed.filter(({ number }) => (number >= first || !loaded.hasOlder) && (number <= last || !loaded.hasNewer));
  const messages = joined(loaded.messages, fitting);
  // An end that a reader follows for days would grow without limit.
  const kept = messages.slice(-messagesKept);
  return {
    ...loaded,
    messages: kept,
    version: Math.max(loaded.version, version),
    hasOlder: loaded.hasOlder || kept.length < messages.length,
  };
}

/** Joins messages by number. The later version of a message wins, because answers may arrive out of order. */
function joined(one: readonly Message[], other: readonly Message[]): Message[] {
  const messages = new Map(one.map((message) => [message.number, message]));
  for (const message of other) {
    const known = messages.get(message.number);
    if (known === undefined || known.version <= message.version) messages.set(message.number, message);
  }
  return [...messages.values()].sort((a, b) => a.number - b.number);
}

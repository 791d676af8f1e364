import type { Message } from '@mbari/contract/messages/messages';
import { daysAgo } from '~/platform/lib/dates.ts';

export interface Row {
  message: Message;
  /** First message of its day. */
  startsDay: boolean;
  /** First unread message: the line *New* is above it. */
  isFirstUnread: boolean;
  /** First and last message of a run by one author. */
  startsRun: boolean;
  endsRun: boolean;
}

/** Milliseconds between two messages of one run. */
const pause = 10 * 60_000;

export function rowsOf(messages: readonly Message[], firstUnread: number | null): Row[] {
  // The first unread message may be missing, for example if it was deleted meanwhile.
  const unread = firstUnread === null ? undefined : messages.find(({ number, is_own: isOwn }) => number >= firstUnread && !isOwn);
  const breaks = messages.map((message, index) => {
    const before = messages[index - 1];
    return before === undefined || message === unread || !isSameRun(before, message);
  });
  return messages.map((message, index) => ({
    message,
    startsDay: index === 0 || !isSameDay(messages[index - 1]!, message),
    isFirstUnread: message === unread,
    startsRun: breaks[index] === true,
    endsRun: breaks[index + 1] ?? true,
  }));
}

const isSameDay = (before: Message, after: Message): boolean => daysAgo(before.created_at, new Date(after.created_at)) === 0;

const isSameRun = (before: Message, after: Message): boolean =>
  before.notice === null &&
  after.notice === null &&
  before.author?.id === after.author?.id &&
  isSameDay(before, after) &&
  Date.parse(after.created_at) - Date.parse(before.created_at) < pause;

import { expect, test } from 'vitest';
import { messageAt } from '~/testing/a-conversation.ts';
import { messagesKept, type MessageWindow, withChanges, withNewer, withOlder } from './message-window.ts';

const some = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => messageAt(from + index));

const opened = (from: number, to: number, own: Partial<MessageWindow> = {}): MessageWindow => ({
  messages: some(from, to),
  version: to,
  hasOlder: from > 1,
  hasNewer: false,
  firstUnread: null,
  ...own,
});

const page = (from: number, to: number, more = true) => ({
  data: some(from, to),
  meta: { version: to, has_older: more, has_newer: more, first_unread: null },
});

const numbersOf = ({ messages }: MessageWindow) => messages.map(({ number }) => number);

test('changes replace known messages and add new ones at the end', () => {
  const changed = withChanges(opened(2, 4), [messageAt(3, { body: 'Edited', version: 5 }), messageAt(5, { version: 6 })], 6);
  expect(numbersOf(changed)).toEqual([2, 3, 4, 5]);
  expect(changed.messages[1]?.body).toBe('Edited');
  expect(changed.version).toBe(6);
});

test('an earlier version of a message does not replace a later one, and arriving twice changes nothing', () => {
  const later = withChanges(opened(1, 2), [messageAt(2, { body: 'Second', version: 9 })], 9);
  const again = withChanges(later, [messageAt(2, { body: 'First', version: 8 }), messageAt(2, { body: 'Second', version: 9 })], 8);
  expect(again.messages.map(({ body }) => body)).toEqual(['Message 1', 'Second']);
  expect(again.version).toBe(9);
});

test('changes outside of the loaded messages leave no gap', () => {
  const middle = opened(10, 12, { hasNewer: true });
  expect(numbersOf(withChanges(middle, [messageAt(3), messageAt(11), messageAt(40)], 40))).toEqual([10, 11, 12]);
});

test('a long conversation keeps a bounded part in memory', () => {
  const up = withOlder(opened(101, 100 + messagesKept), page(51, 100));
  expect([up.messages.length, up.messages[0]?.number, up.hasNewer]).toEqual([messagesKept, 51, true]);
  const down = withNewer(up, page(51 + messagesKept, 100 + messagesKept, false));
  expect([down.messages.length, down.messages[0]?.number, down.hasOlder, down.hasNewer]).toEqual([messagesKept, 101, true, false]);
  const followed = withChanges(down, some(101 + messagesKept, 110 + messagesKept), 999);
  expect([followed.messages.length, followed.messages.at(-1)?.number]).toEqual([messagesKept, 110 + messagesKept]);
});

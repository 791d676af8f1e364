import { expect, test } from 'vitest';
import { aComment, aReply, aThread } from '~/testing/a-comment.ts';
import { withComment, withEarlierReplies, withoutComment } from './threads.ts';

const ids = ({ replies }: { replies: { id: string }[] }): string[] => replies.map(({ id }) => id);
const of = (...replies: string[]) => replies.map((id) => aReply(id, { created_at: `2026-01-01T00:00:0${id}.000Z` }));

test('a deleted comment is removed, or becomes a tombstone if it has replies', () => {
  expect(withoutComment(aThread(), aComment())).toEqual([]);
  const [line] = withoutComment(aThread({ replies: of('2') }), aComment());
  expect(line).toMatchObject({ is_deleted: true, user: null, content: '', replies_count: 1 });
  expect(withComment(line!, aComment())).toEqual(aThread({ replies: of('2') }));
});

test('deleting the last reply removes the tombstone, and a restored reply keeps its position', () => {
  const line = aThread({ is_deleted: true, user: null, replies: of('2') });
  expect(withoutComment(line, aReply('2'))).toEqual([]);
  const thread = aThread({ replies: of('4', '3', '2') });
  const [left] = withoutComment(thread, thread.replies[1]!);
  expect([ids(left!), left!.replies_count]).toEqual([['4', '2'], 2]);
  expect(withComment(left!, thread.replies[1]!)).toEqual(thread);
  // Removing a reply of another thread changes nothing, nor does restoring an existing reply.
  expect(withoutComment(thread, aReply('9'))).toEqual([thread]);
  expect(withComment(thread, thread.replies[0]!)).toBe(thread);
});

test('new replies are merged with earlier ones, and missing ones are treated as deleted', () => {
  const before = aThread({ replies: of('5', '4', '3', '2', '1'), replies_cursor: null });
  const now = aThread({ replies: of('6', '5', '3'), replies_count: 5, replies_cursor: '3' });
  const merged = withEarlierReplies(now, before);
  expect([ids(merged), merged.replies_cursor, merged.replies_count]).toEqual([['6', '5', '3', '2', '1'], null, 5]);
});

test('a gap between new and loaded replies drops the loaded ones', () => {
  const now = aThread({ replies: of('9', '8', '7'), replies_count: 9, replies_cursor: '7' });
  expect(withEarlierReplies(now, aThread({ replies: of('3', '2', '1') }))).toBe(now);
  expect(withEarlierReplies(now, undefined)).toBe(now);
  expect(withEarlierReplies(now, aThread({ replies: of('9', '8') }))).toBe(now);
  const all = aThread({ replies: of('3', '2'), replies_cursor: null });
  expect(withEarlierReplies(all, aThread({ replies: of('3', '2', '1') }))).toBe(all);
});

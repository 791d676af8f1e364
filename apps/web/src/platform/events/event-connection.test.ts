import { expect, test } from 'vitest';
import { eventParser, retryPause, type StreamEvent } from './event-connection.ts';

test('the first retry comes after one to five seconds', () => {
  expect(retryPause(1, null, 0)).toBe(1_000);
  expect(retryPause(1, null, 1)).toBe(5_000);
});

test('each failure doubles the pause up to a maximum', () => {
  expect([2, 3, 4].map((failures) => retryPause(failures, null, 0))).toEqual([2_000, 4_000, 8_000]);
  expect(retryPause(50, null, 1)).toBe(80_000);
});

test("a retry never comes before the time in the server's Retry-After", () => {
  expect(retryPause(1, 30, 0)).toBe(30_000);
  expect(retryPause(9, 10, 0)).toBe(16_000);
});

function read(...pieces: string[]): StreamEvent[] {
  const events: StreamEvent[] = [];
  const take = eventParser((event) => events.push(event));
  for (const piece of pieces) take(piece);
  return events;
}

test('an event is emitted once it is complete, in any number of chunks', () => {
  const text = 'id: 7-1\nevent: photo\ndata: {"id":"p1"}\n\n';
  const parsed = [{ id: '7-1', name: 'photo', data: '{"id":"p1"}' }];
  expect(read(text)).toEqual(parsed);
  expect(read(...text)).toEqual(parsed);
  expect(read(text.slice(0, -1))).toEqual([]);
});

test('keep-alive comments are not events', () => {
  expect(read(': still here\n\n', ':\n\nevent: feed\ndata: {}\n\n')).toEqual([{ id: null, name: 'feed', data: '{}' }]);
});

test('an id without data is emitted as an event without a name', () => {
  expect(read('id: 7-2\n\n')).toEqual([{ id: '7-2', name: '', data: '' }]);
});

test('CRLF line ends and a value without a leading space are accepted', () => {
  expect(read('event:topic\r\ndata:{"id":"t1"}\r\n\r\n')).toEqual([{ id: null, name: 'topic', data: '{"id":"t1"}' }]);
});

import { expect, test } from 'vitest';
import { eventParser, type StreamEvent } from './parse-events.ts';

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

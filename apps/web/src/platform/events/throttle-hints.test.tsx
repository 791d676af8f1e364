import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Hint } from '~/platform/lib/hints.ts';
import { throttleHints } from './throttle-hints.ts';

let delivered: Hint[][];
let leaving: AbortController;
let take: (hint: Hint) => void;
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  delivered = [];
  leaving = new AbortController();
  take = throttleHints((hints) => delivered.push(hints), leaving.signal);
});
afterEach(() => {
  leaving.abort();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const edited = (post_id: string): Hint => ({ event: 'topic', id: 't1', change: 'post_changed', post_id });

test('hints that need a refetch arrive immediately, then in groups after pauses that double up to a minute', async () => {
  const times: number[] = [];
  const startedAt = Date.now();
  for (let second = 0; second < 300; second += 1) {
    const before = delivered.length;
    take(edited(`p${second % 3}`));
    await vi.advanceTimersByTimeAsync(1_000);
    if (delivered.length > before) times.push(Math.round((Date.now() - startedAt) / 1_000));
  }
  expect(times).toEqual([1, 2, 5, 11, 23, 47, 95, 155, 215, 275]);
  expect(delivered.at(-1)).toHaveLength(3);
});

test('after a quiet time the next hint is again delivered immediately', async () => {
  for (let second = 0; second < 120; second += 1) {
    take(edited('p1'));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  await vi.advanceTimersByTimeAsync(200_000);
  const before = delivered.length;
  take(edited('p1'));
  await vi.advanceTimersByTimeAsync(1);
  expect(delivered).toHaveLength(before + 1);
});

test('hints that need no refetch are delivered without a pause, with the newest count', async () => {
  for (const likes_count of [1, 2, 3]) take({ event: 'topic', id: 't1', change: 'likes', post_id: 'p1', likes_count });
  take({ event: 'topic', id: 't1', change: 'post_added', post_id: 'p2', number: 2 });
  await vi.advanceTimersByTimeAsync(1);
  expect(delivered.flat()).toMatchObject([{ likes_count: 3 }, { change: 'post_added' }]);
});

test('new posts are delivered in order of creation', async () => {
  vi.mocked(Math.random).mockReturnValueOnce(0.9).mockReturnValueOnce(0);
  for (const number of [2, 3]) take({ event: 'topic', id: 't1', change: 'post_added', post_id: `p${number}`, number });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(delivered.flat()).toMatchObject([{ number: 2 }, { number: 3 }]);
});

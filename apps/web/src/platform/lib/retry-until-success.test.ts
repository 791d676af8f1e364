import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryUntilSuccess } from './retry-until-success.ts';

let window: EventTarget;
beforeEach(() => {
  vi.useFakeTimers();
  window = new EventTarget();
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function failing(times: number) {
  const read = vi.fn(async () => {
    if (read.mock.calls.length <= times) throw new Error('no line');
  });
  return read;
}

test('a successful read runs once', async () => {
  const read = failing(0);
  retryUntilSuccess(read).begin();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(read).toHaveBeenCalledTimes(1);
});

test('a failed read is retried after two, four and eight seconds, at most five times in all', async () => {
  const read = failing(99);
  retryUntilSuccess(read).begin();
  for (const [seconds, times] of [
    [1.9, 1],
    [0.2, 2],
    [4, 3],
    [8, 4],
    [16, 5],
    [600, 5],
  ] as const) {
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
    expect(read).toHaveBeenCalledTimes(times);
  }
});

test('a failed read is retried as soon as the connection returns', async () => {
  const [failed, worked] = [failing(1), failing(0)];
  retryUntilSuccess(failed).begin();
  retryUntilSuccess(worked).begin();
  await vi.advanceTimersByTimeAsync(0);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect([failed.mock.calls.length, worked.mock.calls.length]).toEqual([2, 1]);
});

test('no read starts once reading has ended', async () => {
  const read = failing(99);
  const reading = retryUntilSuccess(read);
  reading.begin();
  await vi.advanceTimersByTimeAsync(0);
  reading.end();
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(read).toHaveBeenCalledTimes(1);
});

test('a read requested during another does not run once reading has ended', async () => {
  const read = vi.fn(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
  const reading = retryUntilSuccess(read);
  reading.begin();
  await vi.advanceTimersByTimeAsync(500);
  reading.begin();
  reading.end();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(read).toHaveBeenCalledTimes(1);
});

import { beforeEach, expect, test } from 'vitest';
import { addressKey, openRateLimits } from './rate-limits.ts';
import { countWindows, type WindowCounters } from './window-counters.ts';

let time: number;
let counters: WindowCounters;
beforeEach(() => {
  time = 1_000_000;
  counters = countWindows({ limit: 3, windowMs: 60_000, mostKeys: 100, now: () => time });
});

const use = (key: string, times = 1): number => {
  let count = 0;
  for (let n = 0; n < times; n += 1) ({ count } = counters.add(key));
  return count;
};

test('a window begins with the first use and ends a full period later', () => {
  expect(counters.add('ada')).toEqual({ count: 1, msLeft: 60_000 });
  time += 59_999;
  expect(counters.add('ada')).toEqual({ count: 2, msLeft: 1 });
  expect(use('ada', 5)).toBe(7);
  time += 1;
  expect(counters.countOf('ada')).toBe(0);
  expect(counters.add('ada')).toEqual({ count: 1, msLeft: 60_000 });
});

test('each key has its own count', () => {
  use('ada', 3);
  expect([counters.countOf('ada'), counters.countOf('obi'), use('obi')]).toEqual([3, 0, 1]);
});

test('keys with an ended window are dropped', () => {
  for (let n = 0; n < 50; n += 1) use(`early ${n}`, (n % 4) + 1);
  time += 30_000;
  for (let n = 0; n < 20; n += 1) use(`late ${n}`);
  time += 30_000;
  expect(counters.load()).toEqual({ keys: 20, evicted: 0 });
  expect(counters.countOf('late 3')).toBe(1);
});

test('a flood of new keys is bounded and evicts no key that is used up or was used repeatedly', () => {
  use('used up', 3);
  use('used twice', 2);
  for (let n = 0; n < 10_000; n += 1) use(`flood ${n}`);
  const { keys, evicted } = counters.load();
  expect(keys).toBeLessThanOrEqual(100);
  expect(keys + evicted).toBe(10_002);
  expect([counters.countOf('used up'), counters.countOf('used twice')]).toEqual([3, 2]);
  expect([counters.countOf('flood 0'), counters.countOf('flood 9999')]).toEqual([0, 1]);
});

test('a key with an ended window is evicted before one whose window is running', () => {
  use('began first');
  time += 30_000;
  use('began later', 2);
  use('began first');
  time += 30_000;
  for (let n = 0; n < 99; n += 1) use(`twice ${n}`, 2);
  expect(counters.countOf('began later')).toBe(2);
  expect(counters.load()).toEqual({ keys: 100, evicted: 0 });
});

test('used-up keys are evicted last, the oldest of them first', () => {
  use('used up', 3);
  for (let n = 0; n < 1_000; n += 1) use(`twice ${n}`, 2);
  expect(counters.countOf('used up')).toBe(3);
  for (let n = 0; n < 1_000; n += 1) use(`thrice ${n}`, 3);
  expect([counters.countOf('used up'), counters.countOf('thrice 999')]).toEqual([0, 3]);
  expect(counters.load().keys).toBeLessThanOrEqual(100);
});

test('a limit keeps at most twenty thousand addresses, and long keys take no more memory', async () => {
  const limits = openRateLimits({ scale: 1, now: () => time });
  const address = (n: number): string => addressKey(`2001:db8:${n.toString(16)}:1::1`);
  for (let n = 0; n < 30_000; n += 1) await limits.spend('any call by ip without session', address(n));
  const load = limits.load().find(({ name }) => name === 'any call by ip without session');
  expect(load).toMatchObject({ mostKeys: 20_000, refused: 0 });
  expect(load!.keys).toBeLessThanOrEqual(20_000);
  expect(load!.keys + load!.evicted).toBe(30_000);
  const long = `${'a'.repeat(250)}@example.test`;
  await limits.count('login failures by account', long);
  expect([await limits.overrun('login failures by account', long), limits.load().reduce((sum, { keys }) => sum + keys, 0)]).toEqual([
    0,
    load!.keys + 1,
  ]);
});

test('guessing at an account stays limited during a flood of made-up addresses', async () => {
  const limits = openRateLimits({ scale: 1, now: () => time });
  for (let n = 0; n < 25; n += 1) await limits.count('login failures by account', 'ada@example.test');
  for (let n = 0; n < 60_000; n += 1) await limits.count('login failures by account', `${n}@example.test`);
  expect(await limits.overrun('login failures by account', 'ada@example.test')).toBe(1);
});

test('a refusal has the time to wait and is counted', async () => {
  const limits = openRateLimits({ scale: 1, now: () => time });
  for (let n = 0; n < 60; n += 1) await limits.spend('like by member', 'ada');
  time += 20_500;
  await expect(limits.spend('like by member', 'ada')).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 40, limit: 60 });
  expect(limits.load().find(({ name }) => name === 'like by member')).toMatchObject({ refused: 1, keys: 1 });
  time += 39_500;
  await limits.spend('like by member', 'ada');
});

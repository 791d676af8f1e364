import { expect, test } from 'vitest';
import { retryPause } from './event-connection.ts';

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

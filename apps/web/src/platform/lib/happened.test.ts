import { expect, test } from 'vitest';
import { happened } from './happened.ts';

const now = new Date(2026, 4, 15, 12, 0);

test.each([
  [new Date(2026, 4, 15, 12, 0, 20), 'Just now'],
  [new Date(2026, 4, 15, 11, 59, 30), 'Just now'],
  [new Date(2026, 4, 15, 11, 52), '8 minutes ago'],
  [new Date(2026, 4, 15, 9, 0), '3 hours ago'],
  [new Date(2026, 4, 14, 23, 30), 'Yesterday, 23:30'],
  [new Date(2026, 4, 12, 8, 0), 'Tuesday'],
  [new Date(2026, 4, 2, 8, 0), '2 May 2026'],
])('the time %s is shown as “%s”', (then, expected) => {
  expect(happened(then.toISOString(), now)).toBe(expected);
});

import { expect, test } from 'vitest';
import { dayAgo, dayAndMonth, daysAgo } from './day-ago.ts';

const now = new Date(2026, 4, 20, 9);
const isoDate = (month: number, day: number, year = 2026): string => new Date(year, month - 1, day, 23, 30).toISOString();

test('days are counted by the calendar, and future times count as today', () => {
  expect([isoDate(5, 20), isoDate(5, 19), isoDate(5, 13), isoDate(5, 22)].map((iso) => daysAgo(iso, now))).toEqual([0, 1, 7, 0]);
});

test('a day of the last week is relative, an earlier one is a date', () => {
  expect([isoDate(5, 20), isoDate(5, 19), isoDate(5, 14)].map((iso) => dayAgo(iso, now))).toEqual(['today', 'yesterday', '6 days ago']);
  expect(dayAgo(isoDate(5, 13), now)).toMatch(/^(?:13 May|May 13)$/);
});

test('the year is shown if it is not the current one', () => {
  expect(dayAndMonth(isoDate(5, 2), now)).not.toContain('2026');
  expect(dayAndMonth(isoDate(5, 2, 2025), now)).toContain('2025');
});

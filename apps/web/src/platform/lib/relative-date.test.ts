import { expect, test } from 'vitest';
import { relativeDate } from './relative-date.ts';

const now = new Date(2026, 10, 21, 0, 30);
const dateOf = (year: number, month: number, date: number, hour = 12) => new Date(year, month, date, hour).toISOString();

test.each([
  ['the same day', dateOf(2026, 10, 21, 0), 'Today'],
  ['ninety minutes ago, before midnight', dateOf(2026, 10, 20, 23), 'Yesterday'],
  ['the day before yesterday', dateOf(2026, 10, 19), '2 days ago'],
  ['six days ago', dateOf(2026, 10, 15), '6 days ago'],
  ['seven days ago', dateOf(2026, 10, 14), '14 November 2026'],
  ['another year', dateOf(2024, 1, 29), '29 February 2024'],
  ['a time half an hour in the future', dateOf(2026, 10, 21, 1), 'Today'],
])('%s has the right relative date', (_, date, words) => {
  expect(relativeDate(date, now)).toBe(words);
});

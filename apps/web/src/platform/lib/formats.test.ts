import { expect, test } from 'vitest';
import { happened } from '~/platform/ui/happened-time.tsx';
import { dayAgo, dayAndMonth, daysAgo, relativeDate } from './dates.ts';
import { deviceName } from './device-name.ts';
import { formatBytes } from './format-bytes.ts';

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

const afterMidnight = new Date(2026, 10, 21, 0, 30);
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
  expect(relativeDate(date, afterMidnight)).toBe(words);
});

const nowInMay = new Date(2026, 4, 15, 12, 0);

test.each([
  [new Date(2026, 4, 15, 12, 0, 20), 'Just now'],
  [new Date(2026, 4, 15, 11, 59, 30), 'Just now'],
  [new Date(2026, 4, 15, 11, 52), '8 minutes ago'],
  [new Date(2026, 4, 15, 9, 0), '3 hours ago'],
  [new Date(2026, 4, 14, 23, 30), 'Yesterday, 23:30'],
  [new Date(2026, 4, 12, 8, 0), 'Tuesday'],
  [new Date(2026, 4, 2, 8, 0), '2 May 2026'],
])('the time %s is shown as “%s”', (then, expected) => {
  expect(happened(then.toISOString(), nowInMay)).toBe(expected);
});

test.each([
  ['Chrome on Android', { browser: 'Chrome', system: 'Android' }],
  ['Firefox', { browser: 'Firefox', system: null }],
  ['Linux', { browser: null, system: 'Linux' }],
  ['Unknown device', { browser: null, system: null }],
  ['Kitchen tablet', null],
])('a device is named %s', (device, device_parts) => {
  expect(deviceName({ device: device_parts === null ? device : 'in English', device_parts })).toBe(device);
});

test('a size is written in kB below 0.95 MB, in MB below 0.95 GB, otherwise in GB', () => {
  const [kilobyte, megabyte, gigabyte] = [1024, 1024 ** 2, 1024 ** 3];
  const sizes = [0, 1, 640 * kilobyte, 4.8 * megabyte, 700 * megabyte, 1.24 * gigabyte, 5 * gigabyte];
  expect(sizes.map(formatBytes)).toEqual(['0 kB', '1 kB', '640 kB', '4.8 MB', '700.0 MB', '1.2 GB', '5 GB']);
});

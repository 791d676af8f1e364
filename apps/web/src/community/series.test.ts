import { expect, test } from 'vitest';
import { groupByWeek, lastWholeDay, forecastFullDay } from './series.ts';

const days = (measure: 'members' | 'photos' | 'first_reply', values: number[]) =>
  values.map((value, index) => ({ measure, day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10), value }));
const fifteen = Array.from({ length: 15 }, (_, index) => index + 1);

test('the last week ends with the last whole day, and each week’s value is the sum of its days', () => {
  const series = [...days('members', fifteen), ...days('photos', fifteen)];
  expect(lastWholeDay(series)).toBe('2026-01-14');
  expect(groupByWeek(series, 'photos', 'sum')).toEqual([
    { day: '2026-01-07', value: 28 },
    { day: '2026-01-14', value: 77 },
  ]);
});

test('a week of a rolling measure has the value of its last day', () => {
  const series = [...days('members', fifteen), ...days('first_reply', fifteen)];
  expect(groupByWeek(series, 'first_reply', 'last').map(({ value }) => value)).toEqual([7, 14]);
});

test('the forecast is the day on which a growing series reaches its limit, and null for other series', () => {
  const points = days('members', [0, 10, 20]);
  expect(forecastFullDay(points, 120)).toBe('2026-01-13');
  expect(forecastFullDay(points, null)).toBeNull();
  expect(forecastFullDay(days('members', [20, 20, 20]), 120)).toBeNull();
  expect(forecastFullDay(days('members', [20]), 120)).toBeNull();
});

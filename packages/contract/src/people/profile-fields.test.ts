import { expect, test } from 'vitest';
import { latestBirthday } from './profile-fields.ts';

const on = (moment: string): string => latestBirthday(new Date(moment));

test('a member is old enough on the eighteenth birthday, and not a day before', () => {
  expect(on('2026-11-21T00:00:00Z')).toBe('2008-11-21');
  expect(on('2026-11-20T23:59:59Z')).toBe('2008-11-20');
});

test('on a leap day the latest birthday is the 28 February eighteen years before', () => {
  expect(on('2028-02-29T12:00:00Z')).toBe('2010-02-28');
  expect(on('2028-03-01T12:00:00Z')).toBe('2010-03-01');
});

test('a member born on a leap day is old enough on 1 March', () => {
  expect('2008-02-29' <= on('2026-02-28T12:00:00Z')).toBe(false);
  expect('2008-02-29' <= on('2026-03-01T12:00:00Z')).toBe(true);
});

import { expect, test } from 'vitest';
import { pairUp } from './vote.ts';

const first = { random: () => 0 };

test('neighbours meet, each once', () => {
  expect(pairUp(['a', 'b', 'c', 'd', 'e'], [], { count: 5, ...first })).toEqual([
    { left_id: 'a', right_id: 'b' },
    { left_id: 'c', right_id: 'd' },
  ]);
  expect(pairUp(['a', 'b', 'c', 'd'], [], { count: 1, random: () => 0.9 })).toEqual([{ left_id: 'b', right_id: 'a' }]);
});

test('a voter never gets a pair again, on whichever sides it was', () => {
  const had = [{ left_id: 'b', right_id: 'a' }];
  expect(pairUp(['a', 'b', 'c', 'd'], had, { count: 5, ...first })).toEqual([
    { left_id: 'a', right_id: 'c' },
    { left_id: 'b', right_id: 'd' },
  ]);
  expect(pairUp(['a', 'b'], had, { count: 5, ...first })).toEqual([]);
});

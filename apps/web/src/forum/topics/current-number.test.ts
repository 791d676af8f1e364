import { expect, test } from 'vitest';
import { currentNumber } from './current-number.ts';

test('those who show the number of the post that is read are told when it changes, and only then', () => {
  const current = currentNumber(7);
  const seen: number[] = [];
  const end = current.subscribe(() => seen.push(current.get()));
  for (const number of [7, 8, 8, 9]) current.set(number);
  end();
  current.set(10);
  expect(seen).toEqual([8, 9]);
  expect(current.get()).toBe(10);
});

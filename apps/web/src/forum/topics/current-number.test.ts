import { expect, test } from 'vitest';
import { currentNumber } from './current-number.ts';

test('subscribers are notified only when the current number changes', () => {
  const current = currentNumber(7);
  const seenNumbers: number[] = [];
  const end = current.subscribe(() => seenNumbers.push(current.get()));
  for (const number of [7, 8, 8, 9]) current.set(number);
  end();
  current.set(10);
  expect(seenNumbers).toEqual([8, 9]);
  expect(current.get()).toBe(10);
});

import { expect, test } from 'vitest';
import { currentNumber } from './current-number.ts';

test('subscribers are notified only when the current number changes', () => {
  const current = currentNumber(7);
  const seen: number[] = [];
  const end = current.subscribe(() => seen.push(current.get()));
  for (const number of [7, 8, 8, 9]) current.set(number);
  end();
  current.set(10);
  expect(seen).toEqual([8, 9]);
  expect(current.get()).toBe(10);
});

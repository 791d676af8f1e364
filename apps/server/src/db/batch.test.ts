import { expect, test } from 'vitest';
import { batch } from './batch.ts';

/** A batch whose answers are its keys, and what was asked at once. */
function recorded(atMost?: number) {
  const asked: number[][] = [];
  const ask = batch(async (keys: number[]) => {
    asked.push(keys);
    return keys;
  }, atMost);
  return { ask, asked };
}

test('what is asked in one turn is asked at once, and each hears its own answer', async () => {
  const { ask, asked } = recorded();
  expect(await Promise.all([3, 1, 2].map(ask))).toEqual([3, 1, 2]);
  expect(asked).toEqual([[3, 1, 2]]);
});

test('more than are asked at once are asked in parts, and nothing is asked for nobody', async () => {
  const { ask, asked } = recorded(2);
  expect(await Promise.all([1, 2, 3, 4].map(ask))).toEqual([1, 2, 3, 4]);
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(asked).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test('what fails fails for all who asked', async () => {
  const ask = batch(() => Promise.reject(new Error('away')));
  const answers = await Promise.allSettled([ask(1), ask(2)]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

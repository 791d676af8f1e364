import { expect, test } from 'vitest';
import { batch } from './batch.ts';

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

test('while as many queries as may be are on their way, what is asked gathers for the next', async () => {
  const asked: number[][] = [];
  const answer: (() => void)[] = [];
  const ask = batch(
    (keys: number[]) => {
      asked.push(keys);
      return new Promise<number[]>((resolve) => answer.push(() => resolve(keys)));
    },
    2,
    1,
  );
  const answers = [ask(1)];
  await new Promise(setImmediate);
  answers.push(ask(2), ask(3), ask(4));
  await new Promise(setImmediate);
  expect(asked).toEqual([[1]]);
  for (let n = 0; n < 3; n += 1) {
    answer[n]!();
    await new Promise(setImmediate);
  }
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 4]);
  expect(asked).toEqual([[1], [2, 3], [4]]);
});

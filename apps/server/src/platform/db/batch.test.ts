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

test('keys requested in one turn are loaded together, and each caller gets its own result', async () => {
  const { ask, asked } = recorded();
  expect(await Promise.all([3, 1, 2].map(ask))).toEqual([3, 1, 2]);
  expect(asked).toEqual([[3, 1, 2]]);
});

test('keys beyond the batch size are loaded in parts, and no keys cause no query', async () => {
  const { ask, asked } = recorded(2);
  expect(await Promise.all([1, 2, 3, 4].map(ask))).toEqual([1, 2, 3, 4]);
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(asked).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test('a failed batch fails for all its callers', async () => {
  const ask = batch(() => Promise.reject(new Error('away')));
  const answers = await Promise.allSettled([ask(1), ask(2)]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('keys gather while the maximum number of queries is running', async () => {
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

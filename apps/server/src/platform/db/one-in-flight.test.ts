import { expect, test } from 'vitest';
import { oneInFlight } from './one-in-flight.ts';

/** Work that is finished by hand, one turn after the other. */
function byHand(atMost?: number) {
  const turns: { key: string; items: number[]; finish: (error?: Error) => void }[] = [];
  const ask = oneInFlight<number, string>(
    (key, items) =>
      new Promise((resolve, reject) => {
        const finish = (error?: Error): void => (error ? reject(error) : resolve(items.map((item) => `${key}${item}`)));
        turns.push({ key, items, finish });
      }),
    atMost,
  );
  return { turns, ask };
}

test('what is asked while a turn is in flight is done together in the next, and each is answered its own', async () => {
  const { turns, ask } = byHand();
  const answers = [1, 2, 3].map((item) => ask('a', item));
  expect(turns.map(({ items }) => items)).toEqual([[1]]);
  turns[0]!.finish();
  expect(await answers[0]).toBe('a1');
  expect(turns.map(({ items }) => items)).toEqual([[1], [2, 3]]);
  turns[1]!.finish();
  expect(await Promise.all(answers)).toEqual(['a1', 'a2', 'a3']);
  const later = ask('a', 4);
  turns[2]!.finish();
  expect(await later).toBe('a4');
});

test('a turn takes no more than it may, and other keys do not wait', async () => {
  const { turns, ask } = byHand(2);
  const answers = [1, 2, 3, 4].map((item) => ask('a', item));
  const other = ask('b', 1);
  expect(turns.map(({ key, items }) => [key, items])).toEqual([
    ['a', [1]],
    ['b', [1]],
  ]);
  turns[1]!.finish();
  expect(await other).toBe('b1');
  turns[0]!.finish();
  await answers[0];
  expect(turns.at(-1)!.items).toEqual([2, 3]);
  turns.at(-1)!.finish();
  await answers[1];
  turns.at(-1)!.finish();
  expect(await answers[3]).toBe('a4');
});

test('a turn that fails fails for those in it alone', async () => {
  const { turns, ask } = byHand();
  const first = ask('a', 1);
  const second = ask('a', 2);
  turns[0]!.finish(new Error('no database'));
  await expect(first).rejects.toThrow('no database');
  turns[1]!.finish();
  expect(await second).toBe('a2');
});

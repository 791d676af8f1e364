import { expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { type Hint, openHints, readChunk } from './hints.ts';

const photo = (): Hint => ['photo', newId()];

test('hints are delivered locally and sent to other nodes, each once', async () => {
  const payloads: string[] = [];
  const received: Hint[] = [];
  const hints = openHints(async (chunks) => void payloads.push(...chunks));
  hints.listen((some) => received.push(...some));
  const emitted: Hint[] = [photo(), ['follow', newId(), newId()], ['notifications'], ['everything']];
  for (const hint of [...emitted, ...emitted]) hints.add(hint);
  await hints.close();
  expect(received).toEqual(emitted);
  expect(payloads.map(readChunk)).toEqual([{ node: hints.node, hints: emitted }]);
});

test('many hints are sent in one statement, in chunks that PostgreSQL accepts', async () => {
  const statements: string[][] = [];
  const hints = openHints(async (chunks) => void statements.push(chunks));
  const emitted = Array.from({ length: 1_000 }, photo);
  for (const hint of emitted) hints.add(hint);
  await hints.close();
  expect(statements).toHaveLength(1);
  expect(Math.max(...statements[0]!.map((chunk) => Buffer.byteLength(chunk)))).toBeLessThan(8_000);
  expect(statements[0]!.flatMap((chunk) => readChunk(chunk).hints)).toEqual(emitted);
});

test('unsent hints are sent later, and more than 20,000 are replaced by a full refresh', async () => {
  let isDown = true;
  const received: Hint[] = [];
  const hints = openHints(async (chunks) => {
    if (isDown) throw new Error('The database is down.');
    received.push(...chunks.flatMap((chunk) => readChunk(chunk).hints));
  });
  const first = photo();
  hints.add(first);
  await hints.close();
  isDown = false;
  hints.add(['notifications']);
  await hints.close();
  expect(received).toEqual([first, ['notifications']]);
  isDown = true;
  for (let count = 0; count <= 20_000; count += 1) hints.add(photo());
  await hints.close();
  isDown = false;
  await hints.close();
  expect(received.slice(2)).toEqual([['everything']]);
});

test('thirty thousand hints about online members are all sent while the database accepts hints', async () => {
  const received: Hint[] = [];
  const hints = openHints(async (chunks) => void received.push(...chunks.flatMap((chunk) => readChunk(chunk).hints)));
  const emitted = Array.from({ length: 30_000 }, (): Hint => ['online', newId()]);
  for (const hint of emitted) hints.add(hint);
  await hints.close();
  expect(received).toHaveLength(emitted.length);
  expect(received.at(-1)).toEqual(emitted.at(-1));
});

test('unknown hints are skipped', () => {
  expect(readChunk(`node zAAAA p tooshort n p${'A'.repeat(22)}`).hints).toEqual([
    ['notifications'],
    ['photo', '00000000-0000-0000-0000-000000000000'],
  ]);
});

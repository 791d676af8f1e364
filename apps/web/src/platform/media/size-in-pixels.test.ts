import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { headOf, kindOf } from './check-files.ts';
import { sizeWithin } from './draw-smaller.ts';
import { sizeInPixels } from './size-in-pixels.ts';

const sample = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../../../../../e2e/samples/${name}`, import.meta.url)));

test.each([
  ['j-sos-params.jpg', 640, 400],
  ['j-orient-6-long.jpg', 640, 400],
  ['p-tall-1080x20000.png', 1080, 20_000],
  ['g-offset.gif', 200, 140],
  ['small-exif6.webp', 300, 170],
])('the size of %s is read from its header', async (name, width, height) => {
  const file = sample(name);
  const head = await headOf(new Blob([file]));
  expect(sizeInPixels(head, kindOf(head).name)).toEqual({ width, height });
});
test('a truncated header declares no size', () => {
  for (const length of [0, 4, 12, 20, 24]) expect(sizeInPixels(sample('j-sos-params.jpg').subarray(0, length), 'jpeg')).toBeNull();
  expect(sizeInPixels(sample('p-tall-1080x20000.png').subarray(0, 18), 'png')).toBeNull();
  expect(sizeInPixels(sample('small.bmp'), null)).toBeNull();
});
test('an image beyond the maximum width, height or pixels is reduced in proportion', () => {
  const most = { width: 2048, height: 8192, pixels: 50_000_000 };
  expect(sizeWithin({ width: 1080, height: 20_000 }, most)).toEqual({ width: 442, height: 8192 });
  expect(sizeWithin({ width: 4096, height: 100 }, most)).toEqual({ width: 2048, height: 50 });
  expect(sizeWithin({ width: 300, height: 200 }, most)).toEqual({ width: 300, height: 200 });
  expect(sizeWithin({ width: 20_000, height: 10_000 }, { width: 16_384, height: 16_384, pixels: 50_000_000 })).toEqual({
    width: 10_000,
    height: 5_000,
  });
});

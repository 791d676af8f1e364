import { describe, expect, test } from 'vitest';
import { packRows } from './pack-rows.ts';

/** Common camera ratios, in an order that does not repeat soon. */
const shapes = [4 / 3, 3 / 4, 3 / 2, 1, 2 / 3, 16 / 9, 4 / 5, 3 / 2];
const photos = Array.from({ length: 200 }, (_, index) => shapes[(index * index * 7 + index * 3) % shapes.length] ?? 1);

describe.each([652, 908, 1112, 1160, 1596, 2276])('a wall of %i px', (width) => {
  const wall = { width, gap: 20 };
  const rows = packRows(photos, wall);

  test('a wall has every photo once, in order', () => {
    expect(rows.flatMap(({ from, to }) => photos.map((_, index) => index).slice(from, to))).toEqual(photos.map((_, index) => index));
  });
  test('a wall fills every row but the last, at heights between 200 and 500 px', () => {
    for (const { from, to, height } of rows.slice(0, -1)) {
      const across = photos.slice(from, to).reduce((sum, ratio) => sum + ratio * height, 0) + 20 * (to - from - 1);
      expect(across).toBeCloseTo(width, 5);
      expect(height).toBeGreaterThanOrEqual(200);
      expect(height).toBeLessThanOrEqual(500);
    }
  });
  test('a wall keeps its rows when more photos follow', () => {
    const fewer = packRows(photos.slice(0, 120), wall);
    expect(rows.slice(0, fewer.length - 1)).toEqual(fewer.slice(0, -1));
  });
});

test('most rows of a wide wall are 300 to 420 px high', () => {
  const rows = packRows(photos, { width: 1112, gap: 20 }).slice(0, -1);
  expect(rows.filter(({ height }) => height >= 300 && height <= 420).length / rows.length).toBeGreaterThan(0.75);
});

test('each photo has its own row on a phone', () => {
  expect(packRows([2, 0.5], { width: 360, gap: 0 })).toEqual([
    { from: 0, to: 1, height: 180, width: 360 },
    { from: 1, to: 2, height: 720, width: 360 },
  ]);
});

test('a single photo is not enlarged to the width of the wall', () => {
  expect(packRows([0.75], { width: 1112, gap: 20 })).toEqual([{ from: 0, to: 1, height: 340, width: 255 }]);
});

test('a panorama has its own row', () => {
  expect(packRows([4, 1, 1], { width: 1112, gap: 20 })[0]).toEqual({ from: 0, to: 1, height: 278, width: 1112 });
});

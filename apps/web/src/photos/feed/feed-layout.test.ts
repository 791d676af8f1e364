import type { Photo } from '@mbari/contract/photos/posts';
import { describe, expect, test } from 'vitest';
import { packRows } from '~/photos/wall/row-layout.ts';
import { bandAround, rowsInWindow } from '~/photos/wall/wall-rows.tsx';
import { foldBursts } from './fold-bursts.ts';
import { seeded } from './seeded.ts';
import { orderTrending } from './trending-photos.ts';

describe('trending order', () => {
  const post = (id: string, likes_count = 0, comments_count = 0) => ({ id, likes_count, comments_count }) as Photo;
  const ids = (photos: readonly Photo[]) => photos.map(({ id }) => id);
  const alike = Array.from({ length: 30 }, (_, index) => post(`post ${index}`));
  const unordered = (seed: number) => ({ seed, ids: [] });

  describe('the weight', () => {
    test('the weight is 1.5 for a like and 2 for a comment', () => {
      // The random part adds at most ten, so a greater difference decides the order.
      for (let seed = 0; seed < 50; seed += 1) {
        expect(ids(orderTrending([post('liked', 20), post('discussed', 0, 21), post('new')], unordered(seed)))).toEqual([
          'discussed',
          'liked',
          'new',
        ]);
        expect(ids(orderTrending([post('new'), post('liked', 7)], unordered(seed)))).toEqual(['liked', 'new']);
      }
    });
    test('the weight sums likes, comments and a random part of up to 10', () => {
      const posts = Array.from({ length: 60 }, (_, index) => post(`post ${index}`, index % 9, index % 7));
      for (let seed = 0; seed < 50; seed += 1) {
        const random = seeded(seed);
        const weighed = posts.map(({ id, likes_count, comments_count }) => ({
          id,
          weight: likes_count * 1.5 + comments_count * 2 + random() * 10,
        }));
        expect(ids(orderTrending(posts, unordered(seed)))).toEqual(weighed.sort((a, b) => b.weight - a.weight).map(({ id }) => id));
      }
    });
    test('the random part of the weight is less than 10', () => {
      const firsts = Array.from({ length: 200 }, (_, seed) => orderTrending([post('new'), post('liked', 6)], unordered(seed))[0]?.id);
      expect(firsts.filter((id) => id === 'liked').length).toBeGreaterThan(180);
      expect(firsts).toContain('new');
    });
  });

  describe('one seed', () => {
    test('one seed always gives the same order, and another seed another order', () => {
      expect(ids(orderTrending(alike, unordered(7)))).toEqual(ids(orderTrending(alike, unordered(7))));
      expect(ids(orderTrending(alike, unordered(7)))).not.toEqual(ids(orderTrending(alike, unordered(8))));
    });
    test('one seed gives evenly spread numbers from 0 to 1', () => {
      const random = seeded(1);
      const numbers = Array.from({ length: 1000 }, random);
      expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...numbers)).toBeLessThan(1);
      expect(numbers.reduce((sum, number) => sum + number) / 1000).toBeCloseTo(0.5, 1);
    });
  });

  describe('a given order', () => {
    const given = ids(orderTrending(alike, unordered(7)));
    test('a given order stays when likes change', () => {
      const liked = alike.map((photo, index) => ({ ...photo, likes_count: index * 40 }));
      expect(ids(orderTrending(liked, { seed: 7, ids: given }))).toEqual(given);
    });
    test('a given order drops deleted posts and appends new ones', () => {
      const photos = [post('newcomer', 500), ...alike.slice(1)];
      expect(ids(orderTrending(photos, { seed: 7, ids: given }))).toEqual([...given.filter((id) => id !== 'post 0'), 'newcomer']);
    });
  });
});

describe('fold bursts', () => {
  /** Returns posts, newest first, from 'name minutes-ago'. */
  const wall = (...words: string[]): Photo[] =>
    words.map((word, index) => {
      const [name = '', minutes = '0'] = word.split(' ');
      const created_at = new Date(Date.UTC(2026, 3, 12) - Number(minutes) * 60_000).toISOString();
      return { id: `${name}${index}`, user: { id: name }, created_at } as Photo;
    });
  const ids = (photos: readonly Photo[]) => photos.map(({ id }) => id);
  const closed = { open: [], more: false };

  describe('a burst', () => {
    test('a burst of three is folded behind its newest post', () => {
      const { photos, stacks } = foldBursts(wall('bola', 'ada 1', 'ada 2', 'ada 3', 'efe 4'), closed);
      expect(ids(photos)).toEqual(['bola0', 'ada1', 'efe4']);
      expect(ids(stacks.get('ada1')?.behind ?? [])).toEqual(['ada2', 'ada3']);
      expect(stacks.size).toBe(1);
    });
    test('two posts are not a burst', () => {
      const { photos, stacks } = foldBursts(wall('ada 1', 'ada 2', 'efe 4', 'ada 5', 'ada 6'), closed);
      expect(ids(photos)).toEqual(['ada0', 'ada1', 'efe2', 'ada3', 'ada4']);
      expect(stacks.size).toBe(0);
    });
    test('a burst ends an hour before its newest post', () => {
      const { photos, stacks } = foldBursts(wall('ada 0', 'ada 30', 'ada 60', 'ada 61', 'ada 62'), closed);
      expect(ids(photos)).toEqual(['ada0', 'ada3', 'ada4']);
      expect(ids(stacks.get('ada0')?.behind ?? [])).toEqual(['ada1', 'ada2']);
    });
    test('posts over a whole day are not a burst', () => {
      expect(foldBursts(wall('ada 0', 'ada 300', 'ada 600'), closed).stacks.size).toBe(0);
    });
    test('an open burst shows all its posts', () => {
      const posts = wall('ada 0', 'ada 1', 'ada 2', 'efe 3');
      for (const open of ['ada0', 'ada2']) {
        const { photos, stacks } = foldBursts(posts, { open: [open], more: false });
        expect(ids(photos)).toEqual(ids(posts));
        expect(stacks.get('ada0')?.open).toBe(true);
      }
    });
  });

  describe('while more posts can be loaded', () => {
    const page = wall('efe 0', 'ada 1', 'ada 2');
    test('the second of two posts is held back until the next page shows whether they begin a burst', () => {
      expect(ids(foldBursts(page, { open: [], more: true }).photos)).toEqual(['efe0', 'ada1']);
      expect(ids(foldBursts(page, closed).photos)).toEqual(['efe0', 'ada1', 'ada2']);
    });
    test('a burst grows without moving anything on the wall', () => {
      const before = foldBursts(wall('efe 0', 'ada 1', 'ada 2', 'ada 3'), { open: [], more: true });
      const after = foldBursts(wall('efe 0', 'ada 1', 'ada 2', 'ada 3', 'ada 4', 'bola 5'), { open: [], more: true });
      expect(ids(after.photos).slice(0, before.photos.length)).toEqual(ids(before.photos));
      expect(after.stacks.get('ada1')?.behind.length).toBe(3);
    });
  });

  test('folding loses or repeats no post for any page size', () => {
    const names = ['ada', 'ada', 'ada', 'efe', 'ada', 'ada', 'bola', 'bola', 'bola', 'bola', 'efe', 'efe'];
    const posts = wall(...names.map((name, index) => `${name} ${index * 7}`));
    let before: string[] = [];
    for (let length = 1; length <= posts.length; length += 1) {
      const { photos, stacks } = foldBursts(posts.slice(0, length), { open: [], more: length < posts.length });
      const shownPhotos = photos.flatMap((photo) => [photo, ...(stacks.get(photo.id)?.behind ?? [])]);
      expect(ids(shownPhotos)).toEqual(ids(posts).slice(0, shownPhotos.length));
      expect(ids(photos).slice(0, before.length)).toEqual(before);
      before = ids(photos);
    }
    expect(before.length).toBe(7);
  });
});

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

/** Tops of 1000 rows of 400 px, then the end of the wall. */
const tops = Array.from({ length: 1001 }, (_, row) => row * 400);
const numbers = (rows: { row: number }[]): number[] => rows.map(({ row }) => row);

describe('the band', () => {
  test('the band reaches the given number of windows up and down', () => {
    expect(bandAround(4000, 800, 2)).toEqual({ from: 2400, to: 6400 });
  });
  test('the band moves in steps of half a window and always includes the window', () => {
    const bands = Array.from({ length: 400 }, (_, px) => bandAround(4000 + px, 800, 0));
    expect(new Set(bands.map(({ from, to }) => `${from} ${to}`)).size).toBeLessThanOrEqual(2);
    bands.forEach(({ from, to }, px) => {
      expect(from).toBeLessThanOrEqual(4000 + px);
      expect(to).toBeGreaterThanOrEqual(4800 + px);
    });
  });
  test('a window above the wall gets a band that begins above the wall', () => {
    const { from, to } = bandAround(-200, 800, 0);
    expect([from, to]).toEqual([-400, 800]);
  });
});

describe('the rendered rows', () => {
  test('rows in the band and the first row are rendered', () => {
    expect(numbers(rowsInWindow(tops, { from: 4100, to: 5300 }))).toEqual([0, 10, 11, 12, 13]);
    expect(numbers(rowsInWindow(tops, { from: 4000, to: 5200 }))).toEqual([0, 10, 11, 12]);
  });
  test('a band beyond an end of the wall renders the rows at that end', () => {
    expect(numbers(rowsInWindow(tops, { from: -900, to: 500 }))).toEqual([0, 1]);
    expect(numbers(rowsInWindow(tops, { from: 399_000, to: 500_000 }))).toEqual([0, 997, 998, 999]);
    expect(numbers(rowsInWindow(tops, { from: 500_000, to: 600_000 }))).toEqual([0]);
  });
  test('rendered rows and gaps keep their positions', () => {
    for (const focused of [-1, 0, 7, 500, 999]) {
      let y = 0;
      for (const { row, gapAbove } of rowsInWindow(tops, { from: 4100, to: 5300 }, focused)) {
        y += gapAbove;
        expect(y).toBe(tops[row]);
        y += 400;
      }
    }
  });
  test('the focused row and its neighbours are always rendered', () => {
    expect(numbers(rowsInWindow(tops, { from: 40_000, to: 40_800 }, 5))).toEqual([0, 4, 5, 6, 100, 101]);
    expect(numbers(rowsInWindow(tops, { from: 0, to: 800 }, 999))).toEqual([0, 1, 998, 999]);
    expect(numbers(rowsInWindow(tops, { from: 0, to: 800 }, 0))).toEqual([0, 1]);
  });
  test('an empty wall renders no rows', () => {
    expect(rowsInWindow([0], { from: 0, to: 800 })).toEqual([]);
    expect(rowsInWindow([0], { from: 0, to: 800 }, 3)).toEqual([]);
  });
  test('rows of different heights are rendered if they overlap the band', () => {
    const unlike = [0, 100, 900, 1000, 3000, 3100];
    expect(numbers(rowsInWindow(unlike, { from: 950, to: 1001 }))).toEqual([0, 2, 3]);
  });
});

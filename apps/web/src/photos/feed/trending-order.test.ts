import type { Photo } from '@mbari/contract/photos/posts';
import { describe, expect, test } from 'vitest';
import { seeded } from './seeded.ts';
import { orderTrending } from './trending-order.ts';

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

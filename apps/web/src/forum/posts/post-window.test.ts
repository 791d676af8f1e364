import type { ForumPost } from '@mbari/contract/forum/posts';
import { expect, test } from 'vitest';
import { isLoaded, nearest, pageStart, postsIn } from './post-window.ts';

const posts = (...numbers: number[]) => numbers.map((number) => ({ id: `post-${number}`, number }) as ForumPost);
const numbersOf = (found: readonly ForumPost[]) => found.map(({ number }) => number);
const middle = { first: false, last: false };

test('overlapping pages show each post once, by number', () => {
  expect(numbersOf(postsIn({ pages: [{ data: posts(3, 4) }, { data: posts(4, 5) }, { data: posts(1, 2) }] }))).toEqual([1, 2, 3, 4, 5]);
  expect(postsIn(undefined)).toEqual([]);
});

test('a deleted post’s number between loaded posts counts as loaded', () => {
  expect(isLoaded(posts(10, 12), 11, middle)).toBe(true);
  expect(nearest(posts(10, 12), 11)?.number).toBe(12);
});

test('a number outside the loaded posts counts as loaded only beyond the topic’s first or last post', () => {
  expect(isLoaded(posts(10, 12), 9, middle)).toBe(false);
  expect(isLoaded(posts(10, 12), 13, middle)).toBe(false);
  expect(isLoaded(posts(2, 12), 1, { first: true, last: false })).toBe(true);
  expect(isLoaded(posts(2, 12), 13, { first: false, last: true })).toBe(true);
  expect(isLoaded([], 1, { first: true, last: true })).toBe(false);
});

test('the last post is nearest to a number past the end', () => {
  expect(nearest(posts(10, 12), 99)?.number).toBe(12);
  expect(nearest([], 1)).toBeUndefined();
});

test('a page near the end of a topic starts early enough to be full', () => {
  expect([pageStart(1, 5), pageStart(5, 5), pageStart(50, 100), pageStart(99, 100), pageStart(500, 100)]).toEqual([1, 1, 50, 81, 81]);
});

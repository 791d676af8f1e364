import { expect, test } from 'vitest';
import { firstInView, lastSeen, type Placed, postBeingRead, type View } from './use-reading-position.ts';

/** Posts of 100 px from `top`; the window shows 64 to 764 px. */
const posts = (first: number, count: number, top: number) => (index: number) => {
  if (index >= count) throw new Error('There is no such post');
  return { number: first + index, top: top + index * 100, bottom: top + index * 100 + 100 } satisfies Placed;
};
const view = (remaining = Number.POSITIVE_INFINITY): View => ({ top: 64, bottom: 764, left: remaining });

test('the post at the upper edge is current', () => {
  expect(postBeingRead(20, posts(30, 20, 64), view())).toBe(30);
  expect(postBeingRead(20, posts(30, 20, 64 - 350), view())).toBe(33);
});

test('a post with only one line below the header is no longer current', () => {
  expect(postBeingRead(20, posts(30, 20, 64 - 90), view())).toBe(31);
});

test('each of the last posts becomes current at the end of a topic', () => {
  const read = [700, 600, 500, 400, 300, 200, 100, 0].map((left) => postBeingRead(20, posts(21, 20, 764 - 2_000 + left), view(left)));
  expect(read.at(-1)).toBe(40);
  expect([...read].sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(read);
  expect(new Set(read).size).toBe(read.length);
});

test('no post is current without loaded posts', () => {
  expect(postBeingRead(0, posts(1, 0, 0), view())).toBeUndefined();
  expect(lastSeen(0, posts(1, 0, 0), view())).toBeUndefined();
});

test('a post counts as seen once its end is in view, and not while it starts at the lower edge', () => {
  expect(lastSeen(20, posts(30, 20, 64), view())).toBe(36);
  expect(lastSeen(5, posts(30, 5, 64), view())).toBe(34);
  expect(lastSeen(20, posts(30, 20, 900), view())).toBeUndefined();
});

test('the first post in view is the first with any part below the header', () => {
  expect(firstInView(20, posts(30, 20, 64 - 99), view())).toBe(30);
  expect(firstInView(20, posts(30, 20, 64 - 100), view())).toBe(31);
  expect(firstInView(0, posts(1, 0, 0), view())).toBeUndefined();
});

test('a post longer than the window counts as seen once it fills the window', () => {
  const long = (index: number) => ({ number: 7 + index, top: index === 0 ? 0 : 3_000, bottom: index === 0 ? 3_000 : 3_100 });
  expect(lastSeen(2, long, view())).toBe(7);
});

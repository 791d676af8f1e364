import { expect, test } from 'vitest';
import { keepReadyPosts, type ReadyPost } from './ready-posts.ts';

const post = (bytes: number): ReadyPost => ({
  rest: Buffer.alloc(bytes),
  category: null,
  behindCategory: 0,
  members: [],
  memberStates: [],
  state: '1',
  until: Infinity,
});
const beside = 1_024;

test('as much is kept as fits, and those go first that nobody asked for', () => {
  const { keep, get, figures } = keepReadyPosts(3 * (1_000 + beside));
  for (const id of ['one', 'two', 'three']) keep(id, post(1_000));
  expect(figures).toMatchObject({ posts: 3, bytes: 3 * (1_000 + beside) });
  get('one');
  keep('four', post(1_000));
  expect(['one', 'two', 'three', 'four'].map((id) => get(id) !== undefined)).toEqual([true, false, true, true]);
  keep('five', post(2 * 1_000));
  expect(figures.bytes).toBeLessThanOrEqual(3 * (1_000 + beside));
  expect(get('five')).toBeDefined();
});

test('one that is made anew or goes is counted once', () => {
  const { keep, drop, figures } = keepReadyPosts();
  keep('one', post(1_000));
  keep('one', post(10));
  expect(figures).toMatchObject({ posts: 1, bytes: 10 + beside, made: 2 });
  drop('one');
  drop('one');
  expect(figures).toMatchObject({ posts: 0, bytes: 0 });
});

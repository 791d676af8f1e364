import { expect, test } from 'vitest';
import { withChanged } from './patch-cached.ts';

interface Liked {
  id: string;
  likes_count: number;
}

const isLiked = (value: object): value is Liked => 'likes_count' in value;
const liked = (id: string) => (value: object) =>
  isLiked(value) && value.id === id ? { ...value, likes_count: value.likes_count + 1 } : undefined;

test('every cached copy of an item is rewritten, in lists and alone', () => {
  const feed = { pages: [{ data: [{ id: 'a', likes_count: 1 }] }, { data: [{ id: 'b', likes_count: 7 }] }] };
  expect(withChanged(feed, liked('b'))).toEqual({
    pages: [{ data: [{ id: 'a', likes_count: 1 }] }, { data: [{ id: 'b', likes_count: 8 }] }],
  });
  expect(withChanged({ data: { id: 'b', likes_count: 7 } }, liked('b'))).toEqual({ data: { id: 'b', likes_count: 8 } });
});

test('unchanged values keep their identity', () => {
  const feed = { pages: [{ data: [{ id: 'a', likes_count: 1 }] }, { data: [{ id: 'b', likes_count: 7 }] }] };
  expect(withChanged(feed, liked('c'))).toBe(feed);
  const changed = withChanged(feed, liked('b')) as typeof feed;
  expect(changed.pages[0]).toBe(feed.pages[0]);
  expect(changed.pages[1]).not.toBe(feed.pages[1]);
});

import type { Photo } from '@mbari/contract/photos/posts';
import { describe, expect, test } from 'vitest';
import { foldBursts } from './fold-bursts.ts';

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

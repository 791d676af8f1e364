import type { ForumPost } from '@mbari/contract/forum/posts';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { forumPostsKey } from '~/platform/lib/query-keys.ts';
import { forumPostsReread } from './forum.ts';

let client: QueryClient;
const postNumber = (number: number, more: Partial<ForumPost> = {}): ForumPost =>
  ({
    id: `p${number}`,
    topic_id: 't1',
    number,
    body: 'Ndewo',
    body_html: '<p>Ndewo</p>',
    likes_count: 0,
    is_deleted: false,
    ...more,
  }) as ForumPost;
const loaded = (...pages: ForumPost[][]): void => {
  const value = { pages: pages.map((data) => ({ data, meta: {} })), pageParams: pages.map(() => ({ around: 1 })) };
  client.setQueryData(forumPostsKey('t1'), value);
};
const shownPosts = (): ForumPost[] =>
  client.getQueryData<{ pages: { data: ForumPost[] }[] }>(forumPostsKey('t1'))!.pages.flatMap(({ data }) => data);
const numbers = (): number[] => shownPosts().map(({ number }) => number);
const knownIds = new Set(['p1', 'p2', 'p3', 'p4', 'p5', 'p6']);

beforeEach(() => void (client = new QueryClient()));

test('a post deleted elsewhere is removed only within the refetched range', () => {
  loaded(
    [1, 2, 3].map((number) => postNumber(number)),
    [4, 5, 6].map((number) => postNumber(number)),
  );
  forumPostsReread(client, 't1', { posts: [postNumber(2), postNumber(5)], from: 2, to: 5, known: knownIds });
  expect(numbers()).toEqual([1, 2, 5, 6]);
});

test('a refetch keeps newer posts and the gap of a post that the viewer deleted', () => {
  loaded([postNumber(1), postNumber(2, { is_deleted: true }), postNumber(7)]);
  forumPostsReread(client, 't1', { posts: [postNumber(1)], from: 1, to: Number.POSITIVE_INFINITY, known: knownIds });
  expect(numbers()).toEqual([1, 2, 7]);
});

test('changed posts are shown, and the others keep their identity', () => {
  const [first, second] = [postNumber(1), postNumber(2)];
  loaded([first, second]);
  const before = client.getQueryData(forumPostsKey('t1'));
  forumPostsReread(client, 't1', { posts: [postNumber(1), postNumber(2)], from: 1, to: 2, known: knownIds });
  expect(client.getQueryData(forumPostsKey('t1'))).toBe(before);
  forumPostsReread(client, 't1', { posts: [postNumber(1), postNumber(2, { likes_count: 3 })], from: 1, to: 2, known: knownIds });
  expect(shownPosts()[0]).toBe(first);
  expect(shownPosts()[1]!.likes_count).toBe(3);
});

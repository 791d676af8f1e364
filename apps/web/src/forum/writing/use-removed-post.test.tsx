import type { ForumPost } from '@mbari/contract/forum/posts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { forumPostsKey } from '~/platform/lib/query-keys.ts';
import { useRemovedPost } from './use-topic-writing.tsx';

const postNumber = (number: number, is_deleted = false) => ({ id: `p${number}`, number, is_deleted }) as ForumPost;

function setUp(numbers: number[]) {
  const client = new QueryClient();
  const load = (posts: ForumPost[], next_cursor: string | null = null) =>
    client.setQueryData(forumPostsKey('t1'), {
      pages: [{ data: posts, meta: { previous_cursor: 'before', next_cursor } }],
      pageParams: [],
    });
  load(numbers.map((number) => postNumber(number)));
  const { result } = renderHook(() => useRemovedPost('t1', { id: 'p3', number: 3 }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return { result, load };
}

test('a post missing between its neighbours counts as removed', async () => {
  const { result, load } = setUp([1, 2, 3, 4]);
  expect(result.current).toBe(false);
  await act(() => load([1, 2, 4].map((number) => postNumber(number))));
  expect(result.current).toBe(true);
});

test('the last post counts as removed if it disappears', async () => {
  const { result, load } = setUp([1, 2, 3]);
  await act(() => load([1, 2].map((number) => postNumber(number))));
  expect(result.current).toBe(true);
});

test('a post replaced by a placeholder counts as removed', async () => {
  const { result, load } = setUp([2, 3, 4]);
  await act(() => load([postNumber(2), postNumber(3, true), postNumber(4)]));
  expect(result.current).toBe(true);
});

test('a post outside the loaded part does not count as removed', async () => {
  const { result, load } = setUp([1, 2, 3]);
  await act(() => load([21, 22].map((number) => postNumber(number))));
  expect(result.current).toBe(false);
  for (const numbers of [[1], [1, 2]]) {
    await act(() =>
      load(
        numbers.map((number) => postNumber(number)),
        'after',
      ),
    );
    expect(result.current).toBe(false);
  }
});

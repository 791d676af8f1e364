import { type ForumPost, listForumPosts } from '@mbari/contract/forum/posts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentNumber } from '~/forum/topics/current-number.ts';
import { hintArrived } from '~/platform/lib/hints.ts';
import { forumPostsKey } from '~/platform/lib/query-keys.ts';
import { asOnePress } from '~/platform/lib/use-toggle.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { findLoadedPosts, type PostsPage } from './post-queries.ts';
import { useFreshPosts } from './use-fresh-posts.ts';

const page = (body: string): PostsPage => {
  const post = { id: 'p1', topic_id: 't1', number: 1, body, body_html: body } as ForumPost;
  return { data: [post], meta: { next_cursor: null, previous_cursor: null } as PostsPage['meta'] };
};

test('a post edited during a pending like is updated after the like is answered', async () => {
  const server = fakeServer();
  const client = new QueryClient();
  client.setQueryData(forumPostsKey('t1'), { pages: [page('Before')], pageParams: [] });
  renderHook(() => useFreshPosts('t1', currentNumber(1)), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  const shown = () => findLoadedPosts(client, 't1')[0]?.body;
  server.answer(listForumPosts, page('Edited'));
  let answerLike: () => void = () => undefined;
  const pressed = asOnePress('like', () => new Promise<void>((resolve) => (answerLike = resolve)));
  hintArrived({ event: 'topic', id: 't1', change: 'post_changed', post_id: 'p1' });
  await expect.poll(() => server.bodiesOf(listForumPosts)).toHaveLength(1);
  expect(shown()).toBe('Before');
  answerLike();
  await pressed;
  await expect.poll(shown).toBe('Edited');
});

import { type ForumPost, listForumPosts } from '@mbari/contract/forum/posts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PostsPage } from '~/forum/posts/post-queries.ts';
import { hintArrived } from '~/platform/lib/hints.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { NewReplies, useNewReplies } from './new-replies.tsx';

const reply = (body_html: string) => ({ id: 'p2', number: 2, author: { id: 'ada', name: 'Ada Eze' }, body_html }) as ForumPost;
const page = (data: ForumPost[]): PostsPage => ({ data, meta: { next_cursor: null, previous_cursor: null } as PostsPage['meta'] });

const Replies = () => <NewReplies {...useNewReplies('t1', 1)} />;

test('an announced reply is updated when edited or removed', async () => {
  const server = fakeServer();
  server.answer(listForumPosts, page([reply('<p>Before</p>')]));
  const { user } = await renderScreen(<Replies />);
  await user.click(await screen.findByRole('button', { name: 'Show it' }));
  server.answer(listForumPosts, page([reply('<p>Edited</p>')]));
  hintArrived({ event: 'topic', id: 't1', change: 'post_changed', post_id: 'p2', number: 2 });
  expect(await screen.findByText('Edited')).toBeDefined();
  server.answer(listForumPosts, page([]));
  hintArrived({ event: 'topic', id: 't1', change: 'post_removed', post_id: 'p2', number: 2 });
  await expect.poll(() => screen.queryByText('Edited')).toBeNull();
  expect(server.bodiesOf(listForumPosts)).toHaveLength(3);
  hintArrived({ event: 'topic', id: 't1', change: 'post_changed', post_id: 'p1', number: 1 });
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(server.bodiesOf(listForumPosts)).toHaveLength(3);
});

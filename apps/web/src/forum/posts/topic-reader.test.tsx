import { type ForumPost, listForumPosts } from '@mbari/contract/forum/posts';
import { listReplying, sayReplying } from '@mbari/contract/platform/events';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { currentNumber } from '~/forum/topics/current-number.ts';
import { TopicBar } from '~/forum/topics/topic-bar.tsx';
import { NewReplies, useAnnounceReplying, useNewReplies } from '~/forum/writing/open-reply.tsx';
import { ReplyingLine } from '~/forum/writing/replying-line.tsx';
import { useRemovedPost } from '~/forum/writing/use-topic-writing.tsx';
import { replyingHinted } from '~/platform/lib/cache-events/hints.ts';
import { hintArrived } from '~/platform/lib/hints.ts';
import { forumPostsKey } from '~/platform/lib/query-keys.ts';
import { signIn } from '~/platform/lib/session.ts';
import { asOnePress } from '~/platform/lib/use-toggle.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { findLoadedPosts, type PostsPage } from './post-queries.ts';
import { useFreshPosts } from './use-fresh-posts.ts';

describe('use fresh posts', () => {
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
});

test('the bar names the topic, its category and the position', async () => {
  const rail = {
    current: currentNumber(3),
    last: 40,
    news: null,
    firstAt: '',
    latestAt: '',
    dayOf: () => undefined,
    onJump: () => undefined,
  };
  await renderScreen(
    <TopicBar topic={{ title: 'Which wax?', category: { id: 'c1', name: 'Craft', slug: 'craft' } as never }} rail={rail} />,
  );
  expect(screen.getByRole('button', { name: 'Which wax? Post 3 of 40 · Craft Go to another post' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to Craft' })).toBeTruthy();
});

describe('new replies', () => {
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
});

describe('replying line', () => {
  let server: ReturnType<typeof fakeServer>;
  beforeEach(() => {
    server = fakeServer();
    signIn('a-token', aMember());
  });

  const answer = (...names: string[]) =>
    server.answer(listReplying, { data: names.map((name) => ({ id: name, name, username: name, avatar_url: null })) });

  test('up to two writers are named, more are only counted, and without writers nothing shows', async () => {
    answer('Ada Eze');
    const { client, container } = await renderScreen(<ReplyingLine topicId="t1" />);
    expect(await screen.findByText('Ada is replying')).toBeDefined();
    answer('Ada Eze', 'Olu Bello');
    replyingHinted(client, 't1');
    expect(await screen.findByText('Ada and Olu are replying')).toBeDefined();
    answer('Ada Eze', 'Olu Bello', 'Efe Obi');
    replyingHinted(client, 't1');
    expect(await screen.findByText('3 members are replying')).toBeDefined();
    answer();
    replyingHinted(client, 't1');
    await expect.poll(() => container.textContent).toBe('');
  });

  test('a right-to-left name does not change the sentence’s direction', async () => {
    answer('آدم');
    await renderScreen(<ReplyingLine topicId="t1" />);
    expect((await screen.findByText('آدم is replying')).closest('[dir]')).toBeNull();
  });

  test('typing is announced every five seconds at most', async () => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
    server.answer(sayReplying, {});
    function Field() {
      const say = useAnnounceReplying('t1');
      return <input aria-label="Text" onChange={say} />;
    }
    const { user } = await renderScreen(<Field />);
    await user.type(screen.getByLabelText('Text'), 'Láfún');
    expect(server.bodiesOf(sayReplying)).toHaveLength(1);
    now.mockReturnValue(1_005_000);
    await user.type(screen.getByLabelText('Text'), ', sieved');
    expect(server.bodiesOf(sayReplying)).toHaveLength(2);
    now.mockRestore();
  });
});

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

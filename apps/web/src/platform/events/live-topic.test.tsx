import type { ForumPost } from '@mbari/contract/forum/posts';
import type { Topic } from '@mbari/contract/forum/topics';
import type { EventData } from '@mbari/contract/platform/events';
import { useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TopicReader } from '~/forum/posts/topic-reader.tsx';
import { topicById } from '~/forum/topics/topic-queries.ts';
import { NotificationBell } from '~/notifications/notification-bell.tsx';
import { signIn } from '~/platform/lib/session.ts';
import { startLive } from '~/shell/start-live.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeEvents } from '~/testing/fake-events.ts';
import { renderScreen } from '~/testing/render-screen.tsx';

let leaving: AbortController;
beforeEach(() => void (leaving = new AbortController()));
afterEach(() => {
  leaving.abort();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const ada = { id: 'ada', name: 'Ada Eze', username: 'ada', avatar_url: null };
const rights = { may_edit: false, may_delete: false, may_like: true, may_reply: true, may_report: true };
const aPost = (number: number): ForumPost =>
  ({
    id: `post-${number}`,
    topic_id: 't1',
    number,
    author: ada,
    body: 'As it was',
    body_html: '',
    reply_to: null,
    likes_count: 0,
    is_deleted: false,
    viewer: rights,
  }) as never;

function fakeForum() {
  const posts = Array.from({ length: 20 }, (_, index) => aPost(index + 1));
  const topic = {
    id: 't1',
    title: 'Salt',
    slug: 'salt',
    author: ada,
    category: { id: 'c', name: 'C', slug: 'c', color: '#000000' },
  } as Topic;
  const topicNow = (): Topic => ({
    ...topic,
    last_number: posts.length,
    posts_count: posts.length,
    solved_post_id: null,
    first_unread: null,
    created_at: '2026-01-01T00:00:00.000Z',
  });
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, location.href);
    requests.push(pathname);
    const answer = pathname.endsWith('/posts') ? pageFrom(Number(searchParams.get('around') ?? 1)) : { data: topicNow() };
    return new Response(JSON.stringify(pathname.endsWith('/notifications') ? noNotifications : answer));
  });
  const pageFrom = (number: number) => {
    const data = posts.slice(number - 1, number + 19);
    const isMore = number + 19 < posts.length;
    return {
      data,
      meta: { next_cursor: isMore ? `a${number + 19}` : null, previous_cursor: number > 1 ? `b${number}` : null, moved_to: null },
    };
  };
  return { posts, topic, requests };
}
const noNotifications = { data: { notifications: [], unread_count: 0 }, meta: { next_cursor: null } };

function OpenTopic() {
  const { data } = useQuery(topicById('t1'));
  const text = (post: ForumPost) => <p data-testid={post.id}>{`${post.body}, liked by ${post.likes_count}`}</p>;
  return data ? <TopicReader topic={data} number={1} head={<h1>{data.title}</h1>} renderPost={text} /> : null;
}

function numbersBelow() {
  let state = 7;
  return (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}

const pass = (ms: number): Promise<void> =>
  act(async () => {
    await rest();
    await vi.advanceTimersByTimeAsync(ms);
    await rest();
    await vi.advanceTimersByTimeAsync(1);
  });
const rest = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const pill = () => screen.getByText(/new posts?$/, { selector: 'button' }).textContent;
const minutes = 31;
function other(forum: ReturnType<typeof fakeForum>, below: (limit: number) => number): EventData {
  const kind = below(3);
  if (kind === 0) return edited(forum, below);
  forum.topic.title = `Salt ${below(1_000)}`;
  return kind === 1 ? { id: 't1', change: 'details' } : { id: 't1' };
}

function edited({ posts }: ReturnType<typeof fakeForum>, below: (limit: number) => number): EventData {
  // Edits only loaded posts, the worst case.
  const at = below(20);
  posts[at] = { ...posts[at]!, body: `Changed ${below(100_000)}` };
  return { id: 't1', change: 'post_changed', post_id: posts[at].id, number: at + 1 };
}

test('566 actions of others in 31 minutes cause at most 60 requests, and all are shown', { timeout: 600_000 }, async () => {
  const forum = fakeForum();
  const events = fakeEvents();
  signIn('a-token', aMember());
  const { client } = await renderScreen(
    <>
      <NotificationBell />
      <OpenTopic />
    </>,
  );
  await screen.findByTestId('post-20');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  startLive(client, 'me', leaving.signal);
  await pass(10_000);
  const stream = events.open()[0]!;
  expect(stream.watched).toEqual(['topic:t1']);
  const below = numbersBelow();
  const actions = [
    ...Array(400).fill('like'),
    ...Array(100).fill('reply'),
    ...Array(40).fill('edit'),
    ...Array(26).fill('other'),
  ] as string[];
  for (let at = actions.length - 1; at > 0; at -= 1) {
    const to = below(at + 1);
    [actions[at], actions[to]] = [actions[to]!, actions[at]!];
  }
  const before = forum.requests.length;
  for (const action of actions) {
    if (action === 'like') {
      const at = below(forum.posts.length);
      const post = (forum.posts[at] = { ...forum.posts[at]!, likes_count: forum.posts[at]!.likes_count + 1 });
      stream.send('topic', { id: 't1', change: 'likes', post_id: post.id, number: post.number, likes_count: post.likes_count });
    } else if (action === 'reply') {
      const post = aPost(forum.posts.length + 1);
      forum.posts.push(post);
      stream.send('topic', { id: 't1', change: 'post_added', post_id: post.id, number: post.number });
    } else stream.send('topic', action === 'edit' ? edited(forum, below) : other(forum, below));
    await pass((minutes * 60_000) / actions.length);
    // More new posts than one page are shown with a plus: “20+ new”.
    const expected = new RegExp(`^(?:${forum.posts.length - 20} new|\\d+\\+ new)`);
    if (action === 'reply' && forum.posts.length % 10 === 0) expect(pill()).toMatch(expected);
  }
  await pass(60_000);
  expect(forum.requests.length - before).toBeLessThanOrEqual(60);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(forum.topic.title);
  const texts = forum.posts.slice(0, 20).map(({ id }) => screen.getByTestId(id).textContent);
  expect(texts).toEqual(forum.posts.slice(0, 20).map(({ body, likes_count }) => `${body}, liked by ${likes_count}`));
});

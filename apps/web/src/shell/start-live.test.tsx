import { listNotifications } from '@mbari/contract/notifications/notifications';
import { readProfile } from '@mbari/contract/people/profiles';
import { listComments } from '@mbari/contract/photos/comments';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NotificationBell } from '~/notifications/notification-bell.tsx';
import { Conversation } from '~/photos/comments/conversation.tsx';
import { pollEvery } from '~/platform/lib/hints.ts';
import { commentsKey, postKey, suggestedMembersKey } from '~/platform/lib/query-keys.ts';
import { signIn } from '~/platform/lib/session.ts';
import { aThread } from '~/testing/a-comment.ts';
import { aMember } from '~/testing/a-member.ts';
import { aPhoto } from '~/testing/a-photo.ts';
import { fakeEvents } from '~/testing/fake-events.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { startLive } from './start-live.ts';

let server: ReturnType<typeof fakeServer>;
let events: ReturnType<typeof fakeEvents>;
let leaving: AbortController;
beforeEach(() => {
  server = fakeServer();
  events = fakeEvents();
  leaving = new AbortController();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  signIn('a-token', aMember());
});
afterEach(() => {
  leaving.abort();
  vi.restoreAllMocks();
});

const unread = (count: number) =>
  server.answer(listNotifications, {
    data: { notifications: [], unread_count: count, unread_count_is_capped: false, unread_groups_count: count },
    meta: { next_cursor: null },
  } as never);
const comments = (...contents: string[]) =>
  server.answer(listComments, {
    data: contents.map((content, index) => aThread({ id: `c${contents.length - index}`, content })),
    meta: { next_cursor: null },
  } as never);

/** Returns the screen's event stream after its initial refetch. */
async function live(part: Parameters<typeof renderScreen>[0]) {
  const view = await renderScreen(part);
  startLive(view.client, 'me', leaving.signal);
  await expect.poll(() => events.open()).toHaveLength(1);
  return { ...view, stream: events.open()[0]! };
}

const bell = () => screen.getByRole('button', { name: /^Notifications/ }).getAttribute('aria-label');

test('polling stops while the event stream is connected', async () => {
  unread(0);
  expect(pollEvery(30_000)).toBe(30_000);
  await live(<NotificationBell />);
  expect(pollEvery(30_000)).toBe(false);
  leaving.abort();
  expect(pollEvery(30_000)).toBe(30_000);
});

test('a burst of events causes one refetch', async () => {
  unread(0);
  const { stream } = await live(<NotificationBell />);
  await expect.poll(() => server.bodiesOf(listNotifications).length).toBe(2);
  unread(3);
  for (let hint = 0; hint < 50; hint += 1) stream.send('notifications');
  await expect.poll(bell).toBe('Notifications, 3 unread');
  expect(server.bodiesOf(listNotifications).length).toBeLessThanOrEqual(3);
});

test('unknown events are ignored', async () => {
  unread(0);
  const { stream } = await live(<NotificationBell />);
  stream.send('weather');
  unread(2);
  stream.send('notifications');
  await expect.poll(bell).toBe('Notifications, 2 unread');
});

test('likes of others update a photo and its comments without a request', async () => {
  comments('First');
  const { client } = await live(<Conversation photo={aPhoto()} onReply={() => undefined} />);
  await screen.findByText('First');
  await expect.poll(() => events.open()[0]?.watched).toEqual(['photo:photo-1']);
  client.setQueryData(postKey('photo-1'), aPhoto());
  const asked = server.bodiesOf(listComments).length;
  events.open()[0]!.send('photo', { id: 'photo-1', change: 'likes', likes_count: 41 });
  events.open()[0]!.send('photo', { id: 'photo-1', change: 'likes', comment_id: 'c1', likes_count: 42 });
  await expect.poll(() => client.getQueryData(postKey('photo-1'))).toMatchObject({ likes_count: 41 });
  await expect.poll(() => client.getQueryData(commentsKey('photo-1'))).toMatchObject({ pages: [{ data: [{ likes_count: 42 }] }] });
  expect(client.getQueryState(postKey('photo-1'))?.isInvalidated).toBe(false);
  expect(server.bodiesOf(listComments)).toHaveLength(asked);
});

test('an unknown change refetches the whole subject', async () => {
  comments('First');
  await live(<Conversation photo={aPhoto()} onReply={() => undefined} />);
  await screen.findByText('First');
  await expect.poll(() => events.open()[0]?.watched).toEqual(['photo:photo-1']);
  comments('Second', 'First');
  events.open()[0]!.send('photo', { id: 'photo-1', change: 'framed' as never, likes_count: 7 });
  await screen.findByText('Second');
});

test('new comments of others appear below the loaded ones', async () => {
  comments('First');
  const { stream } = await live(<Conversation photo={aPhoto()} onReply={() => undefined} />);
  await screen.findByText('First');
  await expect.poll(() => events.open()[0]?.watched).toEqual(['photo:photo-1']);
  comments('Second', 'First');
  stream.send('photo', { id: 'photo-1' });
  await screen.findByText('Second');
  expect(screen.getAllByRole('listitem').map((row) => row.querySelector('.comment-words')?.textContent)).toEqual(['First', 'Second']);
});

test('a failed refetch is repeated when the connection returns', async () => {
  comments('First');
  await live(<Conversation photo={aPhoto()} onReply={() => undefined} />);
  await screen.findByText('First');
  await expect.poll(() => events.open()[0]?.watched).toEqual(['photo:photo-1']);
  server.refuse(listComments, { status: 503, code: 'overloaded', message: 'Busy', reason: 'overloaded', request_id: 'test' });
  const asked = server.bodiesOf(listComments).length;
  events.open()[0]!.send('photo', { id: 'photo-1' });
  await expect.poll(() => server.bodiesOf(listComments).length).toBeGreaterThan(asked);
  comments('Second', 'First');
  dispatchEvent(new Event('online'));
  await screen.findByText('Second');
});

test('a follow on another device updates every list here', async () => {
  unread(0);
  const ada = { id: 'ada', name: 'Ada Eze', username: 'ada', is_following: false, followers_count: 1, viewer: { may_follow: true } };
  server.answer(readProfile, { data: { ...ada, is_following: true, followers_count: 2 } } as never);
  const { stream, client } = await live(<NotificationBell />);
  client.setQueryData(suggestedMembersKey, [ada]);
  stream.send('follow', { id: 'ada' });
  await expect.poll(() => client.getQueryData(suggestedMembersKey)).toMatchObject([{ is_following: true, followers_count: 2 }]);
});

test('events stop after sign-out', async () => {
  unread(0);
  const { stream } = await live(<NotificationBell />);
  await expect.poll(() => server.bodiesOf(listNotifications).length).toBe(2);
  stream.send('notifications');
  leaving.abort();
  expect(events.open()).toEqual([]);
  await expect.poll(() => stream.isOpen).toBe(false);
  expect(server.bodiesOf(listNotifications)).toHaveLength(2);
});

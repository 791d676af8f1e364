import type { ForumSettings } from '@mbari/contract/people/members';
import type { Photo } from '@mbari/contract/photos/posts';
import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  categoriesKey,
  commentsKey,
  feedKey,
  followedSubjectsKey,
  followsKey,
  foundPostsKey,
  galleryKey,
  latestNotificationsKey,
  membersFoundKey,
  newPostsKey,
  notificationListKey,
  postKey,
  profileKey,
  savedPostsKey,
  tagKey,
  trendingKey,
} from '~/platform/lib/query-keys.ts';
import { memberBlocked, memberMuted, memberUnmuted, visibilityChanged } from './blocks.ts';
import { subjectFollowChanged, subjectFollowPressed } from './followed-subjects.ts';
import { followChanged, followerRemoved, followersCounted, followPressed, nameChanged, profileChanged } from './follows.ts';
import { notificationsRead } from './notifications.ts';
import { deletedPostLeft, postAdded, postChanged, postDeleted } from './photos.ts';
import { commentsChanged, likeChanged, likesCounted, postMissing, savedChanged, savedPostsChanged } from './responses.ts';
import { settingsChanged } from './settings.ts';

let client: QueryClient;
const leave: (() => void)[] = [];
beforeEach(() => void (client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })));
afterEach(() => {
  for (const stop of leave.splice(0)) stop();
  client.clear();
});

const member = (id: string, more: object = {}) => ({
  id,
  username: id,
  name: id,
  avatar_url: null,
  profile: { profile_image: null },
  ...more,
});
const post = (id: string, author = 'ada', more: object = {}) =>
  ({
    id,
    title: id,
    user: member(author),
    images: [],
    viewer: {},
    likes_count: 2,
    is_liked: false,
    likes: [],
    comments_count: 1,
    ...more,
  }) as unknown as Photo;
const list = (...data: { id: string }[]) => ({ pages: [{ data, meta: { total: data.length } }], pageParams: [null] });
const idsIn = (key: QueryKey) => client.getQueryData<ReturnType<typeof list>>(key)?.pages.map(({ data }) => data.map(({ id }) => id));
const isThere = (key: QueryKey) => client.getQueryState(key) !== undefined;
const isStale = (key: QueryKey) => client.getQueryState(key)?.isInvalidated;

/** Observes a query, so that it is not garbage-collected. Returns a function that counts its fetches. */
function observe(queryKey: QueryKey): () => number {
  let requestCount = 0;
  const queryFn = () => {
    requestCount += 1;
    return {};
  };
  leave.push(new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined));
  return () => requestCount;
}

const gallery = (username: string, category = '') => galleryKey({ username, category, as: '', viewer: 'me' });
const profile = (username: string) => profileKey({ username, as: '', viewer: 'me' });

test('a new post appears once at the top of the feed and is cached by its address', () => {
  client.setQueryData(feedKey('latest'), list(post('b'), post('a')));
  client.setQueryData(feedKey('following'), list(post('a')));
  postAdded(client, post('c'));
  postAdded(client, post('c'));
  expect(idsIn(feedKey('latest'))).toEqual([['c', 'b', 'a']]);
  expect(idsIn(feedKey('following'))).toEqual([['a']]);
  expect(client.getQueryData(postKey('c'))).toMatchObject({ id: 'c' });
});

test('after a new post its author’s galleries and counts are refetched, also those in view', () => {
  client.setQueryData(gallery('ada'), list(post('a')));
  client.setQueryData(gallery('ada', 'film'), list(post('a')));
  client.setQueryData(gallery('olu'), list(post('b', 'olu')));
  client.setQueryData(profile('ada'), {});
  const inView = observe(gallery('ada', 'film'));
  const before = inView();
  postAdded(client, post('c'));
  expect(inView()).toBe(before + 1);
  expect([isThere(gallery('ada')), isStale(gallery('olu')), isStale(profile('ada'))]).toEqual([false, false, true]);
});

test('an edited post changes on every page, and a new category refetches the counts', () => {
  client.setQueryData(feedKey('latest'), list(post('a'), post('b')));
  client.setQueryData(postKey('a'), post('a'));
  client.setQueryData(categoriesKey, []);
  postChanged(client, post('a', 'ada', { title: 'anew' }), { recategorised: false });
  expect(client.getQueryData(postKey('a'))).toMatchObject({ title: 'anew' });
  expect(client.getQueryData(feedKey('latest'))).toMatchObject({ pages: [{ data: [{ title: 'anew' }, { title: 'b' }] }] });
  expect(isStale(categoriesKey)).toBe(false);
  postChanged(client, post('a'), { recategorised: true });
  expect(isStale(categoriesKey)).toBe(true);
});

test('a deleted post leaves every list immediately, and its query is removed when the viewer leaves its page', () => {
  client.setQueryData(feedKey('latest'), list(post('a'), post('b')));
  client.setQueryData(gallery('ada'), list(post('a')));
  client.setQueryData(postKey('a'), post('a'));
  client.setQueryData(commentsKey('a'), list({ id: 'comment' }));
  postDeleted(client, 'a');
  expect([idsIn(feedKey('latest')), idsIn(gallery('ada'))]).toEqual([[['b']], [[]]]);
  expect(isThere(postKey('a'))).toBe(true);
  deletedPostLeft(client, 'a');
  expect([isThere(postKey('a')), isThere(commentsKey('a'))]).toEqual([false, false]);
});

test('a like shows on every page, and the server’s count wins unless the viewer has pressed again', () => {
  client.setQueryData(feedKey('latest'), list(post('a')));
  client.setQueryData(trendingKey, { photos: [post('a')], shown: 1 });
  likeChanged(client, { id: 'a', likes: true, viewerId: 'me' });
  const liked = { is_liked: true, likes: [{ user_id: 'me' }], likes_count: 3 };
  expect(client.getQueryData(feedKey('latest'))).toMatchObject({ pages: [{ data: [liked] }] });
  expect(client.getQueryData(trendingKey)).toMatchObject({ photos: [liked] });
  likesCounted(client, 'a', { is_liked: true, likes_count: 9 });
  likesCounted(client, 'a', { is_liked: false, likes_count: 8 });
  expect(client.getQueryData(trendingKey)).toMatchObject({ photos: [{ likes_count: 9 }] });
});

test('a saved post is marked on every page, and the open list of saved posts stays unchanged until it is opened again', () => {
  client.setQueryData(feedKey('latest'), list(post('a')));
  client.setQueryData(savedPostsKey, list(post('a')));
  savedChanged(client, 'a', true);
  for (const key of [feedKey('latest'), savedPostsKey])
    expect(client.getQueryData(key)).toMatchObject({ pages: [{ data: [{ id: 'a', is_saved: true }] }] });
  expect(isStale(savedPostsKey)).toBe(false);
  savedPostsChanged(client);
  expect([isStale(savedPostsKey), isStale(feedKey('latest'))]).toEqual([true, false]);
  expect(client.getQueryData(savedPostsKey)).toMatchObject({ pages: [{ data: [{ id: 'a' }] }] });
});

test('a followed tag or category is marked on its page and in the list, which is refetched when it is next opened', () => {
  const music = { id: 'music', name: 'Music', slug: 'music', is_following: true };
  client.setQueryData(tagKey('lagos'), { tag: 'Lagos', photos_count: 1, is_following: true });
  client.setQueryData(categoriesKey, [music, { ...music, id: 'dance' }]);
  client.setQueryData(followedSubjectsKey, { tags: [{ tag: 'Lagos', is_following: true }], categories: [music] });
  client.setQueryData(feedKey('following'), list(post('a')));
  subjectFollowPressed(client, { tag: 'Lagos', is_following: true }, false);
  subjectFollowPressed(client, music, false);
  expect(client.getQueryData(tagKey('lagos'))).toMatchObject({ photos_count: 1, is_following: false });
  expect(client.getQueryData(categoriesKey)).toMatchObject([{ is_following: false }, { is_following: true }]);
  expect(client.getQueryData(followedSubjectsKey)).toMatchObject({
    tags: [{ is_following: false }],
    categories: [{ is_following: false }],
  });
  subjectFollowChanged(client);
  expect([isStale(followedSubjectsKey), isThere(feedKey('following'))]).toEqual([true, false]);
});

test('a new comment is counted on every page, and a post that the server did not find is refetched without its comments', () => {
  client.setQueryData(postKey('a'), post('a'));
  client.setQueryData(commentsKey('a'), list({ id: 'comment' }));
  commentsChanged(client, 'a', 1);
  expect(client.getQueryData(postKey('a'))).toMatchObject({ comments_count: 2 });
  postMissing(client, 'a');
  expect([isStale(postKey('a')), isStale(commentsKey('a'))]).toEqual([true, false]);
});

test('an unfollowed member leaves the viewer’s list immediately, and an undo restores the position', () => {
  const following = (id: string) => member(id, { is_following: true, followers_count: 5 });
  const ownKey = followsKey('following', 'me');
  client.setQueryData(ownKey, list(following('ada'), following('olu'), following('eze')));
  client.setQueryData(membersFoundKey(''), list(following('olu')));
  client.setQueryData(profile('me'), { id: 'me', followers_count: 1, following_count: 3 });
  const press = (follows: boolean) => followPressed(client, { member: { id: 'olu', username: 'olu' }, follows, viewerId: 'me' });
  press(false);
  expect([idsIn(ownKey), client.getQueryData(profile('me'))]).toMatchObject([[['ada', 'eze']], { following_count: 2 }]);
  expect(client.getQueryData(membersFoundKey(''))).toMatchObject({ pages: [{ data: [{ is_following: false, followers_count: 4 }] }] });
  press(true);
  expect([idsIn(ownKey), client.getQueryData(profile('me'))]).toMatchObject([[['ada', 'olu', 'eze']], { following_count: 3 }]);
  followersCounted(client, 'olu', { is_following: true, followers_count: 9 });
  followersCounted(client, 'olu', { is_following: false, followers_count: 8 });
  expect(client.getQueryData(membersFoundKey(''))).toMatchObject({ pages: [{ data: [{ is_following: true, followers_count: 9 }] }] });
});

test('a removed follower is no longer counted or shown as a follower', () => {
  client.setQueryData(followsKey('followers', 'me'), list(member('ada'), member('olu')));
  client.setQueryData(profile('olu'), member('olu', { is_following: false, follows_viewer: true }));
  client.setQueryData(profile('me'), { id: 'me', followers_count: 2, following_count: 0 });
  followerRemoved(client, 'olu', 'me');
  expect(idsIn(followsKey('followers', 'me'))).toEqual([['ada']]);
  expect([client.getQueryData(profile('olu')), client.getQueryData(profile('me'))]).toMatchObject([
    { follows_viewer: false },
    { followers_count: 1 },
  ]);
});

test('a follow refetches the Following feed and that member’s profile only', () => {
  client.setQueryData(feedKey('following'), list(post('a')));
  client.setQueryData(feedKey('latest'), list(post('a')));
  for (const username of ['ada', 'olu']) {
    client.setQueryData(profile(username), {});
    client.setQueryData(gallery(username), list());
  }
  followChanged(client, { member: { id: 'ada', username: 'Ada' }, follows: true, viewerId: 'me' });
  expect([isThere(feedKey('following')), isThere(feedKey('latest'))]).toEqual([false, true]);
  expect([isStale(profile('ada')), isThere(gallery('ada'))]).toEqual([true, false]);
  expect([isStale(profile('olu')), isThere(gallery('olu'))]).toEqual([false, true]);
});

test('a changed profile is refetched in every view, and all the member’s content has the new name', async () => {
  const asVisitor = profileKey({ username: 'ada', as: 'visitor', viewer: 'me' });
  client.setQueryData(asVisitor, {});
  client.setQueryData(feedKey('latest'), list(post('a'), post('b', 'olu')));
  await profileChanged(client, 'Ada');
  nameChanged(client, { id: 'ada', name: 'Ada L.', avatar_url: '/a.webp', profile_image: null });
  expect(isStale(asVisitor)).toBe(true);
  expect(client.getQueryData(feedKey('latest'))).toMatchObject({
    pages: [{ data: [{ user: { name: 'Ada L.', avatar_url: '/a.webp' } }, { user: { name: 'olu' } }] }],
  });
});

test('a blocked member and their content leave every list, and counts are refetched', () => {
  client.setQueryData(feedKey('latest'), list(post('a', 'olu'), post('b')));
  client.setQueryData(membersFoundKey(''), list(member('olu'), member('ada')));
  client.setQueryData(profile('olu'), member('olu'));
  memberBlocked(client, 'olu');
  expect([idsIn(feedKey('latest')), idsIn(membersFoundKey(''))]).toEqual([[['b']], [['ada']]]);
  expect(isThere(profile('olu'))).toBe(false);
  expect(isStale(feedKey('latest'))).toBe(true);
});

test('a muted member’s content leaves the lists, and the member stays, marked as muted until unmuted', () => {
  const olu = member('olu', { is_following: false, viewer: { is_muted: false } });
  client.setQueryData(feedKey('latest'), list(post('a', 'olu'), post('b')));
  client.setQueryData(membersFoundKey(''), list(olu));
  memberMuted(client, 'olu');
  expect(idsIn(feedKey('latest'))).toEqual([['b']]);
  expect(client.getQueryData(membersFoundKey(''))).toMatchObject({ pages: [{ data: [{ viewer: { is_muted: true } }] }] });
  expect(isStale(feedKey('latest'))).toBe(false);
  memberUnmuted(client, 'olu');
  expect(client.getQueryData(membersFoundKey(''))).toMatchObject({ pages: [{ data: [{ viewer: { is_muted: false } }] }] });
  expect(isStale(feedKey('latest'))).toBe(true);
});

test('a visibility change refetches an open category gallery, but not the gallery that the profile response contains', () => {
  for (const category of ['', 'film']) client.setQueryData(gallery('ada', category), list());
  const asked = [observe(gallery('ada')), observe(gallery('ada', 'film'))];
  client.setQueryData(gallery('olu'), list());
  visibilityChanged(client);
  expect(asked.map((times) => times())).toEqual([0, 1]);
  expect(isThere(gallery('olu'))).toBe(false);
});

test('a like does not change the age of any query', () => {
  const longAgo = Date.now() - 60_000;
  client.setQueryData(feedKey('latest'), list(post('a')), { updatedAt: longAgo });
  client.setQueryData(categoriesKey, [], { updatedAt: longAgo });
  void client.invalidateQueries();
  likeChanged(client, { id: 'a', likes: true, viewerId: 'me' });
  for (const key of [feedKey('latest'), categoriesKey])
    expect([client.getQueryState(key)?.dataUpdatedAt, isStale(key)]).toEqual([longAgo, true]);
  expect(client.getQueryData(feedKey('latest'))).toMatchObject({ pages: [{ data: [{ is_liked: true }] }] });
});

test('reading a notification marks it in the bell and every list, and lowers the unread count once', () => {
  const notification = (id: string) => ({ id, read_at: null });
  const both = { notifications: [notification('a'), notification('b')], unread_count: 2 };
  client.setQueryData(latestNotificationsKey, both);
  client.setQueryData(notificationListKey('all'), { pages: [{ data: both }] });
  notificationsRead(client, { id: 'a', count: 1, groups: 1 });
  const read = { notifications: [{ read_at: expect.any(String) }, { read_at: null }], unread_count: 1 };
  expect(client.getQueryData(latestNotificationsKey)).toMatchObject(read);
  expect(client.getQueryData(notificationListKey('all'))).toMatchObject({ pages: [{ data: read }] });
  notificationsRead(client, 'all');
  expect(client.getQueryData(latestNotificationsKey)).toMatchObject({
    notifications: [{}, { read_at: expect.any(String) }],
    unread_count: 0,
  });
});

test('a capped unread count stays until all are read', () => {
  const capped = { unread_count: 100, unread_count_is_capped: true, unread_groups_count: 100, unread_groups_count_is_capped: true };
  client.setQueryData(latestNotificationsKey, { notifications: [{ id: 'a', read_at: null }], ...capped });
  notificationsRead(client, { id: 'a', count: 3, groups: 1 });
  expect(client.getQueryData(latestNotificationsKey)).toMatchObject(capped);
  notificationsRead(client, 'all');
  expect(client.getQueryData(latestNotificationsKey)).toMatchObject({ unread_count: 0, unread_groups_count: 0 });
});

test('reading one notification of a group leaves the group unread', () => {
  client.setQueryData(latestNotificationsKey, { notifications: [], unread_count: 4, unread_groups_count: 2 });
  notificationsRead(client, { id: 'a', count: 1, groups: 0 });
  expect(client.getQueryData(latestNotificationsKey)).toMatchObject({ unread_count: 3, unread_groups_count: 2 });
});

test('reading a group subtracts all its notifications, and never below zero', () => {
  const group = { id: 'a', read_at: null, group: { count: 3 } };
  client.setQueryData(latestNotificationsKey, { notifications: [group], unread_count: 4, unread_groups_count: 2 });
  notificationsRead(client, { id: 'a', count: 3, groups: 1 });
  expect(client.getQueryData(latestNotificationsKey)).toMatchObject({ unread_count: 1, unread_groups_count: 1 });
  notificationsRead(client, { id: 'a', count: 3, groups: 1 });
  expect(client.getQueryData(latestNotificationsKey)).toMatchObject({ unread_count: 0 });
});

test('changed settings drop only the queries that depend on them', () => {
  const keys = [
    profile('ada'),
    feedKey('latest'),
    foundPostsKey({ words: 'a', category: '' }),
    postKey('a'),
    newPostsKey({ feed: 'latest' }),
  ];
  for (const key of [...keys, categoriesKey]) client.setQueryData(key, {});
  const settings = { profile_visibility: 'public', show_email: false } as unknown as ForumSettings;
  settingsChanged(client, settings, settings);
  expect(keys.map(isThere)).toEqual([true, true, true, true, true]);
  settingsChanged(client, settings, { ...settings, show_email: true });
  expect(keys.map(isThere)).toEqual([false, true, true, true, true]);
  settingsChanged(client, settings, { ...settings, profile_visibility: 'private' });
  expect([...keys, categoriesKey].map(isThere)).toEqual([false, false, false, false, false, true]);
});

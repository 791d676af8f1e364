import type { ForumPost } from '@mbari/contract/forum/posts';
import type { ForumSettings } from '@mbari/contract/people/members';
import type { Photo } from '@mbari/contract/photos/posts';
import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pollEvery, setStreaming } from '~/platform/lib/hints.ts';
import {
  categoriesKey,
  commentsKey,
  feedKey,
  followedSubjectsKey,
  followsKey,
  forumPostsKey,
  forumTopicKey,
  foundPostsKey,
  galleryKey,
  latestNotificationsKey,
  likersKey,
  membersFoundKey,
  newPostsKey,
  notificationListKey,
  postKey,
  presenceKey,
  profileKey,
  replyingKey,
  savedPostsKey,
  tagKey,
  trendingKey,
} from '~/platform/lib/query-keys.ts';
import { memberBlocked, memberMuted, memberUnmuted, visibilityChanged } from './blocks.ts';
import { subjectFollowChanged, subjectFollowPressed } from './followed-subjects.ts';
import { followChanged, followerRemoved, followersCounted, followPressed, nameChanged, profileChanged } from './follows.ts';
import { forumPostsReread } from './forum.ts';
import { feedHinted, notificationsHinted, postHinted, presenceHinted, replyingHinted, streamingChanged, topicHinted } from './hints.ts';
import { notificationsRead } from './notifications.ts';
import { deletedPostLeft, postAdded, postChanged, postDeleted } from './photos.ts';
import { commentsChanged, likeChanged, likesCounted, postMissing, savedChanged, savedPostsChanged } from './responses.ts';
import { settingsChanged } from './settings.ts';

describe('cache events', () => {
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
});

describe('forum', () => {
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
});

const known = {
  'the bell': latestNotificationsKey,
  'a list of notifications': notificationListKey('unread'),
  'a profile': profileKey({ username: 'ada', as: '', viewer: 'me' }),
  'a gallery': galleryKey({ username: 'ada', category: '' }),
  'followers': followsKey('followers', 'me'),
  'the post': postKey('p1'),
  'its comments': commentsKey('p1'),
  'who liked it': likersKey('p1'),
  'another post': postKey('p2'),
  'new posts of the feed': newPostsKey({ feed: 'latest', after: 'p1' }),
  'the topic': forumTopicKey('t1'),
  'its posts': forumPostsKey('t1'),
  'who is replying': replyingKey('t1'),
  'whether a member is online': presenceKey('ada'),
  'whether another is': presenceKey('olu'),
} as const satisfies Record<string, QueryKey>;

function refetchedAfter(hint: (client: QueryClient) => void): string[] {
  const client = new QueryClient();
  for (const queryKey of Object.values(known)) client.setQueryData(queryKey, {});
  hint(client);
  return Object.entries(known).flatMap(([name, queryKey]) => (client.getQueryState(queryKey)?.isInvalidated ? [name] : []));
}

test.each([
  ['of notifications', (client) => notificationsHinted(client, 'me'), ['the bell', 'a list of notifications', 'a profile', 'followers']],
  ['about a post', (client) => postHinted(client, 'p1'), ['the post', 'who liked it']],
  ['about the feed', feedHinted, ['new posts of the feed']],
  ['about a topic', (client) => topicHinted(client, 't1'), ['the topic']],
  ['about who is replying', (client) => replyingHinted(client, 't1'), ['who is replying']],
  ['about a member', (client) => presenceHinted(client, 'ada'), ['whether a member is online']],
  ['about all members', (client) => presenceHinted(client), ['whether a member is online', 'whether another is']],
] as const satisfies [string, (client: QueryClient) => void, string[]][])(
  'a hint %s refetches only the affected queries',
  (_, hint, expected) => {
    expect(refetchedAfter(hint)).toEqual(expected);
  },
);

test('polling stops while the event stream is open and resumes when it closes', () => {
  const client = new QueryClient();
  client.setQueryData(latestNotificationsKey, {});
  const queryKey = latestNotificationsKey;
  const paces: (number | false)[] = [];
  const refetchInterval = () => {
    paces.push(pollEvery(30_000));
    return paces.at(-1)!;
  };
  const stop = new QueryObserver(client, { queryKey, queryFn: () => ({}), staleTime: Number.POSITIVE_INFINITY, refetchInterval }).subscribe(
    () => undefined,
  );
  for (const isOpen of [true, false]) {
    setStreaming(isOpen);
    streamingChanged(client);
  }
  stop();
  expect(paces.filter((pace, index) => pace !== paces[index - 1])).toEqual([30_000, false, 30_000]);
});

import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { pollEvery, setStreaming } from '~/platform/lib/hints.ts';
import {
  commentsKey,
  followsKey,
  forumPostsKey,
  forumTopicKey,
  galleryKey,
  latestNotificationsKey,
  likersKey,
  newPostsKey,
  notificationListKey,
  postKey,
  presenceKey,
  profileKey,
  replyingKey,
} from '~/platform/lib/query-keys.ts';
import { feedHinted, notificationsHinted, postHinted, presenceHinted, replyingHinted, streamingChanged, topicHinted } from './hints.ts';

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

import { listTopics } from '@mbari/contract/forum-topic-lists';
import { readTopic } from '@mbari/contract/forum-topics';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { pollEvery } from '~/platform/lib/hints.ts';
import { forumTopicKey, forumTopicListKey, newestForumTopicsKey } from '~/platform/lib/query-keys.ts';
import type { TopicFilter, TopicSort } from './topic-filters.ts';

/** How often a topic that is open is asked whether there is something new in it. */
const everyMinute = 60_000;

/** One topic, with its opening. */
export const topicById = (id: string) =>
  queryOptions({
    queryKey: forumTopicKey(id),
    queryFn: async ({ signal }) => (await call(readTopic, { params: { id }, signal })).data,
    staleTime: 0,
    refetchInterval: () => pollEvery(everyMinute),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
  });

export interface TopicsAsked {
  /** A category's slug; without one, topics of all. */
  category?: string;
  /** Without one, those with the newest posts first. */
  sort?: TopicSort | undefined;
  filter?: TopicFilter | undefined;
}

/** Topics page by page, in an order. */
export const topicsBy = ({ category, sort, filter }: TopicsAsked) =>
  infiniteQueryOptions({
    queryKey: forumTopicListKey({
      ...(category !== undefined && { category }),
      ...(sort !== undefined && { sort }),
      ...(filter !== undefined && { filter }),
    }),
    queryFn: ({ pageParam, signal }) =>
      call(listTopics, { query: { category, sort, filter, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });

/** So many stand under each category on the front page. */
const newestShown = 4;

/** The topics of a category that stand under it on the front page. */
export const newestTopicsOf = (slug: string) =>
  queryOptions({
    queryKey: newestForumTopicsKey(slug),
    queryFn: async ({ signal }) => (await call(listTopics, { query: { category: slug }, signal })).data.slice(0, newestShown),
  });

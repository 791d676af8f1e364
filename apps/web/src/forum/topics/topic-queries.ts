import { listTopics, readTopic } from '@mbari/contract/forum/topics';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { pollEvery } from '~/platform/lib/hints.ts';
import { forumTopicKey, forumTopicListKey, newestForumTopicsKey } from '~/platform/lib/query-keys.ts';

const everyMinute = 60_000;

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
  category?: string;
  sort?: TopicSort | undefined;
  filter?: TopicFilter | undefined;
}

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

const newestShown = 4;

export const newestTopicsOf = (slug: string) =>
  queryOptions({
    queryKey: newestForumTopicsKey(slug),
    queryFn: async ({ signal }) => (await call(listTopics, { query: { category: slug }, signal })).data.slice(0, newestShown),
  });

export const topicFilters = ['unread', 'following', 'mine', 'unanswered'] as const;
export type TopicFilter = (typeof topicFilters)[number];

export const topicSorts = ['new', 'top'] as const;
/** Undefined: sorted by latest post. */
export type TopicSort = (typeof topicSorts)[number];

/** Ignores unknown values. */
export const topicsOfAddress = (search: {
  filter?: string;
  sort?: string;
}): { filter?: TopicFilter | undefined; sort?: TopicSort | undefined } => ({
  filter: topicFilters.find((filter) => filter === search.filter),
  sort: topicSorts.find((sort) => sort === search.sort),
});

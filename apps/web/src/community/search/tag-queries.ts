import { listTopicsWithTag } from '@mbari/contract/forum/topics';
import { readTag } from '@mbari/contract/platform/tags';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { tagKey, topicsWithTagKey } from '~/platform/lib/query-keys.ts';

export const tagByName = (tag: string) =>
  queryOptions({
    queryKey: tagKey(tag),
    queryFn: async ({ signal }) => (await call(readTag, { params: { tag }, signal })).data,
  });

export const topicsWithTag = (tag: string) =>
  infiniteQueryOptions({
    queryKey: topicsWithTagKey(tag),
    queryFn: ({ pageParam, signal }) =>
      call(listTopicsWithTag, { params: { tag }, query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });

import { searchForum } from '@mbari/contract/forum/search';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { forumSearchKey } from '~/platform/lib/query-keys.ts';
import type { ForumFilters, ForumSearch } from '~/platform/lib/search-params.ts';

export const postResults = ({ q = '', ...filters }: ForumSearch) =>
  infiniteQueryOptions({
    queryKey: forumSearchKey({ q, ...filters }),
    queryFn: ({ pageParam, signal }) =>
      call(searchForum, { query: { q, ...filters, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    enabled: q !== '',
  });

export const hasFilters = ({ category, author, since, until }: ForumFilters): boolean =>
  [category, author, since, until].some((filter) => filter !== undefined);

import { type Account, listAccounts, readAccount } from '@mbari/contract/community/admin-members';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { accountKey, accountsKey } from '~/platform/lib/query-keys.ts';

export interface AccountFilter {
  search?: string;
  role?: Account['role'];
  state?: Account['state'];
}

/** Refetched on every mount, because new members join in the meantime. */
export const accounts = (filter: AccountFilter) =>
  infiniteQueryOptions({
    queryKey: accountsKey(filter),
    queryFn: ({ pageParam, signal }) =>
      call(listAccounts, { query: { ...filter, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    staleTime: 0,
  });

export const account = (id: string) =>
  queryOptions({
    queryKey: accountKey(id),
    queryFn: async ({ signal }) => (await call(readAccount, { params: { id }, signal })).data,
    staleTime: 0,
  });

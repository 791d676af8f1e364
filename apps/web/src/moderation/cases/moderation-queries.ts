import { listReports, readReport } from '@mbari/contract/moderation/cases';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { reportKey, reportsKey } from '~/platform/lib/query-keys.ts';

export type ReportState = 'open' | 'resolved';

/** Refetched on every mount, because other organisers resolve reports in the meantime. */
export const reportCases = (state: ReportState) =>
  infiniteQueryOptions({
    queryKey: reportsKey(state),
    queryFn: ({ pageParam, signal }) => call(listReports, { query: { state, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    staleTime: 0,
  });

export const reportBackground = (id: string) =>
  queryOptions({
    queryKey: reportKey(id),
    queryFn: async ({ signal }) => (await call(readReport, { params: { id }, signal })).data,
    staleTime: 0,
  });

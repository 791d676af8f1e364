import { listModerationLog, listReports, readReport } from '@mbari/contract/moderation';
import type { ModerationAction } from '@mbari/contract/moderation-actions';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '~/lib/call.ts';
import { moderationLogKey, reportKey, reportsKey } from '~/lib/query-keys.ts';

export type ReportState = 'open' | 'resolved';

/** What is reported, page by page. Others resolve reports meanwhile: it is asked for anew each time it is opened. */
export const reportCases = (state: ReportState) =>
  infiniteQueryOptions({
    queryKey: reportsKey(state),
    queryFn: ({ pageParam, signal }) => call(listReports, { query: { state, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    staleTime: 0,
  });

export interface LogFilter {
  action?: ModerationAction;
  actor?: string;
}

/** What organisers did, newest first, page by page. */
export const moderationLog = (of: LogFilter) =>
  infiniteQueryOptions({
    queryKey: moderationLogKey(of),
    queryFn: ({ pageParam, signal }) =>
      call(listModerationLog, { query: { ...of, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    staleTime: 0,
  });

/** What was done before, what organisers said to each other, and how reliable those are who reported it. */
export const reportBackground = (id: string) =>
  queryOptions({
    queryKey: reportKey(id),
    queryFn: async ({ signal }) => (await call(readReport, { params: { id }, signal })).data,
    staleTime: 0,
  });

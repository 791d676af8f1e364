import type { ModerationAction } from '@mbari/contract/moderation/actions';
import { listModerationLog } from '@mbari/contract/moderation/cases';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { moderationLogKey } from '~/platform/lib/query-keys.ts';

export interface LogFilter {
  action?: ModerationAction;
  actor?: string;
}

export const moderationLog = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: moderationLogKey(filter),
    queryFn: ({ pageParam, signal }) =>
      call(listModerationLog, { query: { ...filter, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    staleTime: 0,
  });

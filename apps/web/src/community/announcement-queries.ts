import { listAnnouncements } from '@mbari/contract/community/announcements';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '~/platform/lib/call.ts';
import { announcementsKey } from '~/platform/lib/query-keys.ts';

export const announcementPages = infiniteQueryOptions({
  queryKey: announcementsKey,
  queryFn: ({ pageParam, signal }) => call(listAnnouncements, { query: { ...(pageParam !== null && { cursor: pageParam }) }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ meta }) => meta.next_cursor,
  staleTime: 0,
});

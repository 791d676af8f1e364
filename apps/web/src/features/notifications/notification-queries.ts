import * as limits from '@mbari/contract/limits';
import { listNotifications, markAllNotificationsRead, markNotificationRead } from '@mbari/contract/notifications';
import type { Notification, notificationFilters } from '@mbari/contract/shapes/notifications';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '~/lib/call.ts';
import { withChanged } from '~/lib/patch-cached.ts';
import { counted } from '~/lib/use-toggle.ts';

export type NotificationFilter = (typeof notificationFilters)[number];

const under = ['notifications'];
const nothing: { notifications: Notification[]; unread_count: number } = { notifications: [], unread_count: 0 };

/** What the bell shows. A failure is an empty list with nothing unread. Asked for again while the page is looked at. */
export const latestNotifications = queryOptions({
  queryKey: [...under, 'latest'],
  queryFn: async ({ signal }) => {
    try {
      return (await call(listNotifications, { query: { limit: String(limits.dropdownNotifications) }, signal })).data;
    } catch (error) {
      if (signal.aborted) throw error;
      return nothing;
    }
  },
  refetchInterval: limits.notificationPoll,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: true,
});

export const notificationsBy = (filter: NotificationFilter) =>
  infiniteQueryOptions({
    queryKey: [...under, 'all', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listNotifications, { query: { filter, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    staleTime: 0,
  });

/** Marks one read: shown at once, and read anew from the server where it refuses. */
export async function markRead(client: QueryClient, { id, read_at }: Notification): Promise<void> {
  if (read_at !== null) return;
  showRead(client, (notification) => notification.id === id, 1);
  await call(markNotificationRead, { params: { id } }).catch(() => client.invalidateQueries({ queryKey: under }));
}

export async function markAllRead(client: QueryClient): Promise<void> {
  showRead(client, () => true, Number.POSITIVE_INFINITY);
  await call(markAllNotificationsRead).finally(() => client.invalidateQueries({ queryKey: under }));
}

function showRead(client: QueryClient, which: (notification: Notification) => boolean, by: number): void {
  const now = new Date().toISOString();
  client.setQueriesData({ queryKey: under }, (data: unknown) =>
    withChanged(
      withChanged(data, (value) =>
        isNotification(value) ? (which(value) && value.read_at === null ? { ...value, read_at: now } : value) : undefined,
      ),
      // The count stands beside the list, whose notifications have been seen to above.
      (value) => (hasUnreadCount(value) ? { ...value, unread_count: counted(value.unread_count, -by) } : undefined),
    ),
  );
}

const isNotification = (value: object): value is Notification => 'read_at' in value;
const hasUnreadCount = (value: object): value is { unread_count: number } => 'unread_count' in value;

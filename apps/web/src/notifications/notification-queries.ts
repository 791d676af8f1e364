import {
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  type Notification,
  type notificationFilters,
} from '@mbari/contract/notifications/notifications';
import type { AnswerOf } from '@mbari/contract/platform/endpoint';
import * as limits from '@mbari/contract/platform/limits';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { notificationsRead, notificationsUncertain } from '~/platform/lib/cache-events/notifications.ts';
import { call } from '~/platform/lib/call.ts';
import { pollEvery } from '~/platform/lib/hints.ts';
import { latestNotificationsKey, notificationGroupKey, notificationListKey } from '~/platform/lib/query-keys.ts';
import { currentSession } from '~/platform/lib/session.ts';

export type NotificationFilter = (typeof notificationFilters)[number];

export const noNotifications: AnswerOf<typeof listNotifications>['data'] = {
  notifications: [],
  unread_count: 0,
  unread_count_is_capped: false,
  unread_groups_count: 0,
  unread_groups_count_is_capped: false,
};

/** Notifications of the bell; empty after an error. Polled while the page is visible and no live stream is connected. */
export const latestNotifications = queryOptions({
  queryKey: latestNotificationsKey,
  queryFn: async ({ signal }) => {
    try {
      const { data } = await call(listNotifications, { query: { limit: String(limits.dropdownNotifications), grouped: '1' }, signal });
      void closeStalePushes(data);
      return data;
    } catch (error) {
      if (signal.aborted) throw error;
      return noNotifications;
    }
  },
  // After sign-out the bell stays mounted until the next page.
  enabled: () => currentSession().status === 'member',
  refetchInterval: () => pollEvery(limits.notificationPoll),
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: true,
});

export const notificationsBy = (filter: NotificationFilter) =>
  infiniteQueryOptions({
    queryKey: notificationListKey(filter),
    queryFn: ({ pageParam, signal }) =>
      call(listNotifications, { query: { filter, grouped: '1', ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    staleTime: 0,
  });

export const notificationsInGroup = ({ id }: Notification) =>
  infiniteQueryOptions({
    queryKey: notificationGroupKey(id),
    queryFn: ({ pageParam, signal }) =>
      call(listNotifications, { query: { group: id, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    staleTime: 0,
  });

/** Marks a notification or group as read, optimistically. Refetches if the server refuses. */
export async function markRead(client: QueryClient, { id, read_at, group }: Notification): Promise<void> {
  if (read_at !== null) return;
  notificationsRead(client, { id, count: group?.count ?? 1, groups: group === undefined ? 0 : 1 });
  await call(markNotificationRead, { params: { id }, query: { grouped: group ? '1' : '0' } }).catch(() => notificationsUncertain(client));
  // A single notification may belong to a group, whose read state changes with it.
  if (group === undefined) await notificationsUncertain(client);
}

export async function markAllRead(client: QueryClient): Promise<void> {
  notificationsRead(client, 'all');
  await call(markAllNotificationsRead).finally(() => notificationsUncertain(client));
}

/**
 * Closes push messages whose notification was read or withdrawn. Closes none if the response lists only some unread groups, because a
 * message may belong to another group.
 */
export async function closeStalePushes(latest: AnswerOf<typeof listNotifications>['data']): Promise<void> {
  if (!('serviceWorker' in navigator && 'Notification' in window) || Notification.permission !== 'granted') return;
  const unread = new Set(latest.notifications.flatMap(({ id, read_at }) => (read_at === null ? id : [])));
  if (latest.unread_groups_count === undefined || latest.unread_groups_count_is_capped || unread.size < latest.unread_groups_count) return;
  const registration = await navigator.serviceWorker.getRegistration('/');
  for (const message of (await registration?.getNotifications()) ?? []) {
    const [, id] = /^\/notifications\/([^/?]+)/.exec(String(message.data?.url)) ?? [];
    if (id !== undefined && !unread.has(id)) message.close();
  }
}

import type { listNotifications, Notification } from '@mbari/contract/notifications/notifications';
import type { AnswerOf } from '@mbari/contract/platform/endpoint';
import type { QueryClient } from '@tanstack/react-query';
import { rewriteCached, withChanged } from '~/platform/lib/query-cache.ts';
import { notificationGroupKey, notificationsKey, pushDevicesKey } from '~/platform/lib/query-keys.ts';
import { counted } from '~/platform/lib/use-toggle.ts';

/**
 * Marks a notification and its group, or all notifications, as read before the server answers.
 * `groups`: rows of the grouped list that become read.
 */
export function notificationsRead(client: QueryClient, which: { id: string; count: number; groups: number } | 'all'): void {
  const now = new Date().toISOString();
  const read = (data: unknown, isRead: (id: string) => boolean): unknown =>
    withChanged(data, (value) =>
      isNotification(value) ? (isRead(value.id) && value.read_at === null ? { ...value, read_at: now } : value) : undefined,
    );
  rewriteCached(client, { queryKey: notificationsKey }, (data) =>
    withChanged(
      read(data, (id) => which === 'all' || id === which.id),
      // Changes only the counts; the notifications were changed above.
      (value) => (hasUnreadCounts(value) ? { ...value, ...countsAfter(value, which) } : undefined),
    ),
  );
  if (which === 'all' || which.count === 1) return;
  rewriteCached(client, { queryKey: notificationGroupKey(which.id) }, (data) => read(data, (id) => id <= which.id));
}

export const notificationsUncertain = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: notificationsKey });

export const pushDevicesChanged = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: pushDevicesKey });

const isNotification = (value: object): value is Notification => 'read_at' in value;
type UnreadCounts = Omit<AnswerOf<typeof listNotifications>['data'], 'notifications'>;

const hasUnreadCounts = (value: object): value is UnreadCounts => 'unread_count' in value;

/** Returns the changed counts. A capped count stays, because the exact number is unknown. */
function countsAfter(value: UnreadCounts, which: { count: number; groups: number } | 'all'): Partial<UnreadCounts> {
  const hasGroups = value.unread_groups_count !== undefined;
  if (which === 'all')
    return {
      unread_count: 0,
      unread_count_is_capped: false,
      ...(hasGroups && { unread_groups_count: 0, unread_groups_count_is_capped: false }),
    };
  return {
    ...(!value.unread_count_is_capped && { unread_count: counted(value.unread_count, -which.count) }),
    ...(hasGroups &&
      !value.unread_groups_count_is_capped && { unread_groups_count: counted(value.unread_groups_count ?? 0, -which.groups) }),
  };
}

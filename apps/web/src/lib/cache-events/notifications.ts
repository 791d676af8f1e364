import type { Notification } from '@mbari/contract/shapes/notifications';
import type { QueryClient } from '@tanstack/react-query';
import { withChanged } from '../patch-cached.ts';
import { notificationGroupKey, notificationsKey } from '../query-keys.ts';
import { rewriteCached } from '../rewrite-cached.ts';
import { counted } from '../use-toggle.ts';

/** One notification is read with the group that it stands for, or all: at the bell and in every list, before the server has said so. */
export function notificationsRead(client: QueryClient, which: { id: string; count: number } | 'all'): void {
  const now = new Date().toISOString();
  const by = which === 'all' ? Number.POSITIVE_INFINITY : which.count;
  const read = (data: unknown, isRead: (id: string) => boolean): unknown =>
    withChanged(data, (value) =>
      isNotification(value) ? (isRead(value.id) && value.read_at === null ? { ...value, read_at: now } : value) : undefined,
    );
  rewriteCached(client, { queryKey: notificationsKey }, (data) =>
    withChanged(
      read(data, (id) => which === 'all' || id === which.id),
      // Only the counts: the list's notifications were changed above.
      (value) =>
        hasUnreadCounts(value)
          ? {
              ...value,
              unread_count: counted(value.unread_count, -by),
              ...(value.unread_groups_count !== undefined && {
                unread_groups_count: which === 'all' ? 0 : counted(value.unread_groups_count, -1),
              }),
            }
          : undefined,
    ),
  );
  if (which === 'all' || which.count === 1) return;
  rewriteCached(client, { queryKey: notificationGroupKey(which.id) }, (data) => read(data, (id) => id <= which.id));
}

/** What is read and what is not is asked of the server again. */
export const notificationsUncertain = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: notificationsKey });

const isNotification = (value: object): value is Notification => 'read_at' in value;
const hasUnreadCounts = (value: object): value is { unread_count: number; unread_groups_count?: number } => 'unread_count' in value;

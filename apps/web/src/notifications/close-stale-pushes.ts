import type { listNotifications } from '@mbari/contract/notifications/notifications';
import type { AnswerOf } from '@mbari/contract/platform/endpoint';

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

import type { listNotifications } from '@mbari/contract/notifications/notifications';
import type { AnswerOf } from '@mbari/contract/platform/endpoint';
import { afterEach, expect, test, vi } from 'vitest';
import { closeStalePushes } from './notification-queries.ts';

type ListedNotifications = AnswerOf<typeof listNotifications>['data'];

const notification = (id: string, read_at: string | null = null) => ({ id, read_at }) as ListedNotifications['notifications'][number];
const latest = (notifications: ListedNotifications['notifications'], fields: Partial<ListedNotifications> = {}): ListedNotifications => ({
  notifications,
  unread_count: 0,
  unread_count_is_capped: false,
  unread_groups_count: notifications.filter(({ read_at }) => read_at === null).length,
  unread_groups_count_is_capped: false,
  ...fields,
});

afterEach(() => vi.unstubAllGlobals());

/** Simulates a shown push message per notification id. Returns the ids of messages that are closed later. */
function tray(...ids: string[]): string[] {
  const closed: string[] = [];
  const messages = ids.map((id) => ({ data: { url: `/notifications/${id}?to=%2Fpost%2F1` }, close: () => closed.push(id) }));
  const registration = { getNotifications: async () => messages };
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  return closed;
}

test('push messages about read or withdrawn notifications are closed, and unread ones stay', async () => {
  const closed = tray('unread', 'read', 'withdrawn');
  await closeStalePushes(latest([notification('unread'), notification('read', '2026-11-01T10:00:00Z')]));
  expect(closed).toEqual(['read', 'withdrawn']);
});

test.each([
  ['more groups are unread than the answer lists', { unread_groups_count: 6 }],
  ['the number of unread groups is capped', { unread_groups_count_is_capped: true }],
])('if %s, no message is closed', async (_name, fields) => {
  const closed = tray('older');
  await closeStalePushes(latest([notification('unread')], fields));
  expect(closed).toEqual([]);
});

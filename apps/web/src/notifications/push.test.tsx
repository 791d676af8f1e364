import type { listNotifications } from '@mbari/contract/notifications/notifications';
import { listPushSubscriptions, removePushSubscription } from '@mbari/contract/notifications/push';
import type { AnswerOf } from '@mbari/contract/platform/endpoint';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { closeStalePushes } from './notification-queries.ts';
import { PushSection } from './push-section.tsx';

describe('close stale pushes', () => {
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
});

describe('push section', () => {
  const phone = {
    id: 'a',
    device: 'Phone',
    device_parts: null,
    created_at: '2026-01-01T00:00:00Z',
    shows_content: false,
    is_current: true,
  };
  let server: ReturnType<typeof fakeServer>;
  const permissionPrompt = { permission: 'default', requestPermission: () => Promise.resolve(permissionPrompt.permission) };
  const worker = { getRegistration: () => Promise.reject(new Error('The browser is offline')) };

  beforeEach(() => {
    server = fakeServer();
    signIn('token', aMember());
    permissionPrompt.permission = 'default';
    vi.stubGlobal('Notification', permissionPrompt);
    vi.stubGlobal('PushManager', {});
    Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  });

  test('blocking notifications immediately shows how to allow them again', async () => {
    server.answer(listPushSubscriptions, { public_key: 'key', data: [] });
    const { user } = await renderScreen(<PushSection>kinds</PushSection>);
    const turnOn = await screen.findByRole('button', { name: 'Turn on notifications' });
    permissionPrompt.permission = 'denied';
    await user.click(turnOn);
    expect(await screen.findByText(/Your browser blocks notifications/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Turn on notifications' })).toBeNull();
    expect(document.activeElement?.textContent).toBe('Notifications on this device');
  });

  test('a device is removed even if its browser fails to unsubscribe', async () => {
    server.answer(listPushSubscriptions, { public_key: 'key', data: [phone] });
    server.answer(removePushSubscription, { message: 'Removed' });
    const { user } = await renderScreen(<PushSection>kinds</PushSection>);
    const remove = await screen.findByRole('button', { name: 'Remove Phone' });
    server.answer(listPushSubscriptions, { public_key: 'key', data: [] });
    await user.click(remove);
    expect(await screen.findByRole('button', { name: 'Turn on notifications' })).toBeDefined();
    expect(document.activeElement?.textContent).toBe('Notifications on this device');
  });
});

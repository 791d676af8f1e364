import { listNotifications, markAllNotificationsRead } from '@mbari/contract/notifications/notifications';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import NotificationsPage from '~/pages/notifications-page.tsx';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { NotificationBell } from './notification-bell.tsx';

let server: ReturnType<typeof fakeServer>;
const answer = (unread: number) => {
  const meta = { current_page: 1, last_page: 1, per_page: 20, total: 0, next_cursor: null, total_is_capped: false };
  server.answer(listNotifications, {
    data: { notifications: [], unread_count: unread, unread_count_is_capped: false, unread_groups_count: unread },
    meta,
  });
};
beforeEach(() => {
  server = fakeServer();
  signIn('token', aMember());
  answer(2);
});

const openBell = async () => {
  const view = await renderScreen(<NotificationBell />);
  await view.user.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }));
  return { ...view, readAll: await screen.findByRole('button', { name: 'Mark all as read' }) };
};

test('marking all as read in the bell keeps the focus in the list', async () => {
  const { user, readAll } = await openBell();
  server.answer(markAllNotificationsRead, { message: 'Read' });
  answer(0);
  await user.click(readAll);
  await expect.poll(() => screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Notifications' }));
});

test('marking all as read on the page keeps the focus on the page', async () => {
  const { user } = await renderScreen(<NotificationsPage />);
  server.answer(markAllNotificationsRead, { message: 'Read' });
  const readAll = await screen.findByRole('button', { name: 'Mark all as read' });
  answer(0);
  await user.click(readAll);
  await expect.poll(() => screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Notifications' }));
});

test('a failure to mark all as read in the bell is reported', async () => {
  const { user, readAll } = await openBell();
  server.refuse(markAllNotificationsRead, { status: 503, message: 'Not now' });
  await user.click(readAll);
  await expect.poll(shownToasts).toContain('Not now');
  expect(await screen.findByRole('button', { name: 'Mark all as read' })).toBeDefined();
});

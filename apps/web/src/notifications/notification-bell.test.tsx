import { listNotifications } from '@mbari/contract/notifications/notifications';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { endSession, signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { NotificationBell } from './notification-bell.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  signIn('token', aMember());
});

async function setUp(unread: number, { isCapped = false } = {}) {
  server.answer(listNotifications, {
    data: {
      notifications: [],
      unread_count: unread,
      unread_count_is_capped: isCapped,
      unread_groups_count: unread,
      unread_groups_count_is_capped: isCapped,
    },
  } as never);
  const { user } = await renderScreen(
    <>
      <NotificationBell />
      <button type="button">Elsewhere</button>
    </>,
  );
  return { user, bell: () => screen.getByRole('button', { name: /^Notifications/ }) };
}

test.each([
  [100, true, 'Notifications, over 100 unread', '99+'],
  [100, false, 'Notifications, 100 unread', '99+'],
  [3, true, 'Notifications, over 3 unread', '3+'],
])('with %i unread rows, capped: %s, the bell shows consistently whether there are more', async (unread, isCapped, name, badge) => {
  const { bell } = await setUp(unread, { isCapped });
  await expect.poll(() => bell().getAttribute('aria-label')).toBe(name);
  expect(bell().textContent).toBe(badge);
  expect(document.title.startsWith(`(${badge})`)).toBe(true);
});

test('the badge counts unread rows of the list, not single notifications', async () => {
  server.answer(listNotifications, { data: { notifications: [], unread_count: 7, unread_groups_count: 2 } } as never);
  await renderScreen(<NotificationBell />);
  expect((await screen.findByRole('button', { name: 'Notifications, 2 unread' })).textContent).toBe('2');
});

test('there is no badge without unread notifications', async () => {
  const { bell } = await setUp(0);
  expect(bell().getAttribute('aria-label')).toBe('Notifications');
  expect(bell().textContent).toBe('');
});

test('Escape closes the list and focuses the bell', async () => {
  const { user, bell } = await setUp(0);
  await user.click(bell());
  await screen.findByRole('region', { name: 'Notifications' });
  expect(bell().getAttribute('aria-expanded')).toBe('true');
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('region', { name: 'Notifications' })).toBeNull();
  expect(document.activeElement).toBe(bell());
});

test('a press outside closes the list', async () => {
  const { user, bell } = await setUp(0);
  await user.click(bell());
  await screen.findByRole('region', { name: 'Notifications' });
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  await expect.poll(() => screen.queryByRole('region', { name: 'Notifications' })).toBeNull();
});

test('tabbing out closes the list', async () => {
  const { user, bell } = await setUp(0);
  await user.click(bell());
  const list = await screen.findByRole('region', { name: 'Notifications' });
  const otherButton = screen.getByRole('button', { name: 'Elsewhere' });
  for (let presses = 0; presses < 12 && document.activeElement !== otherButton; presses += 1) {
    expect(list.isConnected, 'as long as the focus is in it').toBe(true);
    await user.tab();
  }
  expect(document.activeElement).toBe(otherButton);
  await expect.poll(() => screen.queryByRole('region', { name: 'Notifications' })).toBeNull();
});

test('a page that takes the focus on load leaves the list open', async () => {
  const { user, bell } = await setUp(0);
  await user.click(bell());
  await screen.findByRole('region', { name: 'Notifications' });
  screen.getByRole('button', { name: 'Elsewhere' }).focus();
  await screen.findByRole('region', { name: 'Notifications' });
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('region', { name: 'Notifications' })).toBeNull();
});

test('the bell fetches nothing without a session', async () => {
  endSession();
  const { bell } = await setUp(3);
  await expect.poll(() => bell().getAttribute('aria-label')).toBe('Notifications');
  expect(server.bodiesOf(listNotifications)).toEqual([]);
});

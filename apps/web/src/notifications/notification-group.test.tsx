import { type Notification, listNotifications, markNotificationRead } from '@mbari/contract/notifications/notifications';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { NotificationList } from './notification-list.tsx';

const member = (name: string) => {
  const subscription = { is_active: false, is_paid_plan: false, plan_name: null };
  return { id: name, name, username: name.toLowerCase(), avatar_url: null, profile: { profile_image: null }, subscription };
};
const liked = (id: string, change: Partial<Notification> = {}): Notification => ({
  ...{ id, type: 'like', kind: 'like', read_at: null, created_at: '2026-01-01T00:00:00Z', action_url: null, forum: null },
  ...{ user: member('Ada'), excerpt: null, photo: null, follower: null, group: null },
  ...{ message: 'Ada liked your photo “Wall”', reason: 'photoLiked', params: { name: 'Ada', title: 'Wall' } },
  ...change,
});
const group = (id: string, others: number, change: Partial<Notification> = {}): Notification =>
  liked(id, {
    ...{ reason: 'photoLikedByOthers', params: { name: 'Ada', title: 'Wall', others } },
    ...{ group: { count: others + 1, others_count: others, members: [member('Ada'), member('Olu')] } },
    ...change,
  });

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  signIn('token', aMember());
});

const meta = { current_page: 1, last_page: 1, per_page: 20, total: 1, next_cursor: null, total_is_capped: false };
const show = async (notifications: Notification[], filter: 'all' | 'unread' = 'all') => {
  server.answer(listNotifications, {
    data: { notifications, unread_count: 0, unread_count_is_capped: false, unread_groups_count: 0 },
    meta,
  });
  const view = await renderScreen(<NotificationList filter={filter} />);
  await screen.findAllByText(/liked your photo/);
  return view;
};

test('a group shows the number of its other members, or 99+ if there may be more', async () => {
  await show([group('b', 8), group('a', 99)]);
  expect(screen.getByText('Ada and 8 others')).toBeDefined();
  expect(screen.getByText('Ada and 99+ others')).toBeDefined();
  expect(screen.getByRole('button', { name: 'See all 9' }).getAttribute('aria-expanded')).toBe('false');
  expect(screen.getByRole('button', { name: 'See all 99+' })).toBeDefined();
});

test('read notifications have the heading Earlier; a filtered list has no headings', async () => {
  const readFields = { read_at: '2026-01-02T00:00:00Z' };
  const { unmount } = await show([liked('c'), liked('b', readFields), liked('a', readFields)]);
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['New', 'Earlier']);
  const [fresh, earlier] = screen.getAllByRole('list');
  expect([within(fresh!).getAllByRole('listitem').length, within(earlier!).getAllByRole('listitem').length]).toEqual([1, 2]);
  unmount();
  await show([liked('c')], 'unread');
  expect(screen.queryAllByRole('heading')).toEqual([]);
});

test('pressing a group marks the whole group as read, and the group keeps its place', async () => {
  server.answer(markNotificationRead, { message: 'Read' });
  const { user } = await show([group('b', 2)]);
  await user.click(screen.getByRole('button', { name: /^Unread: Ada and 2 others/ }));
  await expect.poll(() => server.bodiesOf(markNotificationRead).length).toBe(1);
  expect(screen.getByRole('button', { name: /^Ada and 2 others/ })).toBeDefined();
  expect(screen.getByRole('heading', { name: 'New' })).toBeDefined();
});

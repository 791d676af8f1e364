import {
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  type Notification,
} from '@mbari/contract/notifications/notifications';
import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import NotificationsPage from '~/pages/notifications-page.tsx';
import { endSession, signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen, shownToasts } from '~/testing/render-screen.tsx';
import { NotificationBell } from './notification-bell.tsx';
import { NotificationList } from './notification-list.tsx';
import { NotificationRow } from './notification-row.tsx';

describe('bell list', () => {
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
});

describe('notification bell', () => {
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
});

describe('notification group', () => {
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
});

describe('notification row', () => {
  const liked: Notification = {
    ...{
      id: 'a',
      type: 'like',
      kind: 'like',
      read_at: null,
      created_at: '2026-01-01T00:00:00Z',
      action_url: null,
      forum: null,
      user: null,
    },
    ...{ excerpt: null, photo: null, follower: null },
    ...{ message: 'Ada liked your photo “The old wall”', reason: 'photoLiked', params: { name: 'Ada', title: 'The old wall' } },
  };

  test('the sentence shows the actor’s name in bold', async () => {
    const { container } = await renderScreen(<NotificationRow notification={liked} />);
    expect(container.querySelector('.notification-words')?.textContent).toBe('Ada liked your photo “The old wall”');
    expect(screen.getByText('Ada').closest('b')).not.toBeNull();
  });

  test('an actor without a name is called someone', async () => {
    const { container } = await renderScreen(<NotificationRow notification={{ ...liked, params: { title: 'The old wall' } }} />);
    expect(container.querySelector('.notification-words')?.textContent).toBe('Someone liked your photo “The old wall”');
  });

  test('the server’s text is shown for an unknown sentence', async () => {
    const { container } = await renderScreen(<NotificationRow notification={{ ...liked, reason: 'toString', message: 'Ada waved' }} />);
    expect(container.querySelector('.notification-words')?.textContent).toBe('Ada waved');
  });

  const ada: Notification['user'] = {
    ...{ id: 'ada', name: 'Ada', username: 'ada', avatar_url: null, profile: { profile_image: null } },
    subscription: { is_active: false, is_paid_plan: false, plan_name: null },
  };
  const mute = (word: string) => {
    const { forum_settings, ...member } = aMember();
    signIn('token', { ...member, forum_settings: { ...forum_settings, muted_words: [word] } });
  };

  test('a quote with a muted word is hidden, and the row still links to its subject', async () => {
    mute('election');
    const notification: Notification = {
      ...liked,
      ...{ type: 'comment', kind: 'comment', user: ada, excerpt: 'The Election!', action_url: '/post/1', read_at: liked.created_at },
      ...{ reason: 'photoCommented', params: { name: 'Ada', title: 'My election wall' } },
    };
    await renderScreen(<NotificationRow notification={notification} />);
    const row = screen.getByRole('button', { name: /^Ada commented on your photo “My election wall”/ });
    expect(row.textContent).toContain('This comment contains a word you muted.');
    expect(row.textContent).not.toContain('The Election!');
  });

  test('a new topic with a muted word in its title is shown without the title', async () => {
    mute('election');
    const forum = {
      event: 'new_topic',
      post_id: 'p',
      topic_id: 't',
      slug: 's',
      number: 1,
      title: 'Election day',
      excerpt: 'Today',
    } as const;
    const params = { name: 'Ada', title: 'Election day', category: 'Clay' };
    const { container } = await renderScreen(
      <NotificationRow notification={{ ...liked, type: 'other', kind: 'new_topic', user: ada, forum, reason: 'topicStarted', params }} />,
    );
    expect(container.querySelector('.notification-words')?.textContent).toBe('Ada started “…” in Clay');
  });

  test('the reader’s own text is never hidden', async () => {
    mute('election');
    await renderScreen(<NotificationRow notification={{ ...liked, user: ada, excerpt: 'My own election', reason: 'commentLiked' }} />);
    expect(screen.getByText('My own election')).toBeDefined();
  });

  test('the relative time is updated while the page stays open', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-01-01T12:00:10Z') });
    onTestFinished(() => void vi.useRealTimers());
    await renderScreen(<NotificationRow notification={{ ...liked, created_at: '2026-01-01T12:00:00Z' }} />);
    expect(screen.getByText('Just now')).toBeDefined();
    act(() => void vi.advanceTimersByTime(8 * 60_000));
    expect(screen.getByText('8 minutes ago')).toBeDefined();
  });

  test.each([
    ['of a mention is an @ sign', { kind: 'mention' }, '.lucide-at-sign'],
    ['of an unknown kind is a bell', { kind: 'wave' as never }, '.lucide-bell'],
    ['of a notification without a kind is a bell', { kind: undefined as never }, '.lucide-bell'],
  ] as const)('the icon %s', async (_name, change, icon) => {
    const { container } = await renderScreen(<NotificationRow notification={{ ...liked, ...change }} />);
    expect(container.querySelector(icon)).not.toBeNull();
  });
});

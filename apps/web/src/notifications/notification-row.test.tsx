import type { Notification } from '@mbari/contract/notifications/notifications';
import { act, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { NotificationRow } from './notification-row.tsx';

const liked: Notification = {
  ...{ id: 'a', type: 'like', kind: 'like', read_at: null, created_at: '2026-01-01T00:00:00Z', action_url: null, forum: null, user: null },
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
  const forum = { event: 'new_topic', post_id: 'p', topic_id: 't', slug: 's', number: 1, title: 'Election day', excerpt: 'Today' } as const;
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

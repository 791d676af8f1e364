import type { Notification } from '@mbari/contract/shapes/notifications';
import { act, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderScreen } from '~/testing/render-screen.tsx';
import { NotificationRow } from './notification-row.tsx';

const liked: Notification = {
  ...{ id: 'a', type: 'like', read_at: null, created_at: '2026-01-01T00:00:00Z', action_url: null, forum: null, user: null },
  ...{ excerpt: null, photo: null, follower: null },
  ...{ message: 'Ada liked your photo “The old wall”', reason: 'photoLiked', params: { name: 'Ada', title: 'The old wall' } },
};

test('what happened is said with the name of whoever did it in bold', async () => {
  const { container } = await renderScreen(<NotificationRow notification={liked} />);
  expect(container.querySelector('.notification-words')?.textContent).toBe('Ada liked your photo “The old wall”');
  expect(screen.getByText('Ada').closest('b')).not.toBeNull();
});

test('who is not named any more is somebody', async () => {
  const { container } = await renderScreen(<NotificationRow notification={{ ...liked, params: { title: 'The old wall' } }} />);
  expect(container.querySelector('.notification-words')?.textContent).toBe('Someone liked your photo “The old wall”');
});

test('what the page has no words for is shown as the server says it', async () => {
  const { container } = await renderScreen(<NotificationRow notification={{ ...liked, reason: 'toString', message: 'Ada waved' }} />);
  expect(container.querySelector('.notification-words')?.textContent).toBe('Ada waved');
});

test('in a page that stays open it is said how long ago it happened', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-01-01T12:00:10Z') });
  onTestFinished(() => void vi.useRealTimers());
  await renderScreen(<NotificationRow notification={{ ...liked, created_at: '2026-01-01T12:00:00Z' }} />);
  expect(screen.getByText('Just now')).toBeDefined();
  act(() => void vi.advanceTimersByTime(8 * 60_000));
  expect(screen.getByText('8 minutes ago')).toBeDefined();
});

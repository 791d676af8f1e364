import { listPushSubscriptions, removePushSubscription } from '@mbari/contract/notifications/push';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '~/platform/lib/session.ts';
import { aMember } from '~/testing/a-member.ts';
import { fakeServer } from '~/testing/fake-server.ts';
import { renderScreen } from '~/testing/render-screen.tsx';
import { PushSection } from './push-section.tsx';

const phone = { id: 'a', device: 'Phone', device_parts: null, created_at: '2026-01-01T00:00:00Z', shows_content: false, is_current: true };
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

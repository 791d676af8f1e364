import { listPushSubscriptions } from '@mbari/contract/notifications/push';
import { call } from '~/platform/lib/call.ts';
import { readPushEndpoint, clearPushEndpoint } from './push-endpoint.ts';
import { subscribe } from './push-subscription.ts';

/** Browsers sometimes replace a push endpoint. Registers the new one if pushes are on for this session. */
export async function renewSubscription(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  const current = await registration?.pushManager.getSubscription();
  if (current?.endpoint === readPushEndpoint()) return;
  const { data: devices, public_key: publicKey } = await call(listPushSubscriptions);
  const device = devices.find(({ is_current: isCurrent }) => isCurrent);
  if (device === undefined || Notification.permission !== 'granted') clearPushEndpoint();
  else await subscribe(publicKey, { showsContent: device.shows_content });
}

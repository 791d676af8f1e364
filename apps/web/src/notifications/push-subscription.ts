import { addPushSubscription, listPushSubscriptions } from '@mbari/contract/notifications/push';
import { call } from '~/platform/lib/call.ts';
import { trustOwnWorkers } from '~/platform/lib/trust-own-workers.ts';
import { clearPushEndpoint, readPushEndpoint, storePushEndpoint } from './push-endpoint.ts';

/** `blocked`: the user denied permission permanently. */
export function pushSupport(): 'unsupported' | 'blocked' | 'possible' {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'possible';
}

/** Asks for permission and subscribes. Needs a user gesture. Returns false if denied. */
export async function subscribe(publicKey: string, { showsContent }: { showsContent: boolean }): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  trustOwnWorkers();
  await navigator.serviceWorker.register('/service-worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await subscribeWith(pushManager, publicKey);
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  await call(addPushSubscription, { body: { endpoint, keys: { p256dh, auth }, shows_content: showsContent } });
  storePushEndpoint(endpoint);
  return true;
}

/** Subscribes. Replaces a subscription with another key, because the browser would refuse the new one. */
async function subscribeWith(pushManager: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
    await unsubscribe();
    return pushManager.subscribe(options);
  }
}

export async function unsubscribe(): Promise<void> {
  clearPushEndpoint();
  const registration = await navigator.serviceWorker.getRegistration('/');
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

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

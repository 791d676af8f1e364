import type { Page } from '@playwright/test';
import { type ReceivedPush, startTestPushService, type TestPushService } from '../../apps/server/src/testing/push-endpoint.ts';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { headersOf, post, type Someone, someoneNew } from '../posts.ts';
import { answersDrawn } from '../screen.ts';
import { makeStartedFolder, startServer } from '../server.ts';
import { signIn, toasted } from '../settings.ts';
import { test as base, expect } from '../test.ts';

/** Starts a server that may send to a push service on this machine. */
const test = base.extend<object, { service: TestPushService }>({
  service: [
    async ({}, provide) => {
      const service = await startTestPushService();
      await provide(service);
      await service.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ service }, provide) => {
      const { dataFolder, remove } = await makeStartedFolder();
      const server = await startServer(dataFolder, { LOCAL_PUSH_SERVICE: service.origin });
      await provide(server);
      await server.end();
      await remove();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});
// The service worker receives push messages.
test.use({ serviceWorkers: 'allow' });

/** Subscribes the page to the test's push service. If the browser denies notifications, pretends that it grants them. */
async function subscribesHere(page: Page, service: TestPushService): Promise<void> {
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript((subscription) => {
    PushManager.prototype.subscribe = async () => ({ toJSON: () => subscription }) as unknown as PushSubscription;
    if (Notification.permission === 'granted') return;
    Object.defineProperty(Notification, 'permission', { value: 'default' });
    Notification.requestPermission = async () => 'granted';
  }, service.subscribe());
}

/** Waits for the next push message, which the server sends within about ten seconds. */
async function nextPush(service: TestPushService): Promise<ReceivedPush['message']> {
  let arrived: ReceivedPush[] = [];
  await expect.poll(() => (arrived = service.take()).length).toBe(1);
  return arrived[0]!.message;
}

/** Dispatches a decrypted message to the page's service worker, as the browser does. */
async function deliver(page: Page, message: object): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registrationId = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => first && resolve(first.registrationId)),
  );
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registrationId,
    data: JSON.stringify(message),
  });
}

/** Scope of the service worker. `kept` stores the notifications if the browser denies them. */
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  kept?: { title: string; body: string; tag: string; data: unknown; close(): void }[];
}

const workerOf = (page: Page) => page.context().serviceWorkers()[0]!;

const keepWhatIsShown = (page: Page): Promise<void> =>
  workerOf(page).evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    if (Notification.permission === 'granted') return;
    const kept: NonNullable<WorkerScope['kept']> = (scope.kept = []);
    scope.registration.showNotification = async (title, { body = '', tag = '', data } = {}) =>
      void kept.push({ title, body, tag, data, close: () => void kept.splice(0) });
  });

const shown = (page: Page) =>
  workerOf(page).evaluate(async () => {
    const { registration, kept } = globalThis as unknown as WorkerScope;
    return (kept ?? (await registration.getNotifications())).map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** Clicks the shown notification. */
const press = (page: Page): Promise<void> =>
  workerOf(page).evaluate(async () => {
    const { registration, kept } = globalThis as unknown as WorkerScope;
    const [notification] = kept ?? (await registration.getNotifications());
    // Ignores errors, because the service worker may focus a page only after a real click.
    const pressed = { notification, waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined) };
    dispatchEvent(Object.assign(new Event('notificationclick'), pressed));
  });

test('a member turns on push messages, opens one, and removes the device', async ({ page, request, dataFolder, service }) => {
  const owner = await someoneNew(dataFolder, 'Ngozi Eze');
  const fan = await someoneNew(dataFolder, 'Bisi Adé');
  const photo = await post(request, owner, { title: 'Uli wall' });
  const comment = async (who: Someone) =>
    expect((await request.post(`/api/v1/photos/${photo}/comments`, { headers: headersOf(who), data: { content: 'Fine' } })).status()).toBe(
      201,
    );
  await subscribesHere(page, service);
  await signIn(page, owner.member);
  await page.goto('/settings?tab=notifications');
  const section = page.getByRole('region', { name: 'Notifications on this device' });
  await expect(section.getByText('even while this page is closed')).toBeVisible();
  await expect(section.getByRole('switch')).toHaveCount(0);
  await section.getByRole('button', { name: 'Turn on notifications' }).click();
  await expect(toasted(page, 'Notifications are on for this device')).toBeVisible();
  await expect(section.getByText('This device ·')).toBeVisible();
  await expect(section.getByRole('switch', { name: 'Likes' })).not.toBeChecked();
  await expect(section.getByRole('switch', { name: 'Comments' })).toBeChecked();
  await expectNoSeriousProblem(page);

  await comment(fan);
  const message = await nextPush(service);
  await keepWhatIsShown(page);
  await deliver(page, message);
  await expect.poll(() => shown(page)).toEqual([{ title: 'Mbari', body: 'Someone commented on your photo', tag: `comment ${photo}` }]);
  await press(page);
  await expect(page).toHaveURL(new RegExp(`/post/${photo}#comment-`));
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  expect(await shown(page)).toEqual([]);

  await page.goto('/settings?tab=notifications');
  await section.getByRole('switch', { name: 'Show names, titles and messages' }).click();
  await expect(section.getByRole('switch', { name: 'Show names, titles and messages' })).toBeChecked();
  await section.getByRole('button', { name: /^Remove / }).click();
  await expect(section.getByRole('button', { name: 'Turn on notifications' })).toBeVisible();
  await expect(section.getByRole('switch')).toHaveCount(0);
});

test('a device with a renewed push address gets its notifications there', async ({ page, request, dataFolder, service }) => {
  const owner = await someoneNew(dataFolder, 'Ifeoma Obi');
  const fan = await someoneNew(dataFolder, 'Segun Ola');
  const photo = await post(request, owner, { title: 'Uli pot' });
  await subscribesHere(page, service);
  await signIn(page, owner.member);
  await page.goto('/settings?tab=notifications');
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  await expect(toasted(page, 'Notifications are on for this device')).toBeVisible();

  const moved = service.subscribe();
  await page.addInitScript((subscription) => {
    const now = { endpoint: subscription.endpoint, toJSON: () => subscription } as unknown as PushSubscription;
    PushManager.prototype.getSubscription = async () => now;
    PushManager.prototype.subscribe = async () => now;
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    Notification.requestPermission = async () => 'granted';
  }, moved);
  const renewed = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/push-subscriptions'),
  );
  await page.reload();
  expect((await renewed).status()).toBe(201);
  await request.post(`/api/v1/photos/${photo}/comments`, { headers: headersOf(fan), data: { content: 'Fine' } });
  await expect.poll(() => service.take().map(({ endpoint }) => endpoint)).toEqual([moved.endpoint]);

  // The page does not send its subscription again.
  const posts: string[] = [];
  page.on('request', (one) => one.method() === 'POST' && posts.push(one.url()));
  await page.reload();
  await expect(page.getByText('This device ·')).toBeVisible();
  await answersDrawn(page);
  expect(posts.filter((url) => url.endsWith('/push-subscriptions'))).toEqual([]);
});

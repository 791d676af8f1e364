import type { APIRequestContext, Page } from '@playwright/test';
import { type ReceivedPush, startTestPushService, type TestPushService } from '../../apps/server/src/testing/push.ts';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { withDatabase } from '../database.ts';
import { linkMailedTo } from '../outbox.ts';
import { enterAs, headersOf, post, type Someone, someoneNew } from '../posts.ts';
import { answersDrawn, answerTo, tabTo } from '../screen.ts';
import { makeStartedFolder, startServer } from '../server.ts';
import { signIn, toasted } from '../settings.ts';
import { expect, test, test as base } from '../test.ts';

const send = async (request: APIRequestContext, who: Someone, path: string, data?: object): Promise<void> => {
  const answer = await request.post(`/api/v1${path}`, { headers: headersOf(who), ...(data && { data }) });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
};

/** Creates a photo with six likes, a follow of its owner, and a comment that 24 later ones push to an older page. */
async function likedByMany(request: APIRequestContext, dataFolder: string): Promise<{ ada: Someone; id: string }> {
  const ada = await someoneNew(dataFolder, 'Ada Ọkẹ́');
  const fans: Someone[] = [];
  for (const name of ['Bisi Bello', 'Chidi Obi', 'Dayo Ige', 'Efua Mensah', 'Femi Oni', 'Gozie Eze'])
    fans.push(await someoneNew(dataFolder, name));
  const id = await post(request, ada, { title: 'Gele study' });
  for (const fan of fans) await send(request, fan, `/photos/${id}/like`);
  await send(request, fans[1]!, `/users/${ada.id}/follow`);
  await send(request, fans[0]!, `/photos/${id}/comments`, { content: 'Which paste did you use?' });
  for (let n = 0; n < 24; n += 1) await send(request, ada, `/photos/${id}/comments`, { content: `More of it, ${n}` });
  return { ada, id };
}

test('one entry groups several members’ actions and expands, and filters, pointer and keyboard work on the page', async ({
  page,
  request,
  dataFolder,
}) => {
  const { ada, id } = await likedByMany(request, dataFolder);
  await enterAs(page, ada, '/notifications');
  const main = page.getByRole('main');
  const rows = main.getByRole('tabpanel').locator('.notification');
  const likes = rows.filter({ hasText: 'liked your photo' });

  await test.step('groups have photo and quote under New, and the title has the count', async () => {
    await expect(rows).toHaveCount(3);
    await expect(likes).toContainText('Gozie Eze and 5 others liked your photo “Gele study”');
    await expect(likes.locator('.notification-photo')).toBeVisible();
    await expect(rows.first()).toContainText('Which paste did you use?');
    await expect(main.getByRole('heading', { name: 'New' })).toBeVisible();
    await expect(page).toHaveTitle(/^\(3\) Notifications/);
    await expect(page.getByRole('button', { name: 'Notifications, 3 unread' })).toBeVisible();
  });
  await test.step('a key expands a group', async () => {
    const more = main.getByRole('button', { name: 'See all 6' });
    await tabTo(page, more);
    await page.keyboard.press('Enter');
    await expect(rows.filter({ hasText: 'liked your photo' })).toHaveCount(7);
    await main.getByRole('button', { name: 'Show less' }).press('Enter');
    await expect(likes).toHaveCount(1);
  });
  await test.step('a follower is followed back', async () => {
    const answered = answerTo(page, 'POST', /\/follow$/);
    await main.getByRole('button', { name: 'Follow back Chidi Obi' }).click();
    await answered;
    await expect(main.getByRole('button', { name: /Chidi Obi/ }).filter({ hasText: /Following|Unfollow/ })).toBeVisible();
    await expect(page).toHaveURL(/\/notifications$/);
  });
  await test.step('a press opens the comment and marks the entry as read', async () => {
    await rows.first().getByRole('button').first().click();
    await expect(page).toHaveURL(new RegExp(`/post/${id}#comment-`));
    await expect(page.getByText('Which paste did you use?')).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible();
  });
  await test.step('pressing a group in the bell’s list opens its post and marks the whole group as read', async () => {
    await page.getByRole('button', { name: 'Notifications, 2 unread' }).click();
    const marked = page.waitForResponse((response) => response.url().includes('mark-read'));
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('button', { name: /Gozie Eze and 5 others/ })
      .click();
    await marked;
    await expect(page).toHaveURL(new RegExp(`/post/${id}$`));
    await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  });
  await readByFilter(page);
});

async function readByFilter(page: Page): Promise<void> {
  const main = page.getByRole('main');
  const rows = main.getByRole('tabpanel').locator('.notification');
  await test.step('filters, and marking all', async () => {
    await page.goto('/notifications');
    await expect(main.getByRole('heading', { name: 'Earlier' })).toBeVisible();
    await main.getByRole('tab', { name: 'Unread 1' }).click();
    await expect(rows).toHaveText([/Chidi Obi followed you/]);
    await main.getByRole('tab', { name: 'Read', exact: true }).click();
    await expect(rows).toHaveText([/Bisi Bello commented/, /Gozie Eze and 5 others/]);
    await main.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
    await expect(page).toHaveTitle(/^Notifications/);
    await main.getByRole('tab', { name: 'Unread', exact: true }).click();
    await expect(main.getByRole('heading', { name: 'No notifications' })).toBeVisible();
  });
  await test.step('no overflow on a small phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await main.getByRole('tab', { name: 'All' }).click();
    await expect(rows).toHaveCount(3);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
}

test('an unsubscribe link lets a signed-out member stop notification mails with one button, and links to the settings', async ({
  page,
  request,
  dataFolder,
}) => {
  const [ada, fan] = [await someoneNew(dataFolder, 'Ada Obi'), await someoneNew(dataFolder, 'Bisi Bello')];
  const preferences = { likes: 'instant', digest: 'weekly' };
  await request.put('/api/v1/me/forum-settings', { headers: headersOf(ada), data: { email_notification_preferences: preferences } });
  const id = await post(request, ada, { title: 'Uli wall' });
  await request.post(`/api/v1/photos/${id}/like`, { headers: headersOf(fan) });
  const address = await withDatabase({ dataFolder }, async (db) => {
    // Moves the notification some minutes into the past.
    await db.query(`update notifications set created_at = created_at - interval '5 minutes' where photo_id = $1`, [id]);
    await db.query(`select graphile_worker.add_job('mail_at_once')`);
    const { rows } = await db.query<{ email: string }>('select email from members where id = $1', [ada.id]);
    return rows[0]!.email;
  });
  const link = await linkMailedTo(dataFolder, address, /http:\/\/localhost:\d+\/unsubscribe\/[\w/-]+/);

  const settings = async (): Promise<unknown> => {
    const answer = await request.get('/api/v1/me/forum-settings', { headers: headersOf(ada) });
    return (await answer.json()).data.email_notification_preferences;
  };
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Stop these emails?' })).toBeVisible();
  await expectNoSeriousProblem(page);
  expect(await settings()).toMatchObject(preferences);
  const stop = page.getByRole('button', { name: 'Stop these emails' });
  await tabTo(page, stop);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'You won’t get these emails any more' })).toBeVisible();
  await expectNoSeriousProblem(page);
  expect(await settings()).toMatchObject({ likes: 'off', comments: 'off', digest: 'off' });
  await expect(page.getByRole('link', { name: 'Go to your settings' })).toHaveAttribute('href', '/settings?tab=notifications');
});

test.describe('push', () => {
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
      expect(
        (await request.post(`/api/v1/photos/${photo}/comments`, { headers: headersOf(who), data: { content: 'Fine' } })).status(),
      ).toBe(201);
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
});

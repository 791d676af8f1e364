import type { Browser, Page } from '@playwright/test';
import { findProblems } from '../accessibility.ts';
import { resolveAllReports } from '../admin.ts';
import { forgiveOffline } from '../offline.ts';
import { enterAs, headersOf, plainImage, type Someone, someoneNew } from '../posts.ts';
import { forgiveRefusals } from '../screen.ts';
import { expect, test } from '../test.ts';
import { type Way, ways } from '../ways.ts';

const main = (page: Page) => page.getByRole('main');
/** Messages with the text in their own body, not in a quotation. */
const message = (page: Page, text: string) =>
  main(page)
    .getByRole('article')
    .filter({ has: page.locator('.message-body, .message-taken-back', { hasText: text }) });

async function write(page: Page, by: Way, text: string): Promise<void> {
  await by.type(page.getByRole('textbox', { name: 'Write a message' }), text);
  await by.press(page.getByRole('button', { name: 'Send', exact: true }));
}

/** Opens the buttons of a message, which show while it is pointed at or has the focus. */
async function choose(page: Page, by: Way, text: string, button: string, item?: string): Promise<void> {
  const target = message(page, text);
  if (by.name === 'mouse') await target.hover();
  if (by.name === 'touch') await target.locator('.message-bubble').tap();
  await by.press(target.getByRole('button', { name: button, exact: true }));
  if (item !== undefined) await by.press(page.getByRole('menuitem', { name: item, exact: true }));
}

/** Opens a second window of another member, with the options of the way. */
async function openWindow(browser: Browser, by: Pick<Way, 'options'>, who: Someone, at: string, baseURL: string): Promise<Page> {
  const page = await (await browser.newContext({ ...by.options, baseURL, serviceWorkers: 'block', locale: 'en-GB' })).newPage();
  await enterAs(page, who, at);
  return page;
}

/** Two members with an accepted conversation. Returns its id. */
async function conversing(request: Page['request'], ada: Someone, olu: Someone): Promise<string> {
  await request.post(`/api/v1/users/${ada.id}/follow`, { headers: headersOf(olu) });
  const data = { member_ids: [olu.id], message: { body: 'The first one.' } };
  const answer = await request.post('/api/v1/conversations', { headers: headersOf(ada), data });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

/** Window of an organiser, who works on a desktop. New windows inherit the options of the test. */
const desktop = { viewport: { width: 1280, height: 720 }, hasTouch: false, isMobile: false };

for (const by of ways)
  test.describe(`by ${by.name}`, () => {
    test.use(by.options);

    test(
      'a request is accepted; photo, answer, reaction, edit and taking back reach the other window',
      { tag: by.name === 'mouse' ? '@main' : '@world' },
      async ({ page, browser, dataFolder, baseURL }) => {
        const [ada, olu] = [await someoneNew(dataFolder, 'Ada Eze'), await someoneNew(dataFolder, 'Olu Balogun')];
        await enterAs(page, ada, `/user/${olu.member.username}`);
        await by.press(page.getByRole('link', { name: `Message ${olu.member.name}` }));
        await expect(page.getByText(`${olu.member.name} is asked first.`)).toBeVisible();
        await by.type(page.getByRole('textbox', { name: 'Message', exact: true }), 'May I use your wall?');
        await by.press(page.getByRole('button', { name: 'Send', exact: true }));
        await expect(message(page, 'May I use your wall?').getByLabel('Sent', { exact: true })).toBeVisible();

        const others = await openWindow(browser, by, olu, '/messages', baseURL!);
        await by.press(others.getByRole('tab', { name: /^Requests/ }));
        await by.press(others.getByRole('link', { name: ada.member.name }));
        await expect(message(others, 'May I use your wall?')).toBeVisible();
        await expect(others.getByRole('textbox', { name: 'Write a message' })).toHaveCount(0);
        expect(await findProblems(others)).toEqual([]);
        await by.press(others.getByRole('button', { name: 'Accept' }));
        await write(others, by, 'Come on Saturday.');
        await expect(message(page, 'Come on Saturday.')).toBeVisible();
        await expect(message(page, 'May I use your wall?').getByText('Read')).toBeVisible();

        const chooser = page.waitForEvent('filechooser');
        await by.press(page.locator('button').and(page.getByLabel('Add photos')));
        await (await chooser).setFiles({ name: 'wall.jpg', mimeType: 'image/jpeg', buffer: await plainImage('#a33c1e') });
        await by.type(page.getByLabel('Description of the photo'), 'A red wall');
        await write(page, by, 'This side.');
        await expect(message(others, 'This side.').getByRole('img', { name: 'A red wall' })).toBeVisible();

        await choose(others, by, 'This side.', 'React', 'Heart');
        await expect(message(page, 'This side.').getByRole('button', { name: /^Heart/ })).toBeVisible();
        await choose(others, by, 'This side.', 'Reply');
        await write(others, by, 'It is yours.');
        await expect(message(page, 'It is yours.').getByRole('button', { name: /This side/ })).toBeVisible();

        await choose(page, by, 'This side.', 'More', 'Edit');
        await by.type(page.getByRole('textbox', { name: 'Write a message' }), ' Not the other.');
        await by.press(page.getByRole('button', { name: 'Save', exact: true }));
        await expect(message(others, 'This side. Not the other.').getByText('edited')).toBeVisible();
        expect(await findProblems(page)).toEqual([]);

        await choose(page, by, 'May I use your wall?', 'More', 'Take back');
        await by.press(page.getByRole('dialog').getByRole('button', { name: 'Take back' }));
        await expect(message(others, 'Message taken back')).toBeVisible();
        await expect(others.getByText('May I use your wall?')).toHaveCount(0);
        await others.context().close();
      },
    );

    test(
      'messages written offline are sent once and in order, and read receipts can be off',
      { tag: '@world' },
      async ({ page, browser, request, context, dataFolder, baseURL, complaints }) => {
        const [ada, olu] = [await someoneNew(dataFolder, 'Ada Eze'), await someoneNew(dataFolder, 'Olu Balogun')];
        const id = await conversing(request, ada, olu);
        const settings = { show_read_receipts: false };
        expect((await request.put('/api/v1/me/forum-settings', { headers: headersOf(olu), data: settings })).status()).toBe(200);
        await enterAs(page, ada, `/messages/${id}`);
        const others = await openWindow(browser, by, olu, `/messages/${id}`, baseURL!);
        await expect(message(others, 'The first one.')).toBeVisible();
        await context.setOffline(true);
        await expect(page.getByText('You are offline. Messages are sent when you are back.')).toBeVisible();
        for (const text of ['From the bus.', 'Still on the bus.']) await write(page, by, text);
        await expect(message(page, 'Still on the bus.').getByText('Waiting')).toBeVisible();
        await page.reload().catch(() => undefined);
        await context.setOffline(false);
        await page.goto(`/messages/${id}`);
        await expect(message(others, 'Still on the bus.')).toBeVisible();
        await expect(main(others).locator('.message-body', { hasText: 'bus.' })).toHaveText(['From the bus.', 'Still on the bus.']);
        await expect(message(page, 'Still on the bus.').getByLabel('Sent', { exact: true })).toBeVisible();
        await expect(page.getByText('Read', { exact: true })).toHaveCount(0);
        forgiveOffline(complaints);
        await others.context().close();
      },
    );

    test(
      'a reported message reaches the organisers with the chosen ones only, and a block ends the conversation',
      { tag: '@world' },
      async ({ page, browser, request, dataFolder, baseURL, complaints }) => {
        const [ada, olu] = [await someoneNew(dataFolder, 'Ada Eze'), await someoneNew(dataFolder, 'Olu Balogun')];
        await resolveAllReports(dataFolder);
        const id = await conversing(request, ada, olu);
        for (const body of ['Look at this.', 'You are a thief.'])
          await request.post(`/api/v1/conversations/${id}/messages`, { headers: headersOf(ada), data: { body } });
        await enterAs(page, ada, `/messages/${id}`);
        const others = await openWindow(browser, by, olu, `/messages/${id}`, baseURL!);
        await choose(others, by, 'You are a thief.', 'More', 'Report');
        const dialog = others.getByRole('dialog');
        await by.press(dialog.locator('label', { hasText: 'Look at this.' }));
        await by.press(dialog.locator('label', { hasText: 'Spam' }));
        expect(await findProblems(others)).toEqual([]);
        await by.press(dialog.getByRole('button', { name: 'Send report' }));
        await expect(dialog).toBeHidden();

        const moderator = await someoneNew(dataFolder, 'Tendai Moyo', { role: 'moderator' });
        const desk = await openWindow(browser, { options: desktop }, moderator, '/moderation', baseURL!);
        await expect(desk.getByText('You are a thief.')).toBeVisible();
        await expect(desk.getByText('Look at this.')).toBeVisible();
        await expect(desk.getByText('The first one.')).toHaveCount(0);
        await desk.context().close();

        await request.post(`/api/v1/users/${ada.id}/block`, { headers: headersOf(olu) });
        await expect(page.getByText('Conversation not found')).toBeVisible();
        await expect(others.getByText('Conversation not found')).toBeVisible();
        forgiveRefusals(complaints);
        await others.context().close();
      },
    );

    test(
      'a group of three talks, and each member reads from their joining on',
      { tag: '@world' },
      async ({ page, browser, request, dataFolder, baseURL }) => {
        const [ada, olu, efe] = [
          await someoneNew(dataFolder, 'Ada Eze'),
          await someoneNew(dataFolder, 'Olu Balogun'),
          await someoneNew(dataFolder, 'Efe Osagie'),
        ];
        for (const one of [olu, efe]) await request.post(`/api/v1/users/${ada.id}/follow`, { headers: headersOf(one) });
        await enterAs(page, ada, '/messages/new');
        for (const { member } of [olu, efe]) {
          await by.type(page.getByLabel('Find a member'), member.username);
          await by.press(page.getByRole('button', { name: `Write to ${member.name}` }));
        }
        await by.type(page.getByRole('textbox', { name: /Title of the group/ }), 'Open wall');
        await by.type(page.getByRole('textbox', { name: 'Message', exact: true }), 'Saturday at eight.');
        await by.press(page.getByRole('button', { name: 'Send', exact: true }));
        await expect(page.getByRole('heading', { name: 'Open wall' })).toBeVisible();
        const others = await openWindow(browser, by, olu, '/messages', baseURL!);
        await by.press(others.getByRole('link', { name: /Open wall/ }));
        await write(others, by, 'I bring the ladder.');
        await expect(message(page, 'I bring the ladder.')).toBeVisible();
        const third = await openWindow(browser, by, efe, '/messages', baseURL!);
        await by.press(third.getByRole('link', { name: /Open wall/ }));
        await expect(message(third, 'Saturday at eight.')).toBeVisible();
        await expect(message(third, 'I bring the ladder.')).toBeVisible();
        expect(await findProblems(third)).toEqual([]);
        for (const window of [others, third]) await window.context().close();
      },
    );
  });

import { withDatabase } from '../database.ts';
import { enterAs, headersOf, makerAndVisitor, plainImage, post, type Someone, someoneNew } from '../posts.ts';
import { answerTo, forgiveAllRefusals } from '../screen.ts';
import { expect, test } from '../test.ts';

test.describe('pending posts', () => {
  let maker: Someone;
  let admin: Someone;

  const reviewNothing = (dataFolder: string) =>
    withDatabase({ dataFolder }, (db) => db.query('update filters set review_first = 0, same_link_accounts = 0, version = version + 1'));
  test.beforeAll(async ({ server: { dataFolder } }) => {
    ({ maker } = await makerAndVisitor(dataFolder));
    admin = await someoneNew(dataFolder, 'Ọmọ́bọ́lá Ìdòwú', { role: 'admin' });
  });
  test.afterAll(({ server: { dataFolder } }) => reviewNothing(dataFolder));

  test('a newcomer’s first comment stays pending, an organiser approves it by keyboard on a phone, and its author is notified', async ({
    page,
    browser,
    request,
    dataFolder,
    complaints,
  }) => {
    forgiveAllRefusals(complaints);
    const id = await post(request, maker, { title: 'Raffia, still wet' });
    await page.setViewportSize({ width: 360, height: 740 });
    await enterAs(page, admin, '/admin/filters');
    const many = page.getByLabel('How many first contributions to review');
    await many.fill('11');
    await many.press('Enter');
    await expect(page.getByText('Choose a whole number from 0 to 10.')).toBeVisible();
    await many.fill('1');
    await many.press('Enter');
    await expect(page.getByText('Words and links saved')).toBeVisible();

    const newcomer = await someoneNew(dataFolder, 'Chiamaka Begins');
    const writer = await browser.newPage();
    await enterAs(writer, newcomer, `/post/${id}`);
    const field = writer.getByLabel('Your comment');
    await field.fill('What a fine weave');
    await field.press('Control+Enter');
    await expect(writer.getByText('Thank you. An organiser will review this before it appears.')).toBeVisible();
    await expect(field).toHaveValue('');
    await expect(writer.getByText('What a fine weave')).toBeHidden();
    await writer.getByRole('link', { name: 'See what is waiting' }).click();
    await expect(writer).toHaveURL(/\/pending$/);
    await expect(writer.getByRole('heading', { name: 'Waiting for review' })).toBeVisible();
    await expect(writer.getByRole('article', { name: 'Comment' })).toContainText('What a fine weave');

    await page.goto('/moderation');
    await page.getByRole('tab', { name: 'Held for review 1' }).click();
    const card = page.getByRole('article', { name: 'Chiamaka Begins' });
    await expect(card).toContainText('What a fine weave');
    await expect(card).toContainText('One of their first contributions');
    await card.getByRole('link', { name: 'Raffia, still wet' }).focus();
    await page.keyboard.press('Tab');
    await expect(card.getByRole('button', { name: 'Approve' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Posted. Chiamaka Begins has been notified.')).toBeVisible();
    await expect(page.getByText('Nothing to review')).toBeVisible();
    await page.goto('/moderation/log');
    await expect(page.getByText('Approved held content').and(page.locator(':not(option)')).first()).toBeVisible();

    await writer.goto('/notifications');
    await writer.getByText('The organisers approved your contribution, and it is posted').click();
    await expect(writer.getByRole('listitem').filter({ hasText: 'What a fine weave' })).toBeVisible();
    await writer.close();
  });

  test('a pending topic is declined with a reason, and a pending photo is withdrawn', async ({ page, browser, dataFolder, complaints }) => {
    forgiveAllRefusals(complaints);
    await withDatabase({ dataFolder }, (db) => db.query('update filters set review_first = 1, version = version + 1'));
    const newcomer = await someoneNew(dataFolder, 'Dayo Begins');
    await enterAs(page, newcomer, '/forum/new?category=welcome');
    await page.getByLabel('Title').fill('Buy my shoes, friends');
    await page.getByRole('textbox', { name: 'Message' }).fill('They are very cheap');
    await page.getByRole('button', { name: 'Post topic' }).click();
    await expect(page).toHaveURL(/\/pending$/);
    const topic = page.getByRole('article', { name: 'Topic' });
    await expect(topic).toContainText('Buy my shoes, friends');

    const image = { name: 'cloth.jpg', mimeType: 'image/jpeg', buffer: await plainImage('#a33c1e') };
    const sent = await page.request.post('/api/v1/photos', {
      headers: headersOf(newcomer),
      multipart: { 'title': 'My first cloth', 'images[0]': image },
    });
    expect(sent.status()).toBe(202);
    await page.reload();
    const photo = page.getByRole('article', { name: 'Photo' });
    await expect(photo.locator('img')).toBeVisible();
    await expect.poll(() => photo.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await photo.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByText('Withdrawn')).toBeVisible();
    await expect(photo).toBeHidden();

    const organiser = await browser.newPage();
    await enterAs(organiser, admin, '/moderation?tab=pending');
    const card = organiser.getByRole('article', { name: 'Dayo Begins' });
    await card.getByRole('button', { name: 'Decline…' }).click();
    const dialog = organiser.getByRole('dialog', { name: 'Decline this contribution' });
    await dialog.getByLabel('Message to the author').fill('We sell nothing here.');
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await expect(organiser.getByText('Declined. Dayo Begins has been notified.')).toBeVisible();
    await organiser.close();

    await page.goto('/notifications');
    await page.getByText('The organisers declined your contribution: We sell nothing here.').click();
    await expect(page).toHaveURL(/\/pending$/);
    await expect(topic).toContainText('Declined');
    await expect(topic).toContainText('We sell nothing here.');
    await reviewNothing(dataFolder);
  });
});

test.describe('word and link filters', () => {
  let maker: Someone;
  let visitor: Someone;
  let admin: Someone;

  test.beforeAll(async ({ server: { dataFolder } }) => {
    ({ maker, visitor } = await makerAndVisitor(dataFolder));
    admin = await someoneNew(dataFolder, 'Ọmọ́bọ́lá Ìdòwú', { role: 'admin' });
  });

  test('an admin sets filters by keyboard on a phone; one filter rejects a comment, another reports a comment', async ({
    page,
    browser,
    request,
    complaints,
  }) => {
    forgiveAllRefusals(complaints);
    const id = await post(request, maker, { title: 'Indigo, twice dipped' });

    await page.setViewportSize({ width: 360, height: 740 });
    await enterAs(page, admin, '/admin/filters');
    await expect(page).toHaveTitle(/^Words and links/);
    await page.getByLabel('Blocked').focus();
    await page.keyboard.type('kpokiri\nshop.example');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Held for review', { exact: true })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Flagged')).toBeFocused();
    await page.keyboard.type('free money\n…');
    for (const _ of ['days', 'first', 'link', 'save']) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('…: Enter a word, a phrase of up to eight words, or a site.')).toBeVisible();
    await page.getByLabel('Flagged').fill('free money');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Words and links saved')).toBeVisible();

    const writer = await browser.newPage();
    await enterAs(writer, visitor, `/post/${id}`);
    const field = writer.getByLabel('Your comment');
    await field.fill('Look at SHOP.example');
    await field.press('Control+Enter');
    await expect(writer.getByText('“shop.example” is not allowed in this community.')).toBeVisible();
    await field.fill('Free money for all');
    const taken = answerTo(writer, 'POST', /\/comments$/);
    await field.press('Control+Enter');
    await expect(writer.getByRole('listitem').filter({ hasText: 'Free money for all' })).toBeVisible();
    await taken;
    await writer.close();

    await page.goto('/moderation');
    const card = page.getByRole('article', { name: new RegExp(`Comment by ${visitor.member.name}`) });
    await page.getByRole('link', { name: new RegExp(`Comment by ${visitor.member.name}`) }).click();
    await expect(card).toContainText('Free money for all');
    await expect(card).toContainText('Found automatically');
    await expect(card).toContainText('Contains a flagged word or link');
    await page.goto('/admin/filters');
    await page.getByLabel('Blocked').fill('');
    await page.getByLabel('Flagged').fill('');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Words and links saved')).toBeVisible();
  });
});

import { enterAs, makerAndVisitor, post, type Someone, someoneNew } from '../posts.ts';
import { answerTo, forgiveAllRefusals } from '../screen.ts';
import { expect, test } from '../test.ts';

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

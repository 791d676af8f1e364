import type { Page } from '@playwright/test';
import { withDatabase } from '../database.ts';
import { enterAs, makerAndVisitor, post, type Someone, someoneNew } from '../posts.ts';
import { expect, test } from '../test.ts';

const menu = async (page: Page, item: string): Promise<void> => {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const show = (page: Page) => page.getByRole('button', { name: 'Show', exact: true });

test.describe('content warnings', () => {
  let maker: Someone;
  let visitor: Someone;

  test.beforeAll(async ({ server }) => void ({ maker, visitor } = await makerAndVisitor(server.dataFolder)));
  test.afterAll(({ server: { dataFolder } }) => withDatabase({ dataFolder }, (db) => db.query('update site_settings set visitors = null')));

  test('a photo that its author marks is blurred for members until they choose, and not there for visitors', async ({
    page,
    browser,
    request,
    dataFolder,
  }) => {
    await withDatabase({ dataFolder }, (db) => db.query(`update site_settings set visitors = 'posts'`));
    const id = await post(request, maker, { title: 'At the abattoir', images: [{ color: '#a33c1e', alt: 'A red floor' }] });
    await enterAs(page, maker, `/post/${id}`);
    await menu(page, 'Edit');
    await page.getByRole('combobox', { name: 'Content warning' }).selectOption('Blood or injury');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Blood or injury')).toBeVisible();
    await expect(page.getByRole('img', { name: 'A red floor' })).toBeVisible();

    const theirs = await browser.newPage();
    const loaded: string[] = [];
    theirs.on('request', (sent) => void loaded.push(sent.url()));
    await enterAs(theirs, visitor, `/post/${id}`);
    await expect(show(theirs)).toBeVisible();
    expect(loaded.filter((url) => /\/media\/.*\/\d+\.(?:jpeg|webp|avif)/.test(url) && !url.includes('avatar'))).toEqual([]);
    await show(theirs).click();
    await expect(theirs.getByRole('img', { name: 'A red floor' })).toBeVisible();
    await theirs.goto('/settings');
    await theirs.getByRole('combobox', { name: /How they are shown/ }).selectOption('Show');
    await theirs.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(theirs.getByText('Settings saved successfully')).toBeVisible();
    await theirs.goto(`/post/${id}`);
    await expect(theirs.getByRole('img', { name: 'A red floor' })).toBeVisible();
    await expect(show(theirs)).toBeHidden();
    await theirs.close();

    const visiting = await browser.newPage({ javaScriptEnabled: false });
    const answer = await visiting.goto(`/post/${id}`);
    expect(await answer!.text()).not.toContain('At the abattoir');
    await visiting.goto('/');
    await expect(visiting.getByText('At the abattoir')).toBeHidden();
    await visiting.close();
  });

  test('an organiser marks a photo with a reason, and its author is told and may appeal', async ({
    page,
    browser,
    request,
    dataFolder,
  }) => {
    const admin = await someoneNew(dataFolder, 'Ọmọ́bọ́lá Ìdòwú', { role: 'admin' });
    const id = await post(request, maker, { title: 'At the wake' });
    await enterAs(page, admin, `/post/${id}`);
    await menu(page, 'Delete');
    await page.getByRole('button', { name: 'Set a content warning' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set a content warning' });
    await dialog.getByRole('combobox', { name: 'Content warning' }).selectOption('Death');
    await dialog.getByRole('textbox', { name: /Reason/ }).fill('Some members lost somebody this month.');
    await dialog.getByRole('button', { name: 'Set warning' }).click();
    await expect(page.getByText('Content warning set.').first()).toBeVisible();

    const authors = await browser.newPage();
    await enterAs(authors, maker, '/notifications');
    await authors.getByText('The organisers put a content warning on your photo').first().click();
    await expect(authors.getByText('Some members lost somebody this month.')).toBeVisible();
    await authors.getByLabel('What should they know?').fill('It is a wedding.');
    await authors.getByRole('button', { name: 'Send' }).click();
    await expect(authors.getByText('Your appeal').first()).toBeVisible();
    await authors.close();
  });
});

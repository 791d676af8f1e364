import { withDatabase } from '../database.ts';
import { enterAs, makerAndVisitor, post, type Someone, someoneNew } from '../posts.ts';
import { expect, test } from '../test.ts';

test.describe('people shown', () => {
  let maker: Someone;
  let visitor: Someone;

  test.beforeAll(async ({ server }) => void ({ maker, visitor } = await makerAndVisitor(server.dataFolder)));
  test.afterAll(({ server: { dataFolder } }) => withDatabase({ dataFolder }, (db) => db.query('update site_settings set visitors = null')));

  test('a member is asked, is named after accepting, and takes the name away; a visitor asks for removal', async ({
    page,
    browser,
    request,
    dataFolder,
  }) => {
    const other = await someoneNew(dataFolder, 'Sade Adu');
    const id = await post(request, maker, { title: 'At the well' });
    await enterAs(page, maker, `/post/${id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Name people' }).click();
    const dialog = page.getByRole('dialog', { name: 'Name people' });
    await dialog.getByLabel('Find a member').fill(visitor.member.username);
    await dialog.getByRole('button', { name: `Name ${visitor.member.name}` }).click();
    await expect(dialog.getByRole('button', { name: `Remove ${visitor.member.name}` })).toBeVisible();

    const others = await browser.newPage();
    await enterAs(others, other, `/post/${id}`);
    await expect(others.getByRole('heading', { name: 'At the well' })).toBeVisible();
    await expect(others.getByRole('main').getByText(visitor.member.name)).toBeHidden();

    const theirs = await browser.newPage();
    await enterAs(theirs, visitor, '/notifications');
    await theirs.getByRole('tab', { name: /Requests/ }).click();
    await theirs.getByRole('button', { name: 'Accept', exact: true }).click();
    await expect(theirs.getByText('You are named in this photo.').first()).toBeVisible();
    await others.reload();
    await expect(others.getByRole('main').getByRole('link', { name: visitor.member.name })).toBeVisible();

    await theirs.goto(`/post/${id}`);
    await theirs.getByRole('button', { name: 'Take my name away' }).click();
    await expect(theirs.getByText('Your name was taken away')).toBeVisible();
    await others.reload();
    await expect(others.getByRole('heading', { name: 'At the well' })).toBeVisible();
    await expect(others.getByRole('main').getByRole('link', { name: visitor.member.name })).toBeHidden();
    await theirs.close();
    await others.close();

    await withDatabase({ dataFolder }, (db) => db.query(`update site_settings set visitors = 'posts'`));
    const noScripts = await browser.newPage({ javaScriptEnabled: false });
    await expect(async () => {
      await noScripts.goto(`/post/${id}`);
      await noScripts.getByRole('link', { name: /removal/ }).click({ timeout: 1_000 });
    }).toPass();
    await noScripts.getByLabel('Your name, and a mail address or phone number').fill('Efe, 0800 000 000');
    await noScripts.getByLabel('Why should it be removed?').fill('It shows my daughter.');
    await noScripts.getByRole('button', { name: 'Send' }).click();
    await expect(noScripts.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    await noScripts.close();
    await page.goto('/notifications');
    await expect(page.getByText(/Somebody shown in your photo/).first()).toBeVisible();
  });
});

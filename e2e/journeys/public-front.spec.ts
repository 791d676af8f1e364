import { findProblems } from '../accessibility.ts';
import { withDatabase } from '../database.ts';
import { enterAs, headersOf, makerAndVisitor, post, type Someone, someoneNew } from '../posts.ts';
import { expect, test } from '../test.ts';

test.describe('pages for visitors', () => {
  let maker: Someone;
  let photo: string;

  test.beforeAll(async ({ server: { dataFolder }, playwright, baseURL }) => {
    ({ maker } = await makerAndVisitor(dataFolder));
    const request = await playwright.request.newContext({ baseURL });
    const images = [{ color: '#1f2f7a', alt: 'A blue cloth' }];
    photo = await post(request, maker, { title: 'Eleko at noon', description: 'Resist and #indigo.', images });
    await request.post(`/api/v1/photos/${photo}/comments`, { headers: headersOf(maker), data: { content: 'Two dips.' } });
    await request.dispose();
  });

  test.afterAll(({ server: { dataFolder } }) => withDatabase({ dataFolder }, (db) => db.query('update site_settings set visitors = null')));

  test(
    'an admin opens the community, and visitors read it without scripts and sign in from a post',
    { tag: '@main' },
    async ({ page, browser, server }) => {
      const admin = await someoneNew(server.dataFolder, 'Ọmọ́bọ́lá Ìdòwú', { role: 'admin' });
      await enterAs(page, admin, '/admin/site');
      await page.getByRole('combobox', { name: 'Visitors' }).selectOption('The front page and public posts');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByText('Settings saved')).toBeVisible();

      const noScripts = await browser.newPage({ javaScriptEnabled: false });
      await noScripts.goto('/');
      await noScripts.getByRole('link', { name: /Eleko at noon/ }).click();
      await expect(noScripts).toHaveURL(`/post/${photo}`);
      await expect(noScripts.getByRole('img', { name: 'A blue cloth' })).toBeVisible();
      await expect(noScripts.getByText('Two dips.')).toBeVisible();
      await noScripts.getByRole('link', { name: '#indigo' }).click();
      await expect(noScripts.getByRole('heading', { name: '#indigo' })).toBeVisible();
      await noScripts.getByRole('link', { name: /Eleko at noon/ }).click();
      await noScripts.getByRole('link', { name: maker.member.name }).first().click();
      await expect(noScripts.getByRole('heading', { name: maker.member.name })).toBeVisible();
      await noScripts.getByRole('link', { name: 'Rules' }).click();
      await expect(noScripts.getByRole('heading', { name: 'Rules' })).toBeVisible();
      await noScripts.close();

      const visitor = await browser.newPage();
      for (const address of ['/', `/post/${photo}`, `/user/${maker.member.username}`, '/tag/indigo', '/privacy']) {
        await visitor.goto(address);
        expect([address, ...(await findProblems(visitor))]).toEqual([address]);
        expect(await visitor.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      }
      await visitor.goto(`/post/${photo}`);
      await visitor.getByRole('link', { name: 'Sign in' }).click();
      await expect(visitor).toHaveURL('/login');
      await visitor.getByRole('textbox', { name: 'Email' }).fill(maker.member.email);
      await visitor.getByLabel('Password', { exact: true }).fill(maker.member.password);
      await visitor.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(visitor).toHaveURL(new RegExp(`/post/${photo}`));
      await expect(visitor.getByRole('button', { name: /Like/ }).first()).toBeVisible();
      await visitor.close();
    },
  );
});

import { choose, countPosts, photo } from '../composer.ts';
import { card, forgiveOffline, strip, whenKept } from '../offline.ts';
import { enterAs, makerAndVisitor, post } from '../posts.ts';
import { codeOf } from '../server.ts';
import { expect, test } from '../test.ts';

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow' });
  test.afterEach(({ complaints }) => forgiveOffline(complaints));

  test('a page whose code cannot load keeps the frame, and loads by itself after reconnection', async ({ page, context, dataFolder }) => {
    const { visitor } = await makerAndVisitor(dataFolder);
    await enterAs(page, visitor, '/feed');
    // The code that registers the worker has loaded.
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Discover', exact: true }).first().click();
    await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Trying again/ })).toBeVisible();
    await expect(strip(page)).toContainText('You’re offline');
    await context.setOffline(false);
    await expect(page.getByRole('searchbox', { name: 'Search photos' })).toBeVisible();
    await expect(page).toHaveURL(/\/discover$/);
  });

  test('the main pages open offline because their code was prefetched while idle', async ({ page, context, dataFolder }) => {
    const { visitor } = await makerAndVisitor(dataFolder);
    await page.clock.install();
    await enterAs(page, visitor, '/feed');
    const last = page.waitForResponse((response) => response.url().endsWith(codeOf('profile-page')));
    await page.clock.runFor(20_000);
    await (await last).finished();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Discover', exact: true }).first().click();
    await expect(page.getByRole('searchbox', { name: 'Search photos' })).toBeVisible();
    await context.setOffline(false);
  });

  test('one member’s cached data is not shown to another', async ({ page, context, request, dataFolder }) => {
    const { maker, visitor } = await makerAndVisitor(dataFolder);
    const title = `For one pair of eyes ${maker.id}`;
    await post(request, maker, { title });
    await enterAs(page, visitor, '/feed');
    await expect(card(page, title)).toBeVisible();
    await whenKept(page);
    // Simulates that another member signed in after this page was closed.
    await page.evaluate((other) => {
      const user = JSON.parse(localStorage.getItem('user_profile')!) as object;
      localStorage.setItem('user_profile', JSON.stringify({ ...user, id: other }));
    }, maker.id);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
    await expect(card(page, title)).toHaveCount(0);
    await context.setOffline(false);
  });

  test('a post waiting for a connection is sent once when the app opens online again', async ({ page, context, request, dataFolder }) => {
    const { visitor } = await makerAndVisitor(dataFolder);
    const title = `Waiting ${visitor.id}`;
    await enterAs(page, visitor, '/feed');
    await page.getByRole('button', { name: 'Upload' }).click();
    const composer = page.getByRole('dialog', { name: 'Share a photo' });
    await choose(composer, [await photo('cloth.jpg', 640, 480)]);
    await composer.getByLabel('Title').fill(title);
    await composer.getByLabel('Alt text').first().fill('A cloth');
    await context.setOffline(true);
    await composer.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(page.getByText('Waiting for the network')).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('mbari_draft_waits'))).toBe('yes');
    await page.close();
    await context.setOffline(false);
    const again = await context.newPage();
    await enterAs(again, visitor, '/feed');
    await expect(again.getByText('Photo uploaded successfully!')).toBeVisible();
    await expect(card(again, title)).toBeVisible();
    await expect.poll(() => countPosts(request, visitor.token, title)).toBe(1);
    expect(await again.evaluate(() => localStorage.getItem('mbari_draft_waits'))).toBeNull();
  });
});

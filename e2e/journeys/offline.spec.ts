import { enterAs, makerAndVisitor } from '../posts.ts';
import { expect, test } from '../test.ts';

test.describe('without a connection', () => {
  // The browser says what it could not fetch, and nothing else goes wrong.
  test.afterEach(({ complaints }) => {
    const others = complaints
      .splice(0)
      .filter((complaint) => !/ERR_INTERNET_DISCONNECTED|A page did not come|dynamically imported/.test(complaint));
    expect(others).toEqual([]);
  });

  test('a page whose code is not there leaves the frame standing, and comes by itself when one is back', async ({
    page,
    context,
    dataFolder,
  }) => {
    const { visitor } = await makerAndVisitor(dataFolder);
    await enterAs(page, visitor, '/feed');
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Discover', exact: true }).first().click();
    await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await context.setOffline(false);
    await expect(page.getByRole('searchbox', { name: 'Search photos' })).toBeVisible();
    await expect(page).toHaveURL(/\/discover$/);
  });

  test('the main pages open, since their code was fetched while nothing else was to be done', async ({ page, context, dataFolder }) => {
    const { visitor } = await makerAndVisitor(dataFolder);
    await page.clock.install();
    await enterAs(page, visitor, '/feed');
    const last = page.waitForResponse(/\/assets\/profile-page-[^/]*\.js$/);
    await page.clock.runFor(20_000);
    await (await last).finished();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Discover', exact: true }).first().click();
    await expect(page.getByRole('searchbox', { name: 'Search photos' })).toBeVisible();
    await context.setOffline(false);
  });
});

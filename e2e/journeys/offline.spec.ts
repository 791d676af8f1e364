import type { Page } from '@playwright/test';
import { choose, countPosts, photo } from '../composer.ts';
import { enterAs, headersOf, makerAndVisitor, post } from '../posts.ts';
import { logOut } from '../settings.ts';
import { expect, test } from '../test.ts';

const strip = (page: Page) => page.locator('.strip[data-offline]');
const card = (page: Page, title: string) => page.getByRole('article', { name: title });
const cachesOf = (page: Page): Promise<string[]> => page.evaluate(async () => (await caches.keys()).toSorted());

/** The worker serves this page, and has what it takes to open without a line: the frame, the feed, and a photo of it. */
const whenKept = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const has = async (name: string, address: string) => (await caches.match(address, { cacheName: name })) !== undefined;
          const images = (await (await caches.open('mbari-pictures')).keys()).length;
          return [
            navigator.serviceWorker.controller !== null,
            await has('mbari-page', '/'),
            await has('mbari-kept', '/api/v1/photos'),
            images > 0,
          ];
        }),
      { timeout: 20_000 },
    )
    .toEqual([true, true, true, true]);

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow' });

  // The browser says what it could not fetch, and nothing else goes wrong.
  test.afterEach(({ complaints }) => {
    const others = complaints
      .splice(0)
      .filter(
        (complaint) =>
          !/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CACHE_MISS|A page did not come|dynamically imported|Failed to load resource|preload/.test(
            complaint,
          ),
      );
    expect(others).toEqual([]);
  });

  test('a page whose code is not there leaves the frame standing, and comes by itself when one is back', async ({
    page,
    context,
    dataFolder,
  }) => {
    const { visitor } = await makerAndVisitor(dataFolder);
    await enterAs(page, visitor, '/feed');
    // What says so has loaded: it asks for the worker.
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

  test('the last feed opens with its photos, and what was deleted meanwhile is gone when the line is back', async ({
    page,
    context,
    request,
    dataFolder,
  }) => {
    const { maker, visitor } = await makerAndVisitor(dataFolder);
    const [gone, stays] = [`Gone ${maker.id}`, `Stays ${maker.id}`];
    const id = await post(request, maker, { title: gone });
    await post(request, maker, { title: stays });
    await enterAs(page, visitor, '/feed');
    await expect(card(page, stays)).toBeVisible();
    await whenKept(page);
    await context.setOffline(true);
    await page.reload();
    await expect(card(page, gone)).toBeVisible();
    await expect(card(page, stays).getByRole('img', { name: stays })).not.toHaveJSProperty('naturalWidth', 0);
    await expect(strip(page)).toContainText('You’re offline');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect((await request.delete(`/api/v1/photos/${id}`, { headers: headersOf(maker) })).ok()).toBe(true);
    await context.setOffline(false);
    await expect(strip(page)).toHaveCount(0);
    await expect(card(page, gone)).toHaveCount(0);
    await expect(card(page, stays)).toBeVisible();
  });

  test('signing out leaves nothing for whoever is next at this browser', async ({ page, context, request, dataFolder }) => {
    const { maker, visitor } = await makerAndVisitor(dataFolder);
    const title = `Only once ${maker.id}`;
    await post(request, maker, { title });
    await enterAs(page, visitor, '/feed');
    await expect(card(page, title)).toBeVisible();
    await whenKept(page);
    await logOut(page);
    await expect.poll(() => cachesOf(page)).not.toContain('mbari-kept');
    await expect.poll(() => cachesOf(page)).not.toContain('mbari-pictures');
    await context.setOffline(true);
    await page.goto('/feed');
    await expect(page).toHaveURL(/\/login$/);
    await expect(card(page, title)).toHaveCount(0);
    await context.setOffline(false);
  });

  test('what was kept for one member is not shown to another', async ({ page, context, request, dataFolder }) => {
    const { maker, visitor } = await makerAndVisitor(dataFolder);
    const title = `For one pair of eyes ${maker.id}`;
    await post(request, maker, { title });
    await enterAs(page, visitor, '/feed');
    await expect(card(page, title)).toBeVisible();
    await whenKept(page);
    // As if the browser had been closed in the middle of it all, and somebody else's session stood there now.
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

  test('a post that was to be shared goes out by itself, once, when the app is opened with a line again', async ({
    page,
    context,
    request,
    dataFolder,
  }) => {
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
    await expect(composer.getByText('You are offline. The upload goes on by itself when you are online again.')).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('mbari_draft_waits'))).toBe('yes');
    await page.close();
    await context.setOffline(false);
    const again = await context.newPage();
    await enterAs(again, visitor, '/feed');
    await expect(again.getByText('Your waiting photo has been shared.')).toBeVisible();
    await expect(card(again, title)).toBeVisible();
    await expect.poll(() => countPosts(request, visitor.token, title)).toBe(1);
    expect(await again.evaluate(() => localStorage.getItem('mbari_draft_waits'))).toBeNull();
  });
});

import { enterAs, someoneNew } from '../posts.ts';
import { takeOut } from '../settings.ts';
import { expect, test } from '../test.ts';

const sheet = /\/assets\/search-field-.*\.css$/;

test('a page from before an upgrade is loaded again when a screen’s files are gone, once and no more', async ({
  page,
  dataFolder,
  complaints,
}) => {
  const member = await someoneNew(dataFolder, 'Ngozi Eze');
  let loads = 0;
  page.on('request', (request) => void (loads += Number(request.isNavigationRequest())));
  await enterAs(page, member, '/feed');
  loads = 0;
  await page.route(sheet, (route) => route.fulfill({ status: 404, body: '' }));
  // What the server has after an upgrade: a page that names another entry.
  await page.route(/:\d+\/$/, async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.fallback();
    const served = await (await route.fetch()).text();
    return route.fulfill({ body: served.replaceAll('/assets/index-', '/assets/index-newer-') });
  });

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Discover', exact: true }).first().click();
  await expect.poll(() => loads).toBe(1);
  // The test's file is gone for the page after it, too.
  await expect(page.getByRole('heading', { level: 1, name: 'This page did not load' })).toBeVisible();
  expect(loads).toBe(1);
  await page.unroute(sheet);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect.poll(() => page.evaluate(() => [...document.styleSheets].some(({ href }) => href?.includes('search-field')))).toBe(true);
  expect(loads).toBe(2);
  takeOut(complaints, /A page did not come|404|Failed to load resource/);
});

import * as sentences from '@mbari/contract/platform/sentences';
import { openComposer } from '../composer.ts';
import { enterAs, makerAndVisitor, post, someoneNew } from '../posts.ts';
import { codeOf, styleSheetOf } from '../server.ts';
import { takeOut } from '../settings.ts';
import { expect, test } from '../test.ts';

test('a page from before an upgrade reloads once when the files of a screen are gone', async ({ page, dataFolder, complaints }) => {
  const member = await someoneNew(dataFolder, 'Ngozi Eze');
  let loads = 0;
  page.on('request', (request) => void (loads += Number(request.isNavigationRequest())));
  await enterAs(page, member, '/feed');
  loads = 0;
  const sheet = styleSheetOf('search-field');
  await page.route(`**${sheet}`, (route) => route.fulfill({ status: 404, body: '' }));
  // Simulates an upgrade: the page names another entry file.
  await page.route(/:\d+\/$/, async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.fallback();
    const served = await (await route.fetch()).text();
    return route.fulfill({ body: served.replaceAll('/assets/index-', '/assets/index-newer-') });
  });

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Discover', exact: true }).first().click();
  await expect.poll(() => loads).toBe(1);
  // The reloaded page lacks the file too.
  await expect(page.getByRole('heading', { level: 1, name: 'This page did not load' })).toBeVisible();
  expect(loads).toBe(1);
  await page.unroute(`**${sheet}`);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect
    .poll(() => page.evaluate((address) => [...document.styleSheets].some(({ href }) => href?.endsWith(address)), sheet))
    .toBe(true);
  expect(loads).toBe(2);
  takeOut(complaints, /A page did not come|404|Failed to load resource/);
});

test('messages appear in the form if the code of toasts does not load', async ({ page, dataFolder, complaints }) => {
  for (const chunk of ['toasts', 'toaster']) await page.route(`**${codeOf(chunk)}`, (route) => route.abort());
  const { composer } = await openComposer(page, dataFolder);
  await composer.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(composer.getByRole('alert').filter({ hasText: sentences.uploadIncomplete })).toBeVisible();
  // The console reports only the failed requests.
  const others = complaints.splice(0).filter((complaint) => !complaint.startsWith('error: Failed to load resource: '));
  expect(others).toEqual([]);
});

test('a post works if the code of its follow button and its forum topics does not load', async ({
  page,
  request,
  dataFolder,
  complaints,
}) => {
  const { maker, visitor } = await makerAndVisitor(dataFolder);
  const id = await post(request, maker, { title: 'On a poor line' });
  const lost = ['topics-about-photo', 'follow-button'].map((chunk) => `**${codeOf(chunk)}`);
  for (const code of lost) await page.route(code, (route) => route.abort());
  await Promise.all([enterAs(page, visitor, `/post/${id}`), ...lost.map((code) => page.waitForRequest(code))]);
  await page.getByLabel('Your comment').fill('The rest is here.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('region', { name: 'Comments' }).getByText('The rest is here.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'On a poor line' })).toBeVisible();
  // The console reports only failed requests.
  const others = complaints.splice(0).filter((complaint) => !complaint.startsWith('error: Failed to load resource: '));
  expect(others).toEqual([]);
});

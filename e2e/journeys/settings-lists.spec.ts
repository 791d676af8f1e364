import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { connectionTo } from '../../apps/server/src/platform/db/embedded/launcher.ts';
import { skipSplash } from '../members.ts';
import { post, someoneNew } from '../posts.ts';
import { dropLine, forgiveRefusals } from '../screen.ts';
import { runMbari } from '../server.ts';
import { openSecurity, signIn, toasted } from '../settings.ts';
import { expect, test } from '../test.ts';

test('a long list of blocked members loads in pages', async ({ page, dataFolder }) => {
  const someone = await someoneNew(dataFolder, 'Jumoke Ade');
  const db = new pg.Client(await connectionTo(dataFolder));
  await db.connect();
  try {
    for (let number = 1; number <= 23; number += 1) {
      const id = randomUUID();
      await db.query(
        `insert into members (id, username, name, email, email_verified_at) values ($1, $2, $3, $2 || '@example.org', now())`,
        [id, `k${someone.id.slice(-8)}.${number}`, `Kept away ${number}`],
      );
      await db.query(`insert into blocks (blocker_id, blocked_id, created_at) values ($1, $2, now() - $3 * interval '1 minute')`, [
        someone.id,
        id,
        number,
      ]);
    }
  } finally {
    await db.end();
  }
  await signIn(page, someone.member);
  await page.goto('/settings');
  const blocks = page.getByRole('region', { name: 'Blocked members' });
  await expect(blocks.getByRole('button', { name: /^Unblock/ })).toHaveCount(20);
  await expect(blocks.getByText('Kept away 1', { exact: true })).toBeVisible();
  await blocks.getByRole('button', { name: 'Load More' }).click();
  await expect(blocks.getByRole('button', { name: /^Unblock/ })).toHaveCount(23);
  await expect(blocks.getByRole('button', { name: 'Load More' })).toBeHidden();
});

test('a member exports all their data', async ({ page, request, dataFolder, complaints }) => {
  const someone = await someoneNew(dataFolder, 'Kelechi Uche');
  await post(request, someone, { title: 'To take along' });
  await page.addInitScript(() => {
    // Simulates a phone on metered data that cannot write to a file.
    Reflect.deleteProperty(window, 'showSaveFilePicker');
    Object.defineProperty(navigator, 'connection', { value: { type: 'cellular' } });
  });
  await signIn(page, someone.member);
  await openSecurity(page);
  const section = page.getByRole('region', { name: 'Your data' });
  await expect(section.getByText(/You seem to be on mobile data\. .* one post/)).toBeVisible();
  const coming = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Export' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^mbari-.*\.zip$/);
  const archive = await readFile(await download.path());
  expect(archive.subarray(0, 2).toString()).toBe('PK');
  expect(archive.length).toBeGreaterThan(1000);
  await expect(toasted(page, 'Your export is saved')).toBeVisible();

  await page.route('**/api/v1/me/export', (route) =>
    route.fulfill({ status: 429, json: { message: 'Your export is under way already.', code: 'too_many_requests', request_id: 'test' } }),
  );
  await section.getByRole('button', { name: 'Export' }).click();
  await expect(section.getByText('Your export is under way already.')).toBeVisible();
  await page.unroute('**/api/v1/me/export');
  await dropLine(page, '/me/export');
  await section.getByRole('button', { name: 'Export' }).click();
  await expect(section.getByText('The connection dropped before the download was complete. Please try again.')).toBeVisible();
  await page.unroute('**/api/v1/me/export');

  await page.route('**/api/v1/me/export', () => undefined);
  await section.getByRole('button', { name: 'Export' }).click();
  await expect(section.getByText('Preparing your download...')).toBeVisible();
  await section.getByRole('button', { name: 'Cancel' }).click();
  await expect(section.getByRole('button', { name: 'Export' })).toBeVisible();
  forgiveRefusals(complaints);
});

test('the export is streamed into a file where the browser supports it', async ({ page, dataFolder, complaints }) => {
  const someone = await someoneNew(dataFolder, 'Lola Cole');
  await page.addInitScript(() => {
    // Replaces the file picker, which a test cannot operate.
    Object.assign(window, {
      showSaveFilePicker: async () => (await navigator.storage.getDirectory()).getFileHandle('chosen.zip', { create: true }),
    });
  });
  await signIn(page, someone.member);
  await openSecurity(page);
  const section = page.getByRole('region', { name: 'Your data' });
  const inFile = () =>
    page.evaluate(async () => {
      const folder = await navigator.storage.getDirectory();
      try {
        return (await (await (await folder.getFileHandle('chosen.zip')).getFile()).text()).slice(0, 2);
      } catch {
        return null;
      }
    });
  await page.route('**/api/v1/me/export', (route) =>
    route.fulfill({ status: 503, json: { message: 'Please try again in a few minutes.' } }),
  );
  await section.getByRole('button', { name: 'Export' }).click();
  await expect(section.getByText('Please try again in a few minutes.')).toBeVisible();
  expect(await inFile()).toBeNull();
  await page.unroute('**/api/v1/me/export');
  await section.getByRole('button', { name: 'Export' }).click();
  await expect(toasted(page, 'Your export is saved')).toBeVisible();
  expect(await inFile()).toBe('PK');
  forgiveRefusals(complaints);
});

test('visitors see the plans, free members how to upgrade, and paid members the end of their plan', async ({ page, dataFolder }) => {
  await page.goto('/plans');
  await skipSplash(page);
  const premium = page.getByRole('region', { name: 'Premium' });
  await expect(premium.getByText('Up to 3 photos in a post')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Free' }).getByText('Share as many posts as you like, one photo each')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upgrade Plan' })).toBeHidden();
  await expect(page.getByRole('main').getByRole('link', { name: 'Create an Account' })).toBeVisible();

  const someone = await someoneNew(dataFolder, 'Musa Bala');
  await signIn(page, someone.member);
  const upgrade = page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: 'Upgrade Plan' });
  await upgrade.click();
  await expect(page).toHaveURL(/\/plans$/);
  await expect(premium.getByText('Your plan', { exact: true })).toBeHidden();
  await expect(page.getByText(/Ask the organisers of this community/)).toBeVisible();

  expect(await runMbari(dataFolder, 'plan', 'grant', someone.member.username, '--until', '2099-03-04')).toMatchObject({ code: 0 });
  await page.reload();
  await expect(premium.getByText('Your plan', { exact: true })).toBeVisible();
  await expect(page.getByText(/You have Premium until [45] March 2099\./)).toBeVisible();
  await expect(page.getByText(/Ask the organisers/)).toBeHidden();
  await expect(upgrade).toBeHidden();
});

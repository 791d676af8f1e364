import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { connectionTo } from '../../apps/server/src/platform/db/embedded/launcher.ts';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { addCategory, begin, postNumber, reply } from '../forum.ts';
import { skipSplash } from '../members.ts';
import { enterAs, headersOf, makerAndVisitor, post, someoneNew } from '../posts.ts';
import { dropLine, forgiveRefusals, tabTo } from '../screen.ts';
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

test('posts of others with a muted word are folded, and unfolded by keyboard', async ({ page, request, dataFolder }) => {
  const { maker, visitor } = await makerAndVisitor(dataFolder);
  const photo = await post(request, maker, { title: 'Three coils' });
  await post(request, maker, { title: 'Élection day' });
  const other = await post(request, maker, { title: 'Four coils' });
  const say = async (who: typeof maker, content: string, on = photo) =>
    expect((await request.post(`/api/v1/photos/${on}/comments`, { headers: headersOf(who), data: { content } })).status()).toBe(201);
  await say(maker, 'The ELECTION again');
  await say(maker, 'Such a fine glaze');
  await say(visitor, 'My own election');
  await say(maker, `@${visitor.member.username} an election, isn’t it`, other);
  const category = await addCategory(dataFolder, 'Muted Clays');
  const topic = await begin(request, maker, { category: category.id, title: 'Clay and election posters' });
  const { id: quoted } = await reply(request, maker, topic.id, 'One more election word.');
  await reply(request, maker, topic.id, `> [!quote ${quoted}]\n> One more election word.\n\nI see it otherwise.`);

  await test.step('words are added and removed in the settings by keyboard', async () => {
    await enterAs(page, visitor, '/settings');
    const section = page.getByRole('region', { name: 'Muted words' });
    await expect(section.getByText('You haven’t muted any words.')).toBeVisible();
    const field = section.getByLabel('Word or phrase');
    await field.fill('rain');
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('');
    await field.fill('election');
    await page.keyboard.press('Enter');
    await tabTo(page, section.getByRole('button', { name: 'Remove rain' }));
    await page.keyboard.press('Enter');
    await expect(field).toBeFocused();
    await expect(section.getByText('rain', { exact: true })).toBeHidden();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(toasted(page, 'Settings saved successfully')).toBeVisible();
  });

  await test.step('the feed hides photos', async () => {
    await page.goto('/feed');
    await expect(page.getByRole('heading', { name: 'Three coils' })).toBeVisible();
    await expect(page.getByText('Élection day')).toBeHidden();
  });

  await test.step('arrow keys in a post skip them', async () => {
    await page.getByRole('link', { name: 'Four coils' }).last().click();
    await expect(page.getByRole('heading', { name: 'Four coils', level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Next photo' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('heading', { name: 'Three coils', level: 1 })).toBeVisible();
    await page.goBack();
  });

  await test.step('comments are folded, except the viewer’s own', async () => {
    await page.goto(`/post/${photo}`);
    const comments = page.getByRole('region', { name: 'Comments' });
    await expect(comments.getByText('My own election')).toBeVisible();
    await expect(comments.getByText('Such a fine glaze')).toBeVisible();
    await expect(comments.getByText('The ELECTION again')).toBeHidden();
    await expectNoSeriousProblem(page);
    await comments.getByRole('button', { name: 'Show', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(comments.getByText('The ELECTION again')).toBeVisible();
    await expect(comments.getByRole('article').filter({ hasText: 'The ELECTION again' })).toBeFocused();
  });

  await test.step('forum topics and posts are folded', async () => {
    await page.goto(`/forum/c/${category.slug}`);
    await expect(page.getByText('This topic’s title contains a word you muted.')).toBeVisible();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    const link = page.getByRole('link', { name: 'Clay and election posters' });
    await expect(link).toBeFocused();
    await link.click();
    await expect(postNumber(page, 2).getByText('This post contains a word you muted.')).toBeVisible();
    await postNumber(page, 2).getByRole('button', { name: 'Show', exact: true }).click();
    await expect(postNumber(page, 2).getByText('One more election word.')).toBeVisible();
  });

  await test.step('a quote is folded like its post', async () => {
    const post = postNumber(page, 3);
    await expect(post.getByText('I see it otherwise.')).toBeVisible();
    await expect(post.getByText('This quote contains a word you muted.')).toBeVisible();
    await expect(post.getByText('One more election word.')).toBeHidden();
    await post.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(post.getByText('One more election word.')).toBeVisible();
  });

  await test.step('a notification hides the text and opens the post', async () => {
    await page.goto('/notifications');
    const row = page.getByRole('button', { name: /mentioned you in a comment/ });
    await expect(row).toContainText('This comment contains a word you muted.');
    await expect(page.getByText('election, isn’t it')).toBeHidden();
    await row.click();
    await expect(page).toHaveURL(new RegExp(`/post/${other}`));
  });
});

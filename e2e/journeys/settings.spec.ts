import * as sentences from '@mbari/contract/platform/sentences';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { choose, photo } from '../composer.ts';
import { withDatabase } from '../database.ts';
import type { NewMember } from '../members.ts';
import { headersOf, post, type Someone, someoneNew } from '../posts.ts';
import { answersDrawn, forgiveRefusals, tabTo, wordsNow } from '../screen.ts';
import { runMbari } from '../server.ts';
import { logOut, signIn, toasted } from '../settings.ts';
import { expect, test } from '../test.ts';

const path = '/api/v1/me/forum-settings';
const profileHint = 'Upgrade to Premium to control profile visibility.';
const postHint = 'Upgrade to Premium to control post visibility.';

async function openSettings(page: Page, member: NewMember): Promise<void> {
  await signIn(page, member);
  await page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('region', { name: 'Privacy' })).toBeVisible();
}

async function storedOnServer(request: APIRequestContext, someone: Someone): Promise<Record<string, unknown>> {
  const answer = await request.get(path, { headers: headersOf(someone) });
  return ((await answer.json()) as { data: Record<string, unknown> }).data;
}

const keptHere = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('forum_settings') ?? 'null') as unknown);
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

async function plan(dataFolder: string, action: 'grant' | 'revoke', { member }: Someone): Promise<void> {
  expect(await runMbari(dataFolder, 'plan', action, member.username)).toMatchObject({ code: 0 });
}

test('a free member changes free settings by keyboard, and paid settings link to the plans', async ({ page, request, dataFolder }) => {
  const someone = await someoneNew(dataFolder, 'Amina Yusuf');
  await openSettings(page, someone.member);
  await expect(page.getByRole('heading', { name: 'Forum Settings' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'General' })).toHaveAttribute('aria-selected', 'true');
  for (const [label, hint] of [
    ['Profile visibility', profileHint],
    ['Post visibility', postHint],
  ] as const) {
    const select = page.getByLabel(label);
    await expect(select).toBeDisabled();
    await expect(select).toHaveAccessibleDescription(hint);
    await select.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(toasted(page, hint)).toHaveCount(1);
    await expect(toasted(page, hint).getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/plans');
    await select.click({ force: true });
    await expect(page.locator('.toast').filter({ hasText: hint })).toHaveCount(1);
    await expect(select).toHaveValue('public');
  }
  await tabTo(page, page.getByRole('tab', { name: 'General' }), 'Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: profileHint })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Profile visibility')).toBeFocused();
  await tabTo(page, page.getByLabel('Contact details'));
  await page.keyboard.type('Members');
  await expect(page.getByText('‘Members’ are all signed-in members with a verified email.')).toBeVisible();
  for (const name of ['Online status', 'Phone number']) {
    await tabTo(page, page.getByRole('switch', { name }));
    await page.keyboard.press('Space');
  }
  await tabTo(page, page.getByRole('tab', { name: 'General' }), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/tab=notifications/);
  await tabTo(page, page.getByRole('switch', { name: 'Followers' }));
  await page.keyboard.press('Space');
  await tabTo(page, save(page));
  await page.keyboard.press('Enter');
  await expect(toasted(page, 'Settings saved successfully')).toBeVisible();
  await expect(save(page)).toBeFocused();
  const wanted = { contact_visibility: 'registered', show_phone_number: true, show_online_status: false, notify_on_follow: false };
  expect(await storedOnServer(request, someone)).toMatchObject({ ...wanted, profile_visibility: 'public', show_location: true });
  expect(await keptHere(page)).toMatchObject(wanted);

  await page.reload();
  await expect(page.getByRole('switch', { name: 'Followers' })).not.toBeChecked();
  await page.getByRole('tab', { name: 'General' }).click();
  await expect(page.getByLabel('Contact details')).toHaveValue('registered');
  await page.getByRole('link', { name: profileHint }).click();
  await expect(page.getByRole('heading', { name: 'Plans' })).toBeVisible();
  await logOut(page);
  expect(await keptHere(page)).toBeNull();
});

test('a paid member restricts who sees the profile, and can only lift restrictions after the plan has ended', async ({
  page,
  request,
  dataFolder,
  complaints,
}) => {
  const someone = await someoneNew(dataFolder, 'Chinyere Obi');
  await plan(dataFolder, 'grant', someone);
  await openSettings(page, someone.member);
  await expect(page.getByText(profileHint)).toBeHidden();
  await page.getByLabel('Profile visibility').selectOption('Private');
  await save(page).click();
  await expect(toasted(page, 'Settings saved successfully')).toBeVisible();
  expect(await storedOnServer(request, someone)).toMatchObject({ profile_visibility: 'private', post_visibility: 'public' });

  // The plan ends while the page is open. The page learns this from the refused save.
  await plan(dataFolder, 'revoke', someone);
  await page.getByLabel('Post visibility').selectOption('Followers');
  await save(page).click();
  await expect(toasted(page, postHint)).toBeVisible();
  forgiveRefusals(complaints);
  await page.getByLabel('Post visibility').selectOption('Public');
  await expect(page.getByLabel('Post visibility')).toBeDisabled();
  const profile = page.getByLabel('Profile visibility');
  await expect(profile).toBeEnabled();
  await expect(profile).toHaveValue('private');
  await expect(page.getByText('Your plan has ended')).toBeVisible();
  // The server accepts an unchanged restricted setting.
  await page.getByRole('switch', { name: 'Birthday' }).click();
  await save(page).click();
  await expect.poll(async () => (await storedOnServer(request, someone))['show_birthday']).toBe(true);
  expect((await storedOnServer(request, someone))['profile_visibility']).toBe('private');
  await profile.selectOption('Public');
  await profile.selectOption('Private');
  await expect(page.getByText('Not saved yet')).toBeHidden();
  await profile.selectOption('Public');
  await save(page).click();
  await expect(profile).toBeDisabled();
  expect((await storedOnServer(request, someone))['profile_visibility']).toBe('public');
});

test('a save answered after sign-out stores no settings in the browser', { tag: '@main' }, async ({ page, request, dataFolder }) => {
  const someone = await someoneNew(dataFolder, 'Obinna Nze');
  await openSettings(page, someone.member);
  await page.getByRole('switch', { name: 'Location' }).click();
  let answer = () => {};
  const released = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  const saved = page.waitForResponse(`**${path}`);
  await save(page).click();
  await expect.poll(async () => (await storedOnServer(request, someone))['show_location']).toBe(false);
  await logOut(page);
  answer();
  await (await saved).finished();
  await answersDrawn(page);
  expect(await keptHere(page)).toBeNull();
  expect(await wordsNow(page)).not.toContain('Settings saved successfully');
});

test('unsaved settings survive a change of tab, and leaving asks to confirm', async ({ page, request, dataFolder }) => {
  const someone = await someoneNew(dataFolder, 'Efe Igho');
  await openSettings(page, someone.member);
  const location = page.getByRole('switch', { name: 'Location' });
  await location.click();
  await page.getByRole('tab', { name: 'Notifications' }).click();
  await page.getByRole('tab', { name: 'Security' }).click();
  await expect(page.getByText('Your other settings are not saved yet')).toBeVisible();
  await page.getByRole('tab', { name: 'General' }).click();
  await expect(location).not.toBeChecked();

  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  const discover = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Discover' });
  await discover.click();
  await expectNoSeriousProblem(page);
  await dialog.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL(/\/discover$/);
  // The settings page stays visible until Discover has loaded.
  await expect(location).toBeHidden();
  expect((await storedOnServer(request, someone))['show_location']).toBe(true);

  await page.goBack();
  await expect(location).toBeChecked();
  await location.click();
  const asked = page.waitForEvent('dialog').then(async (native) => {
    await native.dismiss();
    return native.type();
  });
  await page.evaluate(() => window.location.reload());
  expect(await asked).toBe('beforeunload');
  await expect(location).not.toBeChecked();
  await logOut(page);
});

/** Sets the stored size of the member's images. */
async function use(dataFolder: string, { id }: Someone, gigabytes: number): Promise<void> {
  await withDatabase({ dataFolder }, (db) =>
    db.query('update images set bytes = $2 where member_id = $1 and deleted_at is null', [id, Math.round(gigabytes * 1024 ** 3)]),
  );
}

const settings = (page: Page) => page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: 'Settings' });

test('a member sees the used storage, cannot post once it is full, and can post after deleting a post', async ({
  page,
  request,
  dataFolder,
  complaints,
}) => {
  const someone = await someoneNew(dataFolder, 'Ebele Nwosu');
  const room = page.getByRole('region', { name: 'Storage' });
  await signIn(page, someone.member);
  await settings(page).click();
  await expect(room.getByText('You have used none of your 5 GB.')).toBeVisible();

  const id = await post(request, someone, { title: 'The large one' });
  await use(dataFolder, someone, 1.2);
  await page.reload();
  await expect(room.getByRole('meter', { name: 'You have used 1.2 GB of 5 GB.' })).toBeVisible();
  await use(dataFolder, someone, 5);
  await page.reload();
  await expect(room.getByText('Your storage is full, so you cannot add photos.')).toBeVisible();
  await expectNoSeriousProblem(page);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Feed' }).click();
  await page.getByRole('button', { name: 'Upload' }).click();
  const composer = page.getByRole('dialog', { name: 'Share a photo' });
  await choose(composer, [await photo('cloth.jpg', 800, 600)]);
  await composer.getByLabel('Title').fill('One more cloth');
  await composer.getByLabel('Alt text for image 1').fill('A blue cloth');
  await test.step('a full disk of the server shows a message and keeps the draft', async () => {
    // Response of a server whose disk is full. `world/full-disk.spec.ts` tests a real full disk.
    const full = { message: sentences.storageFull, code: 'storage_full', request_id: 'test' };
    await page.route('**/api/v1/photos', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 507, json: full }) : route.fallback(),
    );
    await composer.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Open draft' }).click();
    await expect(composer.getByRole('alert')).toHaveText(`${sentences.uploadFailed}. ${sentences.storageFull}`);
    await expect(composer.getByLabel('Title')).toHaveValue('One more cloth');
    await page.unroute('**/api/v1/photos');
  });
  await composer.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Open draft' }).click();
  await expect(composer.getByText(sentences.quotaExceeded).first()).toBeVisible();
  await expect(composer.getByLabel('Title')).toHaveValue('One more cloth');

  expect((await request.delete(`/api/v1/photos/${id}`, { headers: headersOf(someone) })).ok()).toBe(true);
  await composer.getByRole('button', { name: 'Try again' }).click();
  await expect(composer).toBeHidden();
  await expect(page.getByText('One more cloth').first()).toBeVisible();
  forgiveRefusals(complaints);
});

import type { Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { withDatabase } from '../database.ts';
import { bringIn, newMember, skipSplash } from '../members.ts';
import { linkMailedTo } from '../outbox.ts';
import { logOut, openSecurity, otherDevice, signIn, takeOut, toasted } from '../settings.ts';
import { expect, test } from '../test.ts';

test('a member changes the password by keyboard, and all other devices are signed out', async ({
  page,
  browser,
  dataFolder,
  complaints,
  baseURL,
}) => {
  const member = newMember('Ifẹ́ Adéyẹmí');
  await bringIn(dataFolder, member);
  const phone = await otherDevice(browser, baseURL);
  await signIn(phone.page, member);
  await signIn(page, member);

  await test.step('the page is opened by keyboard', async () => {
    // Tabs backwards, because forwards the focus passes all photos of the feed.
    await reach(page, 'Settings', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Forum Settings' })).toBeFocused();
    await reach(page, 'General');
    await page.keyboard.press('End');
    await expect(page.getByRole('heading', { name: 'Password' })).toBeVisible();
  });
  await test.step('a wrong current password is shown under its field, the right one changes it', async () => {
    await reach(page, 'Current password');
    await page.keyboard.type('not this one');
    await reach(page, 'New password');
    await page.keyboard.type('the second courtyard');
    await reach(page, 'Confirm new password');
    await page.keyboard.type('the second courtyard');
    await page.keyboard.press('Enter');
    await expect(page.getByText('That is not your password.')).toBeVisible();
    await expect.poll(() => focused(page)).toBe('Current password');
    takeOut(complaints, /status of 422/);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(member.password);
    await page.keyboard.press('Enter');
    await expect(toasted(page, 'Password updated successfully')).toBeVisible();
  });
  await test.step('each dialog returns the focus', async () => {
    for (const what of ['Change address', 'Add a passkey', 'Turn on', 'Create a token', 'Close account']) {
      await reach(page, what);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect.poll(() => focused(page)).toBe(what);
    }
  });
  await test.step('the other device is signed out', async () => {
    await phone.page.reload();
    await expect(phone.page).toHaveURL(/\/login$/);
    expect(phone.complaints.every((text) => /status of 401/.test(text))).toBe(true);
    await phone.context.close();
    await expect(page.getByRole('region', { name: 'Devices' }).getByText('This device')).toBeVisible();
  });
  await test.step('the new password signs in', async () => {
    await logOut(page);
    await signIn(page, { ...member, password: 'the second courtyard' });
  });
  await test.step('a forgotten password is reset by a mailed link', async () => {
    await openSecurity(page);
    await page.getByRole('button', { name: 'Forgot your password' }).click();
    await expect(toasted(page, 'Password reset instructions have been sent to your email')).toBeVisible();
    expect(await linkMailedTo(dataFolder, member.email, /http:\/\/\S+\/reset-password\?\S+/)).toContain('token=');
  });
});

test('a member creates a token for a program and revokes it', async ({ page, dataFolder, complaints, request }) => {
  const member = newMember('Nkiru Eze');
  await bringIn(dataFolder, member);
  await signIn(page, member);
  await openSecurity(page);
  const section = page.getByRole('region', { name: 'Apps and tokens' });
  await section.getByRole('button', { name: 'Create a token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Night backup');
  await dialog.getByLabel('Your password').fill(member.password);
  await dialog.getByLabel('Read', { exact: true }).uncheck();
  await dialog.getByRole('button', { name: 'Create a token' }).click();
  await expect(dialog.getByText('Choose at least one permission.')).toBeVisible();
  takeOut(complaints, /status of 422/);
  await dialog.getByLabel('Read', { exact: true }).check();
  await dialog.getByRole('button', { name: 'Create a token' }).click();
  const token = (await dialog.getByRole('group', { name: 'Your new token' }).textContent())!.trim();
  const statusOf = async (method: 'get' | 'delete', path: string): Promise<number> =>
    (await request[method](`/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })).status();
  expect([await statusOf('get', '/me'), await statusOf('delete', '/me/sessions')]).toEqual([200, 403]);
  await dialog.getByRole('button', { name: 'I’ve kept it' }).click();
  const name = section.getByText('Night backup', { exact: true });
  await expect(name).toBeVisible();
  await section.getByRole('button', { name: 'Revoke Night backup' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(name).toBeHidden();
  expect(await statusOf('get', '/me')).toBe(401);
});

test('security settings that fail to load show an error and can be retried', async ({ page, dataFolder, complaints }) => {
  const member = newMember('Bola Ige');
  await bringIn(dataFolder, member);
  await signIn(page, member);
  await page.route('**/api/v1/me/security', (route) => route.abort());
  await page.goto('/settings?tab=security');
  await skipSplash(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Forum Settings' })).toBeVisible();
  await expect(page.getByText('Manage your privacy, notification, and security preferences')).toBeVisible();
  await expect(page.getByText('Loading your settings')).toBeVisible();
  await expect(toasted(page, 'Failed to load settings. Please try again.')).toBeVisible();
  await expect(page.getByText('Failed to fetch settings')).toBeVisible();
  await expectNoSeriousProblem(page);
  await page.unroute('**/api/v1/me/security');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Password' })).toBeVisible();
  takeOut(complaints, /ERR_FAILED/);
});

test('a member without a password can request a reset link, and must sign in again to change security settings', async ({
  page,
  dataFolder,
  complaints,
}) => {
  const member = newMember('Ngozi Obi');
  const { id } = await bringIn(dataFolder, member);
  await signIn(page, member);
  // Simulates a member who signed in by an external provider an hour ago.
  await withDatabase({ dataFolder }, async (db) => {
    await db.query('update members set password_hash = null where id = $1', [id]);
    await db.query(`update sessions set created_at = now() - interval '1 hour' where member_id = $1`, [id]);
    await db.query(
      `insert into identities (issuer, subject, member_id, email) values ('https://workshop.example', $1::text, $1::uuid, 'ngozi@workshop.example')`,
      [id],
    );
  });
  await openSecurity(page);
  const connected = page.getByRole('region', { name: 'Connected accounts' });
  await expect(connected.getByText('workshop.example', { exact: true })).toBeVisible();
  await expect(connected.getByText('ngozi@workshop.example, connected today')).toBeVisible();
  const password = page.getByRole('region', { name: 'Password' });
  await expect(password.getByText(/You have no password: you sign in another way/)).toBeVisible();
  await expect(password.getByRole('textbox')).toHaveCount(0);
  await password.getByRole('button', { name: 'Forgot your password' }).click();
  await expect(toasted(page, 'Password reset instructions have been sent to your email')).toBeVisible();

  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Two-step sign-in' });
  await expect(dialog.getByLabel('Your password')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Please sign in again to confirm that it is you.')).toBeVisible();
  takeOut(complaints, /status of 403/);
  await dialog.getByRole('button', { name: 'Sign in again' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
});

/** Returns the accessible name of the focused element. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
    return (label ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim();
  });

/** Presses the key until the element with this name has the focus. */
async function reach(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key);
    if ((await focused(page)) === name) return;
  }
  throw new Error(`${key} never reached ${name}`);
}

const changeLink = /http:\/\/\S+\/api\/v1\/email\/change\/\S+/;

const androidChrome =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const macSafari = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15';

test('devices are listed, and signed out one by one or all together', async ({ page, browser, dataFolder, baseURL }) => {
  const member = newMember('Zainab Sule');
  await bringIn(dataFolder, member);
  const others = [await otherDevice(browser, baseURL, androidChrome), await otherDevice(browser, baseURL, macSafari)];
  for (const other of others) await signIn(other.page, member);
  await signIn(page, member);
  await openSecurity(page);
  const section = page.getByRole('region', { name: 'Devices' });
  await expect(section.getByText('This device')).toHaveCount(1);
  await expect(section.getByText('Chrome on Linux')).toBeVisible();

  await section.getByRole('button', { name: 'Sign out Chrome on Android' }).click();
  await expect(section.getByText('Chrome on Android')).toBeHidden();
  await others[0]!.page.reload();
  await expect(others[0]!.page).toHaveURL(/\/login$/);
  await others[1]!.page.reload();
  await skipSplash(others[1]!.page);
  await expect(others[1]!.page).toHaveURL(/\/feed$/);

  await section.getByRole('button', { name: 'Sign out all other devices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out all other devices?' });
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await expect(section.getByText('Safari on macOS')).toBeHidden();
  await expect(section.getByRole('button', { name: 'Sign out all other devices' })).toBeHidden();
  await others[1]!.page.reload();
  await expect(others[1]!.page).toHaveURL(/\/login$/);
  await page.reload();
  await skipSplash(page);
  await expect(section.getByText('This device')).toBeVisible();
  for (const { context, complaints } of others) {
    expect(complaints.every((text) => /status of 401/.test(text))).toBe(true);
    await context.close();
  }
});

test('a new email address takes effect once its mailed link is opened', async ({ page, dataFolder, complaints }) => {
  const member = newMember('Dayo Bello');
  await bringIn(dataFolder, member);
  const email = `new.${member.email}`;
  await signIn(page, member);
  await openSecurity(page);
  const section = page.getByRole('region', { name: 'Email address' });
  await expect(section.getByText(member.email)).toBeVisible();
  await section.getByRole('button', { name: 'Change address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change address' });
  await dialog.getByLabel('New email address').fill(member.email);
  await dialog.getByLabel('Your password').fill(member.password);
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await expect(dialog.getByText('That is already your address.')).toBeVisible();
  await dialog.getByLabel('New email address').fill(email);
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await expect(dialog).toBeHidden();
  await expect(section.getByText(email)).toBeVisible();
  await expect(section.getByText(/Not confirmed yet/)).toBeVisible();

  const link = await linkMailedTo(dataFolder, email, changeLink);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Address changed' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to your settings' }).click();
  await expect(section.getByText(email)).toBeVisible();
  await expect(section.getByText(/Not confirmed yet/)).toBeHidden();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Already changed' })).toBeVisible();
  await page.goto('/confirm-email?status=invalid');
  await expect(page.getByText('The verification link is invalid or has expired. Please request a new one.')).toBeVisible();

  await page.goto('/settings');
  await logOut(page);
  await page.goto(link);
  await page.getByRole('link', { name: 'Go to Login' }).click();
  await signIn(page, { ...member, email });
  takeOut(complaints, /status of 422/);
});

test('a member closes the account and reopens it by signing in', async ({ page, dataFolder, complaints }) => {
  const member = newMember('Sade Cole');
  await bringIn(dataFolder, member);
  await signIn(page, member);
  await openSecurity(page);
  await page.getByRole('region', { name: 'Close account' }).getByRole('button', { name: 'Close account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close account' });
  await dialog.getByRole('button', { name: 'Close account' }).click();
  await expect(dialog.getByText('Your password is required.')).toBeVisible();
  takeOut(complaints, /status of 422/);
  await dialog.getByLabel('Your password').fill(member.password);
  await dialog.getByRole('button', { name: 'Close account' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(toasted(page, /Your account is closed\. Sign in within 14 days/)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
  await signIn(page, member);
  await openSecurity(page);
  await expect(page.getByText(member.email)).toBeVisible();
});

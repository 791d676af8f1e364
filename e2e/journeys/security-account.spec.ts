import { bringIn, newMember, skipSplash } from '../members.ts';
import { linkMailedTo } from '../outbox.ts';
import { logOut, openSecurity, otherDevice, signIn, takeOut, toasted } from '../settings.ts';
import { expect, test } from '../test.ts';

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

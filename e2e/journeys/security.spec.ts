import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { bringIn, newMember, type NewMember, skipSplash } from '../members.ts';
import { linkMailedTo } from '../outbox.ts';
import { expect, test } from '../test.ts';
import { addVirtualAuthenticator } from '../virtual-authenticator.ts';

const changeLink = /http:\/\/\S+\/api\/v1\/email\/change\/\S+/;

test('a member changes their password, and every other device is signed out', async ({
  page,
  browser,
  request,
  dataFolder,
  complaints,
  baseURL,
}) => {
  const member = newMember('Ifẹ́ Adéyẹmí');
  await bringIn(request, dataFolder, member);
  const phone = await otherDevice(browser, baseURL);
  await signIn(phone.page, member);
  await signIn(page, member);
  await openSecurity(page);
  const form = page.getByRole('region', { name: 'Password' });
  const fields = {
    current: form.getByLabel('Current password', { exact: true }),
    fresh: form.getByLabel('New password', { exact: true }),
    again: form.getByLabel('Confirm new password', { exact: true }),
  };
  const send = form.getByRole('button', { name: 'Update password' });
  const sent: string[] = [];
  page.on('request', (made) => {
    if (made.method() === 'PUT' && made.url().endsWith('/me/password')) sent.push(made.url());
  });

  await test.step('two that differ are told, and nothing is sent', async () => {
    await fields.current.fill(member.password);
    await fields.fresh.fill('the second courtyard');
    await fields.again.fill('the third courtyard');
    await send.click();
    await expect(toasted(page, 'Passwords do not match')).toBeVisible();
    await fields.fresh.fill('short');
    await fields.again.fill('short');
    await send.click();
    await expect(form.getByText('Password must be at least 8 characters long')).toBeVisible();
    expect(sent).toEqual([]);
  });
  await test.step('each can be shown and hidden', async () => {
    await expect(fields.fresh).toHaveAttribute('type', 'password');
    await form.getByRole('button', { name: 'Show password' }).nth(1).click();
    await expect(fields.fresh).toHaveAttribute('type', 'text');
    await form.getByRole('button', { name: 'Hide password' }).click();
  });
  await test.step('a wrong current password is told under its field', async () => {
    await fields.current.fill('not this one');
    await fields.fresh.fill('the second courtyard');
    await fields.again.fill('the second courtyard');
    await send.click();
    await expect(form.getByText('That is not your password.')).toBeVisible();
    await expect(fields.current).toBeFocused();
    takeOut(complaints, /status of 422/);
  });
  await test.step('where no answer comes, the failure is told', async () => {
    await page.route('**/api/v1/me/password', (route) => route.abort());
    await fields.current.fill(member.password);
    await send.click();
    await expect(toasted(page, 'Failed to update password')).toBeVisible();
    await page.unroute('**/api/v1/me/password');
    takeOut(complaints, /ERR_FAILED/);
  });
  await test.step('while it is sent the button is busy; then the fields are empty', async () => {
    const held = await holdBack(page, '**/api/v1/me/password');
    await send.click();
    const busy = form.getByRole('button', { name: 'Updating...' });
    await expect(busy).toHaveAttribute('aria-disabled', 'true');
    await busy.click({ force: true });
    held.letGo();
    await expect(toasted(page, 'Password updated successfully')).toBeVisible();
    for (const field of Object.values(fields)) await expect(field).toHaveValue('');
    // The wrong one, the one that went astray, and this one, once.
    expect(sent).toHaveLength(3);
  });
  await test.step('the other device is signed out', async () => {
    await phone.page.reload();
    await expect(phone.page).toHaveURL(/\/login$/);
    expect(phone.complaints.every((text) => /status of 401/.test(text))).toBe(true);
    await phone.context.close();
    await expect(page.getByRole('region', { name: 'Devices' }).getByText('This device')).toBeVisible();
  });
  await test.step('the new password opens the door', async () => {
    await logOut(page);
    await signIn(page, { ...member, password: 'the second courtyard' });
  });
  await test.step('a forgotten one is answered by a mailed link', async () => {
    await openSecurity(page);
    await page.getByRole('button', { name: 'Forgot your password' }).click();
    await expect(toasted(page, 'Password reset instructions have been sent to your email')).toBeVisible();
    expect(await linkMailedTo(dataFolder, member.email, /http:\/\/\S+\/reset-password\?\S+/)).toContain('token=');
  });
});

test('settings that do not come say so, and are asked for again', async ({ page, request, dataFolder, complaints }) => {
  const member = newMember('Bola Ige');
  await bringIn(request, dataFolder, member);
  await signIn(page, member);
  await page.route('**/api/v1/me/security', (route) => route.abort());
  await page.goto('/settings?tab=security');
  await skipSplash(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Forum Settings' })).toBeVisible();
  await expect(page.getByText('Manage your privacy, notification, and security preferences')).toBeVisible();
  await expect(page.getByText('Loading your settings')).toBeVisible();
  await expect(toasted(page, 'Failed to load settings. Please try again.')).toBeVisible();
  await expect(page.getByText('Failed to fetch settings')).toBeVisible();
  await noSeriousProblem(page);
  await page.unroute('**/api/v1/me/security');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Password' })).toBeVisible();
  takeOut(complaints, /ERR_FAILED/);
});

test('with two-step sign-in a code of the app is asked for, or a recovery code', async ({ page, request, dataFolder, complaints }) => {
  test.setTimeout(120_000);
  const member = newMember('Chidi Anya');
  await bringIn(request, dataFolder, member);
  await signIn(page, member);
  await openSecurity(page);
  const section = page.getByRole('region', { name: 'Two-step sign-in' });
  let app: TOTP | undefined;
  let recovery: string[] = [];

  await test.step('the password comes first', async () => {
    await section.getByRole('button', { name: 'Turn on' }).click();
    const dialog = page.getByRole('dialog', { name: 'Two-step sign-in' });
    await dialog.getByLabel('Your password').fill('not this one');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByText('That is not your password.')).toBeVisible();
    await noSeriousProblem(page);
    await dialog.getByLabel('Your password').fill(member.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
  });
  await test.step('the app is given the key, and shows a code', async () => {
    const dialog = page.getByRole('dialog', { name: 'Add it to your app' });
    await expect(dialog.getByRole('img', { name: /QR code/ }).locator('path')).toBeAttached();
    const secret = (await dialog.getByRole('group', { name: 'Key' }).textContent())?.replaceAll(' ', '') ?? '';
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    app = new TOTP({ secret });
    await noSeriousProblem(page);
    await dialog.getByLabel('Code that the app shows').fill('000000');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect(dialog.locator('.field-error')).toBeVisible();
    await dialog.getByLabel('Code that the app shows').fill(app.generate());
    await dialog.getByRole('button', { name: 'Turn on' }).click();
  });
  await test.step('the recovery codes are shown once, and not closed by a slip', async () => {
    const dialog = page.getByRole('dialog', { name: 'Recovery codes' });
    recovery = await dialog.getByRole('listitem').allTextContents();
    expect(new Set(recovery).size).toBe(10);
    await page.keyboard.press('Escape');
    await expect(dialog.getByText('Keep the codes first: you will not see them again.')).toBeVisible();
    await noSeriousProblem(page);
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    const file = await readFile(await (await downloading).path(), 'utf8');
    for (const code of recovery) expect(file).toContain(code);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog.getByRole('button', { name: 'Copy the recovery codes' }).click();
    await expect(toasted(page, 'Copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(recovery.join('\n'));
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
    await expect(section.getByText('10 recovery codes left')).toBeVisible();
  });
  await test.step('sign in with a code of the app', async () => {
    await logOut(page);
    await fillLogin(page, member);
    await secondStep(page, app!.generate({ timestamp: Date.now() + 30_000 }));
  });
  await test.step('sign in with a recovery code', async () => {
    await logOut(page);
    await fillLogin(page, member);
    await secondStep(page, recovery[0] ?? '');
    await openSecurity(page);
    await expect(section.getByText('9 recovery codes left')).toBeVisible();
  });
  await test.step('make recovery codes anew', async () => {
    await section.getByRole('button', { name: 'New recovery codes' }).click();
    const asking = page.getByRole('dialog', { name: 'New recovery codes' });
    await asking.getByLabel('Your password').fill(member.password);
    await asking.getByRole('button', { name: 'Make new codes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Recovery codes' });
    await expect(dialog.getByRole('listitem')).toHaveCount(10);
    expect(await dialog.getByRole('listitem').allTextContents()).not.toContain(recovery[1]);
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
    await expect(section.getByText('10 recovery codes left')).toBeVisible();
  });
  await test.step('and turn it off', async () => {
    await section.getByRole('button', { name: 'Turn off' }).click();
    const dialog = page.getByRole('dialog', { name: 'Turn off two-step sign-in' });
    await dialog.getByLabel('Your password').fill(member.password);
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await expect(section.getByRole('button', { name: 'Turn on' })).toBeVisible();
    await expect(section.getByRole('heading')).toBeFocused();
    await logOut(page);
    await signIn(page, member);
  });
  takeOut(complaints, /status of (422|403)/);
});

test('a passkey is made, opens the door, is renamed and taken away', async ({ page, request, dataFolder }) => {
  const member = newMember('Amara Eze');
  await bringIn(request, dataFolder, member);
  const device = await addVirtualAuthenticator(page);
  await signIn(page, member);
  await openSecurity(page);
  const section = page.getByRole('region', { name: 'Passkeys' });
  const adding = page.getByRole('dialog', { name: 'Add a passkey' });

  await test.step('the device does not know the finger: none is made', async () => {
    await device.verifies(false);
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await noSeriousProblem(page);
    await expect(adding.getByLabel('Name')).toHaveValue('Chrome on Linux');
    await adding.getByLabel('Your password').fill(member.password);
    await adding.getByRole('button', { name: 'Continue' }).click();
    await expect(adding.getByText('No passkey was made. You can try again.')).toBeVisible();
    expect(await device.passkeys()).toBe(0);
  });
  await test.step('it does: one is made', async () => {
    await device.verifies(true);
    await adding.getByRole('button', { name: 'Continue' }).click();
    await expect(adding).toBeHidden();
    await expect(section.getByText('Chrome on Linux')).toBeVisible();
    await expect(section.getByText('Added today, not used yet. On one device only.')).toBeVisible();
    expect(await device.passkeys()).toBe(1);
  });
  await test.step('a second one on the same device is refused by the device', async () => {
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await adding.getByLabel('Your password').fill(member.password);
    await adding.getByRole('button', { name: 'Continue' }).click();
    await expect(adding.getByText('This device has a passkey for your account already.')).toBeVisible();
    await adding.getByRole('button', { name: 'Cancel' }).click();
  });
  await test.step('rename it', async () => {
    await section.getByRole('button', { name: 'Rename Chrome on Linux' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename passkey' });
    await dialog.getByLabel('Name').fill('Ụzọ m');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(section.getByText('Ụzọ m')).toBeVisible();
  });
  await test.step('sign in with it', async () => {
    await logOut(page);
    await page.getByRole('button', { name: /passkey/i }).click();
    await expect(page).toHaveURL(/\/feed$/);
    await openSecurity(page);
    await expect(section.getByText('Added today, last used today. On one device only.')).toBeVisible();
  });
  await test.step('take it away', async () => {
    await section.getByRole('button', { name: 'Remove Ụzọ m' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove passkey' });
    await noSeriousProblem(page);
    await dialog.getByLabel('Your password').fill(member.password);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(dialog).toBeHidden();
    await expect(section.getByText('Ụzọ m')).toBeHidden();
    await expect(section.getByRole('heading')).toBeFocused();
  });
});

test('a browser that knows no passkeys is told so', async ({ page, request, dataFolder }) => {
  const member = newMember('Tari Briggs');
  await bringIn(request, dataFolder, member);
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
  await signIn(page, member);
  await openSecurity(page);
  await expect(page.getByText('This browser cannot make a passkey here.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeHidden();
});

test('devices are listed, and signed out one by one or all at once', async ({ page, browser, request, dataFolder, baseURL }) => {
  const member = newMember('Zainab Sule');
  await bringIn(request, dataFolder, member);
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
  const dialog = page.getByRole('dialog', { name: 'Sign out all others?' });
  await noSeriousProblem(page);
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

test('a change of address holds once the link mailed to the new one is followed', async ({ page, request, dataFolder, complaints }) => {
  const member = newMember('Dayo Bello');
  await bringIn(request, dataFolder, member);
  const email = `new.${member.email}`;
  await signIn(page, member);
  await openSecurity(page);
  const section = page.getByRole('region', { name: 'Email address' });
  await expect(section.getByText(member.email)).toBeVisible();
  await section.getByRole('button', { name: 'Change address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change address' });
  await dialog.getByLabel('New email address').fill(member.email);
  await dialog.getByLabel('Your password').fill(member.password);
  await dialog.getByRole('button', { name: 'Mail the link' }).click();
  await expect(dialog.getByText('That is your address already.')).toBeVisible();
  await noSeriousProblem(page);
  await dialog.getByLabel('New email address').fill(email);
  await dialog.getByRole('button', { name: 'Mail the link' }).click();
  await expect(dialog).toBeHidden();
  await expect(section.getByText(email)).toBeVisible();
  await expect(section.getByText(/Waiting for you/)).toBeVisible();

  const link = await linkMailedTo(dataFolder, email, changeLink);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Address changed' })).toBeVisible();
  await noSeriousProblem(page);
  await page.getByRole('link', { name: 'Back to your settings' }).click();
  await expect(section.getByText(email)).toBeVisible();
  await expect(section.getByText(/Waiting for you/)).toBeHidden();
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

test('a member closes the account, and comes back by signing in', async ({ page, request, dataFolder, complaints }) => {
  const member = newMember('Sade Cole');
  await bringIn(request, dataFolder, member);
  await signIn(page, member);
  await openSecurity(page);
  await page.getByRole('region', { name: 'Close account' }).getByRole('button', { name: 'Close account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close account' });
  await noSeriousProblem(page);
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

test('the page is walked and a password changed by the keyboard alone', async ({ page, request, dataFolder }) => {
  const member = newMember('Kofi Mensah');
  await bringIn(request, dataFolder, member);
  await signIn(page, member);
  await reach(page, 'Settings');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Forum Settings' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Password' })).toBeVisible();
  for (const emulated of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: emulated });
    await noSeriousProblem(page);
  }
  await reach(page, 'Current password');
  await page.keyboard.type(member.password);
  await reach(page, 'New password');
  await page.keyboard.type('the second courtyard');
  await reach(page, 'Confirm new password');
  await page.keyboard.type('the second courtyard');
  await page.keyboard.press('Enter');
  await expect(toasted(page, 'Password updated successfully')).toBeVisible();
  for (const what of ['Change address', 'Add a passkey', 'Turn on', 'Close account']) {
    await reach(page, what);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect.poll(() => focused(page)).toBe(what);
  }
});

const androidChrome =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const macSafari = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15';

interface OtherDevice {
  context: BrowserContext;
  page: Page;
  complaints: string[];
}

async function otherDevice(browser: Browser, baseURL: string | undefined, userAgent?: string): Promise<OtherDevice> {
  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), ...(userAgent !== undefined && { userAgent }) });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  return { context, page, complaints };
}

async function fillLogin(page: Page, { email, password }: NewMember): Promise<void> {
  if (!page.url().endsWith('/login')) await page.goto('/login');
  await skipSplash(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function signIn(page: Page, member: NewMember): Promise<void> {
  await fillLogin(page, member);
  await expect(page).not.toHaveURL(/\/login$/);
}

async function secondStep(page: Page, code: string): Promise<void> {
  await page.getByLabel(/code/i).fill(code);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/feed$/);
}

async function openSecurity(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('region', { name: 'Password' })).toBeVisible();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

/** A toast, and not what stands on the page in the same words. */
const toasted = (page: Page, words: string | RegExp) => page.locator('.toast').filter({ hasText: words }).first();

/** What the browser itself says of a refusal or a dropped line that was meant to happen. */
function takeOut(complaints: string[], meant: RegExp): void {
  const rest = complaints.filter((text) => !meant.test(text));
  expect(rest.length).toBeLessThan(complaints.length);
  complaints.splice(0, complaints.length, ...rest);
}

/** Keeps a call on its way until it is let go. */
async function holdBack(page: Page, url: string): Promise<{ letGo: () => void }> {
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(url, async (route) => {
    await gone;
    await route.continue();
  });
  return { letGo };
}

/** What has the focus, by the name it is read out with. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
    return (label ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim();
  });

/** Goes on by Tab until what is called so has the focus. */
async function reach(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(page)) === name) return;
  }
  throw new Error(`Tab never reached ${name}`);
}

async function noSeriousProblem(page: Page): Promise<void> {
  // Half faded in, words have half their contrast.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

import type { Page } from '@playwright/test';
import { bringIn, newMember, skipSplash, verificationLink, type NewMember } from '../members.ts';
import { linkMailedTo } from '../outbox.ts';
import { tabTo } from '../screen.ts';
import { makeStartedFolder, startServer } from '../server.ts';
import { expect, test } from '../test.ts';

const byPassword = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

async function signIn(page: Page, { email, password }: Pick<NewMember, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await byPassword(page).click();
}

test('signing in returns to the page that required it', { tag: '@main' }, async ({ page, dataFolder }) => {
  const member = newMember('Ada Obi');
  await bringIn(dataFolder, member);
  await page.goto('/notifications?from=a-mail');
  await skipSplash(page);
  await expect(page).toHaveURL(/\/login$/);
  await page.reload();
  // The registration page keeps the address to return to.
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, member);
  await expect(page).toHaveURL(/\/notifications\?from=a-mail$/);
});

test('a guest who verifies the address by the link sees a confirmation on the login page', async ({ page }) => {
  await page.goto('/verify-email?status=verified');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('status').filter({ hasText: 'Your email address is verified. Sign in to continue.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Skip' })).toBeHidden();
});

test('if sign-in requires a verified address, registering leads to the login page, which can resend the mail', async ({ browser }) => {
  const { dataFolder, remove } = await makeStartedFolder();
  const server = await startServer(dataFolder, { UNVERIFIED_LOGIN: 'deny' });
  const page = await (await browser.newContext({ baseURL: server.url })).newPage();
  try {
    const member = newMember('Chidi Eze');
    await page.goto('/register');
    await skipSplash(page);
    await page.getByLabel('Name', { exact: true }).fill(member.name);
    await page.getByLabel('Username').fill(member.username);
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Phone').fill('803 123 4567');
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.getByLabel('Confirm password').fill(member.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('Registration successful! Please verify your email.')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: member.email })).toContainText('Open it, then sign in here.');
    await page.getByRole('button', { name: 'Resend Verification Email' }).click();
    await expect(page.getByText('Verification email sent successfully.')).toBeVisible();

    await page.goto('/login');
    await signIn(page, member);
    await expect(page.getByRole('alert')).toHaveText('Please verify your email before logging in.');
    await expect(page.getByRole('button', { name: 'Resend Verification Email' })).toBeVisible();

    await page.goto(await linkMailedTo(dataFolder, member.email, verificationLink));
    await expect(page.getByText('Your email address is verified. Sign in to continue.')).toBeVisible();
    await signIn(page, member);
    await expect(page).toHaveURL(/\/onboarding$/);
  } finally {
    await page.context().close();
    await server.end();
    await remove();
  }
});

test('sign-in works by keyboard, and a manipulated history entry redirects to no other site', async ({ page, dataFolder }) => {
  const member = newMember('Dayo Bello');
  await bringIn(dataFolder, member);
  await page.goto('/login');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Skip' })).toBeHidden();
  await page.evaluate(() => history.replaceState({ ...history.state, wanted: '//elsewhere.example/feed' }, ''));
  await page.reload();
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(member.email);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Forgot your password' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type(member.password);
  await tabTo(page, byPassword(page));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/localhost:\d+\/feed$/);
});

/** Keeps the splash screen open by freezing the clock that its script reads. */
const keepSplash = (page: Page) =>
  page.addInitScript(() => {
    performance.now = () => -3_600_000;
    document.addEventListener('readystatechange', () => Reflect.deleteProperty(performance, 'now'), { once: true });
  });

test('text typed during the splash screen is kept and ends the splash screen', async ({ page }) => {
  await keepSplash(page);
  await page.goto('/login');
  await page.getByLabel('Email').fill('ada@example.test');
  await expect(page.locator('html')).not.toHaveClass(/welcoming/);
  await page.getByLabel('Password', { exact: true }).fill('a courtyard at dusk');
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.test');
});

test('a value that a password manager sets without an event is kept and ends the splash screen', async ({ page }) => {
  await keepSplash(page);
  await page.goto('/register');
  await page.getByLabel('Email').evaluate((field: HTMLInputElement) => (field.value = 'ada@example.test'));
  await expect(page.locator('html')).not.toHaveClass(/welcoming/);
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.test');
});

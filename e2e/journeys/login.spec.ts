import type { Page } from '@playwright/test';
import { bringIn, newMember, type NewMember, skipSplash, verificationLink } from '../members.ts';
import { register, signInWith } from '../onboarding.ts';
import { linkMailedTo } from '../outbox.ts';
import { dropLine, forgiveRefusals, tabTo } from '../screen.ts';
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

const resetLink = /http:\/\/\S+\/reset-password\?\S+/;
const reset = (page: Page) => page.getByRole('button', { name: 'Reset password' });

async function typeTwice(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(again);
  await reset(page).click();
}

test('a forgotten password is reset by the mailed link, once', async ({ page, dataFolder, complaints }) => {
  const member = newMember('Efua Mensah');
  await bringIn(dataFolder, member);
  const chosen = 'four hens in the yard';

  await test.step('ask for the link by keyboard alone', async () => {
    await page.goto('/login');
    await skipSplash(page);
    await tabTo(page, page.getByRole('link', { name: 'Forgot your password' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password' })).toBeFocused();
    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.type(member.email);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Check Your Email' })).toBeFocused();
    await expect(page.getByText('Password reset instructions have been sent to your email')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Return to Login' })).toHaveAttribute('href', '/login');
  });
  const link = await linkMailedTo(dataFolder, member.email, resetLink);
  await test.step('the page removes the token from the address immediately, and a reload restores the form', async () => {
    await page.goto(link);
    await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/reset-password$/);
    await page.reload();
    await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(member.email);
  });
  await test.step('invalid passwords are reported before sending', async () => {
    await typeTwice(page, 'short');
    await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible();
    await expect(page.getByLabel('New password', { exact: true })).toBeFocused();
    await typeTwice(page, chosen, 'four hens in the barn');
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await expect(page.getByLabel('Confirm new password')).toBeFocused();
    await typeTwice(page, 'iloveyou2');
    await expect(page.getByText('Too common: easy to guess')).toBeVisible();
    // The failed submission moves the focus, and must not do so while the next password is typed.
    await expect(page.getByLabel('New password', { exact: true })).toBeFocused();
  });
  await test.step('a failure shows an error and a link to request another mail', async () => {
    await dropLine(page, '/auth/reset-password');
    await typeTwice(page, chosen);
    await expect(page.getByRole('alert')).toContainText('Failed to reset password');
    await expect(page.getByRole('link', { name: 'Request a new link' })).toHaveAttribute('href', '/forgot-password');
    await page.unrouteAll();
  });
  await test.step('each password can be shown', async () => {
    await page.getByRole('button', { name: 'Show password' }).first().click();
    await expect(page.getByLabel('New password', { exact: true })).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(page.getByLabel('Confirm new password')).toHaveAttribute('type', 'text');
  });
  await test.step('the password is reset by keyboard alone', async () => {
    await page.reload();
    await tabTo(page, page.getByLabel('New password', { exact: true }));
    await page.keyboard.type(chosen);
    await expect(page.getByText('Strong')).toBeVisible();
    await tabTo(page, page.getByLabel('Confirm new password'));
    await page.keyboard.type(chosen);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Password has been reset successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
  });
  await test.step('the same link no longer works', async () => {
    await page.goto(link);
    await typeTwice(page, 'another courtyard');
    await expect(page.getByRole('alert')).toContainText(/\S+/);
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await expect(page).toHaveURL(/\/forgot-password$/);
  });
  await test.step('the new password signs in', async () => {
    await page.goto('/login');
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(chosen);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/feed$/);
  });
  forgiveRefusals(complaints);
});

test('a visible page polls every ten seconds whether the address is verified; a hidden page does not', async ({ page, request }) => {
  const { token } = await register(request, newMember('Waiting Room'));
  let asked = 0;
  page.on('request', (one) => {
    if (one.url().endsWith('/email/status')) asked += 1;
  });
  await page.goto('/login');
  await skipSplash(page);
  await signInWith(page, token);
  await page.clock.install();
  await page.goto('/verify-email');
  await expect.poll(() => asked).toBe(1);

  // Advances the clock by seconds, because the page starts its ten-second wait after each response.
  const secondsUntil = async (calls: number): Promise<number> => {
    let seconds = 0;
    while (seconds < 20) {
      if (asked >= calls) break;
      await page.clock.runFor(1_000);
      seconds += 1;
    }
    expect(asked).toBe(calls);
    return seconds;
  };
  expect(await secondsUntil(2)).toBeGreaterThan(8);
  await setVisibility(page, 'hidden');
  await page.clock.runFor(60_000);
  await setVisibility(page, 'visible');
  // A hidden page does not poll. A page that becomes visible polls immediately.
  await expect.poll(() => asked).toBe(3);
  expect(await secondsUntil(4)).toBeGreaterThan(8);
});

/** Simulates switching to another tab and back. */
const setVisibility = (page: Page, state: DocumentVisibilityState): Promise<void> =>
  page.evaluate((given) => {
    Object.defineProperty(document, 'visibilityState', { value: given, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);

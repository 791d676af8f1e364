import type { Page } from '@playwright/test';
import { bringIn, newMember, skipSplash } from '../members.ts';
import { linkMailedTo } from '../outbox.ts';
import { dropLine, forgiveRefusals, tabTo } from '../screen.ts';
import { expect, test } from '../test.ts';

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

import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { type NewMember, skipSplash } from './members.ts';
import { collectComplaints } from './test.ts';

interface OtherDevice {
  context: BrowserContext;
  page: Page;
  complaints: string[];
}

export async function otherDevice(browser: Browser, baseURL: string | undefined, userAgent?: string): Promise<OtherDevice> {
  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), ...(userAgent !== undefined && { userAgent }) });
  const page = await context.newPage();
  const complaints: string[] = [];
  collectComplaints(context, complaints);
  return { context, page, complaints };
}

export async function signIn(page: Page, member: NewMember): Promise<void> {
  await fillLogin(page, member);
  await expect(page).not.toHaveURL(/\/login$/);
}

export async function fillLogin(page: Page, { email, password }: NewMember): Promise<void> {
  if (!page.url().endsWith('/login')) await page.goto('/login');
  await skipSplash(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function openSecurity(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Security' }).click();
  await expect(page.getByRole('region', { name: 'Password' })).toBeVisible();
}

export async function logOut(page: Page): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

export async function openAccountMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /, account$/ }).click();
  await expect(page.getByRole('dialog', { name: /, account$/ })).toBeVisible();
}

/** Finds a toast, not the same words elsewhere on the page. */
export const toasted = (page: Page, words: string | RegExp) => page.locator('.toast').filter({ hasText: words }).first();

/** Removes expected browser messages about a refusal or a dropped connection. */
export function takeOut(complaints: string[], meant: RegExp): void {
  const rest = complaints.filter((text) => !meant.test(text));
  expect(rest.length).toBeLessThan(complaints.length);
  complaints.splice(0, complaints.length, ...rest);
}

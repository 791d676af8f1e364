import type { Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { newMember, skipSplash } from '../members.ts';
import { type Someone, someoneNew } from '../posts.ts';
import { tabTo } from '../screen.ts';
import { signIn } from '../settings.ts';
import { expect, test } from './test.ts';

test.use({ locale: 'en-GB' });

/** Name of the pseudo-locale: accented English. */
const pseudo = 'Ëñğļïšĥ';

const html = (page: Page) => page.locator('html');
const menu = (page: Page) =>
  page
    .getByRole('contentinfo')
    .getByRole('navigation')
    .filter({ has: page.getByRole('button') });
/** Finds the button by position, because its label changes with the language. */
const saveButton = (page: Page) => page.locator('.save-bar').getByRole('button').last();
const lastSwitch = (page: Page) => page.getByRole('switch').last();
const choices = (page: Page) => page.getByRole('combobox', { name: /^(?:Language|\[Ļáñğúáğé.*\])$/ });

async function openSettings(page: Page, { member }: Someone): Promise<void> {
  await signIn(page, member);
  await page.goto('/settings');
  await expect(choices(page)).toBeVisible();
}

test('a visitor changes the language in the footer by keyboard, and the choice persists', async ({ page, context }) => {
  await page.goto('/login');
  await skipSplash(page);
  await expect(html(page)).toHaveAttribute('lang', 'en');
  await expect(menu(page).getByRole('button', { name: 'English' })).toHaveAttribute('aria-current', 'page');
  const other = menu(page).getByRole('button', { name: pseudo });
  await expect(other).toHaveAttribute('lang', 'en-XA');
  await expectNoSeriousProblem(page);
  await tabTo(page, other);
  await page.keyboard.press('Enter');
  await expect(html(page)).toHaveAttribute('lang', 'en-XA');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Çóɱé íñ');
  const later = await context.newPage();
  await later.goto('/register');
  await expect(html(later)).toHaveAttribute('lang', 'en-XA');
  await later.getByRole('button', { name: /Šķíþ/ }).click();
  const manifest = await later.locator('link[rel=manifest]').getAttribute('href');
  expect(await (await later.request.get(manifest ?? '')).json()).toMatchObject({ lang: 'en-XA', dir: 'ltr', name: 'Mbari' });
  await menu(later).getByRole('button', { name: 'English' }).click();
  await expect(html(later)).toHaveAttribute('lang', 'en');
});

test('a member’s language applies in another browser, and can be reset', async ({ page, browser, dataFolder }) => {
  const someone = await someoneNew(dataFolder, 'Ngozi Ade');
  await openSettings(page, someone);
  await expect(choices(page)).toHaveValue('');
  await choices(page).selectOption(pseudo);
  await saveButton(page).click();
  await expect(html(page)).toHaveAttribute('lang', 'en-XA');
  await expect(choices(page)).toHaveValue('en-XA');

  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const there = await elsewhere.newPage();
  await signIn(there, someone.member);
  await expect(there).toHaveURL(/\/feed$/);
  await expect(html(there)).toHaveAttribute('lang', 'en-XA');
  await elsewhere.close();

  await choices(page).selectOption('');
  await saveButton(page).click();
  await expect(html(page)).toHaveAttribute('lang', 'en');
  await expect(choices(page)).toHaveValue('');
});

test('registering keeps the language of the page', async ({ page }) => {
  await page.goto('/register');
  await skipSplash(page);
  await menu(page).getByRole('button', { name: pseudo }).click();
  await expect(html(page)).toHaveAttribute('lang', 'en-XA');
  const { password, ...member } = newMember('Amara Eze');
  const fields = { ...member, phone: '803 123 4567', password, password_confirmation: password };
  for (const [name, text] of Object.entries(fields)) await page.locator(`input[name=${name}]`).fill(text);
  await page.locator('form').getByRole('button').last().click();
  await expect(page).toHaveURL(/\/verify-email/);
  await expect(menu(page)).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('forum_settings'))).toContain('"locale":"en-XA"');
});

test('saving a new language keeps the other unsaved settings', async ({ page, dataFolder }) => {
  const someone = await someoneNew(dataFolder, 'Ebele Udo');
  await openSettings(page, someone);
  await lastSwitch(page).click();
  await choices(page).selectOption(pseudo);
  await saveButton(page).click();
  await expect(html(page)).toHaveAttribute('lang', 'en-XA');
  await expect(lastSwitch(page)).toBeChecked();
});

test('a member changes the language in the account menu', async ({ page, dataFolder }) => {
  const someone = await someoneNew(dataFolder, 'Fatou Diop');
  await signIn(page, someone.member);
  await page.goto('/plans');
  await page.locator('.account-button').click();
  const language = page.locator('.account-language');
  await expect(language).toHaveValue('');
  await language.selectOption(pseudo);
  await expect(html(page)).toHaveAttribute('lang', 'en-XA');
  await page.locator('.account-button').click();
  await expect(language).toHaveValue('en-XA');
});

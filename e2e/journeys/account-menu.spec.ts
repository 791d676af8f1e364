import type { Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { enterAs, someoneNew } from '../posts.ts';
import { logOut, openAccountMenu, toasted } from '../settings.ts';
import { expect, test } from '../test.ts';

const menu = (page: Page) => page.getByRole('dialog', { name: /, account$/ });
const opener = (page: Page) => page.getByRole('button', { name: /, account$/ });
const theme = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);

test('the account menu opens by keyboard and returns the focus, and its button fits every window', async ({ page, dataFolder }) => {
  const someone = await someoneNew(dataFolder, 'Oluwaseun Adébáyọ̀-Williamson', { plan: 'Premium' });
  await enterAs(page, someone, '/plans');
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(menu(page)).toContainText(`@${someone.member.username}`);
  await expect(menu(page).getByRole('link', { name: 'Plans' })).toContainText('Premium');
  await expectNoSeriousProblem(page);
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(opener(page)).toBeFocused();
  for (const [name, address] of [
    ['My Profile', /\/profile$/],
    ['Saved', /\/saved$/],
    ['Settings', /\/settings$/],
  ] as const) {
    await openAccountMenu(page);
    await menu(page).getByRole('link', { name }).click();
    await expect(page).toHaveURL(address);
    await expect(menu(page)).toBeHidden();
  }
  for (const width of [1920, 1440, 1290, 1280, 1110, 1024, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(opener(page)).toBeInViewport({ ratio: 1 });
    // Checks the content, which can overflow a visible button.
    expect(await opener(page).evaluate((button) => button.scrollWidth - button.clientWidth), `${width}`).toBe(0);
  }
});

test('the theme changes immediately and persists when another member signs in', async ({ page, dataFolder }) => {
  const someone = await someoneNew(dataFolder, 'Hauwa Bello');
  await page.emulateMedia({ colorScheme: 'light' });
  await enterAs(page, someone, '/plans');
  await openAccountMenu(page);
  await expect(menu(page).getByRole('radio', { name: 'Auto' })).toBeChecked();
  await menu(page).getByRole('radio', { name: 'Auto' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(menu(page).getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(await theme(page)).toBe('dark');
  await page.reload();
  expect(await theme(page)).toBe('dark');
  await expect(page.locator('meta[name=theme-color][media=all]')).toHaveAttribute('content', '#0d0f16');
  await logOut(page);
  await page.reload();
  expect(await theme(page)).toBe('dark');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('the account menu on a phone is a bottom sheet that a tap outside closes', async ({ page, dataFolder }) => {
    await enterAs(page, await someoneNew(dataFolder, 'Ńkẹ́m Okonkwo'), '/plans');
    await opener(page).tap();
    await expect(menu(page).getByRole('button', { name: 'Log out' })).toBeInViewport();
    await expect.poll(async () => (await menu(page).boundingBox())?.width).toBe(360);
    await page.touchscreen.tap(180, 20);
    await expect(menu(page)).toBeHidden();
  });
});

test('a language that cannot be saved is reported, and the page keeps its language', async ({ page, dataFolder, complaints }) => {
  await enterAs(page, await someoneNew(dataFolder, 'Wanjiru Kamau'), '/plans');
  await openAccountMenu(page);
  const language = menu(page).getByLabel('Language');
  await expect(language).toHaveValue('');
  await page.context().setOffline(true);
  await language.selectOption('fr');
  await expect(toasted(page, 'Failed to save settings')).toBeVisible();
  await expect(language).toHaveValue('');
  complaints.length = 0;
});

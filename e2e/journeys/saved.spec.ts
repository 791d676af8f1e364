import type { Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { enterAs, headersOf, makerAndVisitor, post, type Someone, someoneNew } from '../posts.ts';
import { answerTo, breakServer, forgiveRefusals } from '../screen.ts';
import { expect, test } from '../test.ts';

const toggle = (page: Page) => page.getByRole('button', { name: /^Saved?$/ });
const card = (page: Page, title: string | RegExp) => page.getByRole('article', { name: title });

test.describe('saved posts', () => {
  let maker: Someone;
  let visitor: Someone;

  test.beforeAll(async ({ server }) => void ({ maker, visitor } = await makerAndVisitor(server.dataFolder)));

  test('a post is saved on its page, found in the menu, removed and saved again', async ({ page, request }) => {
    const id = await post(request, maker, { title: 'Kept for later' });
    await enterAs(page, visitor, '/saved');
    await expect(page).toHaveTitle(/^Saved/);
    await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();

    await page.goto(`/post/${id}`);
    await expect(toggle(page)).toHaveAttribute('aria-pressed', 'false');
    const saved = answerTo(page, 'POST', /\/save$/);
    await toggle(page).click();
    await expect(page.getByRole('button', { name: 'Saved', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await saved;
    await page.reload();
    await expect(page.getByRole('button', { name: 'Saved', exact: true })).toBeVisible();

    await page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: 'Saved' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Saved' })).toBeVisible();
    await expect(card(page, 'Kept for later')).toBeVisible();

    await test.step('a removed post stays visible and can be saved again', async () => {
      const gone = answerTo(page, 'DELETE', /\/save$/);
      await toggle(page).click();
      await gone;
      await expect(card(page, 'Kept for later').getByRole('button', { name: 'Save', exact: true })).toHaveAttribute(
        'aria-pressed',
        'false',
      );
      const back = answerTo(page, 'POST', /\/save$/);
      await toggle(page).click();
      await back;
      await expect(card(page, 'Kept for later').getByRole('button', { name: 'Saved', exact: true })).toBeVisible();
    });
    await test.step('a removed post is gone when the list is opened again', async () => {
      await card(page, 'Kept for later').getByRole('link', { name: 'Kept for later' }).first().click();
      await expect(page).toHaveURL(`/post/${id}`);
      const gone = answerTo(page, 'DELETE', /\/save$/);
      await toggle(page).click();
      await gone;
      await page.goBack();
      await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
    });
  });

  test('saved posts on a phone open from the menu, load more by scrolling, and retry after an error', async ({
    page,
    request,
    dataFolder,
    complaints,
  }) => {
    const keeper = await someoneNew(dataFolder, 'Sade Adu');
    for (let n = 0; n < 22; n += 1) {
      const id = await post(request, maker, { title: `Kept ${n}` });
      await request.post(`/api/v1/photos/${id}/save`, { headers: headersOf(keeper) });
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await enterAs(page, keeper, '/forum');
    await page.getByRole('button', { name: 'Menu' }).click();
    await breakServer(page, '/saved{,?*}');
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Saved' }).click();
    await expect(page.getByRole('heading', { name: 'Your saved photos could not be loaded.' })).toBeVisible({ timeout: 15_000 });
    await expectNoSeriousProblem(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(card(page, 'Kept 21')).toBeVisible();
    await expect(async () => {
      await page.mouse.wheel(0, 4000);
      await expect(page.getByText('These are all the photos you have saved.')).toBeInViewport({ timeout: 300 });
    }).toPass();
    await expect(card(page, /^Kept 0$/)).toBeVisible();
    forgiveRefusals(complaints);
  });
});

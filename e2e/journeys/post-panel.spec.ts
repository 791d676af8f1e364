import type { Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { countShift, openCold } from '../layout.ts';
import { enterAs, makerAndVisitor, post, type Someone, threeImages } from '../posts.ts';
import { expect, test } from '../test.ts';

test.describe('the layout of a post', () => {
  let maker: Someone;
  let visitor: Someone;

  test.beforeAll(async ({ server }) => void ({ maker, visitor } = await makerAndVisitor(server.dataFolder)));

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
  const box = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())!;

  /** Creates three posts and opens the second from the feed. */
  async function openSecond(page: Page, request: Parameters<typeof post>[0], name: string): Promise<void> {
    for (const number of [1, 2, 3])
      await post(request, number === 2 ? visitor : maker, { title: `${name} ${number}`, images: [{ color: '#1f2f7a', alt: 'A cloth' }] });
    await enterAs(page, visitor, '/feed');
    await page
      .getByRole('article')
      .filter({ hasText: `${name} 2` })
      .getByRole('link')
      .first()
      .click();
    await expect(heading(page, `${name} 2`)).toBeVisible();
  }

  test('the photo has a 24 px backdrop with buttons in its corners, and the side panel stays folded', async ({ page, request }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openSecond(page, request, 'Folded');
    const [photo, viewer, panel] = [await box(page, '.viewer-photo'), await box(page, '.viewer'), await box(page, '.post-side')];
    expect([Math.round(photo.x - viewer.x), Math.round(panel.width)]).toEqual([24, 376]);
    const alt = page.getByRole('button', { name: 'ALT: description of the image' });
    for (const tool of [alt, page.getByRole('button', { name: 'Full screen' })])
      expect((await tool.boundingBox())!.y).toBeGreaterThanOrEqual(photo.y + photo.height);
    await page.getByLabel('Your comment').fill('Begun');
    await page.getByRole('button', { name: 'Hide details' }).click();
    expect(Math.round((await box(page, '.post-side')).width)).toBe(60);
    expect((await box(page, '.viewer-photo')).width).toBeGreaterThan(photo.width);
    await expect(page.getByRole('navigation', { name: 'Photos' })).toContainText(/^\d+ of \d+$/);
    await alt.click();
    await expect(page.getByText('A cloth', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Full screen' }).click();
    await expect(page.getByRole('dialog', { name: 'Folded 2, full size' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Full screen' })).toBeFocused();

    await test.step('the next post keeps the panel folded and the started comment', async () => {
      await page.getByRole('link', { name: 'Next photo' }).click();
      await expect(page.getByRole('button', { name: 'Show details' })).toBeVisible();
      await page.keyboard.press('k');
      await page.reload();
      await page.getByRole('button', { name: 'Show details' }).click();
      await expect(page.getByLabel('Your comment')).toBeVisible();
      await page.getByLabel('Your comment').fill('Begun again');
      await page.getByRole('button', { name: 'Hide details' }).click();
      await page.locator('.post-strip a[href="#conversation"]').click();
      await expect(page.getByLabel('Your comment')).toHaveValue('Begun again');
    });
  });

  test('a photo in the shape of the backdrop has its buttons in the panel', async ({ page, request }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const id = await post(request, maker, { title: 'Filling', images: [{ color: '#2f6b43', alt: 'A door' }] });
    await enterAs(page, visitor, `/post/${id}`);
    await expect(heading(page, 'Filling')).toBeVisible();
    await expect(page.locator('.viewer-tools')).toBeVisible();
    // The width at which a 4:3 photo has a backdrop of 24 px on all sides.
    await page.setViewportSize({ width: 68 + 376 + 48 + Math.round((4 / 3) * 788), height: 900 });
    await expect(page.locator('.viewer-tools')).toBeHidden();
    await expect(page.locator('.post-actions').getByRole('button', { name: 'Full screen' })).toBeVisible();
    await expectNoSeriousProblem(page);
  });

  test('arrow keys change the post if it has one image, and the image if it has several', async ({ page, request }) => {
    await openSecond(page, request, 'Stepped');
    await expect(page.getByRole('link', { name: 'Next photo' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(heading(page, 'Stepped 1')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Previous photo' })).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(heading(page, 'Stepped 2')).toBeVisible();
    await page.goto(`/post/${await post(request, maker, { title: 'Three', images: threeImages })}`);
    await expect(heading(page, 'Three')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next image' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('img', { name: 'A blue cloth' })).toBeVisible();
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

    test('a post on a phone has a bar with Back and actions below the photo, and swipes change the post', async ({
      page,
      request,
      context,
    }) => {
      await openSecond(page, request, 'Swiped');
      await expect(page.locator('.post-bar')).toContainText(/^Latest, \d+ of \d+/);
      await expect(page.getByRole('banner')).toBeHidden();
      const [photo, acts, title] = [await box(page, '.viewer-photo'), await box(page, '.post-actions'), await box(page, '#post-title')];
      expect(photo.width).toBe(360);
      expect(acts.y).toBeGreaterThanOrEqual(photo.y + photo.height);
      expect(title.y).toBeGreaterThanOrEqual(acts.y + acts.height);
      const touch = await context.newCDPSession(page);
      const swipe = async (from: number, to: number) => {
        await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: from, y: 200 }] });
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: to, y: 200 }] });
        await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      };
      await swipe(300, 60);
      await expect(heading(page, 'Swiped 1')).toBeVisible();
      await swipe(60, 300);
      await expect(heading(page, 'Swiped 2')).toBeVisible();
      await page.getByRole('button', { name: 'Full screen' }).click();
      await expect(page.getByRole('dialog', { name: 'Swiped 2, full size' })).toBeVisible();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.locator('.post-bar').getByRole('button', { name: 'Back', exact: true }).click();
      await expect(page).toHaveURL(/\/feed$/);
      await expect(page.getByRole('banner')).toBeVisible();
    });
  });

  // `all-screens.spec.ts` measures layout shifts on a phone.
  test('nothing shifts while a post opens in a wide window', async ({ page, request }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const id = await post(request, maker, { title: 'Still', description: 'A #still one', images: [{ color: '#a33c1e', alt: 'A wall' }] });
    await countShift(page);
    await enterAs(page, visitor, '/plans');
    expect(await openCold(page, `/post/${id}`)).toEqual([]);
  });
});

import type { Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { enterAs, makerAndVisitor, post, type Someone } from '../posts.ts';
import { expect, test } from '../test.ts';

const phone = { width: 390, height: 844 };
const strip = (page: Page) => page.locator('.strip');
const loadButtons = (page: Page) => page.getByRole('button', { name: /^Tap to load.*\d+ kB/ });

/** Records the paths of requested photos. Avatars have other paths. */
function photosAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/media/')) asked.push(pathname);
  });
  return asked;
}

const chooseLess = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    if (origin !== 'null' && localStorage.getItem('mbari_less_data') === null) localStorage.setItem('mbari_less_data', 'yes');
  });

test.describe('data saver', () => {
  let maker: Someone;
  let visitor: Someone;
  let id: string;

  test.beforeAll(async ({ server, playwright }) => {
    ({ maker, visitor } = await makerAndVisitor(server.dataFolder));
    const request = await playwright.request.newContext({ baseURL: server.url });
    id = await post(request, maker, { title: 'The long wall' });
    await request.dispose();
  });

  test('the data saver is turned on in the settings, stays on this device and shows the data used', async ({ page }) => {
    await page.setViewportSize(phone);
    await enterAs(page, visitor, '/settings');
    await expect(page.getByText(/^This visit has used \d/)).toBeVisible();
    await expect(strip(page)).toHaveCount(0);
    await page.getByRole('switch', { name: 'Use less data' }).check();
    await expect(strip(page)).toContainText(/Using less data: [\d.]+ [kM]B this visit/);
    await expectNoSeriousProblem(page);
    await page.reload();
    await expect(page.getByRole('switch', { name: 'Use less data' })).toBeChecked();
    await page.getByRole('switch', { name: 'Use less data' }).uncheck();
    await expect(strip(page)).toHaveCount(0);
  });

  test('with the data saver, no photo loads before a tap, which loads one width of the stated size', async ({ page }) => {
    await page.setViewportSize(phone);
    await chooseLess(page);
    const asked = photosAsked(page);
    await enterAs(page, visitor, '/feed');
    const wall = page.getByRole('article', { name: 'The long wall' });
    const button = wall.getByRole('button', { name: /^Tap to load.*\d+ kB.*The long wall$/ });
    await expect(button).toContainText('Tap to load');
    expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await expect(strip(page)).toBeVisible();
    expect((await strip(page).boundingBox())!.height).toBe(48);
    expect(asked).toEqual([]);
    for (const at of ['/discover', `/user/${maker.member.username}`, `/post/${id}`, '/feed'])
      await test.step(`no photo is loaded on ${at}`, async () => {
        await page.goto(at);
        await expect(loadButtons(page).first()).toBeVisible();
        expect(asked).toEqual([]);
      });
    await button.click();
    await expect(wall.getByRole('img', { name: 'The long wall' })).toHaveJSProperty('complete', true);
    await expect(button).toHaveCount(0);
    expect(asked.map((path) => path.split('/').pop())).toEqual([expect.stringMatching(/^640\.(?:avif|webp)$/)]);

    await test.step('its page shows the photo without another download', async () => {
      await wall.getByRole('link', { name: 'The long wall' }).first().click();
      await expect(page).toHaveURL(`/post/${id}`);
      await expect(page.locator('.viewer-photo img')).toHaveJSProperty('complete', true);
      await expect(loadButtons(page)).toHaveCount(0);
      expect(new Set(asked).size).toBe(1);
    });
  });

  test('with the browser’s own data saver, no screen is prefetched until the member chooses otherwise', async ({ page }) => {
    await page.clock.install();
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    await enterAs(page, visitor, '/feed');
    await expect(loadButtons(page).first()).toBeVisible();
    const scripts: string[] = [];
    page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())));
    await page.getByRole('link', { name: 'Discover', exact: true }).first().hover();
    await page.clock.runFor(30_000);
    expect(scripts.filter((address) => /(?:discover|profile|forum|post)-page/.test(address))).toEqual([]);
    await page.clock.resume();
    await strip(page).getByRole('link', { name: 'Change' }).click();
    await page.getByRole('switch', { name: 'Use less data' }).uncheck();
    await page.goto('/feed');
    await expect(page.getByRole('article', { name: 'The long wall' }).getByRole('img', { name: 'The long wall' })).toBeVisible();
    await expect(loadButtons(page)).toHaveCount(0);
  });
});

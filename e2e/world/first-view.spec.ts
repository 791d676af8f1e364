import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { enterAs, makerAndVisitor, post, type Someone, someoneNew } from '../posts.ts';
import { codeOf } from '../server.ts';
import { expect, test } from '../test.ts';

/** Delays requests to this path until the returned function is called. */
async function delay(page: Page, path: string): Promise<() => void> {
  let letGo = (): void => undefined;
  const released = new Promise<void>((resolve) => void (letGo = resolve));
  await page.route(`**/api/v1${path}`, async (route) => {
    await released;
    await route.continue();
  });
  return letGo;
}

test.describe('the initial page load', () => {
  let maker: Someone;
  let visitor: Someone;
  test.beforeEach(async ({ dataFolder }) => void ({ maker, visitor } = await makerAndVisitor(dataFolder)));

  test('a public post loads its image before the API answers, and shows it afterwards', async ({ page, request }) => {
    const title = 'Nine of them, all in red';
    const id = await post(request, maker, { title, description: 'At the river.' });
    await request.post(`/api/v1/photos/${id}/like`, { headers: { authorization: `Bearer ${visitor.token}` } });
    await enterAs(page, visitor, '/notifications');
    const letGo = await delay(page, `/photos/${id}`);
    const images: string[] = [];
    page.on('request', (sent) => void (sent.resourceType() === 'image' && images.push(new URL(sent.url()).pathname)));
    await page.goto(`/post/${id}`);
    await expect.poll(() => images.some((one) => one.startsWith('/media/'))).toBe(true);
    await expect(page.getByText('Loading the photo')).toBeAttached();
    await expect(page.getByText(title)).toHaveCount(0);
    letGo();
    const image = page.getByRole('img', { name: title });
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    const like = page.getByRole('button', { name: 'Like', exact: true });
    await expect(like).toBeEnabled();
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    // The page's head preloaded exactly the width and format that the screen uses.
    const shown = await image.evaluate((img: HTMLImageElement) => new URL(img.currentSrc).pathname);
    expect(images.filter((one) => one.split('/')[2] === shown.split('/')[2])).toEqual([shown]);
  });

  test('a page that requires sign-in preloads the login page’s code and mural for visitors', async ({ page }) => {
    await page.addInitScript(() => sessionStorage.setItem('mbari_welcomed', '1'));
    await page.goto(`/post/${randomUUID()}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL('/login');
    const asked = await page.evaluate(() => Array.from(document.head.querySelectorAll('link')).map(({ rel, href }) => `${rel} ${href}`));
    expect(asked).toEqual(
      expect.arrayContaining([
        `modulepreload ${new URL(codeOf('login-page'), page.url()).href}`,
        expect.stringMatching(/^preload .*\/mural-/),
      ]),
    );
    const shown = await page.locator('.painted-wall img').evaluate((image: HTMLImageElement) => image.currentSrc);
    expect(asked).toContain(`preload ${shown}`);
  });

  test('the login page on a phone loads only the strip of the mural that it shows', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    const murals: string[] = [];
    page.on('request', (sent) => void (sent.url().includes('/mural-') && murals.push(new URL(sent.url()).pathname)));
    await page.goto('/login');
    const image = page.locator('.painted-wall img');
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    expect(murals).toEqual([expect.stringMatching(/\/mural-strip-/)]);
  });

  test('a profile shows a visitor its complete content before the API answers', async ({ page, request }) => {
    await post(request, maker, { title: 'A loom' });
    const { username, name } = maker.member;
    const letGo = await delay(page, `/users/${username}`);
    await page.addInitScript(() => sessionStorage.setItem('mbari_welcomed', '1'));
    await page.goto(`/user/${username}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('article', { name: 'A loom' })).toBeVisible();
    letGo();
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('article', { name: 'A loom' })).toHaveCount(1);
  });

  test('a profile loads optional code and data after the first paint', async ({ page, request }) => {
    await post(request, maker, { title: 'A loom' });
    await page.goto(`/user/${maker.member.username}`);
    await expect(page.locator('.toast-layer')).toBeAttached();
    const code = ['toaster', 'live', 'member-menu'].map(codeOf);
    const asked = await page.evaluate((optional) => {
      const painted = performance.getEntriesByName('first-contentful-paint')[0]!.startTime;
      return performance
        .getEntriesByType('resource')
        .filter(({ name }) => optional.includes(new URL(name).pathname) || /\/api\/v1\/(?:site|users)/.test(name))
        .map(({ name, startTime }) => ({ name, late: startTime > painted }));
    }, code);
    expect(asked.length).toBeGreaterThanOrEqual(4);
    expect(asked.filter(({ late }) => !late)).toEqual([]);
  });

  test('Discover reserves space for trending photos before they load', async ({ page, request }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    for (const title of ['One', 'Two', 'Three']) await post(request, maker, { title });
    await enterAs(page, visitor, '/feed');
    const letGo = await delay(page, '/photos/trending*');
    await page.addInitScript(() => {
      const moved = { by: 0 };
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) moved.by += value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/discover');
    await expect(page.getByRole('link', { name: /^All/ })).toBeVisible();
    await expect(page.locator('.trending-now[aria-hidden]')).toBeVisible();
    letGo();
    await expect(page.getByRole('heading', { name: 'Trending Now' })).toBeVisible();
    await expect(page.getByRole('article', { name: 'Three' }).first()).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { moved: { by: number } }).moved.by)).toBeLessThan(0.02);
  });

  test.describe('on a phone with a pixel ratio of three', () => {
    test.use({ viewport: { width: 360, height: 800 }, deviceScaleFactor: 3 });

    for (const [screen, at] of [
      ['Discover', () => '/discover'],
      ['a profile', () => `/user/${maker.member.username}`],
    ] as const)
      test(`${screen} starts with the image that the page’s head preloaded`, async ({ page, request }) => {
        for (const title of ['One', 'Two', 'Three']) await post(request, maker, { title });
        await enterAs(page, visitor, '/notifications');
        await page.goto(at());
        const image = page.getByRole('feed').first().getByRole('article').getByRole('img').first();
        await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
        const shown = await image.evaluate((img: HTMLImageElement) => img.currentSrc);
        const asked = await page.evaluate(() =>
          performance
            .getEntriesByType('resource')
            .filter((entry) => (entry as PerformanceResourceTiming).initiatorType === 'link' && entry.name.includes('/media/'))
            .map(({ name }) => name),
        );
        // A later response may name another format, because the server creates formats one by one when idle.
        expect(asked.map(imageOf)).toEqual([imageOf(shown)]);
        if (formatOf(asked[0]!) === formatOf(shown)) expect(asked).toEqual([shown]);
      });
  });
});

/** Returns the extension of an address such as `/media/{id}/640.webp`. */
const formatOf = (address: string): string => address.slice(address.lastIndexOf('.'));
const imageOf = (address: string): string => address.slice(0, address.lastIndexOf('/'));

test('a page with an Igbo name fetches only the small font slices with its letters', async ({ page, dataFolder }) => {
  const { member } = await someoneNew(dataFolder, 'Chídị Ńwọ́sụ́');
  const slices = new Set<string>();
  page.on('request', (request) => {
    const [, slice] = /\/((?:sans|serif)-[a-z-]+?)-[0-9a-f]{12}-\w+\.woff2$/.exec(request.url()) ?? [];
    if (slice !== undefined) slices.add(slice);
  });
  await page.goto(`/user/${member.username}`);
  await expect(page.getByRole('heading', { level: 1, name: member.name })).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const wanted = ['sans', 'serif'].flatMap((face) => ['latin', 'nigerian', 'nigerian-dotted'].map((slice) => `${face}-${slice}`));
  expect([...slices].toSorted()).toEqual(wanted);
});

import type { Page } from '@playwright/test';
import { enter, loadAll, setVisibility, openInWindow, pull, share, type Someone, titles } from '../feed.ts';
import { bringIn, newMember } from '../members.ts';
import { withRequest } from '../people.ts';
import { someoneNew } from '../posts.ts';
import { tabTo } from '../screen.ts';
import { expect, test } from '../test.ts';

test.describe('the feed', () => {
  let viewer: Someone;
  let makers: [Someone, Someone, Someone];

  test.beforeAll(async ({ server }) => {
    const comeIn = (name: string): Promise<Someone> => someoneNew(server.dataFolder, name);
    viewer = await comeIn('Ngozi Eze');
    makers = [await comeIn('Ada Obi'), await comeIn('Bola Ige'), await comeIn('Efua Mensah')];
    await withRequest(server, async (request) => {
      // Alternates authors, because consecutive posts of one member are folded.
      for (let number = 0; number < 30; number += 1) await share(request, makers[number % 2 === 0 ? 0 : 1], `Wall ${number}`, number);
    });
  });

  test('the three tabs of the feed work by keyboard, and each has its address', async ({ page }) => {
    await enter(page, viewer);
    await page.goto('/feed');
    const latest = page.getByRole('tab', { name: 'Latest' });
    await expect(page.getByRole('article').first()).toContainText('Wall 29');
    await tabTo(page, latest);
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(/\?tab=trending$/);
    const trending = page.getByRole('tab', { name: 'Trending' });
    await expect(trending).toBeFocused();
    await expect(trending).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel', { name: 'Trending' }).getByRole('article').first()).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(/\?tab=following$/);
    await expect(page.getByRole('tabpanel', { name: 'Following' }).getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
    await page.keyboard.press('Home');
    await expect(page).toHaveURL(/\/feed$/);
    await expect(page.getByRole('article').first()).toContainText('Wall 29');
  });

  test('the trending tab keeps its order after Back and a reload, and changes it on refresh', async ({ page }) => {
    await enter(page, viewer);
    await page.goto('/feed?tab=trending');
    await expect(page.getByRole('article').nth(5)).toBeVisible();
    const before = await titles(page);
    await page.getByRole('article').nth(2).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/post\//);
    await page.goBack();
    await expect(page.getByRole('article').nth(5)).toBeVisible();
    await expect.poll(() => titles(page)).toEqual(before);
    await page.reload();
    await expect(page.getByRole('article').nth(5)).toBeVisible();
    await expect.poll(() => titles(page)).toEqual(before);
    await page.getByRole('button', { name: 'Refresh Feed' }).click();
    await expect.poll(() => titles(page)).not.toEqual(before);
    const kept = await page.evaluate(() => JSON.parse(sessionStorage.getItem('mbari_feed_order') ?? '{}') as { ids?: string[] });
    expect(kept.ids?.length).toBeGreaterThan(20);
  });

  test(
    'the feed marks its end, and returning from a post restores the position, also after a reload',
    { tag: '@main' },
    async ({ page }) => {
      const movedPhotos = await countMovedPhotos(page);
      await enter(page, viewer);
      await page.goto('/feed');
      await loadAll(page);
      await expect(page.getByText('You’re all caught up')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Load More Posts' })).toBeHidden();
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight * 0.6));
      const offset = await page.evaluate(() => scrollY);
      expect(offset).toBeGreaterThan(1000);
      await expect.poll(() => firstInWindow(page)).not.toBeNull();
      const position = await firstInWindow(page);
      expect(await openInWindow(page)).toBe(true);
      await expect(page).toHaveURL(/\/post\//);
      // Scrolls only after the post has rendered, because before that the feed scrolls.
      await expect(page.locator('#conversation')).toBeVisible();
      await page.evaluate(() => scrollTo(0, 0));
      const before = await movedPhotos();
      await page.goBack();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(offset);
      await expect.poll(() => firstInWindow(page)).toBe(position);
      await expect.poll(movedPhotos).toBe(before + 1);
      await page.reload();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(offset);
      await page.getByRole('link', { name: 'Feed' }).first().click();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    },
  );

  test('new posts are counted, and shown when the member asks for them', async ({ page, request }) => {
    await page.clock.install();
    await enter(page, viewer);
    await page.goto('/feed');
    await page.clock.runFor(1000);
    const first = page.getByRole('article').first();
    await expect(first).toBeVisible();
    const before = await first.textContent();
    await share(request, makers[0], 'Fresh paint', 1);
    await share(request, makers[1], 'Fresher paint', 2);
    await page.evaluate(() => scrollTo(0, 900));
    await page.clock.runFor(61_000);
    const pill = page.getByRole('button', { name: '2 new posts' });
    await expect(pill).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: '2 new posts' })).toBeAttached();
    expect(await page.evaluate(() => scrollY)).toBe(900);
    await expect(first).toHaveText(before ?? '');
    await pill.press('Enter');
    await page.clock.runFor(1000);
    await expect(first).toContainText('Fresher paint');
    await expect(page.getByRole('article').nth(1)).toContainText('Fresh paint');
    await expect(pill).toBeHidden();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expect(first.getByRole('link').first()).toBeFocused();
  });

  test('a hidden page sends no requests', async ({ page, request }) => {
    // Blocks the event stream, so that the page polls.
    await page.route('**/api/v1/events*', () => undefined);
    await page.clock.install();
    await enter(page, viewer);
    await page.goto('/feed');
    await page.clock.runFor(1000);
    await expect(page.getByRole('article').first()).toBeVisible();
    await setVisibility(page, 'hidden');
    const asked: string[] = [];
    page.on('request', (one) => one.url().includes('/photos/new') && asked.push(one.url()));
    await share(request, makers[2], 'While away', 3);
    await page.clock.runFor(10 * 60_000);
    expect(asked).toEqual([]);
    await setVisibility(page, 'visible');
    await expect(page.getByRole('button', { name: '1 new post' })).toBeVisible();
  });

  test('a burst of posts by one member is folded into a stack, which opens in its place', async ({ page, request }) => {
    for (let number = 0; number < 5; number += 1) await share(request, makers[2], `Burst ${number}`, number);
    await enter(page, viewer);
    await page.goto('/feed');
    const top = page.getByRole('article').first();
    await expect(top).toContainText('Burst 4');
    await expect(page.getByRole('article').filter({ hasText: 'Burst 3' })).toHaveCount(0);
    const stack = top.getByRole('button', { name: /and \d more by Efua Mensah/ });
    await expect(stack).toHaveAttribute('aria-expanded', 'false');
    await tabTo(page, stack);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('article').nth(1)).toContainText('Burst 3');
    const fold = top.getByRole('button', { name: 'Hide the others by Efua Mensah' });
    await expect(fold).toBeFocused();
    await page.getByRole('article').nth(1).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/post\//);
    await page.goBack();
    await expect(page.getByRole('article').nth(1)).toContainText('Burst 3');
    await fold.click();
    await expect(page.getByRole('article').filter({ hasText: 'Burst 3' })).toHaveCount(0);
  });

  test('a feed that cannot be loaded or refreshed shows an error', async ({ page, complaints }) => {
    await enter(page, viewer);
    await page.goto('/feed');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.route('**/api/v1/photos*', (route) => route.abort());
    await page.route('**/api/v1/photos/trending*', (route) =>
      route.fulfill({ status: 404, json: { message: 'Not found.', code: 'not_found', request_id: 'test' } }),
    );
    await page.getByRole('button', { name: 'Refresh Feed' }).click();
    await expect(page.getByText('Failed to refresh feed')).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.getByRole('tab', { name: 'Trending' }).click();
    await expect(page.getByText('Failed to fetch trending photos')).toBeVisible();
    expect(complaints.length).toBeGreaterThan(0);
    complaints.splice(0);
  });
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test('the tabs of the feed change by touch, and pulling the page down refreshes it', async ({ page, request, dataFolder }) => {
    const member = newMember('Tunde Bello');
    const someone = { member, ...(await bringIn(dataFolder, member)) };
    const maker = newMember('Amina Sule');
    const other = { member: maker, ...(await bringIn(dataFolder, maker)) };
    await share(request, other, 'Before the pull', 0);
    await enter(page, someone);
    await page.goto('/feed');
    await expect(page.getByRole('article').first()).toContainText('Before the pull');
    await page.getByRole('tab', { name: 'Trending' }).tap();
    await expect(page).toHaveURL(/\?tab=trending$/);
    await page.getByRole('tab', { name: 'Latest' }).tap();
    await expect(page.getByRole('article').first()).toContainText('Before the pull');
    await share(request, other, 'After the pull', 1);

    await pull(page, 100);
    await expect(page.getByRole('status').filter({ hasText: 'The feed is up to date' })).toBeHidden();
    await expect(page.getByRole('article').first()).toContainText('Before the pull');
    await pull(page, 300);
    await expect(page.getByRole('status').filter({ hasText: 'The feed is up to date' })).toBeAttached();
    await expect(page.getByRole('article').first()).toContainText('After the pull');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

    const order = () => page.evaluate(() => (JSON.parse(sessionStorage.getItem('mbari_feed_order') ?? '{}') as { seed?: number }).seed);
    await page.getByRole('tab', { name: 'Trending' }).tap();
    await expect(page.getByRole('tabpanel', { name: 'Trending' }).getByRole('article').first()).toBeVisible();
    const before = await order();
    await pull(page, 300);
    await expect.poll(order).not.toBe(before);
  });
});

/** Returns the position in the feed of the first photo that begins in the window. */
const firstInWindow = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const isInWindow = ({ top }: DOMRect) => top > 80 && top < innerHeight;
    return [...document.querySelectorAll('article')].find((one) => isInWindow(one.getBoundingClientRect()))?.ariaPosInSet ?? null;
  });

/** Counts the view transitions that moved a photo. */
async function countMovedPhotos(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(
        () => {
          const moved = document
            .getAnimations()
            .some(({ effect }) => (effect as KeyframeEffect).pseudoElement === '::view-transition-group(photo)');
          if (moved) document.documentElement.dataset['moved'] = String(Number(document.documentElement.dataset['moved'] ?? 0) + 1);
        },
        () => undefined,
      );
      return transition;
    };
  });
  return async () => Number(await page.locator('html').getAttribute('data-moved'));
}

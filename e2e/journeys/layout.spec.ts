import type { APIRequestContext, Page } from '@playwright/test';
import { findProblems } from '../accessibility.ts';
import { addCategory, begin, reply } from '../forum.ts';
import { follow } from '../people.ts';
import { enterAs, headersOf, makerAndVisitor, post, type Someone, threeImages } from '../posts.ts';
import { expect, test } from '../test.ts';

/** How far things may move while a page loads, as browsers count it. */
const mostShift = 0.02;

const guestScreens = ['/login', '/register', '/forgot-password', '/plans', '/no-such-page'];

/** Something of each kind, and the screens that show it. */
async function membersScreens(request: APIRequestContext, dataFolder: string, maker: Someone, visitor: Someone): Promise<string[]> {
  const [first] = [
    await post(request, maker, { title: 'A loom older than the house #loom', description: 'Ẹ̀gbá, 1962.', images: threeImages }),
    await post(request, maker, { title: 'Indigo' }),
    await post(request, maker, { title: 'A very long title that goes on for as long as there is something to say of the cloth' }),
  ];
  await follow(request, visitor, maker);
  await request.post(`/api/v1/photos/${first}/comments`, { headers: headersOf(visitor), data: { content: 'So blue! @nobody' } });
  const category = await addCategory(dataFolder, `Looms of ${maker.member.username}`);
  const topic = await begin(request, maker, { category: category.id, title: 'Which loom is the oldest?', body: 'Mine, I think.' });
  await reply(request, visitor, topic.id, 'Or **mine**.');
  const reading = ['/', '/feed?tab=trending', '/discover', `/post/${first}`, `/user/${maker.member.username}`, '/tag/loom'];
  const own = ['/profile', '/users', '/connections', '/saved', '/notifications', '/settings', '/settings?tab=security'];
  return [...reading, ...own, '/forum', `/forum/c/${category.slug}`, `/forum/t/${topic.id}/${topic.slug}`, '/forum/new', '/forum/search'];
}

async function countShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shift = { sum: 0 };
    Object.assign(window, { shift });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shift.sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const shiftOf = (page: Page) => page.evaluate(() => (window as unknown as { shift: { sum: number } }).shift.sum);

/** Loaded as by somebody who was never there. */
async function openCold(page: Page, at: string): Promise<void> {
  await page.goto(at);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  // A member's page has a stream of events open, so that its network is never idle.
  await expect
    .poll(() => page.evaluate(() => [...document.images].every(({ complete, loading }) => complete || loading === 'lazy')))
    .toBe(true);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  // What is far from the window is left out once a topic stands.
  await expect(page.locator('.topic-posts:not([data-settled])')).toHaveCount(0);
  await drawn(page);
}

/** Until what watches its own width has drawn itself anew. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));

/** Texts that end where their box does, and say so by no dots. */
const cutTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const style = getComputedStyle(element);
        const says = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '');
        if (!says || style.overflowX === 'visible' || style.overflowX === 'auto' || element.clientWidth < 4) return false;
        if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return false;
        return element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 4;
      })
      .map((element) => `${element.className}: ${element.textContent}`),
  );

for (const { width, height, theme } of [
  { width: 360, height: 740, theme: 'dark' },
  { width: 768, height: 1024, theme: null },
  { width: 1440, height: 900, theme: 'light' },
] as const)
  test(`${width} px wide, nothing moves while a screen loads, nothing is cut, and nobody is kept out`, async ({
    page,
    request,
    dataFolder,
  }) => {
    const { maker, visitor } = await makerAndVisitor(dataFolder);
    const screens = await membersScreens(request, dataFolder, maker, visitor);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.emulateMedia({ colorScheme: theme });
    await page.addInitScript(() => sessionStorage.setItem('mbari_welcomed', '1'));
    await countShift(page);
    const found: string[] = [];
    const look = async (at: string) => {
      await page.setViewportSize({ width, height });
      await openCold(page, at);
      const shift = await shiftOf(page);
      if (shift > mostShift) found.push(`${at} moves by ${shift.toFixed(3)}`);
      if (theme !== null) found.push(...(await findProblems(page)).map((problem) => `${at}: ${problem}`));
      if (width === 360) {
        await page.setViewportSize({ width: 320, height });
        await expect.poll(() => page.evaluate(() => document.documentElement.clientWidth)).toBe(320);
        await drawn(page);
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) found.push(`${at} is ${wide} px wider than the window`);
      found.push(...(await cutTexts(page)).map((text) => `${at} cuts ${text}`));
    };
    for (const at of guestScreens) await look(at);
    await enterAs(page, visitor, '/plans');
    for (const at of screens) await look(at);
    expect(found).toEqual([]);
  });

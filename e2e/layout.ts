import { expect, type Page } from '@playwright/test';
import { findProblems } from './accessibility.ts';

/** How far things may move while a page loads, as browsers count it. */
const mostShift = 0.02;

/** A window, and what of axe's rules is asked: all of them, or none. */
export interface Window {
  width: number;
  height: number;
  theme: 'dark' | 'light' | null;
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

/** A page that is seen in such a window by somebody who was never there. */
export async function openWindow(page: Page, { theme }: Window): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.emulateMedia({ colorScheme: theme });
  await page.addInitScript(() => sessionStorage.setItem('mbari_welcomed', '1'));
  await countShift(page);
}

/** What is wrong with a screen: it moves while it loads, cuts its words, or is wider than the window; and what axe finds, where a theme is named. */
export async function faultsOf(page: Page, at: string, { width, height, theme }: Window): Promise<string[]> {
  const found: string[] = [];
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
  return found;
}

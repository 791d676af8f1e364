import { expect, type Page } from '@playwright/test';

/** How far things may move while a page loads, as browsers count it. */
const mostShift = 0.02;

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

interface Shift {
  sum: number;
  moved: string[];
}

/** Counts how far things move, in each document that loads from now on. */
export const countShift = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shift: Shift = { sum: 0, moved: [] };
    Object.assign(window, { shift });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput) continue;
        shift.sum += value;
        shift.moved.push(
          ...sources.map(({ node }) => (node instanceof Element ? `${node.localName}.${node.getAttribute('class')}` : 'text')),
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Loads a screen as a first visit does, without a cache, until nothing is missing. Returns what moved too far. */
export async function openCold(page: Page, at: string): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await open(page, at);
  await devtools.detach();
  return findShift(page);
}

/** Returns what moved too far since the document loaded, in a page that `countShift` has prepared. */
export async function findShift(page: Page): Promise<string[]> {
  const { sum, moved } = await page.evaluate(() => (window as unknown as { shift: Shift }).shift);
  return sum > mostShift ? [`moves by ${sum.toFixed(3)}: ${[...new Set(moved)].join(', ')}`] : [];
}

/** Loads a screen until nothing is missing. */
export async function open(page: Page, at: string): Promise<void> {
  await page.goto(at);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  // A member's page has a stream of events open, so that its network is never idle.
  await expect
    .poll(() => page.evaluate(() => [...document.images].every(({ complete, loading }) => complete || loading === 'lazy')))
    .toBe(true);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  // A settled topic has removed its distant posts.
  await expect(page.locator('.topic-posts:not([data-settled])')).toHaveCount(0);
  await drawn(page);
}

/** Waits until components that measure their width have re-rendered. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));

/** Returns overflow at this window width: of the page, or of texts cut off without an ellipsis. */
export async function findMisfits(page: Page, width: number, height: number): Promise<string[]> {
  await page.setViewportSize({ width, height });
  await expect.poll(() => page.evaluate(() => document.documentElement.clientWidth)).toBe(width);
  await drawn(page);
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [...(beyond > 0 ? [`is ${beyond} px wider than a window of ${width} px`] : []), ...(await cutTexts(page))];
}

/** Returns whether the page overflows at 200 % text size. A reload resets the size. */
export async function overflowsAtLargeText(page: Page): Promise<string[]> {
  const beyond = await page.evaluate(async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { font-size: 200% }');
    document.adoptedStyleSheets.push(sheet);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return document.documentElement.scrollWidth - innerWidth;
  });
  return beyond > 0 ? [`is ${beyond} px wider than the window with text of twice the size`] : [];
}

const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const style = getComputedStyle(element);
        const says = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '');
        if (!says || style.overflowX === 'visible' || style.overflowX === 'auto' || element.clientWidth < 4) return false;
        if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return false;
        return element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 4;
      })
      .map((element) => `at ${innerWidth} px cuts ${element.className}: ${element.textContent}`),
  );

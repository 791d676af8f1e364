import { expect, type Page } from '@playwright/test';

/** Maximum cumulative layout shift while a page loads. */
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

/** Records layout shifts in each document that loads from now on. */
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

/** Loads a screen completely without a cache, as on a first visit. Returns the faults of `findShift`. */
export async function openCold(page: Page, at: string): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await open(page, at);
  await devtools.detach();
  return findShift(page);
}

/** Returns a fault if the layout shift since the document loaded exceeds `mostShift`. `countShift` must run before. */
export async function findShift(page: Page): Promise<string[]> {
  const { sum, moved } = await page.evaluate(() => (window as unknown as { shift: Shift }).shift);
  return sum > mostShift ? [`moves by ${sum.toFixed(3)}: ${[...new Set(moved)].join(', ')}`] : [];
}

/** Loads a screen completely. */
export async function open(page: Page, at: string): Promise<void> {
  await page.goto(at);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  // The network is never idle, because the event stream stays open.
  await expect
    .poll(() => page.evaluate(() => [...document.images].every(({ complete, loading }) => complete || loading === 'lazy')))
    .toBe(true);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  // Waits until the topic skips rendering of distant posts.
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

/** Returns a fault if the page overflows at 200 % text size. A reload resets the size. */
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

import { expect, type Locator, type Page } from '@playwright/test';

/** Waits for the response to an optimistic update. Leaving the page earlier would cancel the request. */
export const answerTo = (page: Page, method: 'POST' | 'PUT' | 'DELETE', path: RegExp): Promise<unknown> =>
  page.waitForResponse((response) => response.request().method() === method && path.test(response.url()));

/** Waits until the page has rendered all responses so far, by one more request and two frames. */
export const answersDrawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await (await fetch('/favicon.svg', { cache: 'reload' })).text();
    await nextFrame();
    await nextFrame();
  });

/** Returns the page's text at this moment. `toBeHidden` would wait until a toast disappears. */
export const wordsNow = (page: Page): Promise<string> => page.evaluate(() => document.body.innerText);

/** Removes browser messages about error responses and dropped connections. */
export function forgiveRefusals(complaints: string[]): void {
  const kept = complaints.filter((complaint) => !isRefusal(complaint));
  complaints.splice(0, complaints.length, ...kept);
}

/** Works like `forgiveRefusals`, also for later messages, for tests that send forms until the server refuses one. */
export function forgiveAllRefusals(complaints: string[]): void {
  forgiveRefusals(complaints);
  const push = (...more: string[]): number =>
    Array.prototype.push.apply(
      complaints,
      more.filter((complaint) => !isRefusal(complaint)),
    );
  // Not enumerable, because tests compare the array with an empty array.
  Object.defineProperty(complaints, 'push', { value: push, enumerable: false });
}

const isRefusal = (complaint: string): boolean => complaint.includes('Failed to load resource');

/** Waits for this many elements and returns their texts. */
export async function textsOf(found: Locator, many: number): Promise<string[]> {
  await expect(found.nth(many - 1)).toBeAttached();
  return (await found.allTextContents()).slice(0, many);
}

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never reached ${String(target)}`);
}

/** Aborts requests to this path, as on a lost connection. */
export const dropLine = (page: Page, path: string): Promise<unknown> => page.route(`**/api/v1${path}`, (route) => route.abort());

/** Answers requests to this path with an error of a broken server. */
export const breakServer = (page: Page, path: string): Promise<unknown> =>
  page.route(`**/api/v1${path}`, (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong.', code: 'internal', request_id: 'test' } }),
  );

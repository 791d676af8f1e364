import { expect, type Page } from '@playwright/test';

export const strip = (page: Page) => page.locator('.strip[data-offline]');
export const card = (page: Page, title: string) => page.getByRole('article', { name: title });
export const cachesOf = (page: Page): Promise<string[]> => page.evaluate(async () => (await caches.keys()).toSorted());

/** Waits until the service worker controls the page and has cached the HTML page, the feed and a photo. */
export const whenKept = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const has = async (name: string, address: string) => (await caches.match(address, { cacheName: name })) !== undefined;
          const images = (await (await caches.open('mbari-pictures')).keys()).length;
          return [
            navigator.serviceWorker.controller !== null,
            await has('mbari-page', '/'),
            await has('mbari-kept', '/api/v1/photos'),
            images > 0,
          ];
        }),
      { timeout: 20_000 },
    )
    .toEqual([true, true, true, true]);

/** Removes browser messages about requests that fail offline. Any other message fails the test. */
export function forgiveOffline(complaints: string[]): void {
  const expected =
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CACHE_MISS|A page did not come|dynamically imported|Failed to load resource|preload/;
  expect(complaints.splice(0).filter((complaint) => !expected.test(complaint))).toEqual([]);
}

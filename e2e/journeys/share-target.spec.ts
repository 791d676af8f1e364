import type { Page } from '@playwright/test';
import { photo } from '../composer.ts';
import { enterAs, makerAndVisitor } from '../posts.ts';
import { expect, test } from '../test.ts';

test.use({ serviceWorkers: 'allow' });

interface Shared {
  name: string;
  type: string;
  bytes: number[];
}

/** As a phone does once somebody shares photos with the installed app. */
const shareFromGallery = (page: Page, files: readonly Shared[]): Promise<void> =>
  page.evaluate((given) => {
    const form = document.createElement('form');
    form.method = 'post';
    form.enctype = 'multipart/form-data';
    form.action = '/share-target';
    const picker = document.createElement('input');
    Object.assign(picker, { type: 'file', name: 'photos', multiple: true });
    const chosen = new DataTransfer();
    for (const { name, type, bytes } of given) chosen.items.add(new File([new Uint8Array(bytes)], name, { type }));
    picker.files = chosen.files;
    form.append(picker);
    document.body.append(form);
    form.submit();
  }, files);

const whenServed = (page: Page) => expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

test('photos shared from another app open the composer, and what is no photo is told', async ({ page, dataFolder }) => {
  const { maker } = await makerAndVisitor(dataFolder);
  await enterAs(page, maker, '/feed');
  await whenServed(page);
  const bytes = [...(await photo('door.jpg', 320, 240)).buffer];
  await shareFromGallery(page, [
    { name: 'door.jpg', type: 'image/jpeg', bytes },
    { name: 'wall.jpg', type: 'image/jpeg', bytes },
    { name: 'notes.txt', type: 'text/plain', bytes: [110, 111] },
  ]);
  const composer = page.getByRole('dialog', { name: 'Share a photo' });
  await expect(composer).toBeVisible();
  await expect(composer.getByText('Please select image files only')).toBeVisible();
  await expect(page).toHaveURL(/\/feed$/);
  await expect.poll(() => page.evaluate(() => caches.has('mbari-shared'))).toBe(false);
});

test('the manifest names the share target, and icons that phones may cut', async ({ page, request }) => {
  await page.goto('/login');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = (await (await request.get(address!)).json()) as {
    lang: string;
    icons: { src: string; purpose?: string }[];
    share_target: { action: string; method: string };
  };
  expect(manifest).toMatchObject({ lang: 'en', share_target: { action: '/share-target', method: 'POST' } });
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const { src } of manifest.icons) expect((await request.get(src)).ok(), src).toBe(true);
});

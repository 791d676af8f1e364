import type { Page } from '@playwright/test';
import { photo } from '../composer.ts';
import { enterAs, makerAndVisitor } from '../posts.ts';
import { forgiveRefusals } from '../screen.ts';
import { expect, test } from '../test.ts';

test.use({ serviceWorkers: 'allow' });

interface Shared {
  name: string;
  type: string;
  bytes: number[];
}

/** Submits a form of the page to the share target, as a phone's share does. */
const submitForm = (page: Page, files: readonly Shared[], action = '/share-target', referrerPolicy = ''): Promise<void> =>
  page.evaluate(
    ([given, action, policy]) => {
      if (policy !== '') document.head.insertAdjacentHTML('beforeend', `<meta name="referrer" content="${policy}">`);
      const form = document.createElement('form');
      form.method = 'post';
      form.enctype = 'multipart/form-data';
      form.action = action;
      const picker = document.createElement('input');
      Object.assign(picker, { type: 'file', name: 'photos', multiple: true });
      const chosen = new DataTransfer();
      for (const { name, type, bytes } of given) chosen.items.add(new File([new Uint8Array(bytes)], name, { type }));
      picker.files = chosen.files;
      form.append(picker);
      document.body.append(form);
      form.submit();
    },
    [files, action, referrerPolicy] as const,
  );

const whenServed = (page: Page) => expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

test('photos shared from another app open the composer, and other files are reported', async ({ page, request, dataFolder }) => {
  const { maker } = await makerAndVisitor(dataFolder);
  await enterAs(page, maker, '/feed');
  await test.step('the manifest names the share target and maskable icons', async () => {
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
  await whenServed(page);
  const bytes = [...(await photo('door.jpg', 320, 240)).buffer];
  await submitForm(page, [
    { name: 'door.jpg', type: 'image/jpeg', bytes },
    { name: 'wall.jpg', type: 'image/jpeg', bytes },
    { name: 'notes.txt', type: 'text/plain', bytes: [110, 111] },
  ]);
  const composer = page.getByRole('dialog', { name: 'Share a photo' });
  await expect(composer).toBeVisible();
  await expect(composer.getByText('Please select image files only')).toBeVisible();
  await expect(page).toHaveURL(/\/feed$/);

  await test.step('no draft is stored before the member acts', async () => {
    await hide(page);
    expect(await draftsStored(page)).toBe(0);
    await composer.getByLabel('Title').fill('A door');
    await expect.poll(() => draftsStored(page)).toBe(1);
  });
});

test('a form of another site cannot open the composer, whatever its referrer policy', async ({ page, dataFolder, baseURL, complaints }) => {
  const { maker } = await makerAndVisitor(dataFolder);
  await enterAs(page, maker, '/feed');
  await whenServed(page);
  await page.route('http://elsewhere.example/', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }));
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  const bytes = [...(await photo('door.jpg', 320, 240)).buffer];
  for (const policy of ['', 'origin', 'unsafe-url']) {
    await page.goto('http://elsewhere.example/');
    await submitForm(page, [{ name: 'door.jpg', type: 'image/jpeg', bytes }], `${baseURL}/share-target`, policy);
    await expect(page.getByRole('heading', { name: 'Community Showcase' }), policy).toBeVisible();
  }
  expect(addresses.filter((address) => address.includes('#shared'))).toEqual([]);
  // Leaving the feed aborts photos that are still loading.
  forgiveRefusals(complaints);
});

test('a share that is too large is rejected before it is read completely', async ({ page, dataFolder }) => {
  const { maker } = await makerAndVisitor(dataFolder);
  await enterAs(page, maker, '/feed');
  await whenServed(page);
  await page.evaluate(() => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action: '/share-target' });
    const picker = document.createElement('input');
    Object.assign(picker, { type: 'file', name: 'photos', multiple: true });
    const files = new DataTransfer();
    const part = new Uint8Array(30 * 1024 * 1024);
    for (let n = 0; n < 4; n += 1) files.items.add(new File([part], `${n}.jpg`, { type: 'image/jpeg' }));
    picker.files = files.files;
    form.append(picker);
    document.body.append(form);
    form.submit();
  });
  await expect(page.getByText('Each file should be less than 10MB')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Share a photo' })).toHaveCount(0);
});

/** Hides the page as if another app opens. The page then stores unsaved drafts immediately. */
const hide = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });

const draftsStored = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opened = indexedDB.open('mbari_drafts');
        opened.onsuccess = () => {
          const db = opened.result;
          const counted = db.transaction('texts').objectStore('texts').getAllKeys();
          counted.onsuccess = () => {
            db.close();
            resolve(counted.result.length);
          };
        };
      }),
  );

import * as sentences from '@mbari/contract/sentences';
import { openComposer, photo, type Image } from '../composer.ts';
import { toasted } from '../settings.ts';
import { expect, test } from '../test.ts';

test('what went well is said for two seconds, what did not for four, and what is under way until it is over', async ({
  page,
  dataFolder,
}) => {
  await page.clock.install();
  const { composer, title } = await openComposer(page, dataFolder);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const one: Image = await photo('cloth.jpg', 400, 300);

  await test.step('a mistake, four seconds', async () => {
    await composer.getByRole('button', { name: 'Share', exact: true }).click();
    const toast = toasted(page, sentences.uploadIncomplete);
    await expect(toast).toBeVisible();
    await page.clock.runFor(3_800);
    await expect(toast).toBeVisible();
    await page.clock.runFor(500);
    await expect(toast).toHaveCount(0);
  });
  await test.step('while somebody points at it, it stays', async () => {
    await composer.getByRole('button', { name: 'Share', exact: true }).click();
    const toast = toasted(page, sentences.uploadIncomplete);
    await expect(toast).toBeVisible();
    await toast.dispatchEvent('pointerover', { pointerType: 'mouse', bubbles: true });
    await page.clock.runFor(20_000);
    await expect(toast).toBeVisible();
    await toast.dispatchEvent('pointerout', { pointerType: 'mouse', bubbles: true });
    await page.clock.runFor(4_500);
    await expect(toast).toHaveCount(0);
  });
  await test.step('an upload, as long as it takes; then its success in the same place, two seconds', async () => {
    let letGo = (): void => undefined;
    const released = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/api/v1/photos', async (route) => {
      await released;
      await route.continue();
    });
    await composer.getByLabel('Photos').setInputFiles([one]);
    await composer.getByLabel('Title').fill(title);
    await composer.getByRole('button', { name: /^Share/ }).click();
    await page.getByRole('button', { name: 'Share without alt text' }).click();
    await expect(toasted(page, sentences.uploading)).toBeVisible();
    await page.clock.runFor(15_000);
    await expect(toasted(page, sentences.uploading)).toBeVisible();
    letGo();
    const done = toasted(page, sentences.uploaded);
    await expect(done).toBeVisible();
    await expect(toasted(page, sentences.uploading)).toHaveCount(0);
    await page.clock.runFor(1_800);
    await expect(done).toBeVisible();
    await page.clock.runFor(500);
    await expect(done).toHaveCount(0);
  });
});

test('where the code that says things cannot be fetched, the page stands, and they are said plainly', async ({
  page,
  dataFolder,
  complaints,
}) => {
  await page.route(/\/assets\/toast(?:s|er)-[^/]*\.js$/, (route) => route.abort());
  const { composer } = await openComposer(page, dataFolder);
  await composer.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(composer.getByRole('alert').filter({ hasText: sentences.uploadIncomplete })).toBeVisible();
  // The browser says what it could not fetch, and nothing else went wrong.
  const others = complaints.splice(0).filter((complaint) => !/^error: Failed to load resource: .*\/toast(?:s|er)-/.test(complaint));
  expect(others).toEqual([]);
});

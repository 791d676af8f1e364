import { expectNoSeriousProblem } from '../accessibility.ts';
import {
  openComposer,
  choose,
  share,
  photo,
  largePhotoFromCamera,
  type Betrayed,
  betrayUploads,
  uploadedFile,
  altTexts,
  describe,
  transfer,
  countPosts,
} from '../composer.ts';
import { signInByKeyboard } from '../members.ts';
import { forgiveRefusals } from '../screen.ts';
import { logOut } from '../settings.ts';
import { expect, test } from '../test.ts';

test('a cancelled upload keeps every field and photo', async ({ page, request, dataFolder }) => {
  const { composer, title, token } = await openComposer(page, dataFolder);
  await choose(composer, [await photo('one.jpg', 400, 300)]);
  await composer.getByLabel('Alt text for image 1').fill('A field');
  await composer.getByLabel('Title').fill(title);
  await betrayUploads(page, ['no answer']);
  await composer.getByRole('button', { name: 'Share', exact: true }).click();
  const sending = page.getByRole('article').first();
  await expect(sending).toContainText(title);
  await expect(sending.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  await expect(page.getByText('Uploading photo...')).toBeVisible();
  await sending.getByRole('button', { name: 'Cancel' }).click();
  await expect(composer.getByLabel('Title')).toHaveValue(title);
  await expect(composer.locator('.chosen-frame img')).toHaveCount(1);
  await share(page, composer);
  expect(await countPosts(request, token, title)).toBe(1);
});

test('an upload resumes after a lost connection and creates one post', async ({ page, context, request, dataFolder, complaints }) => {
  const { composer, title, token } = await openComposer(page, dataFolder);
  await choose(composer, [await photo('one.jpg', 400, 300)]);
  await composer.getByLabel('Alt text for image 1').fill('A field');
  await composer.getByLabel('Title').fill(title);
  await betrayUploads(page, ['never sent', 'answer lost']);
  await composer.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByText('Waiting for the network')).toBeVisible();
  await expect(page.getByText('Photo uploaded successfully!')).toBeVisible();
  expect(await page.evaluate(() => (globalThis as Betrayed).betrayals)).toEqual([]);
  expect(await countPosts(request, token, title)).toBe(1);

  await test.step('an offline upload reports it and resumes online', async () => {
    await page.getByRole('button', { name: 'Upload' }).click();
    await choose(composer, [await photo('two.jpg', 400, 300)]);
    await composer.getByLabel('Alt text for image 1').fill('A field');
    await composer.getByLabel('Title').fill(`${title}, second`);
    await context.setOffline(true);
    await composer.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(composer).toBeHidden();
    await expect(page.getByText('Waiting for the network')).toBeVisible();
    await context.setOffline(false);
    // Checks the post, because the toast of the first upload may still be visible.
    await expect.poll(() => countPosts(request, token, `${title}, second`)).toBe(1);
  });
  forgiveRefusals(complaints);
});

test(
  'a draft with its files and idempotency key survives a reload during an upload and is posted once',
  { tag: '@main' },
  async ({ page, request, dataFolder }) => {
    const { composer, title, token } = await openComposer(page, dataFolder, { paid: true });
    await choose(composer, [await photo('one.jpg', 800, 600), await photo('two.jpg', 600, 800)]);
    await describe(composer, ['First field', 'Second field']);
    await composer.getByLabel('Title').fill(title);
    await composer.getByLabel('Category').selectOption({ label: 'Textile' });
    await composer.getByLabel(/^Caption/).fill('Begun on the bus.');
    // The server stores the post, but the response is lost and the page reloaded.
    await betrayUploads(page, ['no answer']);
    await composer.getByRole('button', { name: 'Share', exact: true }).click();
    await expect.poll(() => countPosts(request, token, title)).toBe(1);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByRole('button', { name: 'Upload' }).click();
    await expect(composer.getByText(title)).toBeVisible();
    await expectNoSeriousProblem(page);
    await composer.getByRole('button', { name: 'Continue where you left off' }).click();
    await expect(composer.getByLabel('Title')).toHaveValue(title);
    await expect(composer.getByLabel('Category')).toHaveValue('Textile');
    await expect(composer.getByLabel(/^Caption/)).toHaveValue('Begun on the bus.');
    await expect(composer.locator('.chosen-frame img')).toHaveCount(2);
    expect(await altTexts(composer)).toEqual(['First field', 'Second field']);
    await share(page, composer);
    expect(await countPosts(request, token, title)).toBe(1);

    await test.step('a posted draft is not offered again', async () => {
      await page.getByRole('button', { name: 'Upload' }).click();
      await expect(composer.getByText('Drop a photo here, or paste one')).toBeVisible();
    });
  },
);

test('a closed draft can be continued or discarded, and signing out deletes it', async ({ page, dataFolder }) => {
  const { composer, title, member } = await openComposer(page, dataFolder);
  await choose(composer, [await photo('one.jpg', 400, 300)]);
  await composer.getByLabel('Title').fill(title);
  const leave = page.getByRole('dialog', { name: 'Save this for later?' });
  await page.keyboard.press('Escape');
  await leave.getByRole('button', { name: 'Save draft' }).click();
  await expect(composer).toBeHidden();
  await page.getByRole('button', { name: 'Upload' }).click();
  await composer.getByRole('button', { name: 'Continue where you left off' }).click();
  await expect(composer.getByLabel('Title')).toHaveValue(title);
  await composer.getByRole('button', { name: 'Close' }).click();
  await leave.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(composer.getByText('Drop a photo here, or paste one')).toBeVisible();

  await composer.getByLabel('Title').fill(`${title}, once more`);
  await expect(composer.getByText(/^Draft saved/)).toBeVisible();
  await composer.getByRole('button', { name: 'Close' }).click();
  await leave.getByRole('button', { name: 'Save draft' }).click();
  await logOut(page);
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([]);
  await signInByKeyboard(page, member);
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(composer.getByText('Drop a photo here, or paste one')).toBeVisible();
});

test('a photo is uploaded unchanged at full size unless it is too large', async ({ page, dataFolder }) => {
  const { composer, title } = await openComposer(page, dataFolder);
  const { buffer } = await photo('wide.jpg', 3000, 2000, 'noise');
  await choose(composer, [{ name: 'wide.jpg', mimeType: 'image/jpeg', buffer }]);
  await composer.getByLabel('Keep full size').check();
  await betrayUploads(page, []);
  await composer.getByLabel('Alt text for image 1').fill('Noise');
  await share(page, composer, title);
  expect((await uploadedFile(page)).equals(buffer)).toBe(true);

  await page.getByRole('button', { name: 'Upload' }).click();
  await choose(composer, [{ name: 'IMG_0042.JPG', mimeType: 'image/jpeg', buffer: await largePhotoFromCamera() }]);
  await composer.getByLabel('Keep full size').check();
  await expect(composer.getByText('Each file should be less than 10MB')).toBeVisible();
  // The composer keeps the downscaled photo.
  await expect(composer.getByRole('button', { name: 'Share', exact: true })).toBeVisible();
  await expect(composer.locator('.chosen-frame img')).toHaveCount(1);
});

test('a photo dropped on the feed opens the composer, which accepts dropped and pasted photos', async ({ page, dataFolder }) => {
  const { composer, member } = await openComposer(page, dataFolder, { paid: true });
  expect(member.username).not.toBe('');
  await composer.getByRole('button', { name: 'Close' }).click();
  // Repeats the drag events, as a browser does while a file is over the page.
  await expect(async () => {
    await transfer(page, 'main', ['dragenter', 'dragover'], await photo('one.jpg', 400, 300));
    await expect(page.locator('html[data-catching]')).toBeAttached({ timeout: 500 });
  }).toPass();
  await transfer(page, 'main', ['drop'], await photo('one.jpg', 400, 300));
  await expect(composer.locator('.chosen-frame img')).toHaveCount(1);
  await transfer(page, '.dialog-wide', ['dragover', 'drop'], await photo('two.jpg', 400, 300));
  await expect(composer.locator('.chosen-frame img')).toHaveCount(2);
  await transfer(page, '.dialog-wide', ['paste'], await photo('three.jpg', 400, 300));
  await expect(composer.locator('.chosen-frame img')).toHaveCount(3);
});

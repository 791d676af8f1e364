import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expectNoSeriousProblem } from '../accessibility.ts';
import {
  altTexts,
  type Betrayed,
  betrayUploads,
  choose,
  countPosts,
  describe,
  drag,
  largePhotoFromCamera,
  openComposer,
  photo,
  posted,
  share,
  transfer,
  uploadedFile,
} from '../composer.ts';
import { metadataOf, standsUpright } from '../image-files.ts';
import { signInByKeyboard } from '../members.ts';
import { forgiveRefusals, tabTo } from '../screen.ts';
import { logOut } from '../settings.ts';
import { expect, test } from '../test.ts';

test('a paid member shares three photos, ordered by pointer and keyboard, each with alt text', async ({ page, dataFolder }) => {
  const { composer, title } = await openComposer(page, dataFolder, { paid: true });
  await choose(composer, [await photo('one.jpg', 800, 600), await photo('two.jpg', 600, 800), await photo('three.jpg', 700, 700)]);
  const frames = composer.locator('.chosen-frame');
  await expect(frames).toHaveCount(3);
  await expect(composer.getByText(/1 of 3\s+Cover/)).toBeVisible();
  await describe(composer, ['One', 'Two', 'Three']);

  await test.step('dragging makes the third photo the cover', async () => {
    await drag(page, frames.nth(2), frames.nth(0));

    await expect(composer.getByRole('status').filter({ hasText: 'cover' })).toHaveText(/is now 1 of 3, the cover/);
    expect(await altTexts(composer)).toEqual(['Three', 'One', 'Two']);
    await frames.nth(0).click();
  });
  await test.step('a key moves it back and keeps the focus', async () => {
    await tabTo(page, composer.getByRole('button', { name: 'Move image 1 later' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(composer.getByRole('button', { name: 'Move image 2 later' })).toBeFocused();
    await page.keyboard.press('Enter');
    // The last image has no later position.
    await expect(composer.getByRole('button', { name: 'Move image 3 earlier' })).toBeFocused();
    expect(await altTexts(composer)).toEqual(['One', 'Two', 'Three']);
  });
  await share(page, composer, title);
  const { images } = await posted(page, title);
  expect(images.map(({ alt }) => alt)).toEqual(['One', 'Two', 'Three']);
  expect(images.map(({ width }) => width)).toEqual([800, 600, 700]);
});

test('photos without alt text are shared by keyboard after a reminder, which can be turned off until sign-out', async ({
  page,
  dataFolder,
}) => {
  const { composer, title } = await openComposer(page, dataFolder, { byKeyboard: true });
  const picked = page.waitForEvent('filechooser');
  await tabTo(page, composer.getByRole('button', { name: 'Choose a photo' }));
  await page.keyboard.press('Enter');
  await (await picked).setFiles([await photo('one.jpg', 400, 300)]);
  await tabTo(page, composer.getByLabel('Title'));
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  const reminder = page.getByRole('dialog', { name: 'Add alt text?' });
  await tabTo(page, reminder.getByRole('button', { name: 'Add alt text' }));
  await page.keyboard.press('Enter');
  await expect(composer.getByLabel('Alt text for image 1')).toBeFocused();
  await composer.getByRole('button', { name: 'Share', exact: true }).click();
  await reminder.getByLabel('Don’t remind me again').check();
  await reminder.getByRole('button', { name: 'Share without alt text' }).click();
  await expect(page.getByText('Photo uploaded successfully!')).toBeVisible();
  await expect(composer).toBeHidden();

  await page.getByRole('button', { name: 'Upload' }).click();
  await choose(composer, [await photo('two.jpg', 400, 300)]);
  await share(page, composer, `${title} again`);
  await expect(reminder).toBeHidden();
  await logOut(page);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('a free member’s second photo is answered with the upgrade offer, and no input is lost', async ({ page, dataFolder }) => {
  const { composer, title } = await openComposer(page, dataFolder);
  await composer.getByLabel('Title').fill(title);
  await choose(composer, [await photo('one.jpg', 400, 300), await photo('two.jpg', 400, 300)]);
  const planNote = composer.locator('.plan-note');
  await expect(planNote).toHaveText('Upgrade to premium to upload up to 3 images per post!');
  await expect(planNote.getByRole('link')).toHaveAttribute('href', '/plans');
  await expect(composer.locator('.chosen-frame')).toHaveCount(1);
  await expect(composer.getByLabel('Title')).toHaveValue(title);
  await choose(composer, [{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') }]);
  await expect(composer.getByText('Please select image files only')).toBeVisible();
  await expect(composer.locator('.chosen-frame')).toHaveCount(1);
});

test('a large photo is downscaled before upload, upright, true in colour and without its location, and the receipt reports it', async ({
  page,
  dataFolder,
}) => {
  const { composer, title } = await openComposer(page, dataFolder);
  const large = await largePhotoFromCamera();
  expect(large.length).toBeGreaterThan(10 * 1024 * 1024);
  await choose(composer, [{ name: 'IMG_0042.JPG', mimeType: 'image/jpeg', buffer: large }]);
  await expect(composer.getByText(/of your data saved/)).toBeVisible();
  await betrayUploads(page, []);
  await composer.getByLabel('Alt text for image 1').fill('Four fields of colour');
  await share(page, composer, title);
  const file = await uploadedFile(page);
  expect(file.length).toBeLessThan(large.length / 4);
  expect((await sharp(file).metadata()).width).toBe(2048);
  expect(await metadataOf(file)).toEqual({});
  expect(await standsUpright(file)).toBe(true);
  const receipt = page.getByRole('complementary', { name: 'Upload details' });
  await expect(receipt.getByText('Shared.')).toBeVisible();
  await expect(receipt.getByText(/Removed: location, camera/).first()).toBeHidden();
  await tabTo(page, receipt.getByRole('button', { name: 'Details' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(receipt.getByText(/Removed: location, camera/).first()).toBeVisible();
  await expect(receipt.getByRole('row', { name: /2048 px/ })).toBeVisible();
  await expectNoSeriousProblem(page);
  await receipt.getByRole('button', { name: 'Details' }).focus();
  await page.keyboard.press('Escape');
  await expect(receipt).toBeHidden();
  expect((await posted(page, title)).images[0]?.width).toBe(2048);
});

test('a HEIC photo without a media type becomes an upright JPEG, by a decoder that is fetched on demand', async ({ page, dataFolder }) => {
  const fetched: string[] = [];
  page.on('request', (one) => fetched.push(one.url()));
  const { composer, title } = await openComposer(page, dataFolder);
  expect(fetched.some((address) => address.includes('libheif'))).toBe(false);
  const buffer = await readFile(path.join(import.meta.dirname, '../samples/four-fields.heic'));
  await choose(composer, [{ name: 'IMG_0001.HEIC', mimeType: '', buffer }]);
  await expect(composer.locator('.chosen-frame img')).toBeVisible();
  await betrayUploads(page, []);
  await composer.getByLabel('Alt text for image 1').fill('Four fields of colour');
  await share(page, composer, title);
  const file = await uploadedFile(page);
  expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 2048 });
  expect(await standsUpright(file)).toBe(true);
  expect(await metadataOf(file)).toEqual({});
});

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

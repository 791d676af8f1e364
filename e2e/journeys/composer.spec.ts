import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { bringIn, newMember, type NewMember, signInByKeyboard } from '../members.ts';
import { metadataOf, photoFromCamera, standsUpright } from '../pictures.ts';
import { expectNoSeriousProblem, forgiveRefusals, tabTo } from '../screen.ts';
import { runMbari } from '../server.ts';
import { expect, test } from '../test.ts';

test.describe.configure({ timeout: 180_000 });

test('a paid member shares three photos, put in order by hand and by key, each with its words', async ({ page, request, dataFolder }) => {
  const { composer, title } = await openComposer(page, request, dataFolder, { paid: true });
  await choose(composer, [await photo('one.jpg', 800, 600), await photo('two.jpg', 600, 800), await photo('three.jpg', 700, 700)]);
  const frames = composer.locator('.chosen-frame');
  await expect(frames).toHaveCount(3);
  await expect(composer.getByText(/1 of 3\s+Cover/)).toBeVisible();
  const words = composer.getByLabel('Describe it for those who cannot see it');
  for (const [index, text] of ['One', 'Two', 'Three'].entries()) await words.nth(index).fill(text);

  await test.step('dragged, the third becomes the cover', async () => {
    await drag(page, frames.nth(2), frames.nth(0));
    await expect(words.nth(0)).toHaveValue('Three');
    await expect(composer.getByRole('status').filter({ hasText: 'cover' })).toHaveText(/is now 1 of 3, the cover/);
    expect(await allValues(words)).toEqual(['Three', 'One', 'Two']);
  });
  await test.step('by key it goes back, and the focus with it', async () => {
    await tabTo(page, composer.getByRole('button', { name: 'Move image 1 later' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(composer.getByRole('button', { name: 'Move image 2 later' })).toBeFocused();
    await page.keyboard.press('Enter');
    // At the end of the row there is no later.
    await expect(composer.getByRole('button', { name: 'Move image 3 earlier' })).toBeFocused();
    expect(await allValues(words)).toEqual(['One', 'Two', 'Three']);
  });
  await expectNoSeriousProblem(page);
  await share(page, composer, title);
  const { images } = await posted(page, title);
  expect(images.map(({ alt }) => alt)).toEqual(['One', 'Two', 'Three']);
  expect(images.map(({ width }) => width)).toEqual([800, 600, 700]);
});

test('photos without words are shared after a reminder, which can be turned off until one signs out', async ({
  page,
  request,
  dataFolder,
}) => {
  const { composer, title } = await openComposer(page, request, dataFolder);
  await choose(composer, [await photo('one.jpg', 400, 300)]);
  await composer.getByLabel('Title').fill(title);
  await composer.getByRole('button', { name: 'Share', exact: true }).click();
  const reminder = page.getByRole('dialog', { name: 'Say what is in it?' });
  await expectNoSeriousProblem(page);
  await reminder.getByRole('button', { name: 'Describe it' }).click();
  await expect(composer.getByLabel('Describe it for those who cannot see it')).toBeFocused();
  await composer.getByRole('button', { name: 'Share', exact: true }).click();
  await reminder.getByLabel('Do not remind me again').check();
  await reminder.getByRole('button', { name: 'Share without' }).click();
  await expect(page.getByText('Photo uploaded successfully!')).toBeVisible();
  await expect(composer).toBeHidden();

  await page.getByRole('button', { name: 'Upload' }).click();
  await choose(composer, [await photo('two.jpg', 400, 300)]);
  await share(page, composer, `${title} again`);
  await expect(reminder).toBeHidden();
  await signOut(page);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('an upload is cancelled, and everything is still there', async ({ page, request, dataFolder }) => {
  const { composer, title, token } = await openComposer(page, request, dataFolder);
  await choose(composer, [await photo('one.jpg', 400, 300)]);
  await composer.getByLabel('Describe it for those who cannot see it').fill('A field');
  await composer.getByLabel('Title').fill(title);
  await betrayUploads(page, ['no answer']);
  await composer.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(composer.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  await expect(page.getByText('Uploading photo...')).toBeVisible();
  await composer.getByRole('button', { name: 'Cancel' }).click();
  await expect(composer.getByLabel('Title')).toHaveValue(title);
  await expect(composer.locator('.chosen-frame img')).toHaveCount(1);
  await share(page, composer);
  expect(await countPosts(request, token, title)).toBe(1);
});

test('a line that drops is waited for; the post goes on by itself, and is made once', async ({
  page,
  context,
  request,
  dataFolder,
  complaints,
}) => {
  const { composer, title, token } = await openComposer(page, request, dataFolder);
  await choose(composer, [await photo('one.jpg', 400, 300)]);
  await composer.getByLabel('Describe it for those who cannot see it').fill('A field');
  await composer.getByLabel('Title').fill(title);
  await betrayUploads(page, ['never sent', 'answer lost']);
  await composer.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(composer.getByText(/The line dropped. It goes on by itself/).first()).toBeVisible();
  await expectNoSeriousProblem(page);
  await expect(page.getByText('Photo uploaded successfully!')).toBeVisible({ timeout: 30_000 });
  expect(await page.evaluate(() => (globalThis as Betrayed).betrayals)).toEqual([]);
  expect(await countPosts(request, token, title)).toBe(1);

  await test.step('offline, it says so and goes on when the line is back', async () => {
    await page.getByRole('button', { name: 'Upload' }).click();
    await choose(composer, [await photo('two.jpg', 400, 300)]);
    await composer.getByLabel('Describe it for those who cannot see it').fill('A field');
    await composer.getByLabel('Title').fill(`${title}, second`);
    await context.setOffline(true);
    await composer.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(composer.getByText('You are offline. It goes on by itself when the line is back.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('Photo uploaded successfully!').first()).toBeVisible({ timeout: 30_000 });
    expect(await countPosts(request, token, `${title}, second`)).toBe(1);
  });
  forgiveRefusals(complaints);
});

test('a draft outlives a reload in the middle of an upload, files and key included, and is posted once', async ({
  page,
  request,
  dataFolder,
}) => {
  const { composer, title, token } = await openComposer(page, request, dataFolder, { paid: true });
  await choose(composer, [await photo('one.jpg', 800, 600), await photo('two.jpg', 600, 800)]);
  await composer.getByLabel('Describe it for those who cannot see it').nth(0).fill('First field');
  await composer.getByLabel('Describe it for those who cannot see it').nth(1).fill('Second field');
  await composer.getByLabel('Title').fill(title);
  await composer.getByLabel('Category').selectOption({ label: 'Textile' });
  await composer.getByLabel(/^Story/).fill('Begun on the bus.');
  // The post arrives; its answer does not, and the page is left.
  await betrayUploads(page, ['no answer']);
  await composer.getByRole('button', { name: 'Share', exact: true }).click();
  await expect.poll(() => countPosts(request, token, title)).toBe(1);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(composer.getByText(title)).toBeVisible();
  await expectNoSeriousProblem(page);
  await composer.getByRole('button', { name: 'Continue where you left' }).click();
  await expect(composer.getByLabel('Title')).toHaveValue(title);
  await expect(composer.getByLabel('Category')).toHaveValue('Textile');
  await expect(composer.getByLabel(/^Story/)).toHaveValue('Begun on the bus.');
  await expect(composer.locator('.chosen-frame img')).toHaveCount(2);
  expect(await allValues(composer.getByLabel('Describe it for those who cannot see it'))).toEqual(['First field', 'Second field']);
  await share(page, composer);
  expect(await countPosts(request, token, title)).toBe(1);

  await test.step('posted, it is not offered again', async () => {
    await page.getByRole('button', { name: 'Upload' }).click();
    await expect(composer.getByText('Drop a photo here, or paste one')).toBeVisible();
  });
});

test('a draft waits where it was closed, is thrown away on purpose, and leaves with whoever signs out', async ({
  page,
  request,
  dataFolder,
}) => {
  const { composer, title, member } = await openComposer(page, request, dataFolder);
  await choose(composer, [await photo('one.jpg', 400, 300)]);
  await composer.getByLabel('Title').fill(title);
  const leave = page.getByRole('dialog', { name: 'Keep this for later?' });
  await page.keyboard.press('Escape');
  await expectNoSeriousProblem(page);
  await leave.getByRole('button', { name: 'Keep draft' }).click();
  await expect(composer).toBeHidden();
  await page.getByRole('button', { name: 'Upload' }).click();
  await composer.getByRole('button', { name: 'Continue where you left' }).click();
  await expect(composer.getByLabel('Title')).toHaveValue(title);
  await composer.getByRole('button', { name: 'Close' }).click();
  await leave.getByRole('button', { name: 'Throw away' }).click();
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(composer.getByText('Drop a photo here, or paste one')).toBeVisible();

  await composer.getByLabel('Title').fill(`${title}, once more`);
  await expect(composer.getByText(/^Draft kept/)).toBeVisible();
  await composer.getByRole('button', { name: 'Close' }).click();
  await leave.getByRole('button', { name: 'Keep draft' }).click();
  await signOut(page);
  expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([]);
  await signInByKeyboard(page, member);
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(composer.getByText('Drop a photo here, or paste one')).toBeVisible();
});

test('a free member’s second photo is answered with the upgrade, and nothing is lost', async ({ page, request, dataFolder }) => {
  const { composer, title } = await openComposer(page, request, dataFolder);
  await composer.getByLabel('Title').fill(title);
  await choose(composer, [await photo('one.jpg', 400, 300), await photo('two.jpg', 400, 300)]);
  const foot = composer.locator('.plan-note');
  await expect(foot).toHaveText('Upgrade to premium to upload up to 3 images per post!');
  await expect(composer.locator('.chosen-frame')).toHaveCount(1);
  await expect(composer.getByLabel('Title')).toHaveValue(title);
  await choose(composer, [{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') }]);
  await expect(composer.getByText('Please select image files only')).toBeVisible();
  await expect(composer.locator('.chosen-frame')).toHaveCount(1);
});

test('a large photo is made smaller before it travels, upright, true in colour and without its place; the receipt says so', async ({
  page,
  request,
  dataFolder,
}) => {
  const { composer, title } = await openComposer(page, request, dataFolder);
  const large = await largePhotoFromCamera();
  expect(large.length).toBeGreaterThan(10 * 1024 * 1024);
  await choose(composer, [{ name: 'IMG_0042.JPG', mimeType: 'image/jpeg', buffer: large }]);
  await expect(composer.getByText(/of your data saved/)).toBeVisible({ timeout: 30_000 });
  await expectNoSeriousProblem(page);
  await betrayUploads(page, []);
  await composer.getByLabel('Describe it for those who cannot see it').fill('Four fields of colour');
  await share(page, composer, title);
  const file = await uploadedFile(page);
  expect(file.length).toBeLessThan(large.length / 4);
  expect((await sharp(file).metadata()).width).toBe(2048);
  expect(await metadataOf(file)).toEqual({});
  expect(await standsUpright(file)).toBe(true);
  const receipt = page.getByRole('complementary', { name: 'Image receipt' });
  await expect(receipt.getByText(/Removed: location, camera/).first()).toBeVisible();
  await tabTo(page, receipt.getByText('Image receipt', { exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(receipt.getByRole('row', { name: /2048 px/ })).toBeVisible();
  await expectNoSeriousProblem(page);
  await receipt.getByText('Image receipt', { exact: true }).focus();
  await page.keyboard.press('Escape');
  await expect(receipt).toBeHidden();
  expect((await posted(page, title)).images[0]?.width).toBe(2048);
});

test('kept at full size, a photo travels as it is, unless it is too large', async ({ page, request, dataFolder }) => {
  const { composer, title } = await openComposer(page, request, dataFolder);
  const { buffer } = await photo('wide.jpg', 3000, 2000, 'noise');
  await choose(composer, [{ name: 'wide.jpg', mimeType: 'image/jpeg', buffer }]);
  await composer.getByLabel('Keep full size').check({ timeout: 30_000 });
  await betrayUploads(page, []);
  await composer.getByLabel('Describe it for those who cannot see it').fill('Noise');
  await share(page, composer, title);
  expect((await uploadedFile(page)).equals(buffer)).toBe(true);

  await page.getByRole('button', { name: 'Upload' }).click();
  await choose(composer, [{ name: 'IMG_0042.JPG', mimeType: 'image/jpeg', buffer: await largePhotoFromCamera() }]);
  await composer.getByLabel('Keep full size').check({ timeout: 30_000 });
  await expect(composer.getByText('Each file should be less than 10MB')).toBeVisible();
  // It stays as small as it was.
  await expect(composer.getByRole('button', { name: 'Share', exact: true })).toBeVisible();
  await expect(composer.locator('.chosen-frame img')).toHaveCount(1);
});

test('a HEIC photo without a type is turned into a JPEG that stands upright, by a decoder fetched only then', async ({
  page,
  request,
  dataFolder,
}) => {
  const fetched: string[] = [];
  page.on('request', (one) => fetched.push(one.url()));
  const { composer, title } = await openComposer(page, request, dataFolder);
  expect(fetched.some((address) => address.includes('libheif'))).toBe(false);
  const buffer = await readFile(path.join(import.meta.dirname, '../samples/four-fields.heic'));
  await choose(composer, [{ name: 'IMG_0001.HEIC', mimeType: '', buffer }]);
  await expect(composer.locator('.chosen-frame img')).toBeVisible({ timeout: 30_000 });
  await betrayUploads(page, []);
  await composer.getByLabel('Describe it for those who cannot see it').fill('Four fields of colour');
  await share(page, composer, title);
  const file = await uploadedFile(page);
  expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 2048 });
  expect(await standsUpright(file)).toBe(true);
  expect(await metadataOf(file)).toEqual({});
});

test('dropped anywhere on the feed, a photo opens the composer; in it, one can be dropped and pasted', async ({
  page,
  request,
  dataFolder,
}) => {
  const { composer, member } = await openComposer(page, request, dataFolder, { paid: true });
  expect(member.username).not.toBe('');
  await composer.getByRole('button', { name: 'Close' }).click();
  // It goes on saying so while the file is above the page.
  await expect(async () => {
    await transfer(page, 'main', ['dragenter', 'dragover'], await photo('one.jpg', 400, 300));
    await expect(page.locator('html[data-catching]')).toBeAttached({ timeout: 500 });
  }).toPass();
  await transfer(page, 'main', ['drop'], await photo('one.jpg', 400, 300));
  await expect(composer.locator('.chosen-frame img')).toHaveCount(1);
  await transfer(page, '.dialog-large', ['dragover', 'drop'], await photo('two.jpg', 400, 300));
  await expect(composer.locator('.chosen-frame img')).toHaveCount(2);
  await transfer(page, '.dialog-large', ['paste'], await photo('three.jpg', 400, 300));
  await expect(composer.locator('.chosen-frame img')).toHaveCount(3);
});

test('with nothing but the keyboard one shares a photo', async ({ page, request, dataFolder }) => {
  const { composer, title } = await openComposer(page, request, dataFolder, { byKeyboard: true });
  const picked = page.waitForEvent('filechooser');
  await tabTo(page, composer.getByRole('button', { name: 'Choose a photo' }));
  await page.keyboard.press('Enter');
  await (await picked).setFiles([await photo('one.jpg', 400, 300)]);
  await tabTo(page, composer.getByLabel('Describe it for those who cannot see it'));
  await page.keyboard.type('A field');
  await tabTo(page, composer.getByLabel('Title'));
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Photo uploaded successfully!')).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText(title);
});

interface Picture {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

interface Opened {
  composer: Locator;
  title: string;
  member: NewMember;
  token: string;
}

/** Somebody new, signed in on the feed, with the composer open. */
async function openComposer(
  page: Page,
  request: APIRequestContext,
  dataFolder: string,
  { paid = false, byKeyboard = false } = {},
): Promise<Opened> {
  const member = newMember('Ńkẹ́m Okonkwo');
  const { token } = await bringIn(request, dataFolder, member);
  if (paid) expect((await runMbari(dataFolder, 'plan', 'grant', member.username)).code).toBe(0);
  await signInByKeyboard(page, member);
  const upload = page.getByRole('button', { name: 'Upload' });
  if (byKeyboard) {
    await tabTo(page, upload);
    await page.keyboard.press('Enter');
  } else await upload.click();
  const composer = page.getByRole('dialog', { name: 'Share a photo' });
  await expect(composer).toBeVisible();
  return { composer, member, token, title: `Adire, ${member.username}` };
}

const choose = (composer: Locator, files: Picture[]): Promise<void> => composer.getByLabel('Photos').setInputFiles(files);

async function share(page: Page, composer: Locator, title?: string): Promise<void> {
  if (title !== undefined) await composer.getByLabel('Title').fill(title);
  await composer.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByText('Photo uploaded successfully!').first()).toBeVisible({ timeout: 30_000 });
  await expect(composer).toBeHidden();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

async function photo(name: string, width: number, height: number, look: 'plain' | 'noise' = 'plain'): Promise<Picture> {
  const create = { width, height, channels: 3, background: '#336699' } as const;
  const made = look === 'noise' ? sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 40 } } }) : sharp({ create });
  return { name, mimeType: 'image/jpeg', buffer: await made.jpeg({ quality: 92 }).toBuffer() };
}

/** The four fields on their side, with their place: wider than what is kept, and above every limit by what the camera wrote behind the picture. */
async function largePhotoFromCamera(): Promise<Buffer> {
  const wide = await sharp(await photoFromCamera())
    .resize({ width: 2400, height: 3200, fit: 'fill' })
    .keepMetadata()
    .jpeg({ quality: 90 })
    .toBuffer();
  return Buffer.concat([wide, Buffer.alloc(11 * 1024 * 1024)]);
}

type Betrayal = 'never sent' | 'answer lost' | 'no answer';
type Betrayed = typeof globalThis & { betrayals: Betrayal[]; uploaded: File };

/** What becomes of the next uploads, one after the other; those after them go well. The last that was sent is remembered. */
async function betrayUploads(page: Page, betrayals: Betrayal[]): Promise<void> {
  await page.evaluate((wanted) => {
    const here = globalThis as Betrayed;
    here.betrayals = wanted;
    const send = Reflect.get(XMLHttpRequest.prototype, 'send') as (this: XMLHttpRequest, body: unknown) => void;
    XMLHttpRequest.prototype.send = function (body) {
      if (!(body instanceof FormData)) return send.call(this, body);
      here.uploaded = body.get('images[0]') as File;
      const betrayal = here.betrayals.shift();
      const fail = () => this.onerror?.(new ProgressEvent('error'));
      if (betrayal === 'never sent') return void setTimeout(fail);
      if (betrayal === 'answer lost') this.onload = fail;
      if (betrayal === 'no answer') this.onload = null;
      return send.call(this, body);
    };
  }, betrayals);
}

async function uploadedFile(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const file = new Uint8Array(await (globalThis as Betrayed).uploaded.arrayBuffer());
    return btoa(Array.from(file, (byte) => String.fromCharCode(byte)).join(''));
  });
  return Buffer.from(bytes, 'base64');
}

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await middleOf(from), await middleOf(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x - 10, start.y, { steps: 2 });
  await page.mouse.move(end.x, end.y, { steps: 12 });
  await page.mouse.up();
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('It is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const allValues = (fields: Locator): Promise<string[]> =>
  fields.evaluateAll((all) => all.map((field) => (field as HTMLTextAreaElement).value));

/** What a browser does with a file that comes from outside. */
async function transfer(page: Page, onto: string, events: string[], { name, mimeType, buffer }: Picture): Promise<void> {
  await page
    .locator(onto)
    .first()
    .evaluate(
      (element, { kinds, name: fileName, type, bytes }) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], fileName, { type }));
        for (const kind of kinds)
          element.dispatchEvent(
            kind === 'paste'
              ? new ClipboardEvent(kind, { bubbles: true, cancelable: true, clipboardData: data })
              : new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data }),
          );
      },
      { kinds: events, name, type: mimeType, bytes: buffer.toString('base64') },
    );
}

interface Post {
  title: string;
  images: { alt: string; width: number }[];
}

/** As the server has it. */
async function posted(page: Page, title: string): Promise<Post> {
  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  const found = (await posts(page.request, token ?? '')).find((post) => post.title === title);
  if (found === undefined) throw new Error(`There is no post ${title}`);
  return found;
}

const countPosts = async (request: APIRequestContext, token: string, title: string): Promise<number> =>
  (await posts(request, token)).filter((post) => post.title === title).length;

async function posts(request: APIRequestContext, token: string): Promise<Post[]> {
  const answer = await request.get('/api/v1/photos', { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { data: Post[] }).data;
}

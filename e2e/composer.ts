import type { APIRequestContext, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { photoFromCamera } from './image-files.ts';
import { bringIn, newMember, type NewMember, signInByKeyboard } from './members.ts';
import { tabTo } from './screen.ts';
import { expect } from './test.ts';

export interface Image {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export interface Opened {
  composer: Locator;
  title: string;
  member: NewMember;
  token: string;
}

/** Signs in a new member on the feed and opens the composer. */
export async function openComposer(page: Page, dataFolder: string, { paid = false, byKeyboard = false } = {}): Promise<Opened> {
  const member = newMember('Ńkẹ́m Okonkwo');
  const { token } = await bringIn(dataFolder, member, { plan: paid ? 'Premium' : null });
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

export const choose = (composer: Locator, files: Image[]): Promise<void> => composer.getByLabel('Photos').setInputFiles(files);

export async function share(page: Page, composer: Locator, title?: string): Promise<void> {
  if (title !== undefined) await composer.getByLabel('Title').fill(title);
  await composer.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByText('Photo uploaded successfully!').first()).toBeVisible();
  await expect(composer).toBeHidden();
}

export async function photo(name: string, width: number, height: number, surface: 'plain' | 'noise' = 'plain'): Promise<Image> {
  const create = { width, height, channels: 3, background: '#336699' } as const;
  const made =
    surface === 'noise' ? sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 40 } } }) : sharp({ create });
  return { name, mimeType: 'image/jpeg', buffer: await made.jpeg({ quality: 92 }).toBuffer() };
}

/** Creates a rotated photo with GPS data, wider than any stored image. Trailing bytes make the file too large to upload. */
export async function largePhotoFromCamera(): Promise<Buffer> {
  const wide = await sharp(await photoFromCamera())
    .resize({ width: 2400, height: 3200, fit: 'fill' })
    .keepMetadata()
    .jpeg({ quality: 90 })
    .toBuffer();
  return Buffer.concat([wide, Buffer.alloc(11 * 1024 * 1024)]);
}

type Betrayal = 'never sent' | 'answer lost' | 'no answer';
export type Betrayed = typeof globalThis & { betrayals: Betrayal[]; uploaded: File };

/** Makes the next uploads fail in these ways, one after the other; later uploads succeed. Records the first file of each upload. */
export async function betrayUploads(page: Page, betrayals: Betrayal[]): Promise<void> {
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

export async function uploadedFile(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const file = new Uint8Array(await (globalThis as Betrayed).uploaded.arrayBuffer());
    return btoa(Array.from(file, (byte) => String.fromCharCode(byte)).join(''));
  });
  return Buffer.from(bytes, 'base64');
}

export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await middleOf(from), await middleOf(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x - 10, start.y, { steps: 2 });
  await page.mouse.move(end.x, end.y, { steps: 12 });
  await page.mouse.up();
}

export async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('It is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Writes alt texts, choosing one thumbnail after the other. */
export async function describe(composer: Locator, texts: readonly string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    await composer.locator('.chosen-frame').nth(index).click();
    await composer.getByLabel(`Alt text for image ${index + 1}`).fill(text);
  }
}

/** Reads all alt texts, choosing one thumbnail after the other. */
export async function altTexts(composer: Locator): Promise<string[]> {
  const texts: string[] = [];
  for (const [index, frame] of (await composer.locator('.chosen-frame').all()).entries()) {
    await frame.click();
    texts.push(await composer.getByLabel(`Alt text for image ${index + 1}`).inputValue());
  }
  return texts;
}

/** Dispatches the events of a file dropped or pasted from outside. */
export async function transfer(page: Page, onto: string, events: string[], { name, mimeType, buffer }: Image): Promise<void> {
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

export interface Post {
  id: string;
  title: string;
  images: { alt: string; width: number; image_path: string }[];
}

/** Waits until the server has the member's post. */
export async function posted(page: Page, title: string): Promise<Post> {
  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  let found: Post | undefined;
  const find = async () => (found = (await posts(page.request, token ?? '')).find((post) => post.title === title));
  await expect.poll(find, `the post ${title}`).toBeDefined();
  return found!;
}

export const countPosts = async (request: APIRequestContext, token: string, title: string): Promise<number> =>
  (await posts(request, token)).filter((post) => post.title === title).length;

export async function posts(request: APIRequestContext, token: string): Promise<Post[]> {
  const answer = await request.get('/api/v1/photos', { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { data: Post[] }).data;
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { choose, describe, openComposer, posted, share } from '../composer.ts';
import { type Drawn, drawnBy, drawnFrom, worstDifference } from '../image-family/drawn.ts';
import { expect, test } from '../test.ts';

const levels = 6;
/** Size above which the browser re-encodes a file before upload. */
const smallEnough = 400 * 1024;
const unsupported = 'This image format cannot be read here. Please save it as JPEG, PNG, WebP, GIF or AVIF.';
const sample = (name: string): Promise<Buffer> => readFile(path.join(import.meta.dirname, '../samples', name));
const typeOf = (name: string): string =>
  ({ jpg: 'image/jpeg', bmp: 'image/bmp' })[name.split('.').at(-1)!] ?? `image/${name.split('.').at(-1)}`;

/** Drops the fifth measured point, where the colour fields of the sample meet. */
const inFields = (drawn: Drawn): Drawn => ({ ...drawn, pixels: drawn.pixels.slice(0, 4) });

test('posted images look like their preview, above and below the size at which the browser resizes', async ({
  page,
  context,
  dataFolder,
}) => {
  const names = [
    'j-sos-params.jpg',
    'j-no-eoi.jpg',
    'j-orient-6-long.jpg',
    'j-cmyk-pil.jpg',
    'p-gama1.png',
    'small-exif6.webp',
    'g-offset.gif',
    'small.bmp',
  ];
  const small = await Promise.all(names.map(async (name) => ({ name, file: await sample(name) })));
  const large = small.map(({ name, file }) => ({ name: `large-${name}`, file: Buffer.concat([file, Buffer.alloc(smallEnough + 1)]) }));
  const files = [...small, ...large];
  const oracle = await drawnBy(
    await context.newPage(),
    files.map(({ file }) => file),
  );
  const { composer, title } = await openComposer(page, dataFolder, { paid: true });
  for (let from = 0; from < files.length; from += 3) {
    if (from > 0) await page.getByRole('button', { name: 'Upload' }).click();
    const part = files.slice(from, from + 3);
    await choose(
      composer,
      part.map(({ name, file }) => ({ name, mimeType: typeOf(name), buffer: file })),
    );
    await expect(composer.locator('.chosen-frame')).toHaveCount(part.length);
    await describe(
      composer,
      part.map(() => 'Four fields'),
    );
    await share(page, composer, `${title} ${from}`);
    const { images } = await posted(page, `${title} ${from}`);
    for (const [index, { image_path }] of images.entries()) {
      const kept = await drawnFrom(await (await page.request.get(image_path)).body());
      expect(worstDifference(inFields(kept), inFields(oracle[from + index]!)), part[index]!.name).toBeLessThanOrEqual(levels);
    }
  }
});

test('a tall picture is downscaled before upload, and too small or broken pictures are rejected when chosen', async ({
  page,
  dataFolder,
}) => {
  const { composer, title } = await openComposer(page, dataFolder);
  const pick = async (name: string, buffer: Buffer): Promise<void> => choose(composer, [{ name, mimeType: 'image/png', buffer }]);
  const errors = composer.getByRole('alert').or(composer.locator('[aria-live]'));
  await pick(
    'small.png',
    Buffer.concat([
      (await sample('p-gama1.png')).subarray(0, 16),
      Buffer.from([0, 0, 0, 8, 0, 0, 0, 8]),
      (await sample('p-gama1.png')).subarray(24),
    ]),
  );
  await expect(errors.filter({ hasText: 'A picture needs at least 16 pixels a side.' }).first()).toBeVisible();
  await pick('text.png', Buffer.from('Not an image at all, but words.'));
  await expect(errors.filter({ hasText: unsupported }).first()).toBeVisible();
  await pick('tall.png', await sample('p-tall-1080x20000.png'));
  await composer.getByLabel('Alt text for image 1').fill('A long screenshot');
  await share(page, composer, title);
  const { images } = await posted(page, title);
  expect(images).toMatchObject([{ width: 442, height: 8192 }]);
});

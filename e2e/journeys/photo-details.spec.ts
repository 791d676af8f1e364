import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { choose, openComposer, type Image, posted, share } from '../composer.ts';
import { withDatabase } from '../database.ts';
import { metadataOf } from '../image-files.ts';
import { expect, test } from '../test.ts';

/** Location of the photo by name, minutes and degrees. No page, file or table may contain it. */
const location = ['CANARY-Owerri', '29/1', '5.4938', '7.0364'];

/** Creates a camera photo, either wider than the browser uploads or small enough to be sent unchanged. */
async function fromCamera(width: number): Promise<Image> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const buffer = await sharp({ create: { width, height: Math.round(width / 1.5), channels: 3, background: '#a33c1e', noise } })
    .withExif({
      IFD0: { Make: 'FUJIFILM', Model: 'X-T4', Artist: 'CANARY-Owerri' },
      IFD2: { LensModel: 'XF23mmF2 R WR', FocalLength: '23/1', FNumber: '8/1', ExposureTime: '1/250', ISOSpeedRatings: '160' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '5/1 29/1 3768/100',
        GPSLongitudeRef: 'E',
        GPSLongitude: '7/1 2/1 1104/100',
        GPSAreaInformation: 'CANARY-Owerri',
      },
    })
    .jpeg({ quality: 85 })
    .toBuffer();
  const { latitude, longitude } = await metadataOf(buffer);
  expect([Number(latitude).toFixed(4), Number(longitude).toFixed(4)]).toEqual([location[2], location[3]]);
  return { name: 'DSCF0001.jpg', mimeType: 'image/jpeg', buffer };
}

/** Returns all rows of all tables as text. */
const everyRow = (dataFolder: string): Promise<string> =>
  withDatabase({ dataFolder }, async (db) => {
    const tables = await db.query<{ name: string }>(`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`);
    const rows: string[] = [];
    for (const { name } of tables.rows) rows.push(JSON.stringify((await db.query(`select t::text from ${name} t`)).rows));
    return rows.join('\n');
  });

async function everyFile(folder: string): Promise<Buffer[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const images = files.filter((file) => file.isFile() && /\.(webp|jpeg|avif)$/.test(file.name));
  expect(images.length).toBeGreaterThan(0);
  return Promise.all(images.map((file) => readFile(path.join(file.parentPath, file.name))));
}

const whole = /FUJIFILM X-T4\s· XF23mmF2 R WR\s· 23 mm\s· f\/8\s· 1\/250 s\s· ISO 160/;

for (const [how, width] of [
  ['downscaled by the browser', 3000],
  ['uploaded unchanged', 300],
] as const)
  test(`a photo ${how} shows its camera data and licence, and never its location`, async ({ page, dataFolder }) => {
    const { composer, title } = await openComposer(page, dataFolder);
    const camera = composer.getByRole('switch', { name: 'Show camera data' });
    await expect(camera).not.toBeChecked();
    await choose(composer, [await fromCamera(width)]);
    await expect(composer.getByText('FUJIFILM X-T4 · XF23mmF2 R WR. Never the location.')).toBeVisible();
    await composer.getByLabel('Alt text for image 1').fill('A wall');
    await camera.check();
    await composer.getByLabel('Licence').selectOption('CC-BY-NC-4.0');
    await expectNoSeriousProblem(page);
    await share(page, composer, title);

    const photo = await posted(page, title);
    await page.goto(`/post/${photo.id}`);
    await expect(page.locator('.photo-details')).toContainText(whole);
    await expect(page.getByRole('link', { name: 'CC BY-NC 4.0' })).toHaveAttribute(
      'href',
      'https://creativecommons.org/licenses/by-nc/4.0/',
    );
    await expect(page.getByRole('link', { name: 'CC BY-NC 4.0' })).toHaveAttribute('rel', /license/);
    const html = await (await page.request.get(`/post/${photo.id}`)).text();
    expect(html).toContain('<link rel="license" href="https://creativecommons.org/licenses/by-nc/4.0/" />');
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? 'null') as unknown;
    expect(data).toEqual([
      expect.objectContaining({ '@type': 'ImageObject', 'license': 'https://creativecommons.org/licenses/by-nc/4.0/' }),
    ]);

    await test.step('the location is stored nowhere', async () => {
      const rows = await everyRow(dataFolder);
      expect(rows).toContain('FUJIFILM');
      const files = await everyFile(dataFolder);
      for (const word of location) {
        expect(JSON.stringify(photo)).not.toContain(word);
        expect(html).not.toContain(word);
        expect(rows).not.toContain(word);
        expect(files.some((file) => file.includes(word))).toBe(false);
      }
      expect(await Promise.all(files.map(metadataOf))).toEqual(files.map(() => ({})));
    });

    await test.step('the owner removes camera data and licence', async () => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit photo' });
      await expect(dialog.getByLabel('Licence')).toHaveValue('CC-BY-NC-4.0');
      await dialog.getByRole('switch', { name: 'Show camera data' }).uncheck();
      await expect(dialog.getByText('It is deleted when you save.')).toBeVisible();
      await dialog.getByLabel('Licence').selectOption('');
      await dialog.getByRole('button', { name: 'Save changes' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.locator('.photo-details')).toBeHidden();
      expect(await everyRow(dataFolder)).not.toContain('XF23mmF2');
    });
  });

test('no camera data is stored unless the member turns the switch on', async ({ page, dataFolder }) => {
  const { composer, title } = await openComposer(page, dataFolder);
  await choose(composer, [await fromCamera(3000)]);
  await composer.getByLabel('Alt text for image 1').fill('A wall');
  await share(page, composer, title);
  expect(await everyRow(dataFolder)).not.toContain('XF23mmF2');
  const { id } = await posted(page, title);
  await page.goto(`/post/${id}`);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.locator('.photo-details')).toBeHidden();
});

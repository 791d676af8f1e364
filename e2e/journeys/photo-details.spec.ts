import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expectNoSeriousProblem, findProblems } from '../accessibility.ts';
import { choose, type Image, openComposer, posted, share } from '../composer.ts';
import { withDatabase } from '../database.ts';
import { metadataOf } from '../image-files.ts';
import { enterAs, makerAndVisitor, post, type Someone, someoneNew } from '../posts.ts';
import { forgiveRefusals } from '../screen.ts';
import { expect, test } from '../test.ts';
import { ways } from '../ways.ts';

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

test.describe('who sees a post', () => {
  let maker: Someone;
  let visitor: Someone;

  test.beforeAll(async ({ server }) => void ({ maker, visitor } = await makerAndVisitor(server.dataFolder)));

  test('a post that its author narrows while another member reads it is gone for that member at the next request', async ({
    page,
    browser,
    request,
    complaints,
  }) => {
    const id = await post(request, maker, { title: 'Before the wedding' });
    await enterAs(page, visitor, `/post/${id}`);
    const image = await page.getByRole('main').getByRole('img').first().getAttribute('src');
    const mine = await browser.newPage();
    await enterAs(mine, maker, `/post/${id}`);
    await mine.getByRole('button', { name: 'More', exact: true }).click();
    await mine.getByRole('menuitem', { name: 'Edit' }).click();
    await mine.getByRole('combobox', { name: 'Who sees it' }).selectOption('Only me');
    await mine.getByRole('button', { name: 'Save changes' }).click();
    await expect(mine.getByRole('dialog')).toBeHidden();
    await expect(mine.getByRole('main').getByText('Only you see this')).toBeVisible();

    await expect(page.getByRole('heading', { level: 1, name: 'Photo not found' })).toBeVisible();
    await page.goto(`/user/${maker.member.username}`);
    await expect(page.getByRole('heading', { level: 1, name: maker.member.name })).toBeVisible();
    await expect(page.getByText('Before the wedding')).toBeHidden();
    expect((await request.get(image!)).status()).toBe(404);

    await mine.getByRole('button', { name: 'More', exact: true }).click();
    await mine.getByRole('menuitem', { name: 'Edit' }).click();
    await mine.getByRole('combobox', { name: 'Who sees it' }).selectOption('Everyone');
    await mine.getByRole('button', { name: 'Save changes' }).click();
    await expect(mine.getByRole('main').getByText('Only you see this')).toBeHidden();
    await page.goto(`/post/${id}`);
    await expect(page.getByRole('heading', { name: 'Before the wedding' })).toBeVisible();
    await mine.close();
    forgiveRefusals(complaints);
  });
});

test.describe('people shown', () => {
  let maker: Someone;
  let visitor: Someone;

  test.beforeAll(async ({ server }) => void ({ maker, visitor } = await makerAndVisitor(server.dataFolder)));
  test.afterAll(({ server: { dataFolder } }) => withDatabase({ dataFolder }, (db) => db.query('update site_settings set visitors = null')));

  test('a member is asked, is named after accepting, and takes the name away; a visitor asks for removal', async ({
    page,
    browser,
    request,
    dataFolder,
  }) => {
    const other = await someoneNew(dataFolder, 'Sade Adu');
    const id = await post(request, maker, { title: 'At the well' });
    await enterAs(page, maker, `/post/${id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Name people' }).click();
    const dialog = page.getByRole('dialog', { name: 'Name people' });
    await dialog.getByLabel('Find a member').fill(visitor.member.username);
    await dialog.getByRole('button', { name: `Name ${visitor.member.name}` }).click();
    await expect(dialog.getByRole('button', { name: `Remove ${visitor.member.name}` })).toBeVisible();

    const others = await browser.newPage();
    await enterAs(others, other, `/post/${id}`);
    await expect(others.getByRole('heading', { name: 'At the well' })).toBeVisible();
    await expect(others.getByRole('main').getByText(visitor.member.name)).toBeHidden();

    const theirs = await browser.newPage();
    await enterAs(theirs, visitor, '/notifications');
    await theirs.getByRole('tab', { name: /Requests/ }).click();
    await theirs.getByRole('button', { name: 'Accept', exact: true }).click();
    await expect(theirs.getByText('You are named in this photo.').first()).toBeVisible();
    await others.reload();
    await expect(others.getByRole('main').getByRole('link', { name: visitor.member.name })).toBeVisible();

    await theirs.goto(`/post/${id}`);
    await theirs.getByRole('button', { name: 'Take my name away' }).click();
    await expect(theirs.getByText('Your name was taken away')).toBeVisible();
    await others.reload();
    await expect(others.getByRole('heading', { name: 'At the well' })).toBeVisible();
    await expect(others.getByRole('main').getByRole('link', { name: visitor.member.name })).toBeHidden();
    await theirs.close();
    await others.close();

    await withDatabase({ dataFolder }, (db) => db.query(`update site_settings set visitors = 'posts'`));
    const noScripts = await browser.newPage({ javaScriptEnabled: false });
    await expect(async () => {
      await noScripts.goto(`/post/${id}`);
      await noScripts.getByRole('link', { name: /removal/ }).click({ timeout: 1_000 });
    }).toPass();
    await noScripts.getByLabel('Your name, and a mail address or phone number').fill('Efe, 0800 000 000');
    await noScripts.getByLabel('Why should it be removed?').fill('It shows my daughter.');
    await noScripts.getByRole('button', { name: 'Send' }).click();
    await expect(noScripts.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    await noScripts.close();
    await page.goto('/notifications');
    await expect(page.getByText(/Somebody shown in your photo/).first()).toBeVisible();
  });
});

for (const by of ways)
  test.describe(`by ${by.name}`, () => {
    test.use(by.options);

    test(
      'members describe a photo, and its author accepts one description and edits another',
      { tag: '@world' },
      async ({ page, browser, request, dataFolder }) => {
        const { maker, visitor } = await makerAndVisitor(dataFolder);
        // The list begins with the oldest photos, which other journeys may have left.
        await withDatabase({ dataFolder }, (db) => db.query(`update photo_images set alt = 'Plain' where alt = ''`));
        const [well, drums] = [await post(request, maker, { title: 'At the well' }), await post(request, maker, { title: 'Drums' })];
        await enterAs(page, visitor, '/describe');
        const row = (title: string) =>
          page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Show “${title}” large` }) });
        for (const [title, text] of [
          ['At the well', 'A woman climbs a stepped well'],
          ['Drums', 'Five drums'],
        ] as const) {
          await by.type(row(title).getByLabel('What is in the photo?'), text);
          await by.press(row(title).getByRole('button', { name: 'Propose' }));
          await expect(row(title)).toHaveCount(0);
        }
        await expect(page.getByText(`Sent to ${maker.member.name}. Thank you.`)).toHaveCount(2);
        expect(await findProblems(page)).toEqual([]);

        const authors = await browser.newPage();
        await enterAs(authors, maker, '/notifications');
        const news = authors.getByRole('listitem').filter({ hasText: 'A woman climbs a stepped well' });
        await by.press(news.getByRole('button', { name: 'Accept' }));
        await expect(authors.getByText('The photo is described.')).toBeVisible();
        await expect(news).toHaveCount(0);
        await authors.goto(`/post/${drums}`);
        await by.press(authors.getByRole('button', { name: 'Edit', exact: true }));
        await by.type(authors.getByLabel('Description', { exact: true }), ' on a blue wall');
        await by.press(authors.getByRole('button', { name: 'Save description' }));
        await expect(authors.getByRole('img', { name: 'Five drums on a blue wall' }).first()).toBeVisible();
        expect(await findProblems(authors)).toEqual([]);
        await authors.close();

        await page.goto(`/post/${well}`);
        await expect(page.getByRole('img', { name: 'A woman climbs a stepped well' }).first()).toBeVisible();
        await page.goto('/describe');
        await expect(page.getByRole('heading', { name: 'Describe', exact: true })).toBeVisible();
        await expect(row('Drums')).toHaveCount(0);
      },
    );
  });

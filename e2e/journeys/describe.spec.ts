import { findProblems } from '../accessibility.ts';
import { withDatabase } from '../database.ts';
import { enterAs, makerAndVisitor, post } from '../posts.ts';
import { expect, test } from '../test.ts';
import { ways } from '../ways.ts';

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

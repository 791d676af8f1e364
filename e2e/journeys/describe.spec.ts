import { withDatabase } from '../database.ts';
import { enterAs, makerAndVisitor, post } from '../posts.ts';
import { expect, test } from '../test.ts';

test('members describe a photo, and its author accepts one description and edits another', async ({
  page,
  browser,
  request,
  dataFolder,
}) => {
  const { maker, visitor } = await makerAndVisitor(dataFolder);
  // The list begins with the oldest photos, which other journeys may have left.
  await withDatabase({ dataFolder }, (db) => db.query(`update photo_images set alt = 'Plain' where alt = ''`));
  const [well, drums] = [await post(request, maker, { title: 'At the well' }), await post(request, maker, { title: 'Drums' })];
  await enterAs(page, visitor, '/describe');
  const row = (title: string) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Show “${title}” large` }) });
  const field = (title: string) => row(title).getByLabel('What is in the photo?');
  await field('At the well').fill('A woman climbs a stepped well');
  await field('At the well').press('Control+Enter');
  await expect(page.getByText(`Sent to ${maker.member.name}. Thank you.`)).toBeVisible();
  await field('Drums').fill('Five drums');
  await row('Drums').getByRole('button', { name: 'Propose' }).click();
  await expect(page.getByText(`Sent to ${maker.member.name}. Thank you.`)).toHaveCount(2);

  const authors = await browser.newPage();
  await enterAs(authors, maker, '/notifications');
  const news = authors.getByRole('listitem').filter({ hasText: 'A woman climbs a stepped well' });
  await news.getByRole('button', { name: 'Accept' }).click();
  await expect(authors.getByText('The photo is described.')).toBeVisible();
  await expect(news).toHaveCount(0);
  await authors.goto(`/post/${drums}`);
  await authors.getByRole('button', { name: 'Edit', exact: true }).click();
  await authors.getByLabel('Description', { exact: true }).fill('Five drums on a blue wall');
  await authors.getByRole('button', { name: 'Save description' }).click();
  await expect(authors.getByRole('img', { name: 'Five drums on a blue wall' }).first()).toBeVisible();
  await authors.close();

  await page.goto(`/post/${well}`);
  await expect(page.getByRole('img', { name: 'A woman climbs a stepped well' }).first()).toBeVisible();
  await page.goto('/describe');
  await expect(page.getByRole('heading', { name: 'Describe', exact: true })).toBeVisible();
  await expect(row('Drums')).toHaveCount(0);
});

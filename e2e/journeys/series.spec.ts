import { withDatabase } from '../database.ts';
import { enterAs, makerAndVisitor, post, type Someone } from '../posts.ts';
import { expect, test } from '../test.ts';

test.describe('series', () => {
  let maker: Someone;
  let visitor: Someone;

  test.beforeAll(async ({ server }) => void ({ maker, visitor } = await makerAndVisitor(server.dataFolder)));
  test.afterAll(({ server: { dataFolder } }) => withDatabase({ dataFolder }, (db) => db.query('update site_settings set visitors = null')));

  test('a series is made from a post, put in order, read by others and shared with visitors', async ({
    page,
    browser,
    request,
    dataFolder,
  }) => {
    for (const title of ['Dust', 'Noon', 'Dusk']) await post(request, maker, { title });
    const last = await post(request, maker, { title: 'Rain' });
    await enterAs(page, maker, `/post/${last}`);

    await test.step('the first photo begins the series, and others join on its page', async () => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Add to a series' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add to a series' });
      await dialog.getByRole('textbox', { name: 'New series' }).fill('Harmattan');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await expect(dialog.getByRole('switch', { name: /Harmattan/ })).toBeChecked();
      await page.keyboard.press('Escape');
      await page.goto(`/user/${maker.member.username}?tab=series`);
      await page.getByRole('link', { name: /Harmattan/ }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Harmattan' })).toBeVisible();
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Add photos' }).click();
      for (const title of ['Dust', 'Noon', 'Dusk']) await page.getByRole('dialog').getByTitle(title).click();
      await page.getByRole('button', { name: 'Add 3 photos' }).click();
      await expect(page.getByText('4 photos so far')).toBeVisible();
    });

    await test.step('the author orders the photos by keyboard and by drag, and ends the series', async () => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Edit series' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit series' });
      const rows = dialog.getByRole('listitem');
      await expect(rows).toHaveText([/Rain/, /Dust|Noon|Dusk/, /Dust|Noon|Dusk/, /Dust|Noon|Dusk/]);
      await dialog.getByRole('button', { name: 'Move Rain down' }).focus();
      for (let n = 0; n < 3; n += 1) await page.keyboard.press('Enter');
      await expect(rows.last()).toHaveText(/Rain/);
      const handle = await rows.filter({ hasText: 'Dust' }).locator('.ordered-work-handle').boundingBox();
      const top = await rows.first().boundingBox();
      await page.mouse.move(handle!.x + 20, handle!.y + handle!.height / 2);
      await page.mouse.down();
      await page.mouse.move(top!.x + 20, top!.y + 4, { steps: 8 });
      await page.mouse.up();
      await expect(rows.first()).toHaveText(/Dust/);
      await dialog.getByRole('switch', { name: /Complete/ }).click();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Series saved')).toBeVisible();
      await expect(page.getByText('4 photos · complete')).toBeVisible();
    });

    await test.step('another member reads it by the arrows, and plays it', async () => {
      const theirs = await browser.newPage();
      await enterAs(theirs, visitor, `/user/${maker.member.username}?tab=series`);
      await theirs.getByRole('link', { name: /Harmattan/ }).click();
      await theirs.getByRole('link', { name: /^Dust/ }).first().click();
      await expect(theirs.getByText(/1 of 4 in/)).toContainText('Harmattan');
      await theirs.keyboard.press('ArrowRight');
      await expect(theirs.getByText(/2 of 4 in/)).toContainText('Harmattan');
      await theirs.goBack();
      await theirs.getByRole('button', { name: 'Slideshow' }).first().click();
      const show = theirs.getByRole('dialog', { name: 'Slideshow: Harmattan' });
      await expect(show.getByText('1 of 4')).toBeVisible();
      await theirs.keyboard.press('ArrowRight');
      await expect(show.getByText('2 of 4')).toBeVisible();
      await theirs.keyboard.press('Escape');
      await expect(show).toBeHidden();
      await theirs.close();
    });

    await test.step('visitors read it without scripts', async () => {
      await withDatabase({ dataFolder }, (db) => db.query(`update site_settings set visitors = 'posts'`));
      const address = page.url();
      const noScripts = await browser.newPage({ javaScriptEnabled: false });
      await expect(async () => {
        await noScripts.goto(address);
        await expect(noScripts.getByRole('heading', { level: 1, name: 'Harmattan' })).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await expect(noScripts.locator('meta[property="og:title"]')).toHaveAttribute('content', /Harmattan/);
      await noScripts.close();
    });
  });
});

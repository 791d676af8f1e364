import { withDatabase } from '../database.ts';
import { enterAs, makerAndVisitor, post, type Someone, someoneNew } from '../posts.ts';
import { expect, test } from '../test.ts';

test.describe('exhibitions', () => {
  let maker: Someone;
  let visitor: Someone;

  test.beforeAll(async ({ server }) => void ({ maker, visitor } = await makerAndVisitor(server.dataFolder)));

  test('two curators hang works, their author agrees, members walk through, and the author withdraws', async ({
    page,
    browser,
    request,
    dataFolder,
  }) => {
    const artist = await someoneNew(dataFolder, 'Sade Adu');
    const second = await someoneNew(dataFolder, 'Efe Obi');
    await post(request, artist, { title: 'Rain on zinc' });
    await post(request, maker, { title: 'Waiting' });
    await enterAs(page, maker, '/exhibitions');

    await test.step('a member makes an exhibition and invites a second curator', async () => {
      await page.getByRole('button', { name: 'New exhibition' }).first().click();
      await page.getByRole('dialog').getByLabel('Title').fill('First rain');
      await page.getByRole('button', { name: 'Create' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'First rain' })).toBeVisible();
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Curators' }).click();
      await page.getByLabel('Invite a curator').fill(second.member.username);
      await page.getByRole('button', { name: `Invite: ${second.member.name}` }).click();
      await expect(page.getByRole('button', { name: `Take back: ${second.member.name}` })).toBeVisible();
      await page.keyboard.press('Escape');
    });
    const address = page.url();

    const others = await browser.newPage();
    await test.step('the second curator joins and hangs works, whose author is asked', async () => {
      await enterAs(others, second, address);
      await others.getByRole('button', { name: 'Join the curators' }).click();
      await others.getByRole('button', { name: 'Arrange rooms' }).first().click();
      await others.getByRole('button', { name: 'Add a room' }).click();
      await others.getByLabel('Name of the room').fill('The roof');
      await others.getByRole('button', { name: 'Add a wall text' }).click();
      await others.getByRole('textbox', { name: 'Wall text' }).fill('Nobody slept that night.');
      await others.getByRole('button', { name: 'Add works' }).click();
      for (const title of ['Rain on zinc', 'Waiting']) await others.getByTitle(title).click();
      await others.getByRole('button', { name: 'Add 2 works' }).click();
      await others.getByRole('button', { name: 'Save' }).click();
      await expect(others.getByText('Exhibition saved').first()).toBeVisible();
      await others.close();
    });

    const theirs = await browser.newPage();
    await test.step('the authors agree, and the first curator opens the exhibition', async () => {
      await enterAs(theirs, artist, '/notifications');
      await theirs
        .getByRole('main')
        .getByText(/First rain/)
        .first()
        .click();
      await theirs.getByRole('button', { name: 'Show it' }).click();
      await expect(theirs.getByText('Shown with your consent')).toBeVisible();
      await page.reload();
      await page.getByRole('button', { name: 'Show it' }).click();
      await expect(page.getByRole('button', { name: 'Show it' })).toBeHidden();
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Edit title, text and times' }).click();
      await page.getByLabel('Opens').fill('2026-01-01T10:00');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Exhibition saved').first()).toBeVisible();
    });

    const walker = await browser.newPage();
    await test.step('a member walks through by keys', async () => {
      await enterAs(walker, visitor, '/exhibitions');
      await walker.getByRole('link', { name: /First rain/ }).click();
      await walker
        .getByRole('button', { name: 'Enter', exact: true })
        .or(walker.getByRole('link', { name: 'Enter', exact: true }))
        .click();
      const walk = walker.getByRole('dialog', { name: 'Walk through First rain' });
      await expect(walk.getByRole('heading', { name: 'The roof' })).toBeVisible();
      await walker.keyboard.press('ArrowRight');
      await expect(walk.getByText('Nobody slept that night.')).toBeVisible();
      await walker.keyboard.press('ArrowRight');
      await expect(walk.getByText('Rain on zinc').first()).toBeVisible();
      await walker.keyboard.press('Escape');
      await expect(walk).toBeHidden();
    });

    await test.step('the catalogue prints a page for each work', async () => {
      await walker.goto(`${address}/catalogue`);
      await expect(walker.getByText('Rain on zinc').first()).toBeVisible();
      const pdf = await walker.pdf({ preferCSSPageSize: true });
      expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)!.length).toBeGreaterThanOrEqual(3);
    });

    await test.step('the author withdraws the work', async () => {
      await theirs.getByRole('button', { name: 'Withdraw' }).click();
      await expect(theirs.getByText('Not shown')).toBeVisible();
      await walker.goto(address);
      await expect(walker.getByText('Exhibition · 1 work · 1 room')).toBeVisible();
      await walker.goto(`${address}/catalogue`);
      await expect(walker.getByText('Waiting').first()).toBeVisible();
      await expect(walker.getByText('Rain on zinc')).toBeHidden();
      await walker.close();
      await theirs.close();
    });
  });
});

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

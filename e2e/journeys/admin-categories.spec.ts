import { expectNoSeriousProblem } from '../accessibility.ts';
import { withDatabase } from '../database.ts';
import { newMember } from '../members.ts';
import { comeIn, fillAbout } from '../onboarding.ts';
import { linkMailedTo } from '../outbox.ts';
import { enterAs, headersOf, post, type Someone, someoneNew } from '../posts.ts';
import { answerTo, forgiveAllRefusals, tabTo } from '../screen.ts';
import { expect, test } from '../test.ts';

test.describe('photo categories', () => {
  let admin: Someone;
  let maker: Someone;

  test.beforeAll(async ({ server: { dataFolder } }) => {
    admin = await someoneNew(dataFolder, 'Ọmọ́bọ́lá Ìdòwú', { role: 'admin' });
    maker = await someoneNew(dataFolder, 'Chidinma Okafor');
  });

  test('an admin adds, moves by keyboard and renames photo categories, and deletes one after choosing where its photos go', async ({
    page,
    request,
    complaints,
  }) => {
    forgiveAllRefusals(complaints);
    const photo = await post(request, maker, { title: 'A necklace of glass' });
    await enterAs(page, admin, '/admin/health');
    await page.getByRole('navigation', { name: 'Community administration' }).getByRole('link', { name: 'Categories' }).click();
    await expect(page).toHaveTitle(/^Categories/);
    const section = page.getByRole('region', { name: 'Photo categories' });
    await expect(section.getByRole('listitem')).toHaveCount(12);
    await expect(page.getByRole('region', { name: 'Forum categories' }).getByText('Welcome', { exact: true })).toBeVisible();

    await section.getByRole('button', { name: 'Add a category' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('music');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('There is a category of that name.')).toBeVisible();
    await dialog.getByLabel('Name').fill('Beadwork');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const rows = section.getByRole('listitem');
    await expect(rows.last()).toContainText('Beadwork');

    const up = section.getByRole('button', { name: 'Move Beadwork up' });
    await up.focus();
    const moved = answerTo(page, 'PUT', /\/admin\/categories\//);
    await page.keyboard.press('Enter');
    await moved;
    await expect(rows.last()).toContainText('Film');
    await expect(up).toBeFocused();
    await expect(section.getByText('Beadwork is now number 12 of 13.')).toBeAttached();

    // The server accepts the new category immediately.
    const change = await request.post(`/api/v1/photos/${photo}/update`, {
      headers: headersOf(maker),
      multipart: { category: 'Beadwork' },
    });
    expect(change.status()).toBe(200);
    await tabTo(page, section.getByRole('button', { name: 'Rename Beadwork' }));
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('Links to its old name still lead here.');
    await dialog.getByLabel('Name').fill('Beads and Shells');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Category saved')).toBeVisible();
    await expect(rows.filter({ hasText: 'Beads and Shells' })).toContainText('1 photo');

    await page.goto('/discover?category=beadwork');
    await expect(page.getByRole('link', { name: /A necklace of glass/ }).first()).toBeVisible();
    await page.goto('/admin/categories');
    await section.getByRole('button', { name: 'Delete Beads and Shells' }).click();
    await expect(dialog).toContainText('Choose where its photo and interested members go.');
    await dialog.getByLabel('Move its photos to').selectOption('Fashion');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Category deleted')).toBeVisible();
    await expect(rows).toHaveCount(12);
    await expect(rows.filter({ hasText: 'Fashion' })).toContainText('1 photo');
    await page.goto('/discover?category=beadwork');
    await expect(page.getByRole('link', { name: /A necklace of glass/ }).first()).toBeVisible();

    await page.goto('/moderation/log');
    await expect(page.getByText('Beadwork → Beads and Shells')).toBeVisible();
  });

  test('sixty categories fit a phone, and a deleted category is marked while its photos are being moved', async ({
    page,
    dataFolder,
    complaints,
  }) => {
    forgiveAllRefusals(complaints);
    await page.setViewportSize({ width: 360, height: 740 });
    await withDatabase({ dataFolder }, (db) =>
      db.query(
        `insert into categories (id, name, slug, position, leaving_at)
         select gen_random_uuid(), 'A rather long name of a category, number ' || n, 'long-' || n, 100 + n, case when n = 48 then now() end
           from generate_series(1, 48) n`,
      ),
    );
    await enterAs(page, admin, '/admin/categories');
    const section = page.getByRole('region', { name: 'Photo categories' });
    await expect(section.getByRole('listitem')).toHaveCount(60);
    await expect(section.getByText(/^Deleted\. Its photos are being moved\./)).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectNoSeriousProblem(page);
    await section.getByRole('button', { name: 'Add a category' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('The sixty-first');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('There may be 60 categories at most.')).toBeVisible();
    await page.goto('/discover');
    await expect(page.getByRole('navigation', { name: 'Categories' }).getByRole('link')).toHaveCount(61);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await withDatabase({ dataFolder }, (db) => db.query(`delete from categories where slug like 'long-%'`));
  });

  test('without any categories, a newcomer joins without interests', async ({ page, browser, request, dataFolder }) => {
    const kept = await withDatabase({ dataFolder }, async (db) => {
      const { rows } = await db.query('select id, name, slug, position from categories');
      await db.query('update members set interests_waived = true');
      await db.query('update photos set category_id = null');
      await db.query('delete from categories');
      return rows;
    });
    await comeIn(page, request, dataFolder, newMember('Ifẹ́olúwa Adéyẹmí'));
    await fillAbout(page);
    await page.getByRole('textbox').fill('I weave.');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('No interests yet. Continue')).toBeVisible();
    await expectNoSeriousProblem(page);
    await page.getByRole('button', { name: 'Complete' }).click();
    await expect(page).toHaveURL(/\/feed/);
    const other = await browser.newPage();
    await enterAs(other, admin, '/admin/categories');
    await expect(other.getByText(/^No categories yet\./)).toBeVisible();
    await expectNoSeriousProblem(other);
    await other.close();
    await withDatabase({ dataFolder }, (db) =>
      db.query('insert into categories select * from json_to_recordset($1) as c(id uuid, name text, slug text, position int)', [
        JSON.stringify(kept),
      ]),
    );
  });

  test('an admin mails a member the link to their data export', async ({ page, browser, dataFolder }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await enterAs(page, admin, `/admin/members/${maker.id}`);
    const send = page.getByRole('button', { name: 'Email a download link' });
    await tabTo(page, send);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Email sent')).toBeVisible();
    await expect(page.getByText('Exported a member’s data on request')).toBeVisible();
    const link = await linkMailedTo(dataFolder, maker.member.email, /https?:\/\/\S+\/settings\?tab=security/);
    const theirs = await browser.newPage();
    await enterAs(theirs, maker, new URL(link).pathname + new URL(link).search);
    await expect(theirs.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
    await theirs.close();
  });
});

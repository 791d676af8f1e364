import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { withDatabase } from '../database.ts';
import { addCategory, begin } from '../forum.ts';
import { countShift, findShift, open } from '../layout.ts';
import { enterAs, headersOf, makerAndVisitor, post, type Someone, someoneNew } from '../posts.ts';
import { answerTo, forgiveAllRefusals } from '../screen.ts';
import { expect, test } from '../test.ts';

test.describe('community administration', () => {
  let admin: Someone;
  let member: Someone;

  test.beforeAll(async ({ server: { dataFolder } }) => {
    admin = await someoneNew(dataFolder, 'Ọmọ́bọ́lá Ìdòwú', { role: 'admin' });
    member = await someoneNew(dataFolder, 'Chidinma Okafor');
  });

  test('an admin finds a member, opens them by keyboard and makes them a moderator, and their history records it', async ({ page }) => {
    await enterAs(page, admin, '/feed');
    await page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: 'Community' }).click();
    await expect(page).toHaveTitle(/^Overview/);
    const sections = page.getByRole('navigation', { name: 'Community administration' });
    for (const [link, title] of [
      ['Joining', /^Who may join/],
      ['Rules', /^Change the rules/],
      ['Members', /^Members/],
    ] as const) {
      await sections.getByRole('link', { name: link }).press('Enter');
      await expect(page).toHaveTitle(title);
      await expect(sections.getByRole('link', { name: link })).toHaveAttribute('aria-current', 'page');
    }
    await page.getByLabel('Name, username or email').fill(`@${member.member.username}`);
    const row = page.getByRole('link', { name: new RegExp(member.member.name) });
    await expect(page.getByRole('link', { name: /@.* · / })).toHaveCount(1);
    await row.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: member.member.name })).toBeVisible();
    const role = page.getByRole('combobox', { name: 'Role' });
    await role.selectOption('moderator');
    await page.getByLabel('Your password').fill(admin.member.password);
    await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
    await expect(page.getByText('Changed a member’s role')).toBeVisible();
    await expect(page.getByText('From Member to Moderator')).toBeVisible();
    await expect(role).toHaveValue('moderator');
  });

  test('an admin gives a member a plan and removes it', async ({ page }) => {
    await enterAs(page, admin, `/admin/members/${member.id}`);
    await page.getByRole('button', { name: 'Give a plan…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Give a plan' });
    await dialog.getByRole('button', { name: 'Give a plan' }).click();
    await expect(page.getByRole('region', { name: 'Plan' }).getByText('Premium, no end date')).toBeVisible();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText('No paid plan')).toBeVisible();
  });

  test('an admin sets the community’s name, colour and page, and visitors see them', async ({ page, browser, server, complaints }) => {
    forgiveAllRefusals(complaints);
    await enterAs(page, admin, '/admin/site');
    await page.getByLabel('Name', { exact: true }).fill('Osogbo Prints');
    await page.getByLabel('Tagline').fill('Ink and cloth');
    await page.getByLabel('About this community').fill('We **print** by hand.');
    await page.getByRole('switch', { name: 'Custom colour' }).check();
    await page.getByLabel('Accent colour', { exact: true }).fill('#ffcc00');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText(/This colour is too faint to be read/)).toBeVisible();
    await page.getByLabel('Accent colour', { exact: true }).fill('#7a2e12');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Settings saved')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Osogbo Prints, home' }).first()).toBeVisible();

    const visitor = await browser.newPage({ baseURL: server.url });
    await visitor.goto('/login');
    await expect(visitor).toHaveTitle(/Osogbo Prints$/);
    const colour = await visitor.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--indigo'));
    expect(colour).toMatch(/oklch/);
    await visitor.getByRole('link', { name: 'About' }).click();
    await expect(visitor.getByText('We print by hand.')).toBeVisible();
    await visitor.close();

    await page.reload();
    for (const label of ['Tagline', 'About this community']) await page.getByLabel(label).fill('');
    await page.getByLabel('Name', { exact: true }).fill('');
    await page.getByRole('switch', { name: 'Custom colour' }).uncheck();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('link', { name: 'Mbari, home' }).first()).toBeVisible();
  });

  test('an announcement appears in open pages, and a dismissed one does not return', async ({ page, browser, server }) => {
    const reader = await browser.newPage({ baseURL: server.url });
    await enterAs(reader, member, '/users');
    await expect(reader.getByRole('heading', { level: 1 })).toBeVisible();
    await enterAs(page, admin, '/admin/announcements');
    await page.getByRole('button', { name: 'New announcement' }).click();
    const dialog = page.getByRole('dialog', { name: 'New announcement' });
    await dialog.getByLabel('Text').fill('The workshop moves on Friday.');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText(/^Shown now · since/)).toBeVisible();
    const strip = reader.getByRole('complementary', { name: 'Announcement' });
    await expect(strip).toContainText('The workshop moves on Friday.', { timeout: 15_000 });
    await reader.reload();
    await expect(strip).toBeVisible();
    await strip.getByRole('button', { name: 'Dismiss' }).focus();
    const kept = answerTo(reader, 'POST', /\/dismiss$/);
    await reader.keyboard.press('Enter');
    await expect(strip).toBeHidden();
    await kept;
    await reader.reload();
    await expect(reader.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(strip).toBeHidden();
    await reader.close();
    await page.getByRole('button', { name: 'Take down…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take down' }).click();
    await expect(page.getByRole('heading', { name: 'No announcements' })).toBeVisible();
  });

  test('the statistics are charts, each with a table and a CSV file', async ({ page, dataFolder }) => {
    await withDatabase({ dataFolder }, (db) =>
      db.query(
        `insert into daily_tallies (measure, day, value)
         select m.measure, d::date, case m.measure when 'first_reply' then 2820 when 'storage' then 1e9 else 400 end
           from generate_series(now() - interval '364 days', now(), interval '1 day') d,
                unnest(array['members', 'storage', 'photos', 'active_week', 'active_day', 'first_reply']) as m(measure)
         on conflict (measure, day) do update set value = excluded.value`,
      ),
    );
    await enterAs(page, admin, '/admin/health');
    await expect(page.getByRole('heading', { name: '400 members were here last week' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Half of new topics get a reply in 47 min' })).toBeVisible();
    const photos = page.getByRole('region', { name: /photos were shared last week$/ });
    await photos.getByRole('button', { name: 'Show as table' }).focus();
    await page.keyboard.press('Enter');
    await expect(photos.getByRole('cell', { name: '2,800' }).last()).toBeVisible();
    await expectNoSeriousProblem(page);
    const [file] = await Promise.all([page.waitForEvent('download'), photos.getByRole('button', { name: 'Download CSV' }).click()]);
    expect(file.suggestedFilename()).toBe('photos.csv');
    expect(await readFile(await file.path(), 'utf8')).toMatch(/^day,value\r\n(?:\d{4}-\d\d-\d\d,\d+\r\n){12}$/);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});

const phone = { width: 360, height: 740 };
const desk = { width: 1440, height: 900 };
const strip = (page: Page) => page.getByRole('complementary', { name: 'Announcement' });
const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not on the page`);
  return box;
};

test.describe('announcements', () => {
  let maker: Someone;
  let visitor: Someone;
  let admin: Someone;
  let announced: string;

  test.beforeAll(async ({ server, playwright }) => {
    ({ maker, visitor } = await makerAndVisitor(server.dataFolder));
    admin = await someoneNew(server.dataFolder, 'Ọmọ́bọ́lá Ìdòwú', { role: 'admin' });
    const request = await playwright.request.newContext({ baseURL: server.url });
    const answer = await request.post('/api/v1/admin/announcements', {
      headers: headersOf(admin),
      data: { text: 'On Saturday the house is painted. Save your drafts before nine, and come back after eleven.' },
    });
    expect(answer.status(), await answer.text()).toBe(201);
    announced = ((await answer.json()) as { data: { id: string } }).data.id;
    await request.dispose();
  });

  test.afterAll(async ({ server, playwright }) => {
    const request = await playwright.request.newContext({ baseURL: server.url });
    await request.delete(`/api/v1/admin/announcements/${announced}`, { headers: headersOf(admin) });
    await request.dispose();
  });

  test('an announcement shifts no layout while pages load, and covers neither a topic nor a comment field', async ({
    page,
    request,
    dataFolder,
  }) => {
    const photo = await post(request, maker, { title: 'Red, before noon' });
    await page.setViewportSize(phone);
    await countShift(page);
    await enterAs(page, visitor, '/plans');
    for (const at of ['/settings', '/discover']) {
      await open(page, at);
      await expect(strip(page)).toBeVisible();
      expect(await findShift(page), at).toEqual([]);
      await expect(strip(page)).not.toHaveAttribute('data-late');
    }
    await expectNoSeriousProblem(page);
    await test.step('above a topic on a phone', async () => {
      const category = await addCategory(dataFolder, `Paint of ${maker.member.username}`);
      const topic = await begin(request, maker, { category: category.id, title: 'Which red is the oldest?' });
      await page.goto(`/forum/t/${topic.id}`);
      await expect(strip(page)).toBeVisible();
      await expect(page.locator('.topic-bar')).toBeVisible();
      const [bar, text, head] = [await boxOf(page, '.topic-bar'), await boxOf(page, '.announcement p'), await boxOf(page, '.topic-head')];
      expect(text.y).toBeGreaterThanOrEqual(bar.y + bar.height);
      expect(head.y).toBeGreaterThanOrEqual(text.y + text.height);
    });
    await test.step('next to a post in a wide window', async () => {
      await page.setViewportSize(desk);
      await page.goto(`/post/${photo}`);
      await expect(strip(page)).toBeVisible();
      const field = await page.getByLabel('Your comment').boundingBox();
      expect(field!.y + field!.height).toBeLessThanOrEqual(desk.height);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(desk.height);
    });
  });
});

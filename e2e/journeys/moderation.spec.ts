import type { Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { clearRules, resolveAllReports, setRules } from '../admin.ts';
import { enterAs, headersOf, makerAndVisitor, post, type Someone, someoneNew } from '../posts.ts';
import { forgiveAllRefusals } from '../screen.ts';
import { expect, test } from '../test.ts';

const card = (page: Page, name: RegExp) => page.getByRole('article', { name });

test.describe('reports and suspensions', () => {
  let maker: Someone;
  let visitor: Someone;
  let organiser: Someone;

  test.beforeAll(async ({ server: { dataFolder } }) => {
    await resolveAllReports(dataFolder);
    ({ maker, visitor } = await makerAndVisitor(dataFolder));
    organiser = await someoneNew(dataFolder, 'Ọmọ́bọ́lá Ìdòwú', { role: 'admin' });
  });

  test('a photo is reported, removed with a reason that its author reads, and restored', async ({ page, browser, request }) => {
    const id = await post(request, maker, { title: 'Found elsewhere' });
    const reported = await request.post('/api/v1/reports', {
      headers: headersOf(visitor),
      data: { subject_type: 'photo', subject_id: id, reason: 'copyright', note: 'I drew this.' },
    });
    expect(reported.status()).toBe(201);

    await enterAs(page, organiser, '/feed');
    await page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: 'Moderation' }).click();
    await expect(page).toHaveTitle(/^Moderation/);
    const open = card(page, new RegExp(`Photo by ${maker.member.name}`));
    await expect(open).toContainText('Found elsewhere');
    await expect(open).toContainText('I drew this.');
    await expect(open).toContainText('1 person reported this');

    await test.step('an organiser takes it and adds a note', async () => {
      await open.getByRole('button', { name: 'Assign to me' }).click();
      await expect(open.getByText('Assigned to you')).toBeVisible();
      await open.getByText('Background and notes').click();
      await open.getByLabel('A note for other organisers').fill('Seen it before.');
      await open.getByRole('button', { name: 'Add note' }).click();
      await expect(open.getByRole('listitem').filter({ hasText: 'Seen it before.' })).toBeVisible();
    });

    await test.step('the removal by keyboard requires a reason', async () => {
      await page.keyboard.press('Escape');
      await open.getByRole('button', { name: 'Unassign' }).focus();
      await page.keyboard.press('r');
      const dialog = page.getByRole('dialog', { name: 'Remove it' });
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await expect(dialog.getByText('Choose a rule, or say why.')).toBeVisible();
      await dialog.getByLabel('Reason').fill('This is the work of somebody else.');
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByText('Removed. The author has been notified.')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'No open reports' })).toBeVisible();
    });

    const author = await browser.newPage();
    await test.step('its author reads the reason and cannot open the photo', async () => {
      await enterAs(author, maker, '/notifications');
      await expect(
        author.getByText('The organisers removed your photo “Found elsewhere”: This is the work of somebody else.'),
      ).toBeVisible();
      await author.goto(`/post/${id}`);
      await expect(author.getByRole('heading', { name: 'Found elsewhere' })).toBeHidden();
    });

    await test.step('an organiser restores it', async () => {
      await page.getByRole('tab', { name: 'Resolved' }).click();
      const resolved = card(page, new RegExp(`Photo by ${maker.member.name}`));
      await expect(resolved).toContainText('This is the work of somebody else.');
      await resolved.getByRole('button', { name: 'Restore' }).click();
      await expect(page.getByText('Restored. The author has been notified.')).toBeVisible();
      await author.goto(`/post/${id}`);
      await expect(author.getByRole('heading', { name: 'Found elsewhere' })).toBeVisible();
      await author.close();
    });

    await test.step('the audit log has both actions', async () => {
      await page.getByRole('link', { name: 'Audit log' }).click();
      const rows = page.locator('.moderation-log').getByRole('listitem');
      await expect(rows.first()).toContainText('Restored a photo');
      await expect(rows.nth(1)).toContainText('Removed a photo');
      await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Removed a photo' });
      await expect(rows.filter({ hasNotText: 'Removed a photo' })).toHaveCount(0);
      await expect(rows.filter({ hasText: 'This is the work of somebody else.' })).toHaveCount(1);
    });
  });

  test('a member suspended for a week is signed out immediately, and can return afterwards', async ({ page, browser, request, server }) => {
    const spammer = await someoneNew(server.dataFolder, 'Best Deals');
    await request.post('/api/v1/reports', {
      headers: headersOf(visitor),
      data: { subject_type: 'user', subject_id: spammer.id, reason: 'spam' },
    });
    const theirs = await browser.newPage();
    await enterAs(theirs, spammer, '/feed');
    await page.setViewportSize({ width: 360, height: 740 });
    await enterAs(page, organiser, '/moderation');
    await page.getByRole('link', { name: /Member Best Deals/ }).click();
    await card(page, /Member Best Deals/)
      .getByRole('button', { name: 'Suspend…' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Suspend Best Deals' });
    await expect(dialog.getByLabel('For how long')).toHaveValue('7');
    await dialog.getByLabel('Reason').fill('Advertising');
    await dialog.getByRole('button', { name: 'Suspend', exact: true }).click();
    await expect(page.getByText('Best Deals has been suspended.')).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await expect(theirs).toHaveURL(/\/login/, { timeout: 15_000 });
    await theirs.close();

    await page.getByRole('tab', { name: 'Resolved' }).click();
    await page.getByRole('link', { name: /Member Best Deals/ }).click();
    const resolved = card(page, /Member Best Deals/);
    await expect(resolved).toContainText('Suspended');
    await resolved.getByRole('button', { name: 'End suspension' }).click();
    await expect(page.getByText('Suspension ended')).toBeVisible();
    expect((await request.get(`/api/v1/users/${spammer.member.username}`, { headers: headersOf(visitor) })).status()).toBe(200);
  });

  test('members can open neither moderation nor administration, and see no links to them', async ({ page }) => {
    await enterAs(page, visitor, '/admin/site');
    await expect(page.getByRole('heading', { name: 'This page is for admins' })).toBeVisible();
    await page.goto('/moderation/log');
    await expect(page.getByRole('heading', { name: '404 Not Found' })).toBeVisible();
    await page.goto('/moderation');
    await expect(page.getByRole('heading', { name: '404 Not Found' })).toBeVisible();
    const rail = page.getByRole('navigation', { name: 'Sidebar' });
    await expect(rail.getByRole('link', { name: 'Saved' })).toBeVisible();
    for (const name of ['Moderation', 'Community']) await expect(rail.getByRole('link', { name })).toBeHidden();
  });
});

test.describe('decisions and appeals', () => {
  let maker: Someone;
  let visitor: Someone;
  let moderator: Someone;
  let admin: Someone;

  test.beforeAll(async ({ server: { dataFolder } }) => {
    ({ maker, visitor } = await makerAndVisitor(dataFolder));
    moderator = await someoneNew(dataFolder, 'Tervér Akaa', { role: 'moderator' });
    admin = await someoneNew(dataFolder, 'Ọmọ́bọ́lá Ìdòwú', { role: 'admin' });
  });

  test.afterAll(({ server: { dataFolder } }) => clearRules(dataFolder));

  test('a photo is reported for breaking a rule, removed, appealed by its author on a phone, and restored', async ({
    page,
    browser,
    request,
    complaints,
  }) => {
    await setRules(request, admin, [{ title: 'Your own work', body: 'Say who else made it.', is_urgent: true }]);
    const id = await post(request, maker, { title: 'Found elsewhere' });

    await test.step('a reader reports it with a rule', async () => {
      await enterAs(page, visitor, `/post/${id}`);
      await page.getByRole('button', { name: /More/ }).first().click();
      await page.getByRole('menuitem', { name: 'Report' }).click();
      const dialog = page.getByRole('dialog', { name: 'Report this photo' });
      await dialog.getByRole('radio', { name: 'Your own work' }).check();
      await dialog.getByRole('button', { name: 'Send report' }).click();
      await expect(page.getByText('Thank you. The organisers will look at it.')).toBeVisible();
    });

    await test.step('an organiser removes it with the rule alone', async () => {
      const theirs = await browser.newPage();
      await enterAs(theirs, moderator, '/moderation');
      const card = theirs.getByRole('article', { name: new RegExp(`Photo by ${maker.member.name}`) });
      await expect(card).toContainText('Urgent');
      await card.getByRole('button', { name: 'Remove…' }).press('Enter');
      const dialog = theirs.getByRole('dialog', { name: 'Remove it' });
      await dialog.getByLabel('Rule').selectOption('Your own work');
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await expect(theirs.getByText('Removed. The author has been notified.')).toBeVisible();
      await theirs.close();
    });

    const author = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await test.step('its author reads the rule and appeals', async () => {
      await enterAs(author, maker, '/notifications');
      await author.getByText('The organisers removed your photo “Found elsewhere”: Your own work').click();
      await expect(author.getByRole('heading', { name: 'The organisers removed your photo' })).toBeVisible();
      await expect(author.getByText('Say who else made it.')).toBeVisible();
      await author.getByRole('button', { name: 'Send' }).press('Enter');
      await expect(author.getByText('Write what they should know.')).toBeVisible();
      await author.keyboard.type('I drew it myself.');
      await expectNoSeriousProblem(author);
      expect(await author.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await author.getByRole('button', { name: 'Send' }).press('Enter');
      await expect(author.getByText('The organisers have not decided yet.')).toBeVisible();
    });

    await test.step('another organiser grants the appeal', async () => {
      const theirs = await browser.newPage();
      await enterAs(theirs, admin, '/moderation?tab=appeals');
      const card = theirs.getByRole('article', { name: `Appeal from ${maker.member.name}` });
      await expect(card).toContainText('I drew it myself.');
      await card.getByRole('button', { name: 'Grant…' }).press('Enter');
      await theirs.getByRole('dialog', { name: 'Grant the appeal' }).getByRole('button', { name: 'Grant' }).click();
      await expect(theirs.getByRole('heading', { name: 'No appeals' })).toBeVisible();
      await theirs.close();
    });

    await test.step('the photo is restored and its author notified', async () => {
      await author.reload();
      await expect(author.getByText('Granted: the decision was reversed.')).toBeVisible();
      await author.goto(`/post/${id}`);
      await expect(author.getByRole('heading', { name: 'Found elsewhere' })).toBeVisible();
      await author.close();
    });
    // Pages that show the photo request it again and get 404.
    forgiveAllRefusals(complaints);
  });

  test('a warning is shown until acknowledged, and a silenced member sees a notice on every page', async ({
    page,
    request,
    complaints,
  }) => {
    const warn = await request.post(`/api/v1/moderation/users/${visitor.id}/warn`, {
      headers: headersOf(moderator),
      data: { reason: 'Be kind.' },
    });
    expect(warn.status()).toBe(200);
    await enterAs(page, visitor, '/feed');
    const dialog = page.getByRole('dialog', { name: 'A warning from the organisers' });
    await expect(dialog).toContainText('Be kind.');
    await expectNoSeriousProblem(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await dialog.getByRole('button', { name: 'I have read it' }).press('Enter');
    await expect(dialog).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(dialog).toBeHidden();

    const until = new Date(Date.now() + 3 * 86_400_000).toISOString();
    await request.post(`/api/v1/moderation/users/${visitor.id}/silence`, {
      headers: headersOf(moderator),
      data: { reason: 'Cool down.', until },
    });
    await page.reload();
    await expect(page.getByText(/You can read, but not post until/)).toBeVisible();
    await expect(page.getByText('Cool down.')).toBeVisible();
    forgiveAllRefusals(complaints);
  });
});

import type { APIRequestContext, Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { resolveAllReports } from '../admin.ts';
import { enterAs, headersOf, makerAndVisitor, post, type Someone, someoneNew } from '../posts.ts';
import { answerTo } from '../screen.ts';
import { expect, test } from '../test.ts';

test.describe('the moderation queue', () => {
  let maker: Someone;
  let visitor: Someone;
  let organiser: Someone;
  let other: Someone;

  test.beforeAll(async ({ server: { dataFolder } }) => {
    await resolveAllReports(dataFolder);
    ({ maker, visitor } = await makerAndVisitor(dataFolder));
    organiser = await someoneNew(dataFolder, 'Ọmọ́bọ́lá Ìdòwú', { role: 'admin' });
    other = await someoneNew(dataFolder, 'Ama Serwaa', { role: 'moderator' });
  });

  const row = (page: Page, title: string) =>
    page.getByRole('region', { name: 'Reports', exact: true }).getByRole('listitem').filter({ hasText: title });
  const opened = (page: Page) => page.getByRole('article');

  async function report(request: APIRequestContext, id: string, type = 'photo'): Promise<void> {
    const answer = await request.post('/api/v1/reports', {
      headers: headersOf(visitor),
      data: { subject_type: type, subject_id: id, reason: 'spam' },
    });
    expect(answer.status()).toBe(201);
  }
  async function reportedPhotos(request: APIRequestContext, ...titles: string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const title of titles) {
      const id = await post(request, maker, { title });
      await report(request, id);
      ids.push(id);
    }
    return ids;
  }
  const inOrder = async (page: Page): Promise<number[]> => {
    const parts = [page.locator('.queue'), page.locator('.case-subject'), page.locator('.case-side')];
    return Promise.all(parts.map(async (part) => (await part.boundingBox())!.x));
  };

  test('an organiser works in three panes by keyboard alone, and resolves several reports together', async ({ page, request }) => {
    const [, , gone] = await reportedPhotos(request, 'First', 'Second', 'Third', 'Fourth');
    await page.setViewportSize({ width: 1440, height: 900 });
    await enterAs(page, organiser, '/moderation');

    await test.step('the first report is open next to the list', async () => {
      await expect(opened(page)).toContainText('Fourth');
      await expect(opened(page)).toContainText('1 person reported this');
      await expect(opened(page).getByText('No earlier actions against this member.')).toBeVisible();
      const [queue, subject, side] = await inOrder(page);
      expect(queue! < subject! && subject! < side!).toBe(true);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });

    await test.step('J and K change the report and the address, and Back returns', async () => {
      await row(page, 'Fourth').getByRole('link').press('Enter');
      await page.keyboard.press('j');
      await expect(opened(page)).toContainText('Third');
      await expect(row(page, 'Third').getByRole('link')).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(opened(page)).toContainText('Second');
      await page.keyboard.press('k');
      await expect(opened(page)).toContainText('Third');
      const address = page.url();
      await page.reload();
      await expect(opened(page)).toContainText('Third');
      await row(page, 'First').getByRole('link').press('Enter');
      await expect(opened(page)).toContainText('First');
      await page.goBack();
      await expect(page).toHaveURL(address);
      await expect(opened(page)).toContainText('Third');
    });

    await test.step('X selects, and R removes all selected with one reason', async () => {
      await row(page, 'Third').getByRole('link').focus();
      await page.keyboard.press('x');
      await page.keyboard.press('k');
      await page.keyboard.press('x');
      await expect(page.getByText('2 selected')).toBeVisible();
      await expectNoSeriousProblem(page);
      // Another organiser removes one of the two selected photos first.
      const removed = await request.post(`/api/v1/moderation/photos/${gone}/remove`, {
        headers: headersOf(other),
        data: { reason: 'Spam' },
      });
      expect(removed.status()).toBe(200);
      await page.keyboard.press('r');
      const dialog = page.getByRole('dialog', { name: 'Remove 2 items' });
      await dialog.getByRole('button', { name: 'Remove' }).press('Enter');
      await expect(dialog.getByText('Choose a rule, or say why.')).toBeVisible();
      await dialog.getByLabel('Reason').focus();
      await page.keyboard.type('No adverts here.');
      await dialog.getByRole('button', { name: 'Remove' }).press('Enter');
      await expect(page.getByText('1 item has been resolved.')).toBeVisible();
      const failures = page.getByRole('status').filter({ hasText: '1 could not be resolved' });
      await expect(failures.getByRole('listitem')).toHaveText([/Photo by .*: .*resolved/]);
      await expect(row(page, 'Third')).toBeHidden();
      await expect(row(page, 'Fourth')).toBeHidden();
      await failures.getByRole('button', { name: 'Hide this' }).press('Enter');
      await expect(failures).toBeHidden();
    });

    await test.step('all remaining reports are kept together', async () => {
      await page.getByLabel('Select all').press('Space');
      await expect(page.getByText('2 selected')).toBeVisible();
      await page.keyboard.press('e');
      await page.getByRole('dialog', { name: 'Keep 2 items' }).getByRole('button', { name: 'Keep' }).press('Enter');
      await expect(page.getByRole('heading', { name: 'No open reports' })).toBeVisible();
    });
  });

  test('an open report on a phone covers the list, with its actions at the foot and arrows to the next', async ({ page, request }) => {
    const titles = ['Uli', 'Adire', 'Kente', 'Bogolan', 'Ndebele', 'Zellige', 'Kuba', 'Tingatinga'];
    const [first] = await reportedPhotos(request, ...titles);
    const said = await request.post(`/api/v1/photos/${first}/comments`, { headers: headersOf(maker), data: { content: 'Buy my kit' } });
    await report(request, ((await said.json()) as { data: { id: string } }).data.id, 'comment');
    await page.setViewportSize({ width: 360, height: 740 });
    await enterAs(page, organiser, '/moderation');
    await expect(opened(page)).toBeHidden();
    for (const box of [row(page, 'Kuba').getByRole('checkbox'), page.getByLabel('Select all')]) {
      const { width, height } = (await box.locator('xpath=..').boundingBox())!;
      expect(width >= 44 && height >= 44).toBe(true);
    }

    await row(page, 'Kente').scrollIntoViewIfNeeded();
    const top = await page.evaluate(() => scrollY);
    await row(page, 'Kente').getByRole('link').click();
    await expect(opened(page)).toContainText('Kente');
    await expect(page.getByRole('region', { name: 'Reports', exact: true })).toBeHidden();
    const remove = opened(page).getByRole('button', { name: 'Remove…' });
    await expect(remove).toBeInViewport({ ratio: 1 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.getByRole('button', { name: 'Next report' }).click();
    await expect(opened(page)).toContainText('Adire');
    await page.getByRole('button', { name: 'Previous report' }).click();
    await expect(opened(page)).toContainText('Kente');

    await page.goBack();
    await expect(row(page, 'Kente').getByRole('link')).toBeFocused();
    expect(Math.abs((await page.evaluate(() => scrollY)) - top)).toBeLessThan(5);

    await test.step('resolving opens the next report', async () => {
      await row(page, 'Kente').getByRole('link').click();
      await remove.click();
      const dialog = page.getByRole('dialog', { name: 'Remove it' });
      await dialog.getByLabel('Reason').fill('No adverts here.');
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await expect(opened(page)).toContainText('Adire');
      await page.getByRole('button', { name: 'All reports' }).click();
      await expect(row(page, 'Kente')).toBeHidden();
      await expect(row(page, 'Adire')).toBeVisible();
    });

    await test.step('a comment appears below its photo', async () => {
      await row(page, 'Buy my kit').getByRole('link').click();
      await expect(opened(page).getByText('A comment on')).toBeVisible();
      await expect(opened(page)).toContainText('Uli');
      await expect(opened(page).getByText('Reported', { exact: true })).toBeVisible();
    });
  });
});

test.describe('reported comments and photos', () => {
  let maker: Someone;
  let visitor: Someone;
  let organiser: Someone;

  test.beforeAll(async ({ server: { dataFolder } }) => {
    ({ maker, visitor } = await makerAndVisitor(dataFolder));
    organiser = await someoneNew(dataFolder, 'Ọmọ́bọ́lá Ìdòwú', { role: 'admin' });
  });

  test('a comment is reported by a reader and deleted by an organiser', async ({ page, browser, request }) => {
    const id = await post(request, maker, { title: 'Argued about' });
    const said = await request.post(`/api/v1/photos/${id}/comments`, {
      headers: headersOf(maker),
      data: { content: 'Buy followers here' },
    });
    expect(said.status()).toBe(201);
    await enterAs(page, visitor, `/post/${id}`);
    const acts = page.getByRole('button', { name: `More about ${maker.member.name}’s comment` });
    await acts.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Delete comment' })).toBeHidden();
    await page.getByRole('menuitem', { name: 'Report comment' }).click();
    const report = page.getByRole('dialog', { name: 'Report this comment' });
    await report.getByLabel(/^Spam/).check();
    await report.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByText('Thank you. The organisers will look at it.')).toBeVisible();
    await expect(acts).toBeFocused();

    const desk = await browser.newPage();
    await enterAs(desk, organiser, `/post/${id}`);
    await desk.getByRole('button', { name: `More about ${maker.member.name}’s comment` }).click();
    await desk.getByRole('menuitem', { name: 'Delete comment' }).click();
    await desk.getByRole('dialog').getByText('Delete this comment?').waitFor();
    const kept = answerTo(desk, 'DELETE', /\/comments\//);
    await desk.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(desk.getByText('No comments yet')).toBeVisible();
    await kept;
    await desk.close();
    await page.reload();
    await expect(page.getByText('No comments yet')).toBeVisible();
  });

  test('an organiser deletes another member’s photo, but cannot edit it', async ({ page, browser, request }) => {
    const title = `Not for here ${maker.member.username}`;
    const id = await post(request, maker, { title });
    await enterAs(page, organiser, `/post/${id}`);
    // Waits for the comments, which would return 404 after the deletion.
    await expect(page.getByText('No comments yet')).toBeVisible();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeHidden();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Photo deleted successfully')).toBeVisible();
    const owner = await browser.newPage();
    await enterAs(owner, maker, `/post/${id}`);
    await expect(owner.getByRole('heading', { level: 1, name: 'Photo not found' })).toBeVisible();
    await owner.close();
  });
});

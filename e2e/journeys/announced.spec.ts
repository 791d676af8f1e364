import type { Page } from '@playwright/test';
import { findProblems } from '../accessibility.ts';
import { addCategory, addManyReplies, begin } from '../forum.ts';
import { enterAs, headersOf, makerAndVisitor, post, type Someone, someoneNew } from '../posts.ts';
import { expect, test } from '../test.ts';

const phone = { width: 360, height: 740 };
const desk = { width: 1440, height: 900 };
const strip = (page: Page) => page.getByRole('complementary', { name: 'Announcement' });
const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not on the page`);
  return box;
};

test.describe('what is announced', () => {
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

  test('stands above the page from the first moment, and moves nothing', async ({ page }) => {
    await page.addInitScript(() => {
      const shift = { sum: 0 };
      Object.assign(window, { shift });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shift.sum += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.setViewportSize(phone);
    await enterAs(page, visitor, '/plans');
    for (const at of ['/plans', '/settings', '/connections', '/discover']) {
      await page.goto(at);
      await expect(strip(page)).toBeVisible();
      await expect(strip(page)).not.toHaveAttribute('data-late');
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      expect(await page.evaluate(() => (window as unknown as { shift: { sum: number } }).shift.sum), at).toBeLessThan(0.02);
    }
  });

  test('is read whole above a topic on a phone', async ({ page, request, dataFolder }) => {
    const category = await addCategory(dataFolder, `Paint of ${maker.member.username}`);
    const topic = await begin(request, maker, { category: category.id, title: 'Which red is the oldest?' });
    await page.setViewportSize(phone);
    await enterAs(page, visitor, `/forum/t/${topic.id}`);
    await expect(strip(page)).toBeVisible();
    await expect(page.locator('.topic-bar')).toBeVisible();
    const [bar, text] = [await boxOf(page, '.topic-bar'), await boxOf(page, '.announcement p')];
    expect(text.y).toBeGreaterThanOrEqual(bar.y + bar.height);
    const category_ = await boxOf(page, '.topic-head');
    expect(category_.y).toBeGreaterThanOrEqual(text.y + text.height);
  });

  test('leaves a post in the window, with the field for a comment', async ({ page, request }) => {
    const id = await post(request, maker, { title: 'Red, before noon' });
    await page.setViewportSize(desk);
    await enterAs(page, visitor, `/post/${id}`);
    await expect(strip(page)).toBeVisible();
    const field = await page.getByLabel('Your comment').boundingBox();
    expect(field!.y + field!.height).toBeLessThanOrEqual(desk.height);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(desk.height);
  });
});

for (const [window, size] of Object.entries({ phone, desk }))
  test(`a post's buttons may lie below the field for a reply on a ${window}, wherever the topic is scrolled to`, async ({
    page,
    request,
    dataFolder,
  }) => {
    const { maker, visitor } = await makerAndVisitor(dataFolder);
    const category = await addCategory(dataFolder, `Vats of ${maker.member.username}`);
    const topic = await begin(request, maker, { category: category.id, title: 'How long is a slow vat?' });
    await addManyReplies(dataFolder, maker, topic.id, 12);
    await page.setViewportSize(size);
    await enterAs(page, visitor, `/forum/t/${topic.id}/${topic.slug}/1`);
    const like = page.locator('.topic-post').nth(2).locator('.forum-like');
    await expect(like).toBeAttached();
    // How far below the upper edge of the field's own button.
    for (const below of [-30, -12, 4, 20]) {
      await like.evaluate((element, wanted) => {
        const bar = document.querySelector('.reply-bar')!.getBoundingClientRect();
        scrollBy({ top: element.getBoundingClientRect().top - bar.top - wanted, behavior: 'instant' });
      }, below);
      const problems = await findProblems(page);
      expect(
        problems.filter((problem) => problem.startsWith('target-size')),
        `${below} px`,
      ).toEqual([]);
    }
  });

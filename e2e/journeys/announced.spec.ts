import type { Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { addCategory, begin } from '../forum.ts';
import { countShift, findShift, open } from '../layout.ts';
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

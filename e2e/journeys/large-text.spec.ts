import { addCategory, begin } from '../forum.ts';
import { enterAs, makerAndVisitor, post, someoneNew } from '../posts.ts';
import { expect, test } from '../test.ts';

const screens = ['/feed', '/discover', '/users', '/profile', '/notifications', '/settings', '/forum', '/plans', '/saved', '/connections'];

test('pages with doubled text size do not scroll sideways on a phone and cut nothing off', async ({ page, request, dataFolder }) => {
  const { maker, visitor } = await makerAndVisitor(dataFolder);
  const id = await post(request, maker, { title: 'A loom that is older than the house' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { font-size: 200% }');
    document.adoptedStyleSheets = [sheet];
  });
  await enterAs(page, visitor, '/feed');
  for (const screen of [...screens, `/post/${id}`, `/user/${maker.member.username}`])
    await test.step(screen, async () => {
      await page.goto(screen);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      const words = await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => [link.scrollWidth, link.clientWidth]));
      for (const [needed = 0, has = 0] of words) expect(needed).toBeLessThanOrEqual(has);
    });
  await page.goto('/feed');
  const author = page.getByRole('feed').getByRole('link', { name: maker.member.name }).first();
  await expect(author).toBeVisible();
  const { label, name } = await author.evaluate((link) => ({
    label: link.closest('.wall-label')!.getBoundingClientRect().bottom,
    name: link.getBoundingClientRect().bottom,
  }));
  expect(name).toBeLessThanOrEqual(label);
});

test('doubled text on the narrowest phone cuts off neither labels of trending photos nor authors in forum results', async ({
  page,
  request,
  dataFolder,
}) => {
  const { maker } = await makerAndVisitor(dataFolder);
  const reader = await someoneNew(dataFolder, 'Oluwafunmilayo Adébáyọ̀-Chukwuemeka-Nnamdi van der Westhuizen');
  for (const title of ['Loom', 'Vat']) await post(request, maker, { title });
  const category = await addCategory(dataFolder, `Cloth of ${maker.member.username}`);
  await begin(request, reader, { category: category.id, title: 'Rindfleischetikettierung?', body: 'Sandalwood, then?' });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { font-size: 200% }');
    document.adoptedStyleSheets = [sheet];
  });
  await enterAs(page, reader, '/discover');
  const label = page.locator('.trending-strip .wall-label').first();
  await expect(label.getByRole('link', { name: 'Comments' })).toBeVisible();
  const cut = (element: Element) => [element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight];
  expect(await label.evaluate(cut)).toEqual([0, 0]);
  await page.goto('/forum/search?q=sandalwood');
  const found = page.locator('.found-post-meta > .parts').first();
  await expect(found).toContainText(reader.member.name);
  expect(await found.evaluate(cut)).toEqual([0, 0]);
  expect(await found.evaluate((element) => element.getBoundingClientRect().right)).toBeLessThanOrEqual(320);
});

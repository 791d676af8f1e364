import { addCategory, begin } from '../forum.ts';
import { enterAs, makerAndVisitor, post, someoneNew } from '../posts.ts';
import { expect, test } from '../test.ts';

// `languages/all-screens.spec.ts` looks at every screen with large text: that nothing is wider than the window.
test('twice as large on the narrowest phone, labels of photos and authors found in the forum are not cut', async ({
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
  await page.goto('/feed');
  const author = page.getByRole('feed').getByRole('link', { name: maker.member.name }).first();
  await expect(author).toBeVisible();
  const { whole, name } = await author.evaluate((link) => ({
    whole: link.closest('.wall-label')!.getBoundingClientRect().bottom,
    name: link.getBoundingClientRect().bottom,
  }));
  expect(name).toBeLessThanOrEqual(whole);
});

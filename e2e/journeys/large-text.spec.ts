import { enterAs, makerAndVisitor, post } from '../posts.ts';
import { expect, test } from '../test.ts';

const screens = ['/feed', '/discover', '/users', '/profile', '/notifications', '/settings', '/forum', '/plans', '/saved', '/connections'];

test('whoever has set all text twice as large on a phone reads all of it, and never sideways', async ({ page, request, dataFolder }) => {
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

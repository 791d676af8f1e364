import { someoneNew } from '../posts.ts';
import { expect, test } from '../test.ts';

test('a page with an Igbo name fetches the small slices with their letters, and no others', async ({ page, dataFolder }) => {
  const { member } = await someoneNew(dataFolder, 'Chídị Ńwọ́sụ́');
  const slices = new Set<string>();
  page.on('request', (request) => {
    const [, slice] = /\/((?:sans|serif)-[a-z-]+?)-[0-9a-f]{12}-\w+\.woff2$/.exec(request.url()) ?? [];
    if (slice !== undefined) slices.add(slice);
  });
  await page.goto(`/user/${member.username}`);
  await expect(page.getByRole('heading', { level: 1, name: member.name })).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const wanted = ['sans', 'serif'].flatMap((face) => ['latin', 'nigerian', 'nigerian-dotted'].map((slice) => `${face}-${slice}`));
  expect([...slices].toSorted()).toEqual(wanted);
});

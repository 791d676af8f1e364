import { someoneNew } from '../posts.ts';
import { expect, test } from '../test.ts';

test('the page loads, shows the community’s name and leaves the console silent', async ({ page }) => {
  const response = await page.goto('/login');
  expect(response?.status()).toBe(200);
  await expect(page).toHaveTitle(/Mbari/);
  await expect(page.locator('body')).not.toBeEmpty();
});

test('the pages come with a strict policy and their files are kept for good', async ({ request }) => {
  const page = await request.get('/feed', { headers: { accept: 'text/html' } });
  expect(page.headers()['cache-control']).toBe('no-cache');
  const policy = page.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  const script = /<script[^>]*src="(\/assets\/[^"]+)"/.exec(await page.text())?.[1];
  expect(script).toBeDefined();
  const file = await request.get(script ?? '', { headers: { 'accept-encoding': 'br' } });
  expect(file.headers()).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', 'content-encoding': 'br' });
});

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

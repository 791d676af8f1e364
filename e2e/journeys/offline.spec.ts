import { cachesOf, card, forgiveOffline, strip, whenKept } from '../offline.ts';
import { enterAs, headersOf, makerAndVisitor, post } from '../posts.ts';
import { logOut } from '../settings.ts';
import { expect, test } from '../test.ts';

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow' });
  test.afterEach(({ complaints }) => forgiveOffline(complaints));

  test('the last feed opens offline with its photos, and deleted posts disappear after reconnection', async ({
    page,
    context,
    request,
    dataFolder,
  }) => {
    const { maker, visitor } = await makerAndVisitor(dataFolder);
    const [gone, stays] = [`Gone ${maker.id}`, `Stays ${maker.id}`];
    const id = await post(request, maker, { title: gone });
    await post(request, maker, { title: stays });
    await enterAs(page, visitor, '/feed');
    await expect(card(page, stays)).toBeVisible();
    await whenKept(page);
    await context.setOffline(true);
    await page.reload();
    await expect(card(page, gone)).toBeVisible();
    await expect(card(page, stays).getByRole('img', { name: stays })).not.toHaveJSProperty('naturalWidth', 0);
    await expect(strip(page)).toContainText('You’re offline');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect((await request.delete(`/api/v1/photos/${id}`, { headers: headersOf(maker) })).ok()).toBe(true);
    await context.setOffline(false);
    await expect(strip(page)).toHaveCount(0);
    await expect(card(page, gone)).toHaveCount(0);
    await expect(card(page, stays)).toBeVisible();
  });

  test(
    'signing out leaves no data for the next person at this browser',
    { tag: '@main' },
    async ({ page, context, request, dataFolder }) => {
      const { maker, visitor } = await makerAndVisitor(dataFolder);
      const title = `Only once ${maker.id}`;
      await post(request, maker, { title });
      await enterAs(page, visitor, '/feed');
      await expect(card(page, title)).toBeVisible();
      await whenKept(page);
      await logOut(page);
      await expect.poll(() => cachesOf(page)).not.toContain('mbari-kept');
      await expect.poll(() => cachesOf(page)).not.toContain('mbari-pictures');
      await context.setOffline(true);
      await page.goto('/feed');
      await expect(page).toHaveURL(/\/login$/);
      await expect(card(page, title)).toHaveCount(0);
      await context.setOffline(false);
    },
  );
});

import type { Page } from '@playwright/test';
import { cachesOf, card as storedCard, forgiveOffline, strip, whenKept } from '../offline.ts';
import { bringCrowd, card, crowdSize, follow, follows, withRequest } from '../people.ts';
import { enterAs, headersOf, makerAndVisitor, post, type Someone, someoneNew } from '../posts.ts';
import { dropLine, forgiveRefusals, tabTo } from '../screen.ts';
import { logOut, toasted } from '../settings.ts';
import { expect, test } from '../test.ts';

const list = (page: Page, name: 'Followers' | 'Following') => page.getByRole('tabpanel', { name, exact: true });
const cards = (page: Page, name: 'Followers' | 'Following') => list(page, name).getByRole('article');

test.describe('connections', () => {
  let crowd: Someone[];
  let viewer: Someone;

  test.beforeAll(async ({ server }) => {
    crowd = await bringCrowd(server.dataFolder);
    viewer = await someoneNew(server.dataFolder, 'Efua Mensah');
    await withRequest(server, async (request) => {
      for (const other of crowd) await follow(request, other, viewer);
      for (const other of crowd) await follow(request, viewer, other);
    });
  });

  test('both tabs of Connections work by keyboard and keep their loaded lists', async ({ page }) => {
    // Blocks hints about the new followers, which would reload the lists.
    await page.route('**/api/v1/events*', () => undefined);
    await enterAs(page, viewer, '/feed');
    await page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: 'Connections' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'My Connections' })).toBeFocused();
    await expect(page.getByText("Manage your followers and see who you're following")).toBeVisible();
    await expect(cards(page, 'Followers')).toHaveCount(20);
    await expect(list(page, 'Followers').getByRole('status')).toHaveText(`${crowdSize} followers`);

    let answer = () => {};
    const released = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/followers?*', async (route) => {
      await released;
      await route.continue();
    });
    const more = page.getByRole('button', { name: 'Load More' });
    await more.press('Enter');
    await expect(page.getByRole('button', { name: 'Loading...' })).toBeVisible();
    answer();
    await expect(cards(page, 'Followers')).toHaveCount(crowdSize);
    await expect(more).toBeHidden();
    await expect(cards(page, 'Followers').nth(20).getByRole('link')).toBeFocused();

    const followers = page.getByRole('tab', { name: 'Followers' });
    await page.getByRole('heading', { level: 1 }).focus();
    await tabTo(page, followers);
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(/\/connections\?tab=following$/);
    await expect(page.getByRole('tab', { name: 'Following' })).toBeFocused();
    await expect(cards(page, 'Following')).toHaveCount(20);
    await expect(list(page, 'Following').getByRole('status')).toHaveText(`Following ${crowdSize} members`);
    await page.keyboard.press('ArrowLeft');
    await expect(page).toHaveURL(/\/connections$/);
    await expect(cards(page, 'Followers')).toHaveCount(crowdSize);
  });

  test('an unfollowed member leaves the list, and returns to their place if the server refuses', async ({ page, request, complaints }) => {
    await enterAs(page, viewer, '/connections?tab=following');
    // The list shows the newest follow first.
    const [first, second, third] = crowd.toReversed() as [Someone, Someone, Someone];
    await expect(cards(page, 'Following').nth(1)).toHaveAccessibleName(second.member.name);
    await dropLine(page, `/users/${second.id}/follow`);
    await card(page, second)
      .getByRole('button', { name: /follow(?:ing)? /i })
      .click();
    await expect(toasted(page, 'Failed to update follow status')).toBeVisible();
    await expect(cards(page, 'Following').nth(1)).toHaveAccessibleName(second.member.name);
    await expect(list(page, 'Following').getByRole('status')).toHaveText(`Following ${crowdSize} members`);
    await page.unrouteAll();

    const button = card(page, second).getByRole('button', { name: /follow(?:ing)? /i });
    await button.focus();
    // Waits from before the key press, because the toast lasts four seconds and a busy machine may miss it.
    const said = expect(toasted(page, 'Follow status updated')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(card(page, second)).toBeHidden();
    await expect(card(page, third).getByRole('link')).toBeFocused();
    await expect(list(page, 'Following').getByRole('status')).toHaveText(`Following ${crowdSize - 1} members`);
    await said;
    await expect(card(page, first)).toBeVisible();

    await test.step('the other list shows the member as not followed', async () => {
      await page.getByRole('tab', { name: 'Followers' }).click();
      await expect(card(page, second).getByRole('button', { name: /follow(?:ing)? /i })).toHaveText('Follow');
    });
    await test.step('and still after a reload', async () => {
      await page.getByRole('tab', { name: 'Following' }).click();
      await expect(card(page, first)).toBeVisible();
      await expect(card(page, second)).toBeHidden();
      await page.reload();
      await expect(card(page, first)).toBeVisible();
      await expect(card(page, second)).toBeHidden();
      expect(await follows(request, viewer, second)).toBe(false);
    });
    forgiveRefusals(complaints);
  });

  test('after unfollowing all loaded members, the rest can be loaded', async ({ page }) => {
    await page.route('**/following*', async (route) => {
      const response = await route.fetch();
      const whole = (await response.json()) as { data: unknown[] };
      await route.fulfill({ response, json: { ...whole, data: whole.data.slice(0, 1) } });
    });
    await enterAs(page, viewer, '/connections?tab=following');
    await expect(cards(page, 'Following')).toHaveCount(1);
    const gone = (await cards(page, 'Following').getAttribute('aria-label')) ?? '';
    await cards(page, 'Following')
      .getByRole('button', { name: /follow(?:ing)? /i })
      .press('Enter');
    await expect(toasted(page, 'Follow status updated')).toBeVisible();
    await expect(list(page, 'Following').getByRole('article', { name: gone })).toBeHidden();
    await expect(page.getByRole('heading', { name: 'No following found.' })).toBeHidden();
    await page.getByRole('button', { name: 'Load More' }).click();
    // A refetch may have changed the first member.
    await expect(cards(page, 'Following').first()).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('a member removes a follower by the menu', async ({ page, request }) => {
    const [gone] = crowd.toReversed() as [Someone];
    await enterAs(page, viewer, '/connections');
    await card(page, gone)
      .getByRole('button', { name: `More about ${gone.member.name}` })
      .click();
    await page.getByRole('menuitem', { name: 'Remove follower' }).click();
    const asked = page.getByRole('dialog', { name: 'Remove follower' });
    await expect(asked).toContainText('We don’t tell them');
    await asked.getByRole('button', { name: 'Remove' }).click();
    await expect(card(page, gone)).toBeHidden();
    await expect(list(page, 'Followers').getByRole('status')).toHaveText(`${crowdSize - 1} followers`);
    expect(await follows(request, gone, viewer)).toBe(false);
  });
});

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
    await expect(storedCard(page, stays)).toBeVisible();
    await whenKept(page);
    await context.setOffline(true);
    await page.reload();
    await expect(storedCard(page, gone)).toBeVisible();
    await expect(storedCard(page, stays).getByRole('img', { name: stays })).not.toHaveJSProperty('naturalWidth', 0);
    await expect(strip(page)).toContainText('You’re offline');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect((await request.delete(`/api/v1/photos/${id}`, { headers: headersOf(maker) })).ok()).toBe(true);
    await context.setOffline(false);
    await expect(strip(page)).toHaveCount(0);
    await expect(storedCard(page, gone)).toHaveCount(0);
    await expect(storedCard(page, stays)).toBeVisible();
  });

  test(
    'signing out leaves no data for the next person at this browser',
    { tag: '@main' },
    async ({ page, context, request, dataFolder }) => {
      const { maker, visitor } = await makerAndVisitor(dataFolder);
      const title = `Only once ${maker.id}`;
      await post(request, maker, { title });
      await enterAs(page, visitor, '/feed');
      await expect(storedCard(page, title)).toBeVisible();
      await whenKept(page);
      await logOut(page);
      await expect.poll(() => cachesOf(page)).not.toContain('mbari-kept');
      await expect.poll(() => cachesOf(page)).not.toContain('mbari-pictures');
      await context.setOffline(true);
      await page.goto('/feed');
      await expect(page).toHaveURL(/\/login$/);
      await expect(storedCard(page, title)).toHaveCount(0);
      await context.setOffline(false);
    },
  );
});

import type { APIRequestContext, Page } from '@playwright/test';
import { card, follow } from '../people.ts';
import { enterAs, headersOf, post, someoneNew, type Someone } from '../posts.ts';
import { dropLine, forgiveRefusals, tabTo } from '../screen.ts';
import { toasted } from '../settings.ts';
import { expect, test } from '../test.ts';

interface Circle {
  viewer: Someone;
  /** The blocked or muted member. */
  other: Someone;
  /** The viewer's own post, which the other member likes and comments on. */
  ownPost: string;
  ownTitle: string;
  theirTitle: string;
}

/** Creates two members who follow each other. Each has posted; the other likes and comments on the viewer's post. */
async function makeCircle(request: APIRequestContext, dataFolder: string, name: string): Promise<Circle> {
  const viewer = await someoneNew(dataFolder, 'Ngozi Eze');
  const other = await someoneNew(dataFolder, name);
  const [ownTitle, theirTitle] = [`Cloth ${viewer.member.username}`, `Drum ${other.member.username}`];
  await post(request, other, { title: theirTitle });
  const ownPost = await post(request, viewer, { title: ownTitle });
  await follow(request, viewer, other);
  await follow(request, other, viewer);
  const headers = headersOf(other);
  expect((await request.post(`/api/v1/photos/${ownPost}/like`, { headers })).status()).toBe(200);
  expect((await request.post(`/api/v1/photos/${ownPost}/comments`, { headers, data: { content: 'What a weave' } })).status()).toBe(201);
  return { viewer, other, ownPost, ownTitle, theirTitle };
}

const main = (page: Page) => page.getByRole('main');
const go = (page: Page, where: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: where }).filter({ visible: true }).click();
const goByRail = (page: Page, where: string) =>
  page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: where }).click();
const photo = (page: Page, title: string) => main(page).getByRole('article', { name: title });

/** Opens every list that contains the other member, without a reload, so that the client caches all of them. */
async function walk(page: Page, { ownTitle, theirTitle, other }: Circle): Promise<void> {
  await expect(photo(page, theirTitle)).toBeVisible();
  await page.getByRole('tab', { name: 'Trending' }).click();
  await expect(photo(page, theirTitle)).toBeVisible();
  await page.getByRole('tab', { name: 'Following' }).click();
  await expect(photo(page, theirTitle)).toBeVisible();
  await page.getByRole('tab', { name: 'Latest' }).click();
  await goByRail(page, 'Notifications');
  await expect(
    main(page).getByText(`${other.member.name} commented`).or(main(page).getByText('commented on your photo')).first(),
  ).toBeVisible();
  await goByRail(page, 'Connections');
  await expect(card(page, other)).toBeVisible();
  await go(page, 'Feed');
  await photo(page, ownTitle).getByRole('heading').getByRole('link').click();
  await expect(main(page).getByText('What a weave')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Who liked this: 1' })).toBeVisible();
}

/** Expects the other member's content in none of the lists. */
async function expectGone(page: Page, { ownTitle, theirTitle }: Circle): Promise<void> {
  await expect(photo(page, ownTitle)).toBeVisible();
  await expect(photo(page, theirTitle)).toBeHidden();
  await expect(photo(page, ownTitle).getByRole('link', { name: 'Comments 0' })).toBeVisible();
  await page.getByRole('tab', { name: 'Trending' }).click();
  await expect(photo(page, ownTitle)).toBeVisible();
  await expect(photo(page, theirTitle)).toBeHidden();
  await page.getByRole('tab', { name: 'Following' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
  await page.getByRole('tab', { name: 'Latest' }).click();
  await photo(page, ownTitle).getByRole('heading').getByRole('link').click();
  await expect(main(page).getByText('No comments yet')).toBeVisible();
  await page.getByRole('button', { name: 'Who liked this: 0' }).click();
  await expect(page.getByRole('dialog', { name: 'Liked by' })).toContainText('Nobody has liked this yet.');
  await page.keyboard.press('Escape');
  await goByRail(page, 'Notifications');
  await expect(page.getByRole('heading', { name: 'No notifications' })).toBeVisible();
  await go(page, 'Discover');
  await expect(photo(page, ownTitle).first()).toBeVisible();
  await expect(photo(page, theirTitle)).toHaveCount(0);
}

test.describe('blocking and muting', () => {
  test('a block takes effect everywhere immediately, both ways, and is removed in the settings', async ({
    page,
    request,
    dataFolder,
    complaints,
  }) => {
    const circle = await makeCircle(request, dataFolder, 'Bọ́lá Ìgè');
    const { viewer, other, theirTitle } = circle;
    await enterAs(page, viewer, '/feed');
    await walk(page, circle);

    await test.step('by keyboard, after a dialog explains the effects', async () => {
      await main(page).getByRole('region', { name: 'Comments' }).getByRole('link', { name: other.member.name }).click();
      await expect(page).toHaveURL(new RegExp(`/user/${other.member.username}$`));
      const more = page.getByRole('button', { name: `More about ${other.member.name}` });
      await expect(more).toBeVisible();
      await tabTo(page, more);
      await page.keyboard.press('Enter');
      await page.keyboard.press('End');
      await expect(page.getByRole('menuitem', { name: 'Block' })).toBeFocused();
      await page.keyboard.press('Enter');
      const asked = page.getByRole('dialog', { name: 'Block' });
      await expect(asked).toContainText('You will no longer see each other’s profiles, posts and comments');
      await tabTo(page, asked.getByRole('button', { name: 'Block' }));
      await page.keyboard.press('Enter');
      await expect(toasted(page, 'You blocked')).toBeVisible();
    });
    await expect(page).toHaveURL(/\/feed$/);
    await expectGone(page, circle);
    await goByRail(page, 'Connections');
    await expect(page.getByRole('heading', { name: 'No followers found.' })).toBeVisible();

    await test.step('neither member can open the other’s profile', async () => {
      const [theirs, mine] = await Promise.all([
        page.request.get(`/api/v1/users/${viewer.member.username}`, { headers: headersOf(other) }),
        page.request.get(`/api/v1/users/${other.member.username}`, { headers: headersOf(viewer) }),
      ]);
      expect([theirs.status(), mine.status()]).toEqual([404, 404]);
    });
    await test.step('unblocked in the settings', async () => {
      await goByRail(page, 'Settings');
      const blocks = page.getByRole('region', { name: 'Blocked members' });
      const unblock = blocks.getByRole('button', { name: `Unblock ${other.member.name}` });
      // A lost connection changes nothing.
      await dropLine(page, `/users/${other.id}/block`);
      await unblock.click();
      await expect(toasted(page, 'Something went wrong. Please try again.')).toBeVisible();
      await page.unroute(`**/api/v1/users/${other.id}/block`);
      forgiveRefusals(complaints);
      await tabTo(page, unblock);
      await page.keyboard.press('Enter');
      await expect(toasted(page, `You unblocked ${other.member.name}`)).toBeVisible();
      await expect(blocks.getByText('You haven’t blocked anyone.')).toBeVisible();
      await expect(blocks.getByRole('heading')).toBeFocused();
      await go(page, 'Feed');
      await expect(photo(page, theirTitle)).toBeVisible();
      await goByRail(page, 'All Users');
      await page.getByRole('searchbox').fill(other.member.username);
      await expect(page.getByRole('region', { name: 'Members', exact: true }).getByRole('status')).toHaveText('1 member');
      await expect(card(page, other).getByRole('button', { name: `Follow ${other.member.name}` })).toBeVisible();
    });
  });

  test('a mute hides a member’s posts, but not the member', async ({ page, request, dataFolder }) => {
    const circle = await makeCircle(request, dataFolder, 'Kẹ́mi Ọjọ́');
    const { viewer, other, theirTitle } = circle;
    await enterAs(page, viewer, '/feed');
    await walk(page, circle);
    await goByRail(page, 'Connections');
    await card(page, other)
      .getByRole('button', { name: `More about ${other.member.name}` })
      .click();
    await page.getByRole('menuitem', { name: 'Mute' }).click();
    await expect(toasted(page, 'You muted')).toBeVisible();
    await expect(card(page, other)).toBeVisible();
    await go(page, 'Feed');
    await expectGone(page, circle);

    await test.step('unmuted in the settings', async () => {
      await goByRail(page, 'Settings');
      await expect(page.getByRole('region', { name: 'Muted members' }).getByText(/Muted today/)).toBeVisible();
      await page.getByRole('button', { name: `Unmute ${other.member.name}` }).click();
      await expect(page.getByText('You haven’t muted anyone.')).toBeVisible();
      await go(page, 'Feed');
      await expect(photo(page, theirTitle)).toBeVisible();
    });
    await test.step('muted and unmuted on the profile', async () => {
      await photo(page, theirTitle).getByRole('link', { name: other.member.name }).click();
      await expect(page).toHaveURL(/\/user\//);
      const choose = async (words: string) => {
        await page.getByRole('button', { name: `More about ${other.member.name}` }).click();
        await page.getByRole('menuitem', { name: words, exact: true }).click();
      };
      await choose('Mute');
      await expect(toasted(page, 'You muted')).toBeVisible();
      await choose('Unmute');
      await expect(toasted(page, 'You unmuted')).toBeVisible();
      await go(page, 'Feed');
      await expect(photo(page, theirTitle)).toBeVisible();
    });
  });

  test('a member is reported and the link to their profile copied from the menu of their card', async ({ page, context, dataFolder }) => {
    const viewer = await someoneNew(dataFolder, 'Amina Yusuf');
    const other = await someoneNew(dataFolder, 'Tunde Bello');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await enterAs(page, viewer, `/users?q=${other.member.username}`);
    const more = card(page, other).getByRole('button', { name: `More about ${other.member.name}` });
    await more.click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await expect(toasted(page, 'Link copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/user/${other.member.username}$`));
    await more.click();
    await page.getByRole('menuitem', { name: 'Report' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report this member' });
    await dialog.getByRole('radio', { name: 'Harassment or bullying' }).check();
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect(toasted(page, 'Thank you.')).toBeVisible();
  });
});

test(
  'a blocked member sees nothing of a public post or profile, even while the response is delayed',
  { tag: '@main' },
  async ({ page, request, dataFolder, complaints }) => {
    const maker = await someoneNew(dataFolder, 'Tani Oke');
    const blocked = await someoneNew(dataFolder, 'Hauwa Bello');
    const title = `Mask ${maker.member.username}`;
    const id = await post(request, maker, { title, description: 'Carved at night' });
    expect((await request.post(`/api/v1/users/${blocked.id}/block`, { headers: headersOf(maker) })).ok()).toBe(true);
    await enterAs(page, blocked, '/feed');
    let answer = () => {};
    for (const [address, call] of [
      [`/post/${id}`, `/api/v1/photos/${id}`],
      [`/user/${maker.member.username}`, `/api/v1/users/${maker.member.username}`],
    ] as const) {
      const released = new Promise<void>((resolve) => (answer = resolve));
      await page.route(call, async (route) => {
        await released;
        await route.continue();
      });
      await page.goto(address);
      // The page contains the data, because visitors may see it. The app must not render it.
      await expect(page.locator('#first-data')).toBeAttached();
      await expect(main(page).getByText('Loading')).toBeAttached();
      await expect(main(page)).not.toContainText(address.startsWith('/post') ? title : maker.member.name);
      await expect(main(page).getByRole('img')).toHaveCount(0);
      answer();
      await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText(title)).toHaveCount(0);
      await expect(page.getByText(maker.member.name)).toHaveCount(0);
    }
    forgiveRefusals(complaints);
  },
);

import { follow, withRequest } from '../people.ts';
import { enterAs, post, someoneNew, type Someone } from '../posts.ts';
import { answerTo } from '../screen.ts';
import { expect, test } from '../test.ts';

test.describe('the Following tab of the feed', () => {
  let viewer: Someone;
  let followed: Someone;
  let other: Someone;

  test.beforeAll(async ({ server }) => {
    const { dataFolder } = server;
    viewer = await someoneNew(dataFolder, 'Halima Sani');
    followed = await someoneNew(dataFolder, 'Bọ́lá Ìgè');
    other = await someoneNew(dataFolder, 'Chídị Obi');
    await withRequest(server, async (request) => {
      for (const title of ['Loom one', 'Loom two']) await post(request, followed, { title: `${title} ${followed.member.username}` });
      await post(request, other, { title: `Drum ${other.member.username}` });
      await follow(request, viewer, followed);
    });
  });

  test('the Following tab shows only posts of followed members, and changes with a follow and an unfollow', async ({ page, request }) => {
    await enterAs(page, viewer, '/feed');
    await page.getByRole('tab', { name: 'Following' }).click();
    const wall = page.getByRole('tabpanel', { name: 'Following' });
    const of = (title: string) => wall.getByRole('heading', { name: title });
    await expect(of(`Loom two ${followed.member.username}`)).toBeVisible();
    await expect(of(`Drum ${other.member.username}`)).toBeHidden();
    await expect(wall).toContainText('You have seen everything that you follow.');

    await test.step('a member is followed from a post and appears in the tab', async () => {
      await page.getByRole('tab', { name: 'Latest' }).click();
      await page
        .getByRole('article', { name: `Drum ${other.member.username}` })
        .getByRole('link', { name: other.member.name })
        .click();
      await expect(page).toHaveURL(new RegExp(`/user/${other.member.username}$`));
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Follow/ })
        .click();
      await expect(page.getByRole('main').getByRole('button', { name: /^Following/ })).toBeVisible();
      await expect(page.locator('.toast').filter({ hasText: 'Follow status updated' })).toBeVisible();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Feed' }).filter({ visible: true }).click();
      await page.getByRole('tab', { name: 'Following' }).click();
      await expect(of(`Drum ${other.member.username}`)).toBeVisible();
      await expect(of(`Loom two ${followed.member.username}`)).toBeVisible();
    });
    await test.step('a refresh shows a new post', async () => {
      await post(request, followed, { title: `Loom three ${followed.member.username}` });
      await page.getByRole('button', { name: 'Refresh Feed' }).click();
      await expect(of(`Loom three ${followed.member.username}`)).toBeVisible();
    });
    await test.step('an unfollowed member disappears from the tab', async () => {
      await page.goto(`/user/${other.member.username}`);
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Following/ })
        .click();
      await expect(page.getByRole('main').getByRole('button', { name: /^Follow / })).toBeVisible();
      await expect(page.locator('.toast').filter({ hasText: 'Follow status updated' })).toBeVisible();
      await page.goto('/feed?tab=following');
      await expect(of(`Loom three ${followed.member.username}`)).toBeVisible();
      await expect(of(`Drum ${other.member.username}`)).toBeHidden();
    });
  });

  test('a member who follows nobody sees suggested members, each with a reason', async ({ page, dataFolder }) => {
    const newcomer = await someoneNew(dataFolder, 'Ebele New');
    await page.setViewportSize({ width: 360, height: 740 });
    await enterAs(page, newcomer, '/feed?tab=following');
    const wall = page.getByRole('tabpanel', { name: 'Following' });
    await expect(wall.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
    const suggested = wall.getByRole('region', { name: 'Suggested for you' });
    await expect(suggested).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const answered = answerTo(page, 'POST', /\/follow$/);
    await suggested
      .getByRole('button', { name: /^Follow / })
      .first()
      .click();
    await answered;
    await expect(suggested.getByRole('button', { pressed: true })).toHaveCount(1);
  });
});

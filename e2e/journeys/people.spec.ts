import type { Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { bringCrowd, card, crowdSearch, crowdSize, crowdSurname, follow, follows } from '../people.ts';
import { enterAs, someoneNew, type Someone } from '../posts.ts';
import { answerTo, breakServer, forgiveRefusals, tabTo } from '../screen.ts';
import { toasted } from '../settings.ts';
import { expect, test } from '../test.ts';

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search members' });
const members = (page: Page) => page.getByRole('region', { name: 'Members', exact: true });
const count = (page: Page) => members(page).getByRole('status');

/** Matches every label of the follow button. */
const followButton = { name: /follow(?:ing)? /i };

test.describe('people', () => {
  let crowd: Someone[];
  let viewer: Someone;
  let whom: Someone;

  test.beforeAll(async ({ server: { dataFolder } }) => {
    crowd = await bringCrowd(dataFolder);
    viewer = await someoneNew(dataFolder, 'Ngozi Eze');
  });
  test.beforeEach(async ({ dataFolder }) => void (whom = await someoneNew(dataFolder, 'Ìfẹ́ Àkànní')));

  test('members are found by name without diacritics, in pages, and Back restores the position', async ({ page, complaints }) => {
    await enterAs(page, viewer, '/feed');
    await page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: 'All Users' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Discover Users' })).toBeFocused();
    await expect(page).toHaveTitle(/^Discover Users · /);
    await expect(members(page).getByRole('article').first()).toBeVisible();

    await field(page).pressSequentially(crowdSearch, { delay: 15 });
    // The first letters already find the crowd, so this waits for the complete search.
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(crowdSearch);
    await expect(count(page)).toHaveText(`${crowdSize} members`);
    await expect(page.getByRole('heading', { name: 'Suggested for you' })).toBeHidden();
    await expect(members(page).getByRole('article')).toHaveCount(20);

    await test.step('Show More loads the rest and focuses the first of them', async () => {
      await page.getByRole('button', { name: 'Show More' }).press('Enter');
      await expect(members(page).getByRole('article')).toHaveCount(crowdSize);
      await expect(members(page).getByRole('article').nth(20).getByRole('link')).toBeFocused();
      await expect(page.getByRole('button', { name: 'Show More' })).toBeHidden();
    });
    await test.step('Back from a profile restores the position', async () => {
      const last = members(page).getByRole('article').last();
      await last.scrollIntoViewIfNeeded();
      const before = await page.evaluate(() => scrollY);
      // Dispatches the click, because Playwright may scroll the page before a real one.
      await last.getByRole('link').dispatchEvent('click');
      await expect(page).toHaveURL(/\/user\//);
      await page.goBack();
      await expect(members(page).getByRole('article')).toHaveCount(crowdSize);
      await expect(field(page)).toHaveValue(crowdSearch);
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
    });
    await test.step('an empty result offers one next step', async () => {
      await field(page).fill('zzzzzz');
      await expect(page.getByRole('heading', { name: 'No members found' })).toBeVisible();
      await page.getByRole('button', { name: 'Show all members' }).click();
      await expect(field(page)).toHaveValue('');
      await expect(field(page)).toBeFocused();
      await expect(members(page).getByRole('article').first()).toBeVisible();
      expect(new URL(page.url()).search).toBe('');
    });
    await test.step('a failed list can be retried', async () => {
      await breakServer(page, '/users?*');
      await page.goto(`/users?q=${crowdSurname}`);
      await expect(page.getByRole('heading', { name: 'Failed to fetch users' })).toBeVisible();
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(count(page)).toHaveText(`${crowdSize} members`);
      forgiveRefusals(complaints);
    });
  });

  test(
    'a member is followed by keyboard and unfollowed by pointer, on every page immediately',
    { tag: '@main' },
    async ({ page, request }) => {
      await enterAs(page, viewer, `/users?q=${whom.member.username}`);
      const button = card(page, whom).getByRole('button', followButton);
      await expect(button).toHaveText('Follow');
      await expect(button).toHaveAttribute('aria-pressed', 'false');
      await field(page).focus();
      await tabTo(page, button);
      // Waits from before the key press, because the toast lasts two seconds and a busy machine may miss it.
      const said = expect(toasted(page, 'Follow status updated')).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(button).toHaveAttribute('aria-pressed', 'true');
      await expect(card(page, whom)).toContainText('1 follower');
      await said;
      // The label becomes "Unfollow" a moment after the pointer stops on the button.
      await expect(button).toHaveText('Unfollow');
      await expect(button).toHaveAccessibleName(`Unfollow ${whom.member.name}`);
      await expect(button).toBeFocused();
      expect(await follows(request, viewer, whom)).toBe(true);

      await card(page, whom).getByRole('link', { name: whom.member.name }).click();
      await expect(page).toHaveURL(new RegExp(`/user/${whom.member.username}$`));
      const onProfile = page.getByRole('main').getByRole('button', followButton);
      await expect(onProfile).toHaveText('Following');
      await onProfile.hover();
      await expect(onProfile).toHaveText('Unfollow');
      await onProfile.click();
      await expect(onProfile).toHaveText('Follow');
      await page.goBack();
      await expect(button).toHaveText('Follow');
      await expect(card(page, whom)).toContainText('0 followers');
      await expect.poll(() => follows(request, viewer, whom)).toBe(false);
    },
  );

  test('suggested members have a reason, and disappear once followed', async ({ page, request, dataFolder }) => {
    const [middle, suggested] = [crowd[3] as Someone, crowd[4] as Someone];
    const fresh = await someoneNew(dataFolder, 'Halima Sani');
    await follow(request, fresh, middle);
    await follow(request, middle, suggested);
    await enterAs(page, fresh, '/users');
    const region = page.getByRole('region', { name: 'Suggested for you' });
    const theirs = region.getByRole('article', { name: suggested.member.name, exact: true });
    await expect(theirs).toContainText('Followed by');
    await expect(theirs).toContainText(middle.member.name);
    await expect(theirs).toContainText('1 interest in common');
    await expect(region.getByRole('article', { name: middle.member.name, exact: true })).toBeHidden();
    const kept = answerTo(page, 'POST', /\/follow$/);
    await theirs.getByRole('button', followButton).click();
    await expect(theirs.getByRole('button', followButton)).toHaveText('Following');
    await kept;
    await page.reload();
    await expect(members(page).getByRole('article').first()).toBeVisible();
    await expect(theirs).toBeHidden();
  });
});

test.describe('people on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('unfollowing by touch asks for confirmation, and an eighty-letter name fits a phone', async ({ page, request, dataFolder }) => {
    const whom = await someoneNew(dataFolder, `Òkàdá Ọláńrewájú ${'Adéyẹmí '.repeat(7)}`.trim().slice(0, 80));
    const viewer = await someoneNew(dataFolder, 'Tunde Bello');
    await enterAs(page, viewer, '/feed');
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'All Users' }).tap();
    await expect(page.getByRole('heading', { name: 'Discover Users' })).toBeVisible();
    await field(page).fill(whom.member.username);
    await expect(count(page)).toHaveText('1 member');
    const button = card(page, whom).getByRole('button', followButton);
    await button.tap();
    await expect(button).toHaveText('Following');
    await expect.poll(() => follows(request, viewer, whom)).toBe(true);
    const asked = page.getByRole('dialog', { name: 'Unfollow' });
    await button.tap();
    await expect(asked).toContainText(whom.member.name);
    await expectNoSeriousProblem(page);
    await asked.getByRole('button', { name: 'Cancel' }).tap();
    await expect(button).toHaveText('Following');
    await button.tap();
    await asked.getByRole('button', { name: 'Unfollow' }).tap();
    await expect(button).toHaveText('Follow');
    await expect.poll(() => follows(request, viewer, whom)).toBe(false);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 320, height: 640 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    // The bar has exactly five entries.
    await expect(page.getByRole('navigation', { name: 'Main' }).filter({ visible: true }).locator('> *')).toHaveCount(5);
  });
});

import type { Locator, Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { choose } from '../composer.ts';
import { enterAs, headersOf, plainImage, someoneNew } from '../posts.ts';
import { chooseOnProfile, share, showDetails } from '../profiles.ts';
import { tabTo } from '../screen.ts';
import { runMbari } from '../server.ts';
import { expect, test } from '../test.ts';

const photos = (page: Page): Locator => page.getByRole('region', { name: 'Photos', exact: true });
const kind = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: new RegExp(`^${name}\\b`) });

test('the address of a profile filters its gallery, and links lead from photo to photo', async ({ page, request, dataFolder }) => {
  const maker = await someoneNew(dataFolder, 'Halima Sani');
  await share(request, maker, 'First cloth', 'textile');
  await share(request, maker, 'A drum', 'music', '#a33c1e');
  await share(request, maker, 'Second cloth', 'textile', '#2f6b43');
  await enterAs(page, maker, `/user/${maker.member.username}`);
  await expect(photos(page).getByRole('article')).toHaveCount(3);
  await expect(kind(page, 'All')).toContainText('3 photos');
  await tabTo(page, kind(page, 'Textile'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?category=textile$/);
  await expect(photos(page).getByRole('article')).toHaveCount(2);
  await expect(kind(page, 'Textile')).toHaveAttribute('aria-current', 'page');
  await photos(page).getByRole('article', { name: 'Second cloth' }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Second cloth' })).toBeVisible();
  await expect(page.getByText(`1 of 2 in @${maker.member.username}`)).toBeVisible();
  await page.getByRole('link', { name: 'Next photo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'First cloth' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\?category=textile$/);
  await page.goBack();
  await expect(photos(page).getByRole('article')).toHaveCount(3);
  await page.goto(`/user/${maker.member.username}?category=nothing`);
  await expect(page.getByRole('heading', { name: 'No Photos Found' })).toBeVisible();
  await page.getByRole('link', { name: 'All photos' }).click();
  await expect(photos(page).getByRole('article')).toHaveCount(3);
});

test('a shared post appears on the author’s profile and can be pinned, and a deleted one disappears', async ({
  page,
  dataFolder,
  complaints,
}) => {
  const maker = await someoneNew(dataFolder, 'Efua Mensa', { plan: 'Premium' });
  await enterAs(page, maker, '/profile');
  const making = page.getByRole('dialog', { name: 'Customise' });
  await chooseOnProfile(page, 'Customise');
  await expect(making.getByText('You have no posts to pin yet.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share your first photo' }).click();
  const composer = page.getByRole('dialog', { name: 'Share a photo' });
  await choose(composer, [{ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await plainImage('#2f6b43') }]);
  await composer.getByLabel('Title').fill('My first');
  await composer.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('dialog', { name: 'Add alt text?' }).getByRole('button', { name: 'Share without alt text' }).click();
  await expect(page).toHaveURL(/\/feed$/);
  const toProfile = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).first().click();
  await toProfile();
  await expect(photos(page).getByRole('article', { name: 'My first' })).toBeVisible();
  await expect(page.locator('.profile-numbers')).toContainText('1 photo');
  await chooseOnProfile(page, 'Customise');
  await expect(making.getByRole('checkbox', { name: 'Pin My first' })).toBeAttached();
  await page.keyboard.press('Escape');
  await photos(page).getByRole('article', { name: 'My first' }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'My first' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete photo' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No Photos Yet' })).toBeVisible();
  await expect(page.locator('.profile-numbers')).toContainText('0 photos');
  // The page may refetch a post's comments before it learns of the deletion.
  const others = complaints.filter((complaint) => !/status of 404 .*\/comments\)$/.test(complaint));
  complaints.splice(0, complaints.length, ...others);
});

test('members view their own profile as others see it', async ({ page, request, dataFolder }) => {
  const maker = await someoneNew(dataFolder, 'Amina Yusuf');
  await request.post('/api/v1/me/profile', { headers: headersOf(maker), data: { country: 'GH' } });
  await request.put('/api/v1/me/forum-settings', {
    headers: headersOf(maker),
    data: { contact_visibility: 'registered', show_location: true },
  });
  await enterAs(page, maker, '/profile');
  await chooseOnProfile(page, 'View as…');
  await expect(page).toHaveURL(new RegExp(`/user/${maker.member.username}\\?as=visitor$`));
  const eyes = page.getByRole('navigation', { name: 'View as' });
  await expect(eyes.getByRole('link', { name: 'A visitor' })).toHaveAttribute('aria-current', 'page');
  await showDetails(page);
  await expect(page.getByRole('main').getByText('Joined')).toBeVisible();
  await expect(page.getByRole('main').getByText('Ghana')).toBeHidden();
  await expect(page.getByRole('main').getByRole('button', { name: 'Follow', exact: true })).toBeDisabled();
  await expect(page.getByRole('link', { name: 'Edit Profile' })).toBeHidden();
  await tabTo(page, eyes.getByRole('link', { name: 'A member' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByText('Ghana')).toBeVisible();
  await expect(page).toHaveURL(/\?as=member$/);
  await eyes.getByRole('link', { name: 'Yourself' }).click();
  await expect(page.getByRole('main').getByText('12 April 1990')).toBeVisible();
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await page.getByRole('link', { name: '0 followers' }).click();
  await expect(page).toHaveURL(/\/connections$/);
});

test('a paid member customises their profile, and a free member gets a link to the plans', async ({ page, request, dataFolder }) => {
  const maker = await someoneNew(dataFolder, 'Adéyẹmí Ọlá');
  await share(request, maker, 'The oldest', 'textile');
  await share(request, maker, 'The middle', 'textile', '#a33c1e');
  await share(request, maker, 'The newest', 'textile', '#2f6b43');
  await enterAs(page, maker, '/profile');
  await test.step('a free member sees the offer', async () => {
    await chooseOnProfile(page, 'Customise');
    const note = page.getByRole('dialog', { name: 'Make it yours' });
    await expect(note.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/plans');
    await page.keyboard.press('Escape');
    await expect(note).toBeHidden();
  });
  expect(await runMbari(dataFolder, 'plan', 'grant', maker.member.username)).toMatchObject({ code: 0 });
  await page.reload();
  await expect(page.getByRole('main').getByRole('img', { name: /^Verified/ })).toBeVisible();
  const making = page.getByRole('dialog', { name: 'Customise' });
  await test.step('a cover, an accent and reordered pins', async () => {
    await chooseOnProfile(page, 'Customise');
    await expect(making.getByRole('checkbox', { name: 'Pin The oldest' })).toBeAttached();
    await making
      .locator('input[type=file]')
      .setInputFiles({ name: 'c.jpg', mimeType: 'image/jpeg', buffer: await plainImage('#b8860b', 1600, 500) });
    await expect(making.getByAltText('Your cover, cropped as on your profile')).toBeVisible();
    await making.getByText('Leaf').click();
    for (const title of ['The middle', 'The oldest']) {
      await tabTo(page, making.getByRole('checkbox', { name: `Pin ${title}` }));
      await page.keyboard.press('Space');
    }
    await expect(making.getByText('2 of 3 chosen.')).toBeVisible();
    await making.getByRole('button', { name: 'Move The oldest up' }).click();
    await expect(making.getByRole('listitem').first()).toContainText('The oldest');
    await making.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Profile updated successfully!')).toBeVisible();
    await expect(making).toBeHidden();
  });
  await test.step('the profile shows them immediately, pinned posts first', async () => {
    await expect(page.locator('.profile-cover img')).toBeVisible();
    await expect(page.locator('.profile')).toHaveAttribute('data-accent', 'leaf');
    const cards = photos(page).getByRole('article');
    await expect(cards).toHaveCount(3);
    for (const [index, title] of ['The oldest', 'The middle', 'The newest'].entries())
      await expect(cards.nth(index)).toHaveAccessibleName(title);
    await expect(cards.first()).toContainText('Pinned');
    await expectNoSeriousProblem(page);
  });
  await test.step('and they are removed', async () => {
    await chooseOnProfile(page, 'Customise');
    await making.getByRole('button', { name: 'Remove cover' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Cancel' }).click();
    await making.getByRole('button', { name: 'Unpin The oldest' }).click();
    await making.getByRole('button', { name: 'Save changes' }).click();
    await expect(making).toBeHidden();
    await expect(page.locator('.profile-cover')).toHaveCount(0);
    await expect(photos(page).getByRole('article').first()).toHaveAccessibleName('The middle');
  });
});

import type { Locator, Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { choose } from '../composer.ts';
import { me } from '../onboarding.ts';
import { chooseOnProfile, share, showDetails } from '../people.ts';
import { enterAs, headersOf, plainImage, someoneNew } from '../posts.ts';
import { breakServer, forgiveRefusals, tabTo } from '../screen.ts';
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

const editing = (page: Page): Locator => page.getByRole('dialog', { name: 'Edit Profile' });

async function openEditor(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(editing(page).getByLabel('Name', { exact: true })).toBeVisible();
  return editing(page);
}

test('a member edits their profile, and each invalid field shows its error', async ({ page, request, dataFolder, complaints }) => {
  const maker = await someoneNew(dataFolder, 'Ngozi Eze');
  const title = `Carved door ${maker.member.username}`;
  await share(request, maker, title, 'textile');
  await enterAs(page, maker, '/feed');
  const shared = page.getByRole('main').getByRole('article', { name: title });
  await expect(shared).toContainText('Ngozi Eze');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).first().click();
  await expect(page).toHaveTitle(/^My Profile · /);
  await expect(page.getByRole('heading', { level: 1, name: 'Ngozi Eze' })).toBeVisible();

  await test.step('invalid fields show their errors, and nothing is sent', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Edit Profile' }));
    await page.keyboard.press('Enter');
    const form = editing(page);
    await expect(form.getByRole('group', { name: 'Interests' }).getByRole('checkbox').first()).toBeAttached();
    await form.getByLabel('Name', { exact: true }).fill('  ');
    await form.getByLabel('Bio').fill('a'.repeat(163));
    await form.getByLabel('Date of birth').fill('2020-01-01');
    await form.getByLabel('GitHub').fill('not a link');
    await expect(form.getByText('163 / 160')).toBeVisible();
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(form.getByText('The name is required.')).toBeVisible();
    await expect(form.getByText('3 characters too many')).toBeVisible();
    await expect(form.getByText('You must be at least 18 years old to use this platform')).toBeVisible();
    await expect(form.getByText('The link must be a web address (https://…).')).toBeVisible();
    await expect(form.getByLabel('Name', { exact: true })).toBeFocused();
    expect(await me(request, maker.token)).toMatchObject({ name: 'Ngozi Eze', bio: 'I make things by hand.' });
  });
  await test.step('the server’s errors appear at their fields, and no input is lost', async () => {
    const form = editing(page);
    await form.getByLabel('Name', { exact: true }).fill('Ngọ́zí Ezè');
    await form.getByLabel('Bio').fill('Uli on walls.\nEnugu.');
    await form.getByLabel('Date of birth').fill('1991-02-03');
    await form.getByLabel('GitHub').fill('');
    await form.getByLabel('Instagram').fill('instagram.com/ngozi');
    await form.getByLabel('Gender').selectOption('Other');
    await form.getByLabel('Occupation').fill('Painter');
    await form.getByLabel('Country').selectOption({ label: 'Nigeria' });
    await form.getByLabel('Phone').fill('12');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(form.getByText('Enter the phone number in international format.')).toBeVisible();
    await expect(page.getByText('Failed to update profile. Please try again.')).toBeVisible();
    await expect(form.getByLabel('Phone')).toBeFocused();
    await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Ngọ́zí Ezè');
    await expect(form.getByLabel('Instagram')).toHaveValue('https://instagram.com/ngozi');
    await breakServer(page, '/me/profile');
    await form.getByLabel('Phone').fill('+234 803 123 4567');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(form.getByText('Something went wrong.')).toBeVisible();
    await page.unroute('**/api/v1/me/profile');
    forgiveRefusals(complaints);
  });
  await test.step('leaving by Escape or Back asks first', async () => {
    const question = page.getByRole('dialog', { name: 'Discard changes?' });
    // Escape opens and closes the question in turn, like Back on a phone.
    for (const asked of [true, false, true, false, true, false]) {
      await page.keyboard.press('Escape');
      await expect(question).toBeVisible({ visible: asked });
      await expect(editing(page)).toBeVisible();
    }
    await page.evaluate(() => history.back());
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(editing(page).getByLabel('Phone')).toHaveValue('+234 803 123 4567');
  });
  await test.step('saved changes appear immediately', async () => {
    const form = editing(page);
    await form.getByRole('checkbox', { name: 'Dance' }).press('Space');
    await expect(form.getByRole('checkbox', { name: 'Dance' })).toBeChecked();
    await form.getByLabel('Name', { exact: true }).press('Enter');
    await expect(page.getByText('Profile updated successfully!')).toBeVisible();
    await expect(form).toBeHidden();
    const shown = page.getByRole('main');
    await expect(shown.getByRole('heading', { level: 1, name: 'Ngọ́zí Ezè' })).toBeVisible();
    await showDetails(page);
    for (const words of ['Uli on walls.', 'Nigeria', 'Painter', 'Other', '3 February 1991', '+2348031234567', 'Dance'])
      await expect(shown.getByText(words).first()).toBeVisible();
    const link = shown.getByRole('link', { name: 'Instagram' });
    await expect(link).toHaveAttribute('href', 'https://instagram.com/ngozi');
    await expect(link).toHaveAttribute('rel', 'noopener nofollow ugc');
    await expect(page.getByRole('banner')).toContainText('Ngọ́zí Ezè');
    expect(await me(request, maker.token)).toMatchObject({ country: 'NG', gender: 'other', phone: '+2348031234567' });
  });
  await test.step('an unchanged form closes without a question', async () => {
    const form = await openEditor(page);
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
  });
  await test.step('earlier posts show the new name', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Feed' }).first().click();
    await expect(shared).toContainText('Ngọ́zí Ezè');
  });
});

test('a profile photo is cropped to a circle and used immediately', async ({ page, request, dataFolder }) => {
  const maker = await someoneNew(dataFolder, 'Tunde Bello');
  await enterAs(page, maker, '/profile');
  const form = await openEditor(page);
  const pick = form.locator('input[type=file]');
  await pick.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(form.getByText('Please select an image file')).toBeVisible();
  await pick.setInputFiles({ name: 'big.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(5 * 1024 * 1024) });
  await expect(form.getByText('File size should be less than 5MB')).toBeVisible();
  await pick.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await plainImage('#2f6b43') });
  const crop = page.getByRole('dialog', { name: 'Position your photo' });
  await expect(crop.getByRole('button', { name: 'Use this photo' })).toBeEnabled();
  await crop.getByRole('button', { name: 'Use this photo' }).click();
  await expect(form.getByText(/Location and date are removed/)).toBeVisible();
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  const { avatar_url: worn } = (await me(request, maker.token)) as { avatar_url: string };
  expect(worn).toMatch(/^\/media\//);
  await expect(page.locator('.profile-portrait')).toHaveAttribute('src', worn);
});

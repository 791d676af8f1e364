import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { choose } from '../composer.ts';
import { me } from '../onboarding.ts';
import { enterAs, headersOf, picture, type Someone, someoneNew } from '../posts.ts';
import { breakServer, expectNoSeriousProblem, forgiveRefusals, tabTo } from '../screen.ts';
import { runMbari } from '../server.ts';
import { expect, test } from '../test.ts';

const editing = (page: Page): Locator => page.getByRole('dialog', { name: 'Edit Profile' });
const photos = (page: Page): Locator => page.getByRole('region', { name: 'Photos', exact: true });
const kind = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: new RegExp(`^${name}\\b`) });

async function share(request: APIRequestContext, maker: Someone, title: string, category: string, color = '#1f2f7a'): Promise<string> {
  const answer = await request.post('/api/v1/photos', {
    headers: headersOf(maker),
    multipart: { title, category, 'images[0]': { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await picture(color) } },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

async function openEditor(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(editing(page).getByLabel('Name', { exact: true })).toBeVisible();
  return editing(page);
}

test('a member changes their profile, and every rule stands beside its field', async ({ page, request, dataFolder, complaints }) => {
  test.setTimeout(120_000);
  const maker = await someoneNew(request, dataFolder, 'Ngozi Eze');
  await enterAs(page, maker, '/feed');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).first().click();
  await expect(page).toHaveTitle(/^My Profile · /);
  await expect(page.getByRole('heading', { level: 1, name: 'Ngozi Eze' })).toBeVisible();
  await expectNoSeriousProblem(page);

  await test.step('opened by the keyboard; what is wrong is said where it is, and nothing is sent', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Edit Profile' }));
    await page.keyboard.press('Enter');
    const form = editing(page);
    await expect(form.getByRole('group', { name: 'Interests' }).getByRole('checkbox').first()).toBeAttached();
    await expectNoSeriousProblem(page);
    await form.getByLabel('Name', { exact: true }).fill('  ');
    await form.getByLabel('Bio').fill('a'.repeat(163));
    await form.getByLabel('Date of birth').fill('2020-01-01');
    await form.getByLabel('GitHub').fill('not a link');
    await expect(form.getByText('163 / 160')).toBeVisible();
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(form.getByText('The name is required.')).toBeVisible();
    await expect(form.getByText('3 too many')).toBeVisible();
    await expect(form.getByText('You must be at least 18 years old to use this platform')).toBeVisible();
    await expect(form.getByText('The link must be a web address (https://…).')).toBeVisible();
    await expect(form.getByLabel('Name', { exact: true })).toBeFocused();
    await expectNoSeriousProblem(page);
    expect(await me(request, maker.token)).toMatchObject({ name: 'Ngozi Eze', bio: 'I make things by hand.' });
  });
  await test.step('the server has a word, too: it stands beside its field, and nothing typed is lost', async () => {
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
    await expect(form.getByText('The phone must be a number in international format.')).toBeVisible();
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
  await test.step('leaving asks, by Escape and by going back', async () => {
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Throw this away?' });
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await page.evaluate(() => history.back());
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(editing(page).getByLabel('Phone')).toHaveValue('+234 803 123 4567');
  });
  await test.step('what is saved shows at once, in words', async () => {
    const form = editing(page);
    await form.getByRole('checkbox', { name: 'Dance' }).press('Space');
    await expect(form.getByRole('checkbox', { name: 'Dance' })).toBeChecked();
    await form.getByLabel('Name', { exact: true }).press('Enter');
    await expect(page.getByText('Profile updated successfully!')).toBeVisible();
    await expect(form).toBeHidden();
    const shown = page.getByRole('main');
    await expect(shown.getByRole('heading', { level: 1, name: 'Ngọ́zí Ezè' })).toBeVisible();
    for (const words of ['Uli on walls.', 'Nigeria', 'Painter', 'Other', '3 February 1991', '+2348031234567', 'Dance'])
      await expect(shown.getByText(words).first()).toBeVisible();
    const link = shown.getByRole('link', { name: 'Instagram' });
    await expect(link).toHaveAttribute('href', 'https://instagram.com/ngozi');
    await expect(link).toHaveAttribute('rel', 'noopener nofollow ugc');
    await expect(page.getByRole('banner')).toContainText('Ngọ́zí Ezè');
    expect(await me(request, maker.token)).toMatchObject({ country: 'NG', gender: 'other', phone: '+2348031234567' });
    await expectNoSeriousProblem(page);
  });
  await test.step('with nothing changed it closes without a word', async () => {
    const form = await openEditor(page);
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
  });
});

test('a new name stands below what one shared before', async ({ page, request, dataFolder }) => {
  const maker = await someoneNew(request, dataFolder, 'Segun Ade');
  const title = `Carved door ${maker.member.username}`;
  await share(request, maker, title, 'textile');
  await enterAs(page, maker, '/feed');
  const shared = page.getByRole('main').getByRole('article', { name: title });
  await expect(shared).toContainText('Segun Ade');
  const go = (where: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: where }).first().click();
  await go('Profile');
  const form = await openEditor(page);
  await form.getByLabel('Name', { exact: true }).fill('Ṣẹ́gun Adé');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form).toBeHidden();
  await go('Feed');
  await expect(shared).toContainText('Ṣẹ́gun Adé');
});

test('what was typed outlives however often somebody asks to close it', async ({ page, request, dataFolder }) => {
  const maker = await someoneNew(request, dataFolder, 'Ronke Alabi');
  await enterAs(page, maker, '/profile');
  const form = await openEditor(page);
  await form.getByLabel('Bio').fill('Half a sentence');
  const question = page.getByRole('dialog', { name: 'Throw this away?' });
  // As on a phone's way back: nothing is touched in between.
  for (const asked of [true, false, true, false, true]) {
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible({ visible: asked });
    await expect(form).toBeVisible();
  }
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByLabel('Bio')).toHaveValue('Half a sentence');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form).toBeHidden();
  expect(await me(request, maker.token)).toMatchObject({ bio: 'Half a sentence' });
});

test('a picture is cut round and worn at once', async ({ page, request, dataFolder }) => {
  const maker = await someoneNew(request, dataFolder, 'Tunde Bello');
  await enterAs(page, maker, '/profile');
  const form = await openEditor(page);
  const pick = form.locator('input[type=file]');
  await pick.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(form.getByText('Please select an image file')).toBeVisible();
  await pick.setInputFiles({ name: 'big.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(5 * 1024 * 1024) });
  await expect(form.getByText('File size should be less than 5MB')).toBeVisible();
  await pick.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await picture('#2f6b43') });
  const crop = page.getByRole('dialog', { name: 'Place your photo' });
  await expect(crop.getByRole('button', { name: 'Use this photo' })).toBeEnabled();
  await crop.getByRole('button', { name: 'Use this photo' }).click();
  await expect(form.getByText(/Only this cut is sent/)).toBeVisible();
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  const { avatar_url: worn } = (await me(request, maker.token)) as { avatar_url: string };
  expect(worn).toMatch(/^\/media\//);
  await expect(page.locator('.profile-portrait')).toHaveAttribute('src', worn);
});

test('the gallery is narrowed in the address, and walked from photo to photo', async ({ page, request, dataFolder }) => {
  const maker = await someoneNew(request, dataFolder, 'Halima Sani');
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
  await expectNoSeriousProblem(page);
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

test('what one shares hangs on one’s own wall at the next look, and what one deletes does not', async ({ page, request, dataFolder }) => {
  const maker = await someoneNew(request, dataFolder, 'Efua Mensa');
  await enterAs(page, maker, '/profile');
  await page.getByRole('button', { name: 'Share your first photo' }).click();
  const composer = page.getByRole('dialog', { name: 'Share a photo' });
  await choose(composer, [{ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await picture('#2f6b43') }]);
  await composer.getByLabel('Title').fill('My first');
  await composer.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('dialog', { name: 'Say what is in it?' }).getByRole('button', { name: 'Share without' }).click();
  await expect(page).toHaveURL(/\/feed$/);
  const toProfile = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).first().click();
  await toProfile();
  await expect(photos(page).getByRole('article', { name: 'My first' })).toBeVisible();
  await expect(page.locator('.profile-stats')).toContainText('Photos1');
  await photos(page).getByRole('article', { name: 'My first' }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'My first' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete photo' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No Photos Yet' })).toBeVisible();
  await expect(page.locator('.profile-stats')).toContainText('Photos0');
});

test('what one has just shared can be pinned', async ({ page, request, dataFolder }) => {
  const maker = await someoneNew(request, dataFolder, 'Zainab Musa');
  expect(await runMbari(dataFolder, 'plan', 'grant', maker.member.username)).toMatchObject({ code: 0 });
  await enterAs(page, maker, '/profile');
  const making = page.getByRole('dialog', { name: 'Customise' });
  await page.getByRole('button', { name: 'Customise' }).click();
  await expect(making.getByText('You have shared nothing yet that could be pinned.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share your first photo' }).click();
  const composer = page.getByRole('dialog', { name: 'Share a photo' });
  await choose(composer, [{ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await picture('#2f6b43') }]);
  await composer.getByLabel('Title').fill('Fresh from the loom');
  await composer.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('dialog', { name: 'Say what is in it?' }).getByRole('button', { name: 'Share without' }).click();
  await expect(page).toHaveURL(/\/feed$/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).first().click();
  await page.getByRole('button', { name: 'Customise' }).click();
  await expect(making.getByRole('checkbox', { name: 'Pin Fresh from the loom' })).toBeAttached();
});

test('one sees oneself with the eyes of others', async ({ page, request, dataFolder }) => {
  const maker = await someoneNew(request, dataFolder, 'Amina Yusuf');
  await request.post('/api/v1/me/profile', { headers: headersOf(maker), data: { country: 'GH' } });
  await request.put('/api/v1/me/forum-settings', {
    headers: headersOf(maker),
    data: { contact_visibility: 'registered', show_location: true },
  });
  await enterAs(page, maker, '/profile');
  await page.getByRole('link', { name: 'See as others do' }).click();
  await expect(page).toHaveURL(new RegExp(`/user/${maker.member.username}\\?as=visitor$`));
  const eyes = page.getByRole('navigation', { name: 'Seen as' });
  await expect(eyes.getByRole('link', { name: 'A visitor' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('main').getByText('Joined')).toBeVisible();
  await expect(page.getByRole('main').getByText('Ghana')).toBeHidden();
  await expectNoSeriousProblem(page);
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

test('a paid member makes the profile their own; a free one is told of it', async ({ page, request, dataFolder }) => {
  test.setTimeout(120_000);
  const maker = await someoneNew(request, dataFolder, 'Adéyẹmí Ọlá');
  await share(request, maker, 'The oldest', 'textile');
  await share(request, maker, 'The middle', 'textile', '#a33c1e');
  await share(request, maker, 'The newest', 'textile', '#2f6b43');
  await enterAs(page, maker, '/profile');
  await test.step('free', async () => {
    await page.getByRole('button', { name: 'Customise' }).click();
    const note = page.getByRole('dialog', { name: 'Make it yours' });
    await expect(note.getByRole('link', { name: 'See what the plans offer' })).toHaveAttribute('href', '/plans');
    await expectNoSeriousProblem(page);
    await page.keyboard.press('Escape');
    await expect(note).toBeHidden();
  });
  expect(await runMbari(dataFolder, 'plan', 'grant', maker.member.username)).toMatchObject({ code: 0 });
  await page.reload();
  await expect(page.getByRole('main').getByRole('img', { name: /^Verified/ })).toBeVisible();
  const making = page.getByRole('dialog', { name: 'Customise' });
  await test.step('cover, accent and pins, the pins in an order of their own', async () => {
    await page.getByRole('button', { name: 'Customise' }).click();
    await expect(making.getByRole('checkbox', { name: 'Pin The oldest' })).toBeAttached();
    await expectNoSeriousProblem(page);
    await making
      .locator('input[type=file]')
      .setInputFiles({ name: 'c.jpg', mimeType: 'image/jpeg', buffer: await picture('#b8860b', 1600, 500) });
    await expect(making.getByAltText('Your cover, as it will be cut')).toBeVisible();
    await making.getByText('Leaf').click();
    for (const title of ['The middle', 'The oldest']) {
      await tabTo(page, making.getByRole('checkbox', { name: `Pin ${title}` }));
      await page.keyboard.press('Space');
    }
    await expect(making.getByText('2 of 3 chosen.')).toBeVisible();
    await making.getByRole('button', { name: 'Move The oldest up' }).click();
    await expect(making.getByRole('listitem').first()).toContainText('The oldest');
    await expectNoSeriousProblem(page);
    await making.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Profile updated successfully!')).toBeVisible();
    await expect(making).toBeHidden();
  });
  await test.step('it shows at once, pinned posts first', async () => {
    await expect(page.locator('.profile-cover img')).toBeVisible();
    await expect(page.locator('.profile')).toHaveAttribute('data-accent', 'leaf');
    const hung = photos(page).getByRole('article');
    await expect(hung).toHaveCount(3);
    for (const [place, title] of ['The oldest', 'The middle', 'The newest'].entries())
      await expect(hung.nth(place)).toHaveAccessibleName(title);
    await expect(hung.first()).toContainText('Pinned');
    await expectNoSeriousProblem(page);
  });
  await test.step('and is taken away again', async () => {
    await page.getByRole('button', { name: 'Customise' }).click();
    await making.getByRole('button', { name: 'Remove cover' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Throw this away?' }).getByRole('button', { name: 'Cancel' }).click();
    await making.getByRole('button', { name: 'Unpin The oldest' }).click();
    await making.getByRole('button', { name: 'Save changes' }).click();
    await expect(making).toBeHidden();
    await expect(page.locator('.profile-cover')).toHaveCount(0);
    await expect(photos(page).getByRole('article').first()).toHaveAccessibleName('The middle');
  });
});

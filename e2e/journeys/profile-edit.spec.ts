import type { Locator, Page } from '@playwright/test';
import { me } from '../onboarding.ts';
import { enterAs, plainImage, someoneNew } from '../posts.ts';
import { share, showDetails } from '../profiles.ts';
import { breakServer, forgiveRefusals, tabTo } from '../screen.ts';
import { expect, test } from '../test.ts';

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

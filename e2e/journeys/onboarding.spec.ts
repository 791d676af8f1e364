import { bringIn, newMember, verificationLink } from '../members.ts';
import { comeIn, me, register, signInWith } from '../onboarding.ts';
import { linkMailedTo } from '../outbox.ts';
import { tabTo } from '../screen.ts';
import { expect, test } from '../test.ts';

test('a newcomer completes onboarding by keyboard alone, and finds members to follow', async ({ page, request, dataFolder }) => {
  await bringIn(dataFolder, newMember('Kọ́lá Ajayi'));
  const newcomer = await comeIn(page, request, dataFolder, newMember('Ifẹ́olúwa Adéyẹmí'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Ifẹ́olúwa');
  await expect(page.getByText('Step 1 of 4')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back' })).toBeDisabled();

  await test.step('a portrait is chosen by arrow keys', async () => {
    await tabTo(page, page.getByRole('radio', { name: 'A woman in a gele' }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'A man in a fila' })).toBeChecked();
    await tabTo(page, page.getByRole('button', { name: 'Next' }));
    await page.keyboard.press('Enter');
  });
  await test.step('personal details', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'About you' })).toBeFocused();
    const next = page.getByRole('button', { name: 'Next' });
    await expect(next).toBeDisabled();
    await expect(next).toHaveAccessibleDescription('Still missing: gender, date of birth and occupation');
    await tabTo(page, next);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Gender')).toBeFocused();
    await expect(page.getByLabel('Gender')).toHaveAccessibleDescription(/Please choose one\./);
    await page.keyboard.type('Non');
    await page.keyboard.press('Tab');
    // Valid both as day-month and as month-day.
    await page.keyboard.type('02022008');
    await tabTo(page, page.getByLabel('Occupation'));
    await page.keyboard.type('Weaver');
    await expect(page.getByText('Still missing')).toBeHidden();
    await page.keyboard.press('Enter');
  });
  await test.step('the bio', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'In your words' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('I weave aṣọ òkè in Ìsẹ́yìn.');
    await tabTo(page, page.getByRole('button', { name: 'Next' }));
    await page.keyboard.press('Enter');
  });
  await test.step('interests, and then the feed', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'What are you interested in?' })).toBeFocused();
    const complete = page.getByRole('button', { name: 'Complete' });
    await expect(complete).toHaveAccessibleDescription('Still missing: an interest');
    // Waits for the interests, because Enter moves the focus to the first.
    await expect(page.getByRole('checkbox').first()).toBeVisible();
    await tabTo(page, complete);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Please choose at least one.')).toBeVisible();
    await expect(page.getByRole('checkbox').first()).toBeFocused();
    await page.keyboard.press('Space');
    await expect(page.getByText('1 chosen')).toBeVisible();
    await tabTo(page, complete);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/feed$/);
    const suggested = page.getByRole('region', { name: 'Suggested for you' });
    await expect(suggested.getByRole('button', { name: /^Follow / }).first()).toBeVisible();
    // On the next visit, photos replace the suggestions.
    await page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Feed' }).first().click();
    await expect(page).toHaveURL(/\/feed$/);
    await expect(suggested).toBeHidden();
  });
  expect(await me(request, newcomer.token)).toMatchObject({
    has_onboarding: true,
    gender: 'non-binary',
    date_of_birth: '2008-02-02',
    occupation: 'Weaver',
    bio: 'I weave aṣọ òkè in Ìsẹ́yìn.',
    profile_image: '/avatars/fila.svg',
  });
  await test.step('the tab keeps no answers, and onboarding does not open again', async () => {
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('onboarding')))).toEqual([]);
    await page.goto('/onboarding');
    await expect(page).toHaveURL(/\/feed$/);
  });
});

test('no step of onboarding can be skipped, and each newcomer sees only their own answers', async ({ page, request, dataFolder }) => {
  await comeIn(page, request, dataFolder, newMember('Bola Ige'));
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Occupation').fill('Drummer');
  await page.goto('/feed');
  await expect(page).toHaveURL(/\/onboarding$/);
  await expect(page.getByLabel('Occupation')).toHaveValue('Drummer');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('onboarding')))).toEqual([]);
  await page.goto('/onboarding');
  await expect(page).toHaveURL(/\/login$/);

  const second = newMember('Musa Yar');
  const { token } = await register(request, second);
  await signInWith(page, token);
  await page.goto('/onboarding');
  await expect(page).toHaveURL(/\/verify-email$/);
  await request.get(await linkMailedTo(dataFolder, second.email, verificationLink), { maxRedirects: 0 });
  await page.goto('/onboarding');
  await expect(page.getByText('Step 1 of 4')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByLabel('Occupation')).toHaveValue('');
});

test('each step of onboarding shows its errors at their fields', async ({ page, request, dataFolder }) => {
  await comeIn(page, request, dataFolder, newMember('Tunde Bakare'));
  const next = page.getByRole('button', { name: 'Next' });
  await test.step('the photo', async () => {
    const pick = page.getByLabel('Choose a photo');
    const alert = page.getByRole('alert');
    await pick.setInputFiles({ name: 'story.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
    await expect(alert.getByText('Please select an image file')).toBeVisible();
    await pick.setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(5 * 1024 * 1024) });
    await expect(alert.getByText('File size should be less than 5MB')).toBeVisible();
    await pick.setInputFiles({ name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
    await expect(alert.getByText('Please select an image file')).toBeVisible();
    await page.getByAltText('A mask').click();
    await expect(page.getByRole('radio', { name: 'A mask' })).toBeChecked();
    await expect(alert.getByText('Please select an image file')).toBeHidden();
    await next.click();
  });
  await test.step('the birthday', async () => {
    const day = page.getByLabel('Date of birth');
    const latest = new Date();
    latest.setUTCFullYear(latest.getUTCFullYear() - 18);
    await expect(day).toHaveAttribute('max', latest.toISOString().slice(0, 10));
    await page.getByLabel('Gender').selectOption({ label: 'Prefer not to say' });
    await page.getByLabel('Occupation').fill('Sculptor');
    await day.fill(new Date(latest.getTime() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10));
    await expect(page.getByText('You must be at least 18 years old to use this platform')).toBeVisible();
    await expect(day).toHaveAccessibleDescription(/You must be at least 18/);
    await expect(next).toBeDisabled();
    await day.fill('1899-12-31');
    await expect(next).toBeDisabled();
    await day.fill(latest.toISOString().slice(0, 10));
    await expect(page.getByText('You must be at least 18 years old to use this platform')).toBeHidden();
    await next.click();
  });
  await test.step('the bio, counted in visible characters', async () => {
    await expect(next).toBeDisabled();
    await page.getByLabel('Bio').fill('🧵'.repeat(161));
    await expect(page.getByText('161 / 160')).toBeVisible();
    await expect(page.getByText('1 character too many')).toBeVisible();
    await expect(next).toBeDisabled();
    await page.getByLabel('Bio').fill('🧵'.repeat(160));
    await expect(page.getByText('160 / 160')).toBeVisible();
    await next.click();
  });
});

import { canary, corners, isLike, metadataOf, photoFromCamera } from '../image-files.ts';
import { bringIn, newMember, skipSplash, verificationLink } from '../members.ts';
import { colorOf, comeIn, fillAbout, me, register, signInWith } from '../onboarding.ts';
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

test('a camera photo is cropped by keyboard, survives a reload, and arrives upright and without metadata', async ({
  page,
  request,
  dataFolder,
}) => {
  const newcomer = await comeIn(page, request, dataFolder, newMember('Chidi Eze'));
  const photo = { name: 'IMG_0042.JPG', mimeType: 'image/jpeg', buffer: await photoFromCamera() };
  const dialog = page.getByRole('dialog', { name: 'Position your photo' });
  const shown = page.getByRole('img', { name: 'Your photo' });

  await test.step('cancelling the crop changes nothing', async () => {
    await page.getByLabel('Choose a photo').setInputFiles(photo);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(shown).toBeHidden();
  });
  await test.step('arrow keys move the crop to the corner', async () => {
    await page.getByLabel('Choose a photo').setInputFiles(photo);
    const stage = dialog.getByRole('application', { name: 'Photo' });
    await expect(stage).toBeVisible();
    await tabTo(page, dialog.getByRole('slider', { name: 'Zoom' }));
    await page.keyboard.press('End');
    await expect(dialog.getByRole('slider', { name: 'Zoom' })).toHaveAttribute('aria-valuetext', '400%');
    await page.keyboard.press('Home');
    for (let presses = 0; presses < 10; presses += 1) await page.keyboard.press('ArrowRight');
    await expect(dialog.getByRole('slider', { name: 'Zoom' })).toHaveAttribute('aria-valuetext', '200%');
    await tabTo(page, stage, 'Shift+Tab');
    // Moves the photo right and down, which shows its upper left.
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
    }
    await expect(dialog.getByText('Across: 0%. Down: 0%.')).toBeAttached();
    await tabTo(page, dialog.getByRole('button', { name: 'Use this photo' }));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/Location and date are removed \(\d+ KB\)\./)).toBeVisible();
  });
  await test.step('a reload keeps the answers, the photo and the step', async () => {
    const before = await shown.getAttribute('src');
    await fillAbout(page);
    await page.getByLabel('Bio').fill('Half a sentence');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'In your words' })).toBeVisible();
    await expect(page.getByLabel('Bio')).toHaveValue('Half a sentence');
    await page.goBack();
    await expect(page.getByLabel('Occupation')).toHaveValue('Potter');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByText('Step 1 of 4')).toBeVisible();
    await expect(shown).toHaveAttribute('src', before ?? 'none');
    await page.goForward();
    await page.goForward();
    await expect(page.getByLabel('Bio')).toHaveValue('Half a sentence');
  });
  await test.step('pressing twice sends once', async () => {
    let sent = 0;
    page.on('request', (one) => (sent += one.method() === 'POST' && one.url().endsWith('/me/profile') ? 1 : 0));
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Textile', { exact: true }).click();
    await page.getByRole('button', { name: 'Complete' }).dblclick();
    await expect(page).toHaveURL(/\/feed$/);
    expect(sent).toBe(1);
  });
  const served = await request.get(String((await me(request, newcomer.token))['profile_image']));
  const bytes = await served.body();
  expect(await metadataOf(bytes)).toEqual({});
  expect(bytes.includes(canary)).toBe(false);
  expect(isLike(await colorOf(bytes, 0.5, 0.5), corners.topLeft)).toBe(true);
});

test('a photo is cropped by mouse and wheel, and the browser’s Back leads to the previous step', async ({
  page,
  request,
  dataFolder,
  complaints,
}) => {
  const newcomer = await comeIn(page, request, dataFolder, newMember('Zainab Bello'));
  const dialog = page.getByRole('dialog', { name: 'Position your photo' });
  await page.getByLabel('Choose a photo').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await photoFromCamera() });
  const stage = dialog.getByRole('application', { name: 'Photo' });
  await stage.hover();
  await page.mouse.wheel(0, -400);
  await expect(dialog.getByRole('slider', { name: 'Zoom' })).not.toHaveAttribute('aria-valuetext', '100%');
  const box = await stage.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  for (let pulls = 0; pulls < 6; pulls += 1) {
    await page.mouse.move(x + 100, y + 100);
    await page.mouse.down();
    await page.mouse.move(x - 120, y - 120, { steps: 4 });
    await page.mouse.up();
  }
  await expect(dialog.getByText('Across: 100%. Down: 100%.')).toBeAttached();
  await dialog.getByRole('button', { name: 'Use this photo' }).click();
  await fillAbout(page);
  await page.goBack();
  await expect(page.getByText('Step 2 of 4')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Step 1 of 4')).toBeVisible();
  await page.goForward();
  await page.goForward();
  await page.getByLabel('Bio').fill('I look.');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Textile', { exact: true }).click();

  await test.step('a connection lost between the two requests can be continued later', async () => {
    await page.route('**/api/v1/me/interests', async (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()));
    await page.getByRole('button', { name: 'Complete' }).click();
    await expect(page.getByText('Failed to update profile. Please try again.')).toBeVisible();
    // The browser's message about the lost connection.
    expect(complaints.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
    expect(await me(request, newcomer.token)).toMatchObject({ has_onboarding: false, bio: 'I look.' });
    await page.unroute('**/api/v1/me/interests');
    const another = await page.context().newPage();
    await another.goto('/onboarding');
    await skipSplash(another);
    await expect(another.getByRole('heading', { level: 1, name: 'What are you interested in?' })).toBeVisible();
    await another.getByText('Textile', { exact: true }).click();
    await another.getByRole('button', { name: 'Complete' }).click();
    await expect(another).toHaveURL(/\/feed$/);
    await another.close();
  });
  const worn = await me(request, newcomer.token);
  expect(worn['has_onboarding']).toBe(true);
  const bytes = await (await request.get(String(worn['profile_image']))).body();
  expect(isLike(await colorOf(bytes, 0.9, 0.9), corners.bottomRight)).toBe(true);
});

test('a photo format that the browser cannot decode is uploaded unchanged, and a rejection by the server returns to the photo step', async ({
  page,
  request,
  dataFolder,
  complaints,
}) => {
  await comeIn(page, request, dataFolder, newMember('Halima Sani'));
  await page
    .getByLabel('Choose a photo')
    .setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1') });
  await expect(page.getByText('This browser can’t show it. It is sent as it is.')).toBeVisible();
  await fillAbout(page);
  await page.getByLabel('Bio').fill('I dye.');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Textile', { exact: true }).click();
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByText('Step 1 of 4')).toBeVisible();
  await expect(page.getByRole('alert').getByText('HEIC pictures cannot be read here. Please save it as JPEG first.')).toBeVisible();
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')]);
});

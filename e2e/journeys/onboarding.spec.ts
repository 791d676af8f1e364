import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { bringIn, newMember, type NewMember, skipSplash, verificationLink } from '../members.ts';
import { linkMailedTo } from '../outbox.ts';
import { canary, corners, isLike, metadataOf, photoFromCamera } from '../pictures.ts';
import { expect, test } from '../test.ts';

test('a newcomer walks through with nothing but the keyboard', async ({ page, request, dataFolder }) => {
  test.setTimeout(120_000);
  const newcomer = await comeIn(page, request, dataFolder, newMember('Ifẹ́olúwa Adéyẹmí'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Ifẹ́olúwa');
  await expect(page.getByText('Step 1 of 4')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back' })).toBeDisabled();
  await noSeriousProblem(page);

  await test.step('a portrait by arrows', async () => {
    await tabTo(page, page.getByRole('radio', { name: 'A woman in a gele' }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'A man in a fila' })).toBeChecked();
    await tabTo(page, page.getByRole('button', { name: 'Next' }));
    await page.keyboard.press('Enter');
  });
  await test.step('who comes in', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Who comes in?' })).toBeFocused();
    const next = page.getByRole('button', { name: 'Next' });
    await expect(next).toBeDisabled();
    await expect(next).toHaveAccessibleDescription('Still missing: gender, date of birth and occupation');
    await noSeriousProblem(page);
    await tabTo(page, next);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Gender')).toBeFocused();
    await expect(page.getByLabel('Gender')).toHaveAccessibleDescription(/Please choose one\./);
    await page.keyboard.type('Non');
    await page.keyboard.press('Tab');
    // Day and month stand in either order.
    await page.keyboard.type('02022008');
    await tabTo(page, page.getByLabel('Occupation'));
    await page.keyboard.type('Weaver');
    await expect(page.getByText('Still missing')).toBeHidden();
    await page.keyboard.press('Enter');
  });
  await test.step('in one’s words', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'In your words' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('I weave aṣọ òkè in Ìsẹ́yìn.');
    await noSeriousProblem(page);
    await tabTo(page, page.getByRole('button', { name: 'Next' }));
    await page.keyboard.press('Enter');
  });
  await test.step('what draws one in, and the feed', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'What draws you in?' })).toBeFocused();
    const complete = page.getByRole('button', { name: 'Complete' });
    await expect(complete).toHaveAccessibleDescription('Still missing: an interest');
    await tabTo(page, complete);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Please choose at least one.')).toBeVisible();
    await expect(page.getByRole('checkbox').first()).toBeFocused();
    await noSeriousProblem(page);
    await page.keyboard.press('Space');
    await expect(page.getByText('1 chosen')).toBeVisible();
    await tabTo(page, complete);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/feed$/);
  });
  expect(await me(request, newcomer.token)).toMatchObject({
    has_onboarding: true,
    gender: 'non-binary',
    date_of_birth: '2008-02-02',
    occupation: 'Weaver',
    bio: 'I weave aṣọ òkè in Ìsẹ́yìn.',
    profile_image: '/avatars/fila.svg',
  });
  await test.step('nothing is left in the tab, and the way back does not lead in again', async () => {
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('onboarding')))).toEqual([]);
    await page.goto('/onboarding');
    await expect(page).toHaveURL(/\/feed$/);
  });
});

test('a photo from a camera is cut by keyboard, survives a reload, and arrives upright and clean', async ({
  page,
  request,
  dataFolder,
}) => {
  const newcomer = await comeIn(page, request, dataFolder, newMember('Chidi Eze'));
  const photo = { name: 'IMG_0042.JPG', mimeType: 'image/jpeg', buffer: await photoFromCamera() };
  const dialog = page.getByRole('dialog', { name: 'Place your photo' });
  const shown = page.getByRole('img', { name: 'Your photo' });

  await test.step('what is put away leaves everything as it was', async () => {
    await page.getByLabel('Choose a photo').setInputFiles(photo);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(shown).toBeHidden();
  });
  await test.step('to the corner by arrows', async () => {
    await page.getByLabel('Choose a photo').setInputFiles(photo);
    const stage = dialog.getByRole('application', { name: 'Photo' });
    await expect(stage).toBeVisible();
    await noSeriousProblem(page);
    await tabTo(page, dialog.getByRole('slider', { name: 'Zoom' }));
    await page.keyboard.press('End');
    await expect(dialog.getByRole('slider', { name: 'Zoom' })).toHaveAttribute('aria-valuetext', '400 %');
    await page.keyboard.press('Home');
    for (let presses = 0; presses < 10; presses += 1) await page.keyboard.press('ArrowRight');
    await expect(dialog.getByRole('slider', { name: 'Zoom' })).toHaveAttribute('aria-valuetext', '200 %');
    await tabTo(page, stage, 'Shift+Tab');
    // The photo goes right and down: what is seen is its upper left.
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
    }
    await expect(dialog.getByText('Across: 0 %. Down: 0 %.')).toBeAttached();
    await tabTo(page, dialog.getByRole('button', { name: 'Use this photo' }));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/Only this cut is sent, \d+ KB, without place or date\./)).toBeVisible();
  });
  await test.step('the answers and the photo are there after a reload, at the step one was at', async () => {
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
    expect(await shown.getAttribute('src')).toBe(before);
    await page.goForward();
    await page.goForward();
    await expect(page.getByLabel('Bio')).toHaveValue('Half a sentence');
  });
  await test.step('a press too many sends it once', async () => {
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

test('a photo is cut by mouse and wheel, and the way back in the browser leads to the step before', async ({
  page,
  request,
  dataFolder,
  complaints,
}) => {
  const newcomer = await comeIn(page, request, dataFolder, newMember('Zainab Bello'));
  const dialog = page.getByRole('dialog', { name: 'Place your photo' });
  await page.getByLabel('Choose a photo').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await photoFromCamera() });
  const stage = dialog.getByRole('application', { name: 'Photo' });
  await stage.hover();
  await page.mouse.wheel(0, -400);
  await expect(dialog.getByRole('slider', { name: 'Zoom' })).not.toHaveAttribute('aria-valuetext', '100 %');
  const box = await stage.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  for (let pulls = 0; pulls < 6; pulls += 1) {
    await page.mouse.move(x + 100, y + 100);
    await page.mouse.down();
    await page.mouse.move(x - 120, y - 120, { steps: 4 });
    await page.mouse.up();
  }
  await expect(dialog.getByText('Across: 100 %. Down: 100 %.')).toBeAttached();
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

  await test.step('a line that drops between the two calls leaves a half that is finished later', async () => {
    await page.route('**/api/v1/me/interests', async (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()));
    await page.getByRole('button', { name: 'Complete' }).click();
    await expect(page.getByText('Failed to update profile. Please try again.')).toBeVisible();
    // The dropped line, which the browser writes down.
    expect(complaints.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
    expect(await me(request, newcomer.token)).toMatchObject({ has_onboarding: false, bio: 'I look.' });
    await page.unroute('**/api/v1/me/interests');
    const another = await page.context().newPage();
    await another.goto('/onboarding');
    await skipSplash(another);
    await expect(another.getByRole('heading', { level: 1, name: 'What draws you in?' })).toBeVisible();
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

test('what is wrong is said where it is wrong', async ({ page, request, dataFolder, complaints }) => {
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
  await test.step('the bio, counted as people count', async () => {
    await expect(next).toBeDisabled();
    await page.getByLabel('Bio').fill('🧵'.repeat(161));
    await expect(page.getByText('161 / 160')).toBeVisible();
    await expect(page.getByText('1 too many')).toBeVisible();
    await expect(next).toBeDisabled();
    await page.getByLabel('Bio').fill('🧵'.repeat(160));
    await expect(page.getByText('160 / 160')).toBeVisible();
    await next.click();
  });
  await test.step('what the server refuses leads to its step', async () => {
    await page.getByText('Textile', { exact: true }).click();
    await page.route('**/api/v1/me/profile', (route) =>
      route.fulfill({
        status: 422,
        json: { code: 'invalid', message: 'Validation failed', errors: { occupation: ['This occupation is not taken here.'] } },
      }),
    );
    await page.getByRole('button', { name: 'Complete' }).click();
    await expect(page.getByText('Step 2 of 4')).toBeVisible();
    await expect(page.getByLabel('Occupation')).toHaveAccessibleDescription(/This occupation is not taken here\./);
    await page.unroute('**/api/v1/me/profile');
    // The refusal itself, which the browser writes down.
    expect(complaints.splice(0)).toEqual([expect.stringContaining('422')]);
  });
});

test('a photo of a kind that the browser cannot read is sent as it is, and the server’s word leads back to it', async ({
  page,
  request,
  dataFolder,
  complaints,
}) => {
  await comeIn(page, request, dataFolder, newMember('Halima Sani'));
  await page
    .getByLabel('Choose a photo')
    .setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1') });
  await expect(page.getByText('This browser cannot show it. It is sent as it is.')).toBeVisible();
  await fillAbout(page);
  await page.getByLabel('Bio').fill('I dye.');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Textile', { exact: true }).click();
  await page.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByText('Step 1 of 4')).toBeVisible();
  await expect(page.getByRole('alert').getByText('HEIC pictures cannot be read here. Please save it as JPEG first.')).toBeVisible();
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')]);
});

test('nobody skips a step, and nobody finds another’s answers', async ({ page, request, dataFolder }) => {
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

test('who has been shown around goes to the feed', async ({ page, request, dataFolder }) => {
  const { token } = await bringIn(request, dataFolder, newMember('Ngozi Obi'));
  await page.goto('/login');
  await signInWith(page, token);
  await page.goto('/onboarding');
  await expect(page).toHaveURL(/\/feed$/);
});

type Requests = Parameters<typeof bringIn>[0];

/** Registered, verified and standing at the first step. */
async function comeIn(page: Page, request: Requests, dataFolder: string, member: NewMember): Promise<{ token: string }> {
  const session = await register(request, member);
  await request.get(await linkMailedTo(dataFolder, member.email, verificationLink), { maxRedirects: 0 });
  await page.goto('/login');
  await skipSplash(page);
  await signInWith(page, session.token);
  await page.goto('/onboarding');
  await expect(page.getByText('Step 1 of 4')).toBeVisible();
  return session;
}

async function register(request: Requests, { name, username, email, password }: NewMember): Promise<{ token: string }> {
  const answer = await request.post('/api/v1/auth/register', {
    data: { name, username, email, password, password_confirmation: password, country_code: '+234', phone: '8031234567' },
  });
  expect(answer.status()).toBe(201);
  return (await answer.json()) as { token: string };
}

const signInWith = (page: Page, token: string): Promise<void> => page.evaluate((given) => localStorage.setItem('auth_token', given), token);

async function fillAbout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Gender').selectOption('female');
  await page.getByLabel('Date of birth').fill('1990-04-12');
  await page.getByLabel('Occupation').fill('Potter');
  await page.getByRole('button', { name: 'Next' }).click();
}

async function me(request: Requests, token: string): Promise<Record<string, unknown>> {
  const answer = await request.get('/api/v1/me', { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { data: Record<string, unknown> }).data;
}

async function tabTo(page: Page, goal: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 30; presses += 1) {
    if (await goal.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never reached ${goal.toString()}`);
}

async function colorOf(file: Buffer, across: number, down: number): Promise<{ r: number; g: number; b: number }> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const from = (Math.floor(info.height * down) * info.width + Math.floor(info.width * across)) * info.channels;
  return { r: data[from] ?? 0, g: data[from + 1] ?? 0, b: data[from + 2] ?? 0 };
}

async function noSeriousProblem(page: Page): Promise<void> {
  // Half faded in, words have half their contrast.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

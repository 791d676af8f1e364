import { canary, corners, isLike, metadataOf, photoFromCamera } from '../image-files.ts';
import { newMember, skipSplash } from '../members.ts';
import { colorOf, comeIn, fillAbout, me } from '../onboarding.ts';
import { tabTo } from '../screen.ts';
import { expect, test } from '../test.ts';

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

import type { Page } from '@playwright/test';
import { canary, metadataOf, photoFromCamera, standsUpright } from '../image-files.ts';
import { newMember, bringIn, signInByKeyboard, skipSplash, verificationLink, type NewMember } from '../members.ts';
import { linkMailedTo } from '../outbox.ts';
import { logOut, toasted } from '../settings.ts';
import { collectComplaints, expect, test } from '../test.ts';

test('a newcomer registers, completes onboarding and posts; another member likes the photo and comments', async ({
  page,
  browser,
  request,
  dataFolder,
  complaints,
  baseURL,
}) => {
  const maker = newMember('Ńkẹ́m Okonkwo');
  const visitor = newMember('Aisha Danladi');
  // Unique, because other tests post to the same feed.
  const title = `Adire for Ọ̀ṣun, ${maker.username}`;

  await test.step('the app mounts under the splash', async () => {
    await page.goto('/register');
    const skip = page.getByRole('button', { name: 'Skip' });
    await expect(skip).toBeVisible();
    await expect(page.locator('#root h1')).toBeAttached();
    await expect(skip).toBeVisible();
    await skip.click();
    await expect(skip).toBeHidden();
  });
  await test.step('register', async () => {
    await fillRegistration(page, maker);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL(/\/verify-email$/);
  });
  await test.step('verify by the mailed link', async () => {
    await page.goto(await linkMailedTo(dataFolder, maker.email, verificationLink));
    await expect(page).toHaveURL(/\/onboarding$/);
  });
  await test.step('complete onboarding', async () => {
    await walkThroughOnboarding(page);
    await expect(page).toHaveURL(/\/feed$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Community Showcase' })).toBeVisible();
  });
  await test.step('post a photo straight from the camera', async () => {
    await page.getByRole('button', { name: 'Upload' }).click();
    const composer = page.getByRole('dialog', { name: 'Share a photo' });
    await composer.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(toasted(page, 'Please complete all required fields.')).toBeVisible();
    await composer.getByLabel('Photos').setInputFiles({ name: 'IMG_0042.JPG', mimeType: 'image/jpeg', buffer: await photoFromCamera() });
    await composer.getByLabel('Alt text for image 1').fill('Four fields of colour');
    await composer.getByLabel('Title').fill(title);
    await composer.getByLabel('Category').selectOption({ label: 'Textile' });
    await composer.getByLabel(/^Caption/).fill('Twenty squares, cassava paste and a hen’s feather.');
    await composer.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(page.getByText('Photo uploaded successfully!')).toBeVisible();
    await expect(composer).toBeHidden();
    await expect(page.getByRole('article').first()).toContainText(title);
  });

  await bringIn(dataFolder, visitor);
  const visitorContext = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const theirs = await visitorContext.newPage();
  collectComplaints(theirs.context(), complaints);
  await test.step('another member signs in by keyboard alone and finds it in the feed', async () => {
    await signInByKeyboard(theirs, visitor);
    const post = theirs.getByRole('article').filter({ hasText: title });
    await expect(post.getByRole('img', { name: 'Four fields of colour' })).toBeVisible();
    await post.getByRole('button', { name: 'Like' }).click();
    await expect(post.getByRole('button', { name: 'Like' })).toHaveAttribute('aria-pressed', 'true');
    await expect(post.getByRole('button', { name: 'Like' })).toContainText('1');
    await post.getByRole('link').first().click();
    await expect(theirs).toHaveURL(/\/post\//);
  });
  await test.step('and comments', async () => {
    await expect(theirs.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(theirs.getByRole('button', { name: 'Like', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await theirs.getByLabel('Your comment').fill('  The wrong coil is the one I keep going back to.  ');
    await theirs.getByRole('button', { name: 'Send' }).click();
    const conversation = theirs.getByRole('region', { name: 'Comments' });
    await expect(conversation.getByText('The wrong coil is the one I keep going back to.')).toBeVisible();
    await expect(conversation.getByRole('button', { name: 'Delete comment' })).toBeVisible();
  });
  await test.step('every served variant is upright and without metadata', async () => {
    const addresses = await servedForms(theirs);
    expect(addresses.length).toBeGreaterThanOrEqual(4);
    for (const address of addresses) {
      const answer = await request.get(address);
      expect(answer.status(), address).toBe(200);
      const file = await answer.body();
      expect(await metadataOf(file), address).toEqual({});
      for (const trace of [canary, 'Exif\0\0', 'http://ns.adobe.com/xap', 'xpacket', 'GPSLatitude'])
        expect(file.includes(trace), `${trace} in ${address}`).toBe(false);
      expect(await standsUpright(file), address).toBe(true);
    }
  });
  await visitorContext.close();

  await test.step('the author reads both notifications', async () => {
    await page.reload();
    await skipSplash(page);
    await page.getByRole('button', { name: 'Notifications, 2 unread' }).click();
    const list = page.getByRole('region', { name: 'Notifications' });
    await expect(list.getByText(/Aisha Danladi liked your photo/)).toBeVisible();
    await list.getByText(/Aisha Danladi commented on your photo/).click();
    await expect(page).toHaveURL(/\/post\//);
    await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
    await page.goto('/notifications');
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByRole('tab', { name: 'Unread' }).click();
    await expect(page.getByText('No notifications')).toBeVisible();
  });
  await test.step('and signs out', async () => {
    await logOut(page);
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
  });
});

async function fillRegistration(page: Page, member: NewMember): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(member.name);
  await page.getByLabel('Username').fill(member.username);
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Phone').fill('803 123 4567');
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByLabel('Confirm password').fill(member.password);
}

async function walkThroughOnboarding(page: Page): Promise<void> {
  const next = page.getByRole('button', { name: 'Next' });
  await expect(page.getByRole('button', { name: 'Back' })).toBeDisabled();
  await next.click();
  await expect(next).toBeDisabled();
  await page.getByLabel('Gender').selectOption('female');
  await page.getByLabel('Date of birth').fill('1990-04-12');
  await page.getByLabel('Occupation').fill('Weaver');
  await next.click();
  await page.getByLabel('Bio').fill('I dye cloth in Abẹ́òkúta.');
  await next.click();
  await page.getByText('Textile', { exact: true }).click();
  await page.getByRole('button', { name: 'Complete' }).click();
}

/** Returns the addresses of the fallback and all variants of the image. */
async function servedForms(page: Page): Promise<string[]> {
  return page.locator('.viewer-photo picture').evaluate((image) => {
    const lists = [...image.querySelectorAll<HTMLSourceElement | HTMLImageElement>('[srcset]')].flatMap(({ srcset }) =>
      srcset.split(',').map((part) => part.trim().split(' ')[0] ?? ''),
    );
    return [...new Set([...lists, image.querySelector('img')?.getAttribute('src') ?? ''])].filter((address) => address !== '');
  });
}

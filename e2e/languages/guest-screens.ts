import type { Page } from '@playwright/test';
import { headersOf, plainImage } from '../posts.ts';
import type { Screens } from './walk.ts';

const submit = (page: Page) => page.locator('form').getByRole('button').and(page.locator('[type=submit]')).last();
const dialog = (page: Page) => page.getByRole('dialog').last();

export const guestScreens: Screens = {
  '/login': async ({ page, reader }) => {
    await page.goto('/login');
    await reader.check('the welcome');
    await page.locator('.splash-skip').dispatchEvent('click');
    await reader.inspect('/login');
    await submit(page).click();
    await reader.check('/login, left empty');
    await page.locator('input[name=email]').fill('zz.nobody@example.org');
    await page.locator('input[name=password]').fill('not the one');
    await submit(page).click();
    await reader.check('/login, refused');
  },
  '/register': async ({ page, reader }) => {
    await reader.inspect('/register');
    await submit(page).click();
    await reader.check('/register, left empty');
    await page.getByRole('combobox').first().click();
    await reader.check('/register, codes of countries');
    await page.locator('input[name=password]').fill('password1');
    await reader.check('/register, a weak password');
  },
  '/forgot-password': async ({ page, reader }) => {
    await reader.inspect('/forgot-password');
    await submit(page).click();
    await reader.check('/forgot-password, left empty');
    await page.locator('input[name=email]').fill('zz.nobody@example.org');
    await submit(page).click();
    await reader.check('/forgot-password, mailed');
  },
  '/reset-password': async ({ page, reader }) => {
    await reader.inspect('/reset-password');
    await reader.inspect('/reset-password?token=1&email=zz.nobody@example.org');
    await submit(page).click();
    await reader.check('/reset-password, left empty');
    for (const name of ['password', 'password_confirmation']) await page.locator(`input[name=${name}]`).fill('four hens in the yard');
    await submit(page).click();
    await reader.check('/reset-password, refused');
  },
  '/confirm-email': async ({ reader }) => {
    await reader.goto('/confirm-email?status=already-changed');
    for (const status of ['changed', 'invalid']) await reader.inspect(`/confirm-email?status=${status}`);
  },
  '/oauth/callback': async ({ reader }) => reader.inspect('/oauth/callback?error=የለም'),
  '/plans': async ({ reader }) => reader.inspect('/plans'),
  '/about': async ({ reader }) => reader.inspect('/about'),
  '/privacy': async ({ reader }) => reader.inspect('/privacy'),
  '/user/$username': async ({ reader, community }) => reader.inspect(`/user/${community.maker.member.username}`),
  '/$': async ({ reader }) => reader.inspect('/no-such-page'),
};

export const newcomerScreens: Screens = {
  '/verify-email': async ({ page, reader }) => {
    for (const status of ['?status=verified', '?status=already-verified']) await reader.goto(`/verify-email${status}`);
    for (const status of ['?status=invalid', '']) await reader.inspect(`/verify-email${status}`);
    await page.locator('main button').first().click();
    await page.locator('.toast').waitFor();
    await reader.check('/verify-email, sent again');
  },
};

/** Screens of an applicant who waits for approval. */
export const applicantScreens: Screens = {
  '/application': async ({ page, reader, community: { admin } }) => {
    await reader.inspect('/application');
    await submit(page).click();
    await reader.check('/application, left empty');
    await page.locator('textarea').fill('ቅርጫት እሠራለሁ');
    await submit(page).click();
    await page.locator('.toast').waitFor();
    await reader.check('/application, answered');
    const headers = headersOf(admin);
    const { data } = (await (await page.request.get('/api/v1/moderation/applications', { headers })).json()) as { data: { id: string }[] };
    for (const { id } of data)
      await page.request.post(`/api/v1/moderation/applications/${id}/decide`, { headers, data: { verdict: 'declined', reason: 'አይ' } });
    await reader.inspect('/application');
  },
};

export const onboardingScreens: Screens = {
  '/onboarding': async ({ page, reader }) => {
    await reader.inspect('/onboarding');
    const file = { name: '1.jpg', mimeType: 'image/jpeg', buffer: await plainImage('#1f2f7a') };
    await page.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from('no picture') });
    await page.locator('input[type=file][aria-invalid]').waitFor({ state: 'attached' });
    await reader.check('/onboarding, no picture');
    await page.locator('input[type=file]').setInputFiles(file);
    await dialog(page).waitFor();
    await reader.check('/onboarding, the crop');
    await dialog(page).locator('footer button').last().click();
    await reader.check('/onboarding, the photo');
    const next = page.locator('.onboarding-buttons [type=submit]');
    await next.click();
    await next.click({ force: true });
    await reader.check('/onboarding, who you are');
    await reader.audit('/onboarding, who you are');
    await page.locator('select[name=gender]').selectOption({ index: 1 });
    await page.locator('input[name=date_of_birth]').fill('2020-01-01');
    await reader.check('/onboarding, too young');
    await page.locator('input[name=date_of_birth]').fill('1990-01-01');
    await page.locator('input[name=occupation]').fill('ሸማኔ');
    await next.click();
    await next.click({ force: true });
    await reader.check('/onboarding, in your words');
    await reader.audit('/onboarding, in your words');
    await page.locator('textarea').fill('ጨርቅ እሠራለሁ');
    await next.click();
    await reader.check('/onboarding, interests');
    await reader.audit('/onboarding, interests');
    await next.click({ force: true });
    await reader.check('/onboarding, no interest');
  },
};

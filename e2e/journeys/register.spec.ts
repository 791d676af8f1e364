import type { Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { bringIn, newMember, skipSplash, verificationLink, type NewMember } from '../members.ts';
import { linkMailedTo } from '../outbox.ts';
import { breakServer, dropLine, forgiveRefusals, tabTo } from '../screen.ts';
import { expect, test } from '../test.ts';

const create = (page: Page) => page.getByRole('button', { name: 'Create account' });

async function fill(page: Page, { name, username, email, password }: NewMember): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill('803 123 4567');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
}

test('what the server finds wrong stands under its field, each', async ({ page, dataFolder, complaints }) => {
  const taken = newMember('Femi Taken');
  await bringIn(dataFolder, taken);
  await page.goto('/register');
  await skipSplash(page);
  await create(page).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  for (const field of ['Name', 'Username', 'Email', 'Phone', 'Password'])
    await expect(page.getByLabel(field, { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('The password is required.')).toBeVisible();
  await expectNoSeriousProblem(page);

  await fill(page, { ...newMember('Femi New'), username: taken.username });
  await page.getByLabel('Confirm password').fill('something else');
  await create(page).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expect(page.getByLabel('Confirm password')).toBeFocused();
  await page.getByLabel('Confirm password').fill(taken.password);
  await create(page).click();
  await expect(page.getByLabel('Username')).toBeFocused();
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/taken/);
  await expect(page.getByLabel('Name', { exact: true })).not.toHaveAttribute('aria-invalid');

  await breakServer(page, '/auth/register');
  await create(page).click();
  await expect(page.getByText('Registration failed. Please try again.')).toBeVisible();
  await page.unrouteAll();
  await dropLine(page, '/auth/register');
  await create(page).click();
  await expect(page.getByText('An unexpected error occurred. Please try again.')).toBeVisible();
  await page.unrouteAll();

  await page.route('**/api/v1/auth/register', async (route) => {
    const body = route.request().postDataJSON() as object;
    await route.continue({ postData: { ...body, country_code: '+999999' } });
  });
  await create(page).click();
  await expect(page.getByRole('combobox', { name: 'Country code' })).toBeFocused();
  await expect(page.getByText('Choose a country code from the list.')).toBeVisible();
  forgiveRefusals(complaints);
});

test('how strong a password is stands below it as one types', async ({ page }) => {
  await page.goto('/register');
  await skipSplash(page);
  await page.getByLabel('Name', { exact: true }).fill('Nkem Okonkwo');
  const password = page.getByLabel('Password', { exact: true });
  const says = (words: string) => expect(page.locator('[aria-live=polite]').getByText(words)).toBeVisible();
  await says('8 characters or more');
  for (const [typed, words] of [
    ['sunshine1', 'Too common: easy to guess'],
    ['okonkwo7', 'Too close to your name or address: easy to guess'],
    ['zzzzzzzzz', 'Easy to guess. Another word makes it stronger'],
    ['a courtyard at dusk', 'Strong'],
  ] as const) {
    await password.fill(typed);
    await says(words);
  }
  await expectNoSeriousProblem(page);
});

for (const width of [320, 1440])
  test(`a country is found by typing its name or its number, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 720 });
    await page.goto('/register');
    await skipSplash(page);
    const field = page.getByRole('combobox', { name: 'Country code' });
    const options = page.getByRole('option');
    const sent = page.locator('input[name=country_code]');
    await expect(field).toHaveValue('+234 NG');
    await expect(sent).toHaveValue('+234');
    await expect(options).toHaveCount(0);

    await field.click();
    await expect(options.nth(49)).toBeAttached();
    await expect(page.getByRole('group')).toHaveCount(5);
    await expectNoSeriousProblem(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

    for (const typed of ['gha', '233']) {
      await field.fill(typed);
      await expect(options).toHaveText(['+233Ghana']);
    }
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('+233 GH');
    await expect(sent).toHaveValue('+233');
    await expect(page).toHaveURL(/\/register$/);

    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { selected: true })).toHaveText('+233Ghana');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { selected: true })).toHaveText('+254Kenya');
    const marked = await page.getByRole('option', { selected: true }).getAttribute('id');
    await expect(field).toHaveAttribute('aria-activedescendant', marked ?? '');
    await page.keyboard.press('Escape');
    await expect(options).toHaveCount(0);
    await expect(sent).toHaveValue('+233');

    await field.fill('atlantis');
    await expect(page.getByText('No country or code found.')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(field).toHaveValue('+233 GH');
    await field.click();
    await page.getByRole('option', { name: 'Kenya' }).click();
    await expect(sent).toHaveValue('+254');
  });

test('the keyboard alone opens an account, and the page waits for the mail', async ({ page, dataFolder, complaints }) => {
  const member = newMember('Gogo Hart');
  await page.goto('/register');
  await page.keyboard.press('Enter');
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  };
  await type('Name', member.name);
  await type('Username', member.username);
  await type('Email', 'wrong.'.concat(member.email));
  await tabTo(page, page.getByRole('combobox', { name: 'Country code' }));
  await page.keyboard.type('ghan');
  await type('Phone', '24 123 4567');
  await expect(page.locator('input[name=country_code]')).toHaveValue('+233');
  await type('Password', member.password);
  await type('Confirm password', member.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/verify-email$/);
  await expect(page.getByText('Registration successful! Please verify your email.')).toBeVisible();
  await expect(page.getByText(`wrong.${member.email}`)).toBeVisible();
  await expectNoSeriousProblem(page);

  await test.step('a slip in the address can be mended', async () => {
    await page.getByRole('button', { name: 'Wrong address? Change it' }).click();
    await expectNoSeriousProblem(page);
    await page.getByLabel('Your email address').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.getByRole('button', { name: 'Send the email there' }).click();
    await expect(page.getByLabel('Your email address')).toBeHidden();
  });
  await test.step('the mail can be sent again', async () => {
    await page.getByRole('button', { name: 'Resend Verification Email' }).click();
    await expect(page.getByText('Verification email sent successfully.')).toBeVisible();
    await dropLine(page, '/email/resend');
    await page.getByRole('button', { name: 'Resend Verification Email' }).click();
    await expect(page.getByText('Failed to resend verification email.')).toBeVisible();
    await page.unrouteAll();
  });
  await test.step('an invalid link has its title and text', async () => {
    for (const [status, title, text] of [
      ['invalid-signature', 'This link isn’t valid', 'The verification link is invalid or has expired. Please request a new one.'],
      ['invalid-hash', 'This link is for another address', 'The verification link is invalid or has expired. Please request a new one.'],
    ] as const) {
      await page.goto(`/verify-email?status=${status}`);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByText(text)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Resend Verification Email' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Go to Login' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    }
    await expectNoSeriousProblem(page);
  });
  await test.step('a failing check is shown, and keeps the session', async () => {
    await breakServer(page, '/email/status');
    await page.goto('/verify-email');
    await expect(page.getByText('Could not verify email status. Try again later.')).toBeVisible();
    await page.unrouteAll();
  });
  await test.step('the page moves on by itself once the address is verified elsewhere', async () => {
    await page.goto('/verify-email');
    await expect(page.getByRole('heading', { level: 1, name: 'Verify your email' })).toBeVisible();
    const verified = await page.request.get(await linkMailedTo(dataFolder, `wrong.${member.email}`, verificationLink), { maxRedirects: 0 });
    expect(verified.headers()['location']).toContain('status=verified');
    // It looks every ten seconds.
    await expect(page).toHaveURL(/\/onboarding$/, { timeout: 60_000 });
  });
  forgiveRefusals(complaints);
});

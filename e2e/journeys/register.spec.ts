import { expectNoSeriousProblem } from '../accessibility.ts';
import { newMember, skipSplash, verificationLink } from '../members.ts';
import { linkMailedTo } from '../outbox.ts';
import { breakServer, dropLine, forgiveRefusals, tabTo } from '../screen.ts';
import { expect, test } from '../test.ts';

test('a country is found by name or calling code on the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 720 });
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
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

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

test('an account is created by keyboard alone, and the page waits for verification', async ({ page, dataFolder, complaints }) => {
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

  await test.step('a mistyped address can be corrected', async () => {
    await page.getByRole('button', { name: 'Wrong address? Change it' }).click();
    await expectNoSeriousProblem(page);
    await page.getByLabel('Your email address').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.getByRole('button', { name: 'Send the email there' }).click();
    await expect(page.getByLabel('Your email address')).toBeHidden();
  });
  await test.step('the mail can be resent', async () => {
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
  });
  await test.step('a failed status check is shown and keeps the session', async () => {
    await breakServer(page, '/email/status');
    await page.goto('/verify-email');
    await expect(page.getByText('Could not verify email status. Try again later.')).toBeVisible();
    await page.unrouteAll();
  });
  await test.step('the page continues once the address is verified elsewhere', async () => {
    await page.goto('/verify-email');
    await expect(page.getByRole('heading', { level: 1, name: 'Verify your email' })).toBeVisible();
    const verified = await page.request.get(await linkMailedTo(dataFolder, `wrong.${member.email}`, verificationLink), {
      maxRedirects: 0,
    });
    expect(verified.headers()['location']).toContain('status=verified');
    // The page polls every ten seconds.
    await expect(page).toHaveURL(/\/onboarding$/, { timeout: 60_000 });
  });
  forgiveRefusals(complaints);
});

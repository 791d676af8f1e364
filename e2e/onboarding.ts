import { type APIRequestContext, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { type NewMember, skipSplash, verificationLink } from './members.ts';
import { linkMailedTo } from './outbox.ts';

/** Registers, verifies and signs in a member, and opens the first step of onboarding. */
export async function comeIn(page: Page, request: APIRequestContext, dataFolder: string, member: NewMember): Promise<{ token: string }> {
  const session = await register(request, member);
  await request.get(await linkMailedTo(dataFolder, member.email, verificationLink), { maxRedirects: 0 });
  await page.goto('/login');
  await skipSplash(page);
  await signInWith(page, session.token);
  await page.goto('/onboarding');
  await expect(page.locator('.onboarding-buttons')).toBeVisible();
  return session;
}

export async function register(request: APIRequestContext, { name, username, email, password }: NewMember): Promise<{ token: string }> {
  const answer = await request.post('/api/v1/auth/register', {
    data: { name, username, email, password, password_confirmation: password, country_code: '+234', phone: '8031234567' },
  });
  expect(answer.status()).toBe(201);
  return (await answer.json()) as { token: string };
}

export const signInWith = (page: Page, token: string): Promise<void> =>
  page.evaluate((given) => localStorage.setItem('auth_token', given), token);

export async function fillAbout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Gender').selectOption('female');
  await page.getByLabel('Date of birth').fill('1990-04-12');
  await page.getByLabel('Occupation').fill('Potter');
  await page.getByRole('button', { name: 'Next' }).click();
}

export async function me(request: APIRequestContext, token: string): Promise<Record<string, unknown>> {
  const answer = await request.get('/api/v1/me', { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { data: Record<string, unknown> }).data;
}

export async function colorOf(file: Buffer, across: number, down: number): Promise<{ r: number; g: number; b: number }> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const from = (Math.floor(info.height * down) * info.width + Math.floor(info.width * across)) * info.channels;
  return { r: data[from] ?? 0, g: data[from + 1] ?? 0, b: data[from + 2] ?? 0 };
}

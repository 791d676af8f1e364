import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { linkMailedTo } from './outbox.ts';

export interface NewMember {
  name: string;
  username: string;
  email: string;
  password: string;
}

export const verificationLink = /http:\/\/\S+\/api\/v1\/email\/verify\/\S+/;

let made = 0;

/** Somebody new, whom no other test knows. */
export function newMember(name: string): NewMember {
  made += 1;
  const username = `${name
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z]/g, '')
    .toLowerCase()
    .slice(0, 10)}.${Date.now().toString(36)}${made}`;
  return { name, username, email: `${username}@example.org`, password: 'a courtyard at dusk' };
}

/** Brings somebody through the door by the API alone: registered, verified by the mailed link, shown around. */
export async function bringIn(request: APIRequestContext, dataFolder: string, member: NewMember): Promise<{ token: string; id: string }> {
  const registered = await request.post('/api/v1/auth/register', {
    data: { ...member, password_confirmation: member.password, country_code: '+234', phone: `803${String(1_000_000 + made)}` },
  });
  expect(registered.status()).toBe(201);
  const { token, user } = (await registered.json()) as { token: string; user: { id: string } };
  const headers = { authorization: `Bearer ${token}` };
  const verified = await request.get(await linkMailedTo(dataFolder, member.email, verificationLink), { maxRedirects: 0 });
  expect(verified.headers()['location']).toContain('status=verified');
  const interests = await request.get('/api/v1/me/interests', { headers });
  const { available } = (await interests.json()) as { available: { id: string }[] };
  const profile = { bio: 'I make things by hand.', gender: 'prefer-not-to-say', date_of_birth: '1990-04-12', occupation: 'Weaver' };
  expect((await request.post('/api/v1/me/profile', { headers, data: profile })).status()).toBe(200);
  expect((await request.put('/api/v1/me/interests', { headers, data: { category_ids: [available[0]?.id] } })).status()).toBe(200);
  return { token, id: user.id };
}

/** Goes past the splash, where it is up. */
export async function skipSplash(page: Page): Promise<void> {
  const skip = page.getByRole('button', { name: 'Skip' });
  if (await skip.isVisible()) await skip.click();
}

/** Signs in with nothing but the keyboard. */
export async function signInByKeyboard(page: Page, { email, password }: NewMember): Promise<void> {
  await page.goto('/login');
  await skipSplash(page);
  const reach = async (what: RegExp) => {
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((pattern) => new RegExp(pattern, 'i').test(document.activeElement?.getAttribute('name') ?? ''), what.source))
        return;
    }
    throw new Error(`Tab never reached ${what}`);
  };
  await reach(/^email$/);
  await page.keyboard.type(email);
  await reach(/^password$/);
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/feed$/);
}

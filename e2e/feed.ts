import { type APIRequestContext, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { NewMember } from './members.ts';
import { textsOf } from './screen.ts';

export interface Someone {
  member: NewMember;
  token: string;
  id: string;
}

const colours = ['#a33c1e', '#1f2f7a', '#c8922c', '#2f6b43', '#6a4a8a', '#3b2a24'];

/** Posts a small image of one color. */
export async function share(request: APIRequestContext, someone: Someone, title: string, number: number): Promise<void> {
  const shape = [
    [60, 40],
    [40, 60],
    [50, 50],
  ][number % 3] ?? [60, 40];
  const buffer = await sharp({
    create: { width: shape[0] ?? 60, height: shape[1] ?? 40, channels: 3, background: colours[number % colours.length] ?? '#808080' },
  })
    .jpeg()
    .toBuffer();
  const answer = await request.post('/api/v1/photos', {
    headers: { authorization: `Bearer ${someone.token}` },
    multipart: { title, 'images[0]': { name: 'picture.jpg', mimeType: 'image/jpeg', buffer } },
  });
  expect(answer.status()).toBe(201);
}

/** Stores session and profile in the browser, as if the member had signed in and seen the splash screen. */
export async function enter(page: Page, { token, member }: Someone): Promise<void> {
  const me = await page.request.get('/api/v1/me', { headers: { authorization: `Bearer ${token}` } });
  expect(me.status()).toBe(200);
  const { data: user } = (await me.json()) as { data: { username: string } };
  expect(user.username).toBe(member.username);
  await page.goto('/login');
  await page.evaluate(
    ([key, kept]) => {
      sessionStorage.setItem('mbari_welcomed', 'yes');
      localStorage.setItem('auth_token', key);
      localStorage.setItem('user_profile', JSON.stringify(kept));
      localStorage.setItem('hasCompletedOnboarding', 'true');
    },
    [token, user] as const,
  );
}

/** Returns the titles of the first six posts, which are always rendered. Later ones are rendered only near the viewport. */
export const titles = (page: Page): Promise<string[]> => textsOf(page.getByRole('article').getByRole('heading'), 6);

export async function loadAll(page: Page): Promise<void> {
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(page.getByText('You’re all caught up')).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** Opens the first post in the viewport without scrolling. Returns whether there was one. */
export const openInWindow = (page: Page): Promise<boolean> =>
  page.locator('.wall-frame').evaluateAll((frames) => {
    const inWindow = frames.find((frame) => {
      const { top, height } = frame.getBoundingClientRect();
      return top > 80 && top + height / 2 < innerHeight;
    });
    inWindow?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    return inWindow !== undefined;
  });

export async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
    Object.defineProperty(document, 'hidden', { value: now === 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
}

/** Drags one finger on the page by this many pixels, and lifts it. */
export async function pull(page: Page, by: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 180, y }] });
  await touch('touchStart', 300);
  for (let part = 1; part <= 6; part += 1) await touch('touchMove', 300 + (by * part) / 6);
  await touch('touchEnd');
  await session.detach();
}

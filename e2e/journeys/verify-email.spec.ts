import type { Page } from '@playwright/test';
import { newMember, skipSplash } from '../members.ts';
import { register, signInWith } from '../onboarding.ts';
import { expect, test } from '../test.ts';

test('the page asks every ten seconds whether the address is verified, and nothing while nobody looks', async ({ page, request }) => {
  const { token } = await register(request, newMember('Waiting Room'));
  let asked = 0;
  page.on('request', (one) => {
    if (one.url().endsWith('/email/status')) asked += 1;
  });
  await page.goto('/login');
  await skipSplash(page);
  await signInWith(page, token);
  await page.clock.install();
  await page.goto('/verify-email');
  await expect.poll(() => asked).toBe(1);

  await page.clock.runFor(10_100);
  await expect.poll(() => asked).toBe(2);
  await look(page, 'hidden');
  await page.clock.runFor(60_000);
  await look(page, 'visible');
  // At once, and only once for the minute that passed.
  await expect.poll(() => asked).toBe(3);
  await page.clock.runFor(10_100);
  await expect.poll(() => asked).toBe(4);
});

/** As the browser does when another tab is chosen, or this one again. */
const look = (page: Page, state: DocumentVisibilityState): Promise<void> =>
  page.evaluate((given) => {
    Object.defineProperty(document, 'visibilityState', { value: given, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);

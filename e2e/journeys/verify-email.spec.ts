import type { Page } from '@playwright/test';
import { newMember, skipSplash } from '../members.ts';
import { register, signInWith } from '../onboarding.ts';
import { expect, test } from '../test.ts';

test('a visible page polls every ten seconds whether the address is verified; a hidden page does not', async ({ page, request }) => {
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

  // Advances the clock by seconds, because the page starts its ten-second wait after each response.
  const secondsUntil = async (calls: number): Promise<number> => {
    let seconds = 0;
    while (seconds < 20) {
      if (asked >= calls) break;
      await page.clock.runFor(1_000);
      seconds += 1;
    }
    expect(asked).toBe(calls);
    return seconds;
  };
  expect(await secondsUntil(2)).toBeGreaterThan(8);
  await setVisibility(page, 'hidden');
  await page.clock.runFor(60_000);
  await setVisibility(page, 'visible');
  // A hidden page does not poll. A page that becomes visible polls immediately.
  await expect.poll(() => asked).toBe(3);
  expect(await secondsUntil(4)).toBeGreaterThan(8);
});

/** Simulates switching to another tab and back. */
const setVisibility = (page: Page, state: DocumentVisibilityState): Promise<void> =>
  page.evaluate((given) => {
    Object.defineProperty(document, 'visibilityState', { value: given, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);

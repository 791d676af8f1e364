import type { APIRequestContext, Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { bringIn, newMember, skipSplash, verificationLink } from '../members.ts';
import { linkMailedTo } from '../outbox.ts';
import { forgiveRefusals } from '../screen.ts';
import { logOut, takeOut } from '../settings.ts';
import { expect, test } from '../test.ts';

/** Creates a member of the status by the API and returns the token. */
async function tokenOf(status: string, request: APIRequestContext, dataFolder: string): Promise<string | null> {
  if (status === 'guest') return null;
  const member = newMember('Hauwa Guard');
  if (status === 'onboarded') return (await bringIn(dataFolder, member)).token;
  const registered = await request.post('/api/v1/auth/register', {
    data: { ...member, password_confirmation: member.password, country_code: '+234', phone: '8031234567' },
  });
  const { token } = (await registered.json()) as { token: string };
  if (status === 'verified') await request.get(await linkMailedTo(dataFolder, member.email, verificationLink), { maxRedirects: 0 });
  return token;
}

/** Restores a session as if the member had signed in here before. */
async function comeAs(page: Page, token: string | null): Promise<void> {
  await page.addInitScript((kept) => {
    sessionStorage.setItem('mbari_welcomed', 'yes');
    if (kept !== null) localStorage.setItem('auth_token', kept);
  }, token);
}

/** One screen per status. `routes.test.ts` covers who may open which screen, `call.test.ts` the targets. */
for (const [status, opened, to] of [
  ['guest', '/settings', '/login'],
  ['session', '/onboarding', '/verify-email'],
  ['verified', '/login', '/onboarding'],
  ['onboarded', '/verify-email', '/feed'],
] as const)
  test(`a visitor with status ${status} who opens ${opened} is redirected to ${to}`, async ({ page, request, dataFolder }) => {
    await comeAs(page, await tokenOf(status, request, dataFolder));
    await page.goto(opened);
    await expect(page).toHaveURL(to);
    await expect(page.locator('h1').first()).toBeVisible();
  });

test('an unknown address shows a not-found page in the usual frame, with its own window title', async ({ page, request, dataFolder }) => {
  await comeAs(page, await tokenOf('onboarded', request, dataFolder));
  await page.goto('/forum/c/crafts/x');
  await expect(page.getByRole('heading', { level: 1, name: '404 Not Found' })).toBeVisible();
  await expect(page).toHaveTitle(/^404 Not Found/);
  await expect(page.getByRole('main')).toHaveCount(1);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Forum' }).click();
  await expect(page).toHaveURL(/\/forum$/);
});

test('the page shows a loading text until the session is known', async ({ page, request, dataFolder }) => {
  await comeAs(page, await tokenOf('verified', request, dataFolder));
  let answer = () => {};
  const released = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/v1/me', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/feed');
  await expect(page.getByText('Loading your experience')).toBeVisible();
  await expectNoSeriousProblem(page);
  answer();
  await expect(page).toHaveURL(/\/onboarding$/);
});

test(
  'two tabs sign in and out together, and signing out deletes the member’s data',
  { tag: '@main' },
  async ({ page, context, dataFolder }) => {
    const member = newMember('Ime Second');
    await bringIn(dataFolder, member);
    const second = await context.newPage();
    await second.goto('/notifications');
    await skipSplash(second);
    await expect(second).toHaveURL(/\/login$/);
    await page.goto('/login');
    await skipSplash(page);
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/feed$/);
    await expect(second).toHaveURL(/\/notifications$/);
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(Object.keys(JSON.parse(kept) as object).toSorted()).toEqual([
      'auth_token',
      'forum_settings',
      'hasCompletedOnboarding',
      'isEmailVerified',
      'user_profile',
    ]);
    for (const secret of [member.email, '803', '1990-04-12', 'Weaver']) expect(kept).not.toContain(secret);

    await logOut(second);
    for (const tab of [page, second]) {
      await expect(tab).toHaveURL(/\/login$/);
      expect(await tab.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])).toEqual(['mbari_welcomed']);
    }
  },
);

test('a revoked session redirects to the login page and back; other errors keep the session', async ({
  page,
  request,
  dataFolder,
  complaints,
}) => {
  const member = newMember('Jide Lost');
  await bringIn(dataFolder, member);
  const signIn = async () => {
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.keyboard.press('Enter');
  };
  await page.goto('/login');
  await skipSplash(page);
  await signIn();
  await expect(page).toHaveURL(/\/feed$/);

  await page.route('**/api/v1/me', (route) =>
    route.fulfill({ status: 500, json: { message: 'Broken', code: 'internal', request_id: '' } }),
  );
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Community Showcase' })).toBeVisible();
  await page.unrouteAll();

  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  await request.post('/api/v1/auth/logout', { headers: { authorization: `Bearer ${token}` } });
  await page.goto('/notifications');
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await signIn();
  await expect(page).toHaveURL(/\/notifications$/);
  forgiveRefusals(complaints);
});

test('the splash screen appears once a session, and never before a shared link', async ({ browser, baseURL }) => {
  const skip = (page: Page) => page.getByRole('button', { name: 'Skip' });
  for (const path of [
    '/reset-password?token=a&email=b',
    '/verify-email?status=verified',
    '/oauth/callback?error=no',
    '/confirm-email?status=changed',
    '/user/nobody.here',
    '/plans',
    '/feed',
  ]) {
    const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
    const page = await context.newPage();
    await page.goto(path);
    await expect(page.locator('h1').first()).toBeVisible();
    await expect(skip(page)).toBeHidden();
    await context.close();
  }
  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const page = await context.newPage();
  await page.goto('/login');
  await expect(skip(page)).toBeVisible();
  await page.keyboard.press('a');
  await expect(skip(page)).toBeHidden();
  await page.goto('/register');
  await expect(page.locator('h1')).toBeVisible();
  await expect(skip(page)).toBeHidden();
  await context.close();
});

test('on a slow connection the splash screen can be skipped before the app has loaded', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  const skip = page.getByRole('button', { name: 'Skip' });
  await skip.click();
  await expect(skip).toBeHidden();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('textbox', { name: /Email/ }).fill('ada@example.test');
});

// All other journeys run under the same Content Security Policy, and fail on a violation (see `test.ts`).
test('content injected into a page neither runs nor shows', { tag: '@main' }, async ({ page, complaints }) => {
  const answer = await page.goto('/login');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/unsafe|\*/);
  expect(await page.content()).not.toMatch(/<style|\sstyle="/);

  const tries = await page.evaluate(() => {
    const attempt = (what: () => unknown): string => {
      try {
        what();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const script = document.createElement('script');
    return {
      markup: attempt(() => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>')),
      address: attempt(() => (script.src = 'https://evil.example/a.js')),
      ours: attempt(() => (script.src = '/service-worker.js')),
      worker: attempt(() => new Worker('/media/picture')),
      policy: attempt(() =>
        (globalThis as unknown as { trustedTypes: { createPolicy: (...args: unknown[]) => unknown } }).trustedTypes.createPolicy(
          'mine',
          {},
        ),
      ),
    };
  });
  expect(tries).toEqual({
    markup: 'TypeError',
    address: 'TypeError',
    ours: 'TypeError',
    worker: 'TypeError',
    policy: 'TypeError',
  });

  const shown = await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'body { color: rgb(1, 2, 3) }';
    document.head.append(style);
    document.body.setAttribute('style', 'background: rgb(4, 5, 6)');
    const { color, backgroundColor } = getComputedStyle(document.body);
    return [color, backgroundColor];
  });
  expect(shown).not.toContain('rgb(1, 2, 3)');
  expect(shown).not.toContain('rgb(4, 5, 6)');
  await expect.poll(() => complaints.filter((one) => one.includes('the policy stopped')).length).toBeGreaterThan(5);
  takeOut(complaints, /policy|Trusted|Refused|violates|stylesheet/i);
});

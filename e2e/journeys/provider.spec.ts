import type { Page } from '@playwright/test';
import { type CertifiedProvider, startCertifiedProvider } from '../../apps/server/src/testing/certified-provider.ts';
import { bringIn, newMember, skipSplash } from '../members.ts';
import { freePort, makeStartedFolder, type RunningServer, startServer } from '../server.ts';
import { logOut, openSecurity, signIn } from '../settings.ts';
import { collectComplaints, expect, test } from '../test.ts';

const accounts = {
  ngozi: { email: 'ngozi@school.example', email_verified: true, name: 'Ngozi Eze', preferred_username: 'ngozi' },
  tunde: { email: 'tunde@school.example', email_verified: false, name: 'Tunde Alabi' },
};

let folder: Awaited<ReturnType<typeof makeStartedFolder>>;
let provider: CertifiedProvider;
let club: CertifiedProvider;
let server: RunningServer;

test.beforeAll(async () => {
  const port = String(await freePort());
  folder = await makeStartedFolder();
  provider = await startCertifiedProvider(`http://localhost:${port}`, accounts);
  const musa = { email: 'musa@club.example', email_verified: true, name: 'Musa Bello' };
  club = await startCertifiedProvider(`http://localhost:${port}`, { musa }, { key: 'club', name: 'Lagos Photo Club' });
  server = await startServer(folder.dataFolder, { PORT: port, ...provider.settings, ...club.settings, OIDC_PROVIDERS: 'club' });
});
test.afterAll(async () => {
  await server.end();
  await provider.close();
  await club.close();
  await folder.remove();
});

test('a member signs in with a provider’s account, and completes onboarding only once', async ({ page, browser, complaints }) => {
  const asked = watchRequests(page);
  await test.step('the button opens the provider, which returns to onboarding', async () => {
    await goToProvider(page);
    let seen: () => void = () => {};
    const exchangeMayGo = new Promise<void>((resolve) => (seen = resolve));
    await page.route('**/auth/oauth/exchange', async (route) => {
      await exchangeMayGo;
      await route.continue();
    });
    await page.getByRole('button', { name: 'ngozi' }).click();
    await expect(page.getByRole('heading', { name: 'Completing Sign In' })).toBeVisible();
    // The page removes the token from the address before the server answers.
    expect(page.url()).toBe(`${server.url}/oauth/callback`);
    seen();
    await expect(page).toHaveURL(`${server.url}/onboarding`);
  });
  await test.step('the token stays in neither address nor history, and no other request carries it', async () => {
    expect(await visited(page)).not.toMatch(/token|error|callback/);
    const carriers = asked.filter(({ url, referer }) => /[?&]token=/.test(`${url} ${referer}`));
    expect(carriers.map(({ isDocument, url }) => [isDocument, new URL(url).pathname])).toEqual([[true, '/oauth/callback']]);
    // Opens the same address again, with the used token.
    const other = await browser.newPage();
    await other.goto(carriers[0]?.url ?? '');
    await expect(other.getByText('Failed to complete authentication')).toBeVisible();
    await other.close();
  });
  await finishOnboarding(page);

  const later = await browser.newContext();
  const again = await later.newPage();
  collectComplaints(again.context(), complaints);
  await test.step('the second sign-in opens the feed', async () => {
    await goToProvider(again);
    await again.getByRole('button', { name: 'ngozi' }).click();
    await expect(again).toHaveURL(`${server.url}/feed`);
    await expect(again.getByRole('heading', { level: 1, name: 'Community Showcase' })).toBeVisible();
    expect(await visited(again)).not.toMatch(/token|error|callback/);
  });
  await test.step('Back and Forward keep the session and show no token', async () => {
    await again.goBack();
    expect(again.url()).not.toMatch(/token=/);
    await again.goForward();
    await expect(again).toHaveURL(`${server.url}/feed`);
    await expect(again.getByRole('heading', { level: 1, name: 'Community Showcase' })).toBeVisible();
  });
  await later.close();
});

test.describe('in a browser with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a member connects one of two providers in the settings, signs in with it, and disconnects it', async ({ page }) => {
    const member = newMember('Musa Bello');
    await bringIn(folder.dataFolder, member);
    await page.goto(`${server.url}/login`);
    await signIn(page, member);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await openSecurity(page);
    const accounts = page.getByRole('region', { name: 'Connected accounts' });
    await accounts.getByRole('button', { name: 'Connect Lagos Photo Club' }).click();
    await page.getByLabel('Your password').fill(member.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'musa' }).click();
    await expect(page).toHaveURL(`${server.url}/settings?tab=security`);
    await expect(accounts.getByText('musa@club.example, connected today')).toBeVisible();
    await expect(accounts.getByRole('button')).toHaveText(['Disconnect', 'Connect Lagos Print School']);

    await logOut(page);
    await page.getByRole('link', { name: 'Continue with Lagos Photo Club' }).click();
    await expect(page).toHaveURL(`${server.url}/feed`);

    await openSecurity(page);
    await accounts.getByRole('button', { name: 'Disconnect Lagos Photo Club' }).click();
    await page.getByLabel('Your password').fill(member.password);
    await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
    await expect(accounts.getByRole('button')).toHaveText(['Connect Lagos Print School', 'Connect Lagos Photo Club']);
  });
});

test('a cancelled or unverified provider sign-in shows the reason and a link back', async ({ page }) => {
  await goToProvider(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await failsWith(page, 'Sign-in was cancelled.');
  await page.keyboard.press('Tab');
  for (let presses = 0; presses < 5 && !(await backToLogin(page).evaluate((link) => link === document.activeElement)); presses += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${server.url}/login`);

  await page.getByRole('link', { name: 'Continue with Lagos Print School' }).click();
  await page.getByRole('button', { name: 'tunde' }).click();
  await failsWith(page, /^The other service has not verified your email address/);
});

test(
  'a provider sign-in without a valid token fails, and error text in the address is shown as short plain text',
  { tag: '@main' },
  async ({ page, complaints }) => {
    await page.goto(`${server.url}/oauth/callback`);
    await skipSplash(page);
    await failsWith(page, 'No authentication token received');
    await page.goto(`${server.url}/oauth/callback?token=${'a'.repeat(43)}`);
    await failsWith(page, 'Failed to complete authentication');
    // The browser logs every error response.
    expect(complaints.splice(0)).toEqual([expect.stringContaining('status of 422')]);

    const error = `<img src=x onerror="document.title='evil'"><b>${'long '.repeat(200)}`;
    await page.goto(`${server.url}/oauth/callback?error=${encodeURIComponent(error)}`);
    await failsWith(page, error.slice(0, 200).trim());
    await expect(page.locator('main b')).toHaveCount(0);
    for (const width of [320, 360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  },
);

test('an unreachable provider shows the failure page', async ({ page, complaints }) => {
  const alone = await makeStartedFolder();
  const gone = await startCertifiedProvider('http://localhost', accounts);
  await gone.close();
  const lonely = await startServer(alone.dataFolder, gone.settings);
  try {
    await page.goto(`${lonely.url}/login`);
    await skipSplash(page);
    await page.getByRole('link', { name: 'Continue with Lagos Print School' }).click();
    await expect(page.getByRole('heading', { name: 'Authentication Failed' })).toBeVisible();
    await expect(page.getByText('cannot be reached right now')).toBeVisible();
    expect(complaints).toEqual([]);
  } finally {
    await lonely.end();
    await alone.remove();
  }
});

async function goToProvider(page: Page): Promise<void> {
  await page.goto(`${server.url}/login`);
  await skipSplash(page);
  await page.getByRole('link', { name: 'Continue with Lagos Print School' }).click();
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
}

const backToLogin = (page: Page) => page.getByRole('link', { name: 'Return to Login' });

async function failsWith(page: Page, words: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Authentication Failed' })).toBeVisible();
  await expect(page.getByText(words)).toBeVisible();
  await expect(backToLogin(page)).toBeVisible();
  expect(page.url()).toMatch(/\/oauth\/callback$/);
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
}

/** Completes onboarding by the API; another journey covers its screens. */
async function finishOnboarding(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  const headers = { authorization: `Bearer ${token}` };
  const api = `${server.url}/api/v1`;
  const { available } = (await (await page.request.get(`${api}/me/interests`, { headers })).json()) as {
    available: { id: string }[];
  };
  const profile = { bio: 'I print.', gender: 'prefer-not-to-say', date_of_birth: '1990-04-12', occupation: 'Printer' };
  expect((await page.request.post(`${api}/me/profile`, { headers, data: profile })).status()).toBe(200);
  expect((await page.request.put(`${api}/me/interests`, { headers, data: { category_ids: [available[0]?.id] } })).status()).toBe(200);
}

/** Returns the addresses on this server in the tab's history. */
const visited = (page: Page): Promise<string> =>
  page.evaluate(() =>
    (window as unknown as { navigation: { entries(): { url: string }[] } }).navigation
      .entries()
      .map(({ url }) => url)
      .join('\n'),
  );

function watchRequests(page: Page) {
  const asked: { url: string; referer: string; isDocument: boolean }[] = [];
  page.on('request', (request) =>
    asked.push({ url: request.url(), referer: request.headers()['referer'] ?? '', isDocument: request.isNavigationRequest() }),
  );
  return asked;
}

import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { choose, photo, share } from '../composer.ts';
import { findProgram } from '../find-program.ts';
import { newMember, signInByKeyboard, skipSplash, verificationLink } from '../members.ts';
import { fillAbout } from '../onboarding.ts';
import { linkMailedTo } from '../outbox.ts';
import { enterAs, type Someone, someoneNew } from '../posts.ts';
import { startThreeNodes } from './three-nodes.ts';

// Members use browsers while the nodes restart one after the other: npx playwright test -c e2e/servers walk; ROLLING_RESTARTS=20 for the long run.
const restarts = Number(process.env['ROLLING_RESTARTS'] ?? 4);
const haproxy = findProgram('haproxy');

test('members join, post, like, follow, write and get events repeatedly while three nodes restart one after the other', async ({
  browser,
}) => {
  test.skip(haproxy === null, 'no haproxy');
  test.setTimeout(600_000 + restarts * 90_000);
  const all = await startThreeNodes(haproxy!);
  try {
    const over = new AbortController();
    const restartAll = async (): Promise<void> => {
      for (let n = 0; n < restarts; n += 1) {
        await wait(2_000);
        expect(await all.nodes[n % 3]!.end()).toBe(0);
        all.nodes[n % 3] = await all.startNode(n % 3);
      }
    };
    const restarting = restartAll().finally(() => over.abort());
    let walks = 0;
    const walkOn = async (): Promise<void> => {
      do {
        const [maker, visitor] = [await someoneNew(all.installation, 'Ada Obi'), await someoneNew(all.installation, 'Hauwa Bello')];
        expect(await walk(browser, all.url, maker, visitor), `walk ${walks + 1}`).toEqual([]);
        expect(await join(browser, all.url, all.dataFolders, maker), `newcomer ${walks + 1}`).toEqual([]);
        walks += 1;
      } while (!over.signal.aborted);
    };
    await Promise.all([restarting, walkOn()]);
    console.log(`${restarts} restarts of three nodes: ${walks} walks, no failure`);
  } finally {
    if (test.info().errors.length > 0) console.log(all.failures().join('\n'));
    await all.stop();
  }
});

/** Timeout for an event to reach an open page, even through another node. */
const soon = { timeout: 30_000 };

/** Runs two members in two browsers: one posts a photo and starts a topic, the other replies. Returns the faults. */
export async function walk(browser: Browser, url: string, maker: Someone, visitor: Someone): Promise<string[]> {
  const [first, second] = [await browser.newContext({ baseURL: url }), await browser.newContext({ baseURL: url })];
  const [page, theirs] = [await first.newPage(), await second.newPage()];
  const faults: string[] = [];
  for (const one of [page, theirs]) {
    one.setDefaultTimeout(60_000);
    collectFaults(one, faults);
  }
  try {
    const title = `Adire, ${maker.member.username}`;
    await signInByKeyboard(page, maker.member);
    await page.getByRole('button', { name: 'Upload' }).click();
    const composer = page.getByRole('dialog', { name: 'Share a photo' });
    await choose(composer, [await photo('one.jpg', 800, 600)]);
    await composer.getByLabel('Alt text for image 1').fill('A blue cloth');
    await share(page, composer, title);

    await enterAs(theirs, visitor, '/feed');
    const shown = theirs.getByRole('article').filter({ hasText: title });
    await shown.getByRole('button', { name: 'Like' }).click();
    await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible(soon);
    await shown.getByRole('link').first().click();
    await expect(theirs.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect.poll(() => theirs.getByRole('img', { name: 'A blue cloth' }).first().evaluate(isDrawn)).toBe(true);
    await theirs.getByLabel('Your comment').fill('Which coil was it?');
    await theirs.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible(soon);

    await page.goto('/forum/new');
    await page.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Welcome' });
    await page.getByRole('textbox', { name: 'Title' }).fill(`Wax for a slow vat, ${maker.member.username}`);
    await page.getByRole('textbox', { name: 'Message' }).fill('What holds for you?');
    await page.getByRole('button', { name: 'Post topic' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Wax for a slow vat');
    await theirs.goto(new URL(page.url()).pathname);
    await theirs
      .getByRole('button', { name: /^Reply to/ })
      .last()
      .click();
    await theirs.getByRole('textbox', { name: 'Your reply' }).fill('Cassava paste, twice.');
    await theirs.getByRole('button', { name: 'Reply', exact: true }).last().click();
    await expect(theirs.getByText('Cassava paste, twice.').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Notifications, 3 unread' })).toBeVisible(soon);
    await page.reload();
    await expect(page.getByText('Cassava paste, twice.').first()).toBeVisible();
    return faults;
  } finally {
    await first.close();
    await second.close();
  }
}

/** Registers a newcomer by a mailed link. The newcomer finds and follows a member, and changes a setting. Returns the faults. */
export async function join(browser: Browser, url: string, dataFolders: readonly string[], maker: Someone): Promise<string[]> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  collectFaults(page, faults);
  const newcomer = newMember('Ifeoma Nze');
  try {
    await page.goto('/register');
    await skipSplash(page);
    for (const [label, text] of [
      ['Name', newcomer.name],
      ['Username', newcomer.username],
      ['Email', newcomer.email],
      ['Phone', '803 123 4567'],
      ['Password', newcomer.password],
      ['Confirm password', newcomer.password],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL(/\/verify-email$/);
    await page.goto(await linkMailedTo(dataFolders, newcomer.email, verificationLink));
    await expect(page).toHaveURL(/\/onboarding$/);
    await fillAbout(page);
    await page.getByLabel('Bio').fill('I make pots in Nsukka.');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Textile', { exact: true }).click();
    await page.getByRole('button', { name: 'Complete' }).click();
    await expect(page).toHaveURL(/\/feed$/);

    await page.goto(`/search?q=${maker.member.username}`);
    await page.getByRole('main').getByRole('link', { name: maker.member.name }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: maker.member.name })).toBeVisible();
    await page.getByRole('button', { name: `Follow ${maker.member.name}` }).click();
    await expect(page.getByRole('button', { name: `Following ${maker.member.name}` })).toBeVisible();

    await page.goto('/settings');
    const location = page.getByRole('switch', { name: 'Location' });
    await location.click();
    const chosen = await location.isChecked();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.locator('.toast').filter({ hasText: 'Settings saved successfully' }).first()).toBeVisible();
    await page.reload();
    await expect(location).toBeChecked({ checked: chosen });
    await page.goto('/profile');
    await expect(page.getByText('I make pots in Nsukka.').first()).toBeVisible();
    return faults;
  } finally {
    await context.close();
  }
}

const isDrawn = (image: Element): boolean => (image as HTMLImageElement).naturalWidth > 0;

/** Collects failed requests, except for streams, which reconnect to another node. */
function collectFaults(page: Page, faults: string[]): void {
  page.on('response', (answer) => {
    if (answer.status() >= 500) faults.push(`${answer.status()} ${answer.url()}`);
  });
  page.on('requestfailed', (failed) => {
    // Leaving a page aborts its requests.
    if (failed.failure()?.errorText !== 'net::ERR_ABORTED' && !failed.url().includes('/api/v1/events'))
      faults.push(`${failed.failure()?.errorText} ${failed.method()} ${failed.url()}`);
  });
  page.on('pageerror', (error) => faults.push(error.message));
}

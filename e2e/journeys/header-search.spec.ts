import type { APIRequestContext, Page } from '@playwright/test';
import { addCategory, begin, reply } from '../forum.ts';
import { enterAs, post, someoneNew, type Someone } from '../posts.ts';
import { breakServer, forgiveRefusals } from '../screen.ts';
import { codeOf } from '../server.ts';
import { expect, test } from '../test.ts';

/** Returns a word unique to this test's fixtures, because other tests write in the same community. */
const ownWord = (): string => `w${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`;

const field = (page: Page) => page.getByRole('combobox', { name: 'Search' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Search results' }).getByRole('option');
const recent = (page: Page) => page.getByRole('listbox', { name: 'Recent searches' }).getByRole('option');
const chosen = (page: Page) => page.locator('[role=option][aria-selected=true]');
/** Opens the search, whose field loads on demand. */
async function openSearch(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await expect(field(page)).toBeFocused();
}
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

interface Things {
  word: string;
  maker: Someone;
  reader: Someone;
}

/** Creates a tag, three members, six photos and a topic with the same word. */
async function makeThings(request: APIRequestContext, dataFolder: string): Promise<Things> {
  const word = ownWord();
  const maker = await someoneNew(dataFolder, `Ada ${word}`);
  for (const name of ['Olú', 'Efua']) await someoneNew(dataFolder, `${name} ${word}`);
  for (let n = 1; n < 6; n += 1) await post(request, maker, { title: `Cloth ${n} of ${word}` });
  await post(request, maker, { title: `Newest cloth #${word}` });
  const topic = await begin(request, maker, {
    category: (await addCategory(dataFolder, `Talk ${word}`)).id,
    title: 'A weekly talk',
    body: 'Nothing yet.',
  });
  await reply(request, maker, topic.id, `My aunt dyed ${word} for forty years.`);
  return { word, maker, reader: await someoneNew(dataFolder, 'Hauwa Bello') };
}

test.describe('with a wide window', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('a member searches everything by keyboard alone', async ({ page, request, dataFolder }) => {
    const { word, reader } = await makeThings(request, dataFolder);
    await enterAs(page, reader, '/settings');
    await page.getByRole('link', { name: 'Forum' }).first().focus();
    await page.keyboard.press('/');
    await expect(field(page)).toBeFocused();
    await expect(page.getByText('Search members, photos, topics and tags')).toBeVisible();

    await test.step('one letter sends no search', async () => {
      await page.keyboard.type(word[0]!);
      await expect(options(page)).toHaveCount(0);
    });
    await test.step('a word finds every kind, with counts and marks', async () => {
      await page.keyboard.type(word.slice(1).toUpperCase());
      await expect(options(page)).toHaveText([
        new RegExp(`#${word}\\s*1 post`),
        new RegExp(word),
        new RegExp(word),
        'All 3',
        `Newest cloth #${word}Ada ${word}`,
        ...[5, 4, 3, 2].map((n) => `Cloth ${n} of ${word}Ada ${word}`),
        'All 6',
        new RegExp(`A weekly talk.*My aunt dyed ${word}`),
      ]);
      await expect(page.getByRole('status').filter({ hasText: '3 members, 6 photos, 1 topic' })).toBeAttached();
      await expect(options(page).last().locator('mark')).toHaveText([word]);
    });
    await test.step('the arrow keys walk through the results, and Escape returns the focus', async () => {
      await page.keyboard.press('ArrowDown');
      await expect(chosen(page)).toHaveText(new RegExp(`#${word}`));
      await expect(field(page)).toHaveAttribute('aria-activedescendant', 'search-options-tag');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await expect(chosen(page)).toHaveText(/A weekly talk/);
      await page.keyboard.press('Escape');
      await expect(options(page)).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Forum' }).first()).toBeFocused();
    });
    await test.step('Enter opens the selected reply in its topic', async () => {
      await page.keyboard.press('/');
      await expect(options(page)).toHaveCount(11);
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/forum\/t\/[^/]+\/[^/]+\/2$/);
      await expect(page.getByText('for forty years')).toBeVisible();
      await expect(options(page)).toHaveCount(0);
    });
  });

  test('a member searches by mouse and repeats a recent search', async ({ page, request, dataFolder }) => {
    const { word, reader } = await makeThings(request, dataFolder);
    await enterAs(page, reader, '/forum');
    await openSearch(page);
    await field(page).fill(word);
    await options(page).filter({ hasText: 'Cloth 5' }).click();
    await expect(page.getByRole('heading', { name: `Cloth 5 of ${word}` })).toBeVisible();

    await test.step('recent searches are kept and can be deleted', async () => {
      await page.getByRole('button', { name: 'Clear' }).click();
      await expect(recent(page)).toHaveText([word]);
      await field(page).fill('zz');
      await field(page).press('Enter');
      await expect(page).toHaveURL(/\/search\?q=zz$/);
      await page.goto('/forum');
      await openSearch(page);
      await expect(recent(page)).toHaveText(['zz', word]);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Delete');
      await expect(recent(page)).toHaveText([word]);
      await recent(page).click();
      await expect(field(page)).toHaveValue(word);
      await expect(options(page)).toHaveCount(11);
    });
    await test.step('each kind has its own page, and Back leads to all kinds', async () => {
      await page.getByRole('link', { name: 'See all results' }).click();
      await expect(page.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true');
      await page.getByRole('link', { name: 'All 3 members' }).click();
      await expect.poll(() => query(page)).toEqual({ q: word, kind: 'members' });
      await expect(page.getByText('3 members', { exact: true })).toBeVisible();
      await page.goBack();
      await page.getByRole('link', { name: 'All 6 photos' }).click();
      await expect(page.getByText('6 photos', { exact: true })).toBeVisible();
      await page
        .getByRole('link', { name: `Cloth 1 of ${word}` })
        .first()
        .click();
      await expect(page.getByRole('heading', { name: `Cloth 1 of ${word}` })).toBeVisible();
      await page.goBack();
      await expect.poll(() => query(page)).toEqual({ q: word, kind: 'photos' });
      await page.getByRole('tab', { name: 'Topics' }).click();
      await expect(page.getByRole('link', { name: /A weekly talk/ })).toBeVisible();
      await page.getByRole('link', { name: 'Search in posts' }).click();
      await expect(page).toHaveURL(new RegExp(`/forum/search\\?q=${word}$`));
    });
  });

  test('a page with its own search has none in the header, stale responses never replace newer ones, and a failed search is retried', async ({
    page,
    request,
    dataFolder,
    complaints,
  }) => {
    const { word, reader } = await makeThings(request, dataFolder);
    await enterAs(page, reader, '/discover');
    await expect(page.getByRole('searchbox', { name: 'Search photos' })).toBeVisible();
    await expect(field(page)).toHaveCount(0);
    await page.goto('/feed');
    await openSearch(page);
    const slow = new RegExp(`/api/v1/search\\?q=${word}$`);
    // Delays the first response until after the second.
    let answerFirst = (): void => undefined;
    const blocked = new Promise<void>((resolve) => (answerFirst = resolve));
    await page.route(slow, async (route) => {
      await blocked;
      await route.continue().catch(() => undefined);
    });
    const asked = page.waitForRequest(slow);
    await field(page).fill(word);
    await asked;
    await field(page).fill(`newest ${word}`);
    await expect(options(page).filter({ hasText: 'Newest cloth' })).toBeVisible();
    answerFirst();
    await expect(options(page)).toHaveCount(1);

    await breakServer(page, '/search**');
    await field(page).fill('nothing like it');
    await expect(page.getByText('The search did not work')).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('Nothing matches')).toBeVisible();
    forgiveRefusals(complaints);
  });
});

test('letters typed right after the slash key are kept, even if the code of the search loads late', async ({ page, dataFolder }) => {
  await enterAs(page, await someoneNew(dataFolder, 'Hauwa Bello'), '/settings');
  let load = (): void => undefined;
  const typed = new Promise<void>((resolve) => (load = resolve));
  for (const chunk of ['search-box', 'search-page'])
    await page.route(`**${codeOf(chunk)}`, async (route) => {
      await typed;
      await route.continue();
    });
  await page.keyboard.type('/adire', { delay: 0 });
  load();
  await expect(field(page)).toHaveValue('adire');
  await expect(field(page)).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the search on a phone is a page of its own, with recent searches below', async ({ page, request, dataFolder }) => {
    const { word, reader } = await makeThings(request, dataFolder);
    await enterAs(page, reader, '/forum');
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    const box = page.getByRole('searchbox', { name: 'Search' });
    await expect(box).toBeFocused();
    await box.fill('zz top');
    await box.press('Enter');
    await expect(page.getByText('Nothing matches')).toBeVisible();
    await box.fill(word);
    await expect(page.getByRole('link', { name: new RegExp(`^#${word}`) })).toBeVisible();
    await expect.poll(() => query(page)).toEqual({ q: word });
    await expect(page.getByRole('heading', { name: 'Recent, on this device' })).toBeVisible();
    await page.getByRole('link', { name: /A weekly talk/ }).click();
    await expect(page.getByText('for forty years')).toBeVisible();
    await page.goBack();
    await expect(box).toHaveValue(word);
    await page.getByRole('button', { name: 'Remove zz top' }).click();
    await expect(page.getByRole('heading', { name: 'Recent, on this device' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL(/\/forum$/);
  });
});

import type { Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { addCategory, begin, reply } from '../forum.ts';
import { enterAs, someoneNew } from '../posts.ts';
import { breakServer, forgiveRefusals, tabTo } from '../screen.ts';
import { expect, test } from '../test.ts';

/** Returns a word unique to this test's topics, because other tests write in the same forum. */
const ownWord = (): string => `w${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`;

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search the forum' });
const found = (page: Page) => page.getByRole('region', { name: 'Search the forum' }).getByRole('listitem');
const count = (page: Page) => page.getByRole('main').getByRole('status').first();
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test('a member finds a forum post by the start of a word, filters the search, and returns to it', async ({ page, request, dataFolder }) => {
  const word = ownWord();
  const [ada, olu] = [await someoneNew(dataFolder, 'Ada Ọkẹ́'), await someoneNew(dataFolder, 'Olú Bámgbóyè')];
  const [one, other] = [await addCategory(dataFolder, 'Looms'), await addCategory(dataFolder, 'Dyes', 2)];
  const topic = await begin(request, ada, { category: one.id, title: `What holds ${word}?` });
  const answer = await reply(request, olu, topic.id, `Àdìrẹ **${word}** is starched with cassava, and dyed for a week.`);
  await begin(request, olu, { category: other.id, title: 'Indigo', body: `Nothing of it, but ${word}.` });
  for (let n = 0; n < 21; n += 1) await reply(request, ada, topic.id, `More of ${word}, number ${n}`);
  await enterAs(page, ada, '/forum/search');

  await test.step('results match what is typed and mark it', async () => {
    await expect(page.getByRole('heading', { name: 'What are you looking for?' })).toBeVisible();
    await field(page).pressSequentially(`adire ${word.toUpperCase().slice(0, -1)}`, { delay: 10 });
    await expect(count(page)).toHaveText('1 result');
    await expect(found(page).locator('mark')).toHaveText(['Àdìrẹ', word]);
    await expect.poll(() => query(page)).toEqual({ q: `adire ${word.toUpperCase().slice(0, -1)}` });
  });
  await test.step('scrolling loads more results', async () => {
    await field(page).fill(word);
    await expect(count(page)).toHaveText('24 results');
    await found(page).last().scrollIntoViewIfNeeded();
    await expect(found(page)).toHaveCount(24);
  });
  await test.step('category, author and date filter by keyboard alone and appear in the address', async () => {
    await page.evaluate(() => scrollTo(0, 0));
    await field(page).focus();
    await tabTo(page, page.getByRole('combobox', { name: 'Category' }));
    await page.getByRole('combobox', { name: 'Category' }).selectOption({ value: one.slug });
    await expect(count(page)).toHaveText('23 results');
    await tabTo(page, page.getByRole('textbox', { name: 'Written by' }));
    await page.keyboard.type(`@${olu.member.username}`);
    await page.keyboard.press('Enter');
    await expect(count(page)).toHaveText('1 result');
    const today = new Date().toISOString().slice(0, 10);
    await page.getByLabel('From').fill(today);
    await page.getByLabel('From').press('Enter');
    await expect.poll(() => query(page)).toEqual({ q: word, category: one.slug, author: olu.member.username, since: today });
    await expect(count(page)).toHaveText('1 result');
  });
  await test.step('a result opens the exact post, and Back restores the search', async () => {
    await found(page).getByRole('link').focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/forum/t/${topic.id}/[^/]+/${answer.number}$`));
    await expect(page.getByText('is starched with cassava')).toBeInViewport();
    await page.goBack();
    await expect(count(page)).toHaveText('1 result');
    await expect(field(page)).toHaveValue(word);
    await expect(page.getByRole('textbox', { name: 'Written by' })).toHaveValue(olu.member.username);
  });
  await test.step('one button clears the filters', async () => {
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(count(page)).toHaveText('24 results');
    expect(query(page)).toEqual({ q: word });
  });
});

test('a forum search without results or with a server error offers one next step', async ({ page, dataFolder, complaints }) => {
  const ada = await someoneNew(dataFolder, 'Ada Ọkẹ́');
  const word = ownWord();
  await enterAs(page, ada, `/forum/search?q=${word}&author=nobody_at_all`);
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(page.getByText('Try fewer or shorter words')).toBeVisible();
  expect(query(page)).toEqual({ q: word });
  await expectNoSeriousProblem(page);
  await breakServer(page, '/forum/search**');
  await field(page).fill(`${word}s`);
  await expect(page.getByRole('heading', { name: 'The search did not work' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  forgiveRefusals(complaints);
});

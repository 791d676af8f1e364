import type { APIRequestContext, Page } from '@playwright/test';
import { begin, reply, welcome } from '../forum.ts';
import { enterAs, headersOf, makerAndVisitor, someoneNew, type Someone } from '../posts.ts';
import { forgiveRefusals, tabTo } from '../screen.ts';
import { expect, test } from '../test.ts';

const beginTopic = (request: APIRequestContext, who: Someone, title: string, body: string) =>
  begin(request, who, { category: welcome, title, body });

/** In the form, because while its code loads, a hidden field outside it catches the first keys. */
const editor = (page: Page, label = 'Your reply') => page.locator('form').getByRole('textbox', { name: label });
const draftSaved = (page: Page) => expect(page.getByText('Draft saved')).toBeVisible();

test.describe('writing in the forum', () => {
  let maker: Someone;
  let visitor: Someone;

  test.beforeAll(async ({ server }) => void ({ maker, visitor } = await makerAndVisitor(server.dataFolder)));

  test(
    'a member starts a topic with category, similar topics and a mention, and errors appear at their fields',
    { tag: '@main' },
    async ({ page, request, dataFolder }) => {
      const named = await someoneNew(dataFolder, 'Zuhura Kamau');
      await beginTopic(request, maker, 'Cassava paste or wax for a slow vat', 'What holds?');
      await enterAs(page, visitor, '/forum/new');
      await page.getByRole('button', { name: 'Post topic' }).click();
      await expect(page.getByText('Choose a category.')).toBeVisible();
      await expect(page.getByText('The title needs at least 3 characters.')).toBeVisible();
      await expect(page.getByRole('combobox', { name: 'Category' })).toBeFocused();
      await page.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Welcome' });
      await expect(page).toHaveURL(new RegExp(`category=${welcome}`));
      await page.getByRole('textbox', { name: 'Title' }).fill('Which wax for a slow vat?');
      await expect(page.getByRole('region', { name: 'Has this been talked about already?' })).toContainText('Cassava paste or wax');
      await editor(page, 'Message').focus();
      await page.keyboard.type(`- Ask @${named.member.username.slice(0, 6)}`);
      await expect(page.getByRole('option', { name: new RegExp(named.member.username) })).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Enter');
      await expect(editor(page, 'Message')).toHaveValue(`- Ask @${named.member.username} `);
      await page.keyboard.type('about it');
      await page.keyboard.press('Control+z');
      await expect(editor(page, 'Message')).not.toHaveValue(/about it/);
      await page.keyboard.type('about it');
      await draftSaved(page);
      await page.getByRole('button', { name: 'Post topic' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which wax for a slow vat?');
      await expect(page.getByRole('link', { name: `@${named.member.username}` })).toBeVisible();
      const drafts = await request.get('/api/v1/forum/drafts', { headers: headersOf(visitor) });
      expect(await drafts.json()).toMatchObject({ data: [] });
    },
  );

  test('a reply quotes the selected text, is edited, and shows its earlier version', { tag: '@main' }, async ({ page, request }) => {
    const topic = await beginTopic(request, maker, 'A line in a slow vat', 'A paste line has a bloom at its edge.');
    await enterAs(page, visitor, `/forum/t/${topic.id}/${topic.slug}`);
    await page.getByText('A paste line has a bloom').selectText();
    await page.locator('.quote-selection').getByRole('button', { name: 'Quote' }).click();
    await expect(editor(page)).toHaveValue(/^> \[!quote [0-9a-f-]{36}\]\n> A paste line has a bloom at its edge\.\n\n$/);
    await expect(editor(page)).toBeFocused();
    await page.keyboard.type('It does with wax, too.');
    await page.getByRole('tab', { name: 'Preview' }).click();
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('wrote');
    await page.getByRole('tab', { name: 'Write' }).click();
    await page.getByRole('button', { name: 'Reply', exact: true }).last().click();
    const post = page.getByRole('article', { name: /post 2/ });
    await expect(post.locator('blockquote')).toContainText('A paste line has a bloom');
    await expect(page.getByRole('form', { name: 'Your reply' })).toBeHidden();

    await post.getByRole('button', { name: /^More/ }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await editor(page, 'Your post').fill('It does with wax and with clay.');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(post).toContainText('with wax and with clay');
    await post.getByRole('button', { name: 'edited' }).click();
    await expect(page.getByRole('dialog').locator('ins')).toContainText(['and with clay']);
    await expect(page.getByRole('dialog').locator('del')).toContainText(['too']);
    await page.getByRole('tab', { name: 'As it was' }).click();
    await expect(page.getByRole('dialog')).toContainText('It does with wax, too.');
  });

  test('an author edits title and opening post together, and deletes the topic while it has no replies', async ({
    page,
    request,
    complaints,
  }) => {
    const topic = await beginTopic(request, visitor, 'A title with a mistaek', 'Say it well.');
    await enterAs(page, visitor, `/forum/t/${topic.id}/${topic.slug}`);
    const opening = page.getByRole('article', { name: /post 1/ });
    await opening.getByRole('button', { name: /^More/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Report' })).toBeHidden();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const title = page.getByRole('textbox', { name: 'Title of the topic' });
    await expect(title).toHaveValue('A title with a mistaek');
    await title.fill('A');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('The title needs at least 3 characters.')).toBeVisible();
    await title.fill('A title without a mistake');
    await editor(page, 'Your post').fill('Say it better.');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A title without a mistake');
    await expect(opening).toContainText('Say it better.');

    await page.getByRole('button', { name: 'More for this topic' }).click();
    await page.getByRole('menuitem', { name: 'Delete topic' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete topic' }).click();
    await expect(page).toHaveURL(/\/forum\/c\/welcome/);
    await expect(page.getByText('Topic deleted')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
    // The page may have refetched the post while the topic was being deleted.
    forgiveRefusals(complaints);
    const gone = await request.get(`/api/v1/forum/topics/${topic.id}`, { headers: headersOf(visitor) });
    expect(gone.status()).toBe(404);
  });

  test('an author cannot delete a topic with replies, but can report a reply', async ({ page, request }) => {
    const topic = await beginTopic(request, visitor, 'Answered', 'Who knows?');
    await reply(request, maker, topic.id, 'Buy followers here.');
    await enterAs(page, visitor, `/forum/t/${topic.id}/${topic.slug}`);
    await page.getByRole('button', { name: 'More for this topic' }).click();
    await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Delete topic' })).toBeHidden();
    await page.keyboard.press('Escape');
    const more = page.getByRole('button', { name: 'More for post 2' });
    await more.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Report' }).click();
    const report = page.getByRole('dialog', { name: 'Report this post' });
    await report.getByLabel(/^Spam/).check();
    await report.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByText('Thank you. The organisers will look at it.')).toBeVisible();
    await expect(more).toBeFocused();
  });

  test('a member who replies sees new replies of others and the post being answered', async ({ page, request }) => {
    const topic = await beginTopic(request, maker, 'Meanwhile', 'First.');
    await enterAs(page, visitor, `/forum/t/${topic.id}/${topic.slug}`);
    await page
      .getByRole('article', { name: /post 1/ })
      .getByRole('button', { name: 'Reply' })
      .click();
    await expect(page.getByText(`Replying to @${maker.member.username}`)).toBeVisible();
    await page.getByRole('button', { name: 'Reply to the topic instead' }).click();
    await expect(page.getByText('Replying to')).toBeHidden();
    await page.keyboard.press('Tab');
    await editor(page).fill('Third, then.');
    await reply(request, maker, topic.id, 'Second, and _quick_.');
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByText('1 new reply while you wrote')).toBeVisible();
    await page.getByRole('button', { name: 'Show it' }).click();
    await expect(page.getByRole('form', { name: 'Your reply' })).toContainText('Second, and quick.');
    await editor(page).press('Control+Enter');
    await expect(page.getByRole('article', { name: /post 3/ })).toContainText('Third, then.');
  });

  test('a reply is written by keyboard alone on a narrow phone', async ({ page, request }) => {
    const topic = await beginTopic(request, maker, 'Narrow', 'Three hundred and sixty pixels.');
    await page.setViewportSize({ width: 360, height: 740 });
    await enterAs(page, visitor, `/forum/t/${topic.id}/${topic.slug}`);
    await expect(page.getByRole('button', { name: /^Reply to/ })).toBeVisible();
    await page.keyboard.press('r');
    await expect(editor(page)).toBeFocused();
    await page.keyboard.type('word');
    await page.keyboard.press('Control+a');
    await tabTo(page, page.getByRole('button', { name: 'Bold' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(editor(page)).toHaveValue('**word**');
    await expect(editor(page)).toBeFocused();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /Draft from today/ })).toBeVisible();
    await page.keyboard.press('r');
    await expect(editor(page)).toHaveValue('**word**');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('article', { name: /post 2/ }).locator('strong')).toHaveText('word');
  });
});

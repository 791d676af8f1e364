import type { Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { addCategory } from '../forum.ts';
import { enterAs, makerAndVisitor, type Someone } from '../posts.ts';
import { tabTo } from '../screen.ts';
import { expect, test } from '../test.ts';

test.describe('forum polls', () => {
  let author: Someone;
  let voter: Someone;
  let category: string;

  test.beforeAll(async ({ server }) => {
    ({ maker: author, visitor: voter } = await makerAndVisitor(server.dataFolder));
    category = (await addCategory(server.dataFolder, 'Naming Days')).id;
  });

  const pollOn = (page: Page, name = 'Which dye?') => page.getByRole('region', { name });

  test('a member creates a poll with a topic, edits its choices by keyboard, and another member votes', async ({ page, browser }) => {
    await page.setViewportSize({ width: 360, height: 720 });
    await enterAs(page, author, `/forum/new?category=${category}`);
    await page.getByLabel('Title').fill('Which dye for the naming day?');
    await page.getByLabel('Message').fill('The vat is blue again.');
    const add = page.getByRole('button', { name: 'Add a poll' });
    await tabTo(page, add);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Question')).toBeFocused();
    await page.keyboard.type('Which one?');
    await page.keyboard.press('Tab');
    for (const text of ['Kola', 'Indigo', 'A plastic chair']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    }
    await expect(page.getByRole('textbox', { name: 'Choice 4' })).toBeFocused();
    await tabTo(page, page.getByRole('button', { name: 'Move choice 2 up' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Choice 1' })).toHaveValue('Indigo');
    await tabTo(page, page.getByRole('button', { name: 'Remove choice 3' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Choice 2' })).toBeFocused();
    await expectNoSeriousProblem(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, 'nothing is wider than the window').toBe(0);
    await tabTo(page, page.getByRole('button', { name: 'Post topic' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which dye for the naming day?');
    const poll = pollOn(page, 'Which one?');
    await expect(poll.getByRole('radio')).toHaveCount(2);
    await expect(poll.getByRole('radio').first()).toHaveAccessibleName('Indigo');
    await expect(poll.getByText('Nobody has voted yet · Ends in 3 days')).toBeVisible();

    const other = await browser.newPage();
    await enterAs(other, voter, page.url());
    const answered = pollOn(other, 'Which one?');
    await test.step('another member votes by arrow keys and changes the vote', async () => {
      await tabTo(other, answered.getByRole('radio', { name: 'Indigo' }));
      await other.keyboard.press('ArrowDown');
      await expect(answered.getByRole('radio', { name: 'Kola' })).toBeChecked();
      await other.keyboard.press('Enter');
      await expect(answered.getByRole('listitem')).toHaveText(['Indigo0% 0 votes', 'Kola (your choice)100% 1 vote']);
      await expect(answered).toBeFocused();
      await expect(answered.getByRole('status')).toHaveText('Your vote counts.');
      await other.keyboard.press('Tab');
      await expect(answered.getByRole('button', { name: 'Change my vote' })).toBeFocused();
      await other.keyboard.press('Enter');
      await expect(answered.getByRole('radio', { name: 'Kola' })).toBeFocused();
      await other.keyboard.press('ArrowUp');
      await other.keyboard.press('Enter');
      await expect(answered.getByRole('listitem').first()).toHaveText('Indigo (your choice)100% 1 vote');
      await expect(answered.getByRole('button', { name: 'Close the poll' })).toBeHidden();
    });
    await test.step('the author closes the poll, and everyone sees the voters', async () => {
      await page.reload();
      await expect(poll.getByText('1 person voted · Ends in 3 days')).toBeVisible();
      await expect(poll.getByRole('radio')).toHaveCount(2);
      await poll.getByRole('button', { name: 'Close the poll' }).click();
      await page.getByRole('dialog', { name: 'Close the poll?' }).getByRole('button', { name: 'Close the poll' }).click();
      await expect(poll.getByText('1 person voted · Closed')).toBeVisible();
      await expect(poll.getByRole('radio')).toHaveCount(0);
      await other.reload();
      await answered.getByRole('button', { name: 'Who voted' }).click();
      const names = other.getByRole('dialog', { name: 'Who voted' });
      await expect(names.getByRole('link', { name: voter.member.name })).toHaveCount(1);
    });
    await other.close();
  });
});

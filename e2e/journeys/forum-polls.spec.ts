import type { Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { withDatabase } from '../database.ts';
import { addCategory, begin, type MadeTopic } from '../forum.ts';
import { enterAs, headersOf, makerAndVisitor, someoneNew, type Someone } from '../posts.ts';
import { forgiveRefusals, tabTo } from '../screen.ts';
import { expect, test } from '../test.ts';

test.describe('a poll below a post', () => {
  let author: Someone;
  let voter: Someone;
  let category: string;

  test.beforeAll(async ({ server }) => {
    ({ maker: author, visitor: voter } = await makerAndVisitor(server.dataFolder));
    category = (await addCategory(server.dataFolder, 'Naming Days')).id;
  });

  const addressOf = ({ id, slug }: MadeTopic): string => `/forum/t/${id}/${slug}`;
  const pollOn = (page: Page, name = 'Which dye?') => page.getByRole('region', { name });

  test('is begun with a topic, its choices written, moved and removed by keyboard, and answered by another', async ({ page, browser }) => {
    await page.setViewportSize({ width: 360, height: 720 });
    await enterAs(page, author, `/forum/new?category=${category}`);
    await page.getByLabel('Title').fill('Which dye for the naming day?');
    await page.getByLabel('Your words').fill('The vat is blue again.');
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
    await answered.getByRole('radio', { name: 'Kola' }).check();
    await answered.getByRole('button', { name: 'Vote' }).click();
    await expect(answered.getByRole('listitem')).toHaveText(['Indigo0% 0 votes', 'Kola (your choice)100% 1 vote']);
    await expect(answered.getByRole('button', { name: 'Close the poll' })).toBeHidden();
    await other.close();
    await page.reload();
    await expect(poll.getByText('1 person voted · Ends in 3 days')).toBeVisible();
    await expect(poll.getByRole('radio')).toHaveCount(2);
  });

  test('is voted in by keyboard, shows how people voted, and the vote can be changed', async ({ page, request }) => {
    const topic = await begin(request, author, {
      category,
      title: 'The vat is tired',
      poll: { question: 'Which dye?', choices: ['Indigo', 'Camwood', 'Kola'], closes_at: inDays(3) },
    });
    await enterAs(page, voter, addressOf(topic));
    const poll = pollOn(page);
    await expect(poll.getByText('Nobody has voted yet · Ends in 3 days')).toBeVisible();
    await expect(poll.getByText('%')).toHaveCount(0);
    await expectNoSeriousProblem(page);

    await tabTo(page, poll.getByRole('radio', { name: 'Indigo' }));
    await page.keyboard.press('ArrowDown');
    await expect(poll.getByRole('radio', { name: 'Camwood' })).toBeChecked();
    await page.keyboard.press('Enter');
    await expect(poll.getByRole('listitem')).toHaveText(['Indigo0% 0 votes', 'Camwood (your choice)100% 1 vote', 'Kola0% 0 votes']);
    await expect(poll).toBeFocused();
    await expect(poll.getByRole('status')).toHaveText('Your vote counts.');
    await expectNoSeriousProblem(page);

    await page.keyboard.press('Tab');
    await expect(poll.getByRole('button', { name: 'Change my vote' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(poll.getByRole('radio', { name: 'Camwood' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(poll.getByRole('listitem').last()).toHaveText('Kola (your choice)100% 1 vote');
    await page.reload();
    await expect(poll.getByText('1 person voted · Ends in 3 days')).toBeVisible();
    await expect(poll.getByRole('listitem').last()).toHaveText('Kola (your choice)100% 1 vote');
  });

  test('takes several where it says so, and its author closes it: then all see the names', async ({ page, request, dataFolder }) => {
    const choices = ['First Saturday', 'Second Saturday', 'A weekday, after closing, as soon as the last customer has found the door'];
    const topic = await begin(request, author, { category, title: 'A printing evening', poll: { choices, several: true } });
    const friend = await someoneNew(dataFolder, 'Ṣadé Bánkọ́lé');
    await page.setViewportSize({ width: 360, height: 720 });
    await enterAs(page, friend, addressOf(topic));
    const poll = pollOn(page, 'Poll');
    await poll.getByRole('checkbox', { name: 'First Saturday' }).check();
    await poll.getByRole('checkbox', { name: 'Second Saturday' }).check();
    await poll.getByRole('button', { name: 'Vote' }).click();
    await expect(poll.getByText('100%')).toHaveCount(2);
    await expect(poll.getByRole('button', { name: 'Close the poll' })).toBeHidden();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, 'nothing is wider than the window').toBe(0);

    const closed = await request.post(`/api/v1/forum/topics/${topic.id}/posts/${await openingOf(dataFolder, topic)}/poll/close`, {
      headers: headersOf(author),
    });
    expect(closed.status()).toBe(200);
    await page.reload();
    await expect(poll.getByText('1 person voted · Closed')).toBeVisible();
    await poll.getByRole('button', { name: 'Who voted' }).click();
    const names = page.getByRole('dialog', { name: 'Who voted' });
    await expect(names.getByRole('link', { name: 'Ṣadé Bánkọ́lé' })).toHaveCount(2);
    await expectNoSeriousProblem(page);
  });

  test('that ends while it is read says so, and shows how people voted', async ({ page, request, dataFolder, complaints }) => {
    const topic = await begin(request, author, {
      category,
      title: 'It ends',
      poll: { question: 'Which dye?', choices: ['Indigo', 'Kola'] },
    });
    // Where the server does not say by itself that something has changed.
    await page.route('**/api/v1/events*', () => undefined);
    await enterAs(page, author, addressOf(topic));
    const poll = pollOn(page);
    await poll.getByRole('radio', { name: 'Kola' }).check();
    await withDatabase({ dataFolder }, (db) =>
      db.query('update forum_polls set closes_at = now() where post_id in (select id from forum_posts where topic_id = $1)', [topic.id]),
    );
    await poll.getByRole('button', { name: 'Vote' }).click();
    await expect(page.getByText('This poll is closed.')).toBeVisible();
    await expect(poll.getByText('Nobody has voted yet · Closed')).toBeVisible();
    await expect(poll.getByRole('listitem')).toHaveText(['Indigo0% 0 votes', 'Kola0% 0 votes']);
    forgiveRefusals(complaints);
  });

  test('is closed by its author, who is asked first', async ({ page, request }) => {
    const topic = await begin(request, author, {
      category,
      title: 'Enough',
      poll: { question: 'Which dye?', choices: ['Indigo', 'Kola'] },
    });
    await enterAs(page, author, addressOf(topic));
    const poll = pollOn(page);
    await poll.getByRole('button', { name: 'Close the poll' }).click();
    await page.getByRole('dialog', { name: 'Close the poll?' }).getByRole('button', { name: 'Close the poll' }).click();
    await expect(poll.getByText('Nobody has voted yet · Closed')).toBeVisible();
    await expect(poll.getByRole('radio')).toHaveCount(0);
  });
});

const inDays = (days: number): string => new Date(Date.now() + (days + 0.1) * 86_400_000).toISOString();

const openingOf = async (dataFolder: string, topic: MadeTopic): Promise<string> =>
  withDatabase({ dataFolder }, async (db) => {
    const { rows } = await db.query<{ id: string }>('select id from forum_posts where topic_id = $1 and number = 1', [topic.id]);
    return rows[0]!.id;
  });

import type { Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { setVisibility } from '../feed.ts';
import { addCategory, addManyReplies, begin, heightOf, positionSlider as slider, postNumber, reply, unreadIn } from '../forum.ts';
import { enterAs, headersOf, makerAndVisitor, type Someone } from '../posts.ts';
import { answerTo, tabTo } from '../screen.ts';
import { expect, test } from '../test.ts';

test.describe('a topic of the forum', () => {
  let asker: Someone;
  let reader: Someone;
  let category: { id: string; slug: string };

  test.beforeAll(async ({ server }) => {
    ({ maker: asker, visitor: reader } = await makerAndVisitor(server.dataFolder));
    category = await addCategory(server.dataFolder, 'The Courtyard');
  });

  test('a topic scrolls upwards without jumps', async ({ page, request, dataFolder }) => {
    const topic = await begin(request, asker, { category: category.id, title: 'Upwards' });
    await addManyReplies(dataFolder, asker, topic.id, 399);
    await enterAs(page, reader, `/forum/t/${topic.id}/${topic.slug}/300`);
    await expect.poll(() => heightOf(postNumber(page, 300))).toBe(0);
    await page.mouse.move(600, 500);
    let last = 300;
    for (let turn = 0; turn < 40 && last > 120; turn += 1) {
      await page.mouse.wheel(0, -900);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      const now = Number(await slider(page).getAttribute('aria-valuenow'));
      // The topic never scrolls down, and never jumps far.
      expect(now).toBeLessThanOrEqual(last);
      expect(last - now).toBeLessThan(25);
      last = now;
    }
    expect(last).toBeLessThan(290);
    // Distant posts are removed from the page.
    await expect(async () => expect((await page.locator('.topic-post').all()).length).toBeLessThanOrEqual(160)).toPass();
  });

  test('a post shows which post it answers, the source of its quotes and its earlier versions', async ({ page, request }) => {
    const topic = await begin(request, asker, { category: category.id, title: 'Quoting' });
    const first = await reply(request, reader, topic.id, 'It holds to the ninth dip.');
    for (let number = 3; number < 24; number += 1) await reply(request, reader, topic.id, `Between ${number}. ${'And on. '.repeat(60)}`);
    const quoting = await reply(request, asker, topic.id, `> [!quote ${first.id}] the ninth dip\n\nNot for me: [look](/feed).`, first.id);
    await request.put(`/api/v1/forum/topics/${topic.id}/posts/${quoting.id}`, {
      headers: headersOf(asker),
      data: { body: `> [!quote ${first.id}] the ninth dip\n\nNot for me, and not for others.` },
    });
    await enterAs(page, asker, `/forum/t/${topic.id}/${topic.slug}/${quoting.number}`);
    const post = postNumber(page, quoting.number);
    await expect(post).toBeInViewport();

    await post.getByRole('button', { name: /^in reply to Hauwa Bello$/ }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await post.getByRole('button', { name: /^in reply to/ }).hover();
    await expect(post.locator('.answered-card').getByText('It holds to the ninth dip.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(post.locator('.answered-card')).toBeHidden();

    await post.getByRole('button', { name: 'edited' }).click();
    const dialog = page.getByRole('dialog', { name: 'Earlier versions' });
    await dialog.getByRole('tab', { name: 'As it was' }).click();
    await expect(dialog.getByText('Not for me: look.')).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'look' })).toHaveAttribute('href', '/feed');
    await page.keyboard.press('Escape');

    await post.getByRole('link', { name: 'Hauwa Bello wrote' }).click();
    await expect(postNumber(page, 2)).toBeInViewport();
    await expect(page).toHaveURL(/\/2$/);
    await page.goBack();
    await expect(post).toBeInViewport();
    await expect(page).toHaveURL(new RegExp(`/${quoting.number}$`));
  });

  test('a member likes, accepts an answer, follows, mutes and deletes in a topic', { tag: '@main' }, async ({ page, request }) => {
    const topic = await begin(request, asker, { category: category.id, title: 'Solved or not' });
    const answer = await reply(request, reader, topic.id, 'Try alum.');
    const own = await reply(request, asker, topic.id, 'I will.');
    await enterAs(page, asker, `/forum/t/${topic.id}`);
    const like = postNumber(page, 2).getByRole('button', { name: 'Like' });
    const liked = answerTo(page, 'POST', /\/like$/);
    await like.click();
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await expect(like).toContainText('1');
    await liked;
    const unliked = answerTo(page, 'DELETE', /\/like$/);
    await like.click();
    await expect(like).toHaveAttribute('aria-pressed', 'false');
    await unliked;

    await postNumber(page, 2).getByRole('button', { name: 'More for post 2' }).click();
    const solved = answerTo(page, 'POST', /\/solve$/);
    await page.getByRole('menuitem', { name: 'Mark as the answer' }).click();
    await expect(postNumber(page, 2).getByText('Answer', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Solved in post 2' })).toBeVisible();
    await solved;

    await expect(page.getByRole('button', { name: 'Following' })).toHaveAttribute('aria-pressed', 'true');
    const unfollowed = answerTo(page, 'DELETE', /\/follow$/);
    await page.getByRole('button', { name: 'Following' }).click();
    await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
    await unfollowed;
    const muted = answerTo(page, 'POST', /\/mute$/);
    await page.getByRole('button', { name: 'More for this topic' }).click();
    await page.getByRole('menuitem', { name: 'Mute this topic' }).click();
    await muted;
    await page.getByRole('button', { name: 'More for this topic' }).click();
    await expect(page.getByRole('menuitem', { name: 'Unmute this topic' })).toBeVisible();
    await page.keyboard.press('Escape');

    await postNumber(page, 2).getByRole('button', { name: 'More for post 2' }).click();
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeHidden();
    await page.keyboard.press('Escape');
    await postNumber(page, own.number)
      .getByRole('button', { name: `More for post ${own.number}` })
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete post' }).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('This post was deleted.')).toBeVisible();

    await page.reload();
    await expect(page.getByText('This post was deleted.')).toBeHidden();
    await expect(postNumber(page, 2).getByText('Answer', { exact: true })).toBeVisible();
    expect(answer.number).toBe(2);
  });

  test('new posts of others are announced, and the page does not move until the member asks', async ({ page, request }) => {
    const topic = await begin(request, asker, { category: category.id, title: 'Meanwhile' });
    await enterAs(page, reader, `/forum/t/${topic.id}`);
    await expect(postNumber(page, 1)).toBeInViewport();
    await reply(request, asker, topic.id, 'And another thing.');
    // Returning to the window refetches immediately.
    await setVisibility(page, 'hidden');
    await setVisibility(page, 'visible');
    const button = page.getByRole('button', { name: '1 new post' });
    await expect(button).toBeVisible();
    await expect(postNumber(page, 2)).toBeHidden();
    await expect.poll(async () => (await unreadIn(request, reader, topic.id)).unread).toBe(1);
    await button.click();
    await expect(postNumber(page, 2).getByText('And another thing.')).toBeVisible();
    await expect.poll(async () => (await unreadIn(request, reader, topic.id)).unread).toBe(0);
  });
});

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

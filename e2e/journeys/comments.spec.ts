import type { APIRequestContext, Page } from '@playwright/test';
import { expectNoSeriousProblem } from '../accessibility.ts';
import { enterAs, headersOf, makerAndVisitor, post, type Someone, someoneNew } from '../posts.ts';
import { answerTo, dropLine, forgiveRefusals, tabTo } from '../screen.ts';
import { expect, test } from '../test.ts';

test.describe('replies to comments', () => {
  let maker: Someone;
  let visitor: Someone;

  test.beforeEach(async ({ server }) => void ({ maker, visitor } = await makerAndVisitor(server.dataFolder)));

  const say = async (request: APIRequestContext, who: Someone, photoId: string, content: string, replyTo?: string): Promise<string> => {
    const data = { content, ...(replyTo !== undefined && { reply_to: replyTo }) };
    const answer = await request.post(`/api/v1/photos/${photoId}/comments`, { headers: headersOf(who), data });
    expect(answer.status(), await answer.text()).toBe(201);
    return ((await answer.json()) as { data: { id: string } }).data.id;
  };
  const conversation = (page: Page) => page.getByRole('region', { name: 'Comments' });
  const replies = (page: Page) => conversation(page).getByRole('list', { name: 'Replies' }).getByRole('listitem');
  const box = (page: Page) => page.getByLabel('Your comment');

  test('a reply notifies the author of the comment, who replies to it; both replies remain when the comment is deleted', async ({
    page,
    browser,
    request,
    complaints,
  }) => {
    const id = await post(request, maker, { title: 'Three coils' });
    const first = await say(request, visitor, id, 'Whose hand was this?');
    const theirs = await browser.newPage();
    await enterAs(theirs, visitor, '/feed');
    await enterAs(page, maker, `/post/${id}`);

    await test.step('a reply is started and cancelled by keyboard', async () => {
      const button = page.getByRole('button', { name: `Reply to ${visitor.member.name}’s comment` });
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(box(page)).toBeFocused();
      await expect(page.getByText(`Replying to @${visitor.member.username}`)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByText('Replying to')).toBeHidden();
      await button.click();
      await tabTo(page, page.getByRole('button', { name: 'Cancel' }), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Replying to')).toBeHidden();
      await expect(box(page)).toBeFocused();
      await button.click();
    });
    await test.step('a lost connection keeps the text and the comment it answers', async () => {
      await dropLine(page, `/photos/${id}/comments`);
      await page.keyboard.type('My aunt’s');
      await page.keyboard.press('Control+Enter');
      await expect(page.getByText('Your comment could not be sent. Please try again.')).toBeVisible();
      await expect(box(page)).toHaveValue('My aunt’s');
      await expect(page.getByText(`Replying to @${visitor.member.username}`)).toBeVisible();
      await expect(replies(page)).toHaveCount(0);
      await page.unroute(`**/api/v1/photos/${id}/comments`);
      const taken = answerTo(page, 'POST', /\/comments$/);
      await page.keyboard.press('Control+Enter');
      await taken;
      await expect(replies(page)).toContainText([`${visitor.member.name}My aunt’s`]);
      await expect(page.getByText('Replying to @')).toBeHidden();
      await expect(page.getByRole('link', { name: /Comments 2/ })).toBeVisible();
    });
    await test.step('the author opens the notification and replies to the reply', async () => {
      await theirs.goto('/notifications');
      await theirs.getByRole('button', { name: new RegExp(`${maker.member.name} replied to your comment on “Three coils”`) }).click();
      await expect(theirs).toHaveURL(new RegExp(`/post/${id}#comment-`));
      await expect(theirs.locator(':focus')).toContainText('My aunt’s');
      await theirs.getByRole('button', { name: `Reply to ${maker.member.name}’s comment` }).click();
      await theirs.keyboard.type('Greet her');
      await theirs.keyboard.press('Control+Enter');
      await expect(replies(theirs)).toContainText(['My aunt’s', `${maker.member.name}Greet her`]);
    });
    await test.step('the reply appears live, as does the deletion of the comment', async () => {
      await expect(replies(page)).toContainText(['My aunt’s', 'Greet her'], { timeout: 15_000 });
      await theirs
        .getByRole('button', { name: `More about ${visitor.member.name}’s comment` })
        .or(theirs.getByRole('button', { name: 'Delete comment' }))
        .first()
        .click();
      const gone = answerTo(theirs, 'DELETE', /\/comments\//);
      await theirs.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await gone;
      for (const one of [theirs, page]) {
        await expect(conversation(one).getByText('This comment was deleted.')).toBeVisible({ timeout: 15_000 });
        await expect(replies(one)).toContainText(['My aunt’s', 'Greet her']);
      }
      await expect(conversation(page).getByText('Whose hand was this?')).toBeHidden();
      await expectNoSeriousProblem(page);
      expect(first).not.toBe('');
    });
    await theirs.close();
    forgiveRefusals(complaints);
  });

  test('a link to an early reply opens its thread below many comments, and its button is large enough on a phone', async ({
    page,
    request,
    dataFolder,
  }) => {
    const others = await Promise.all(['Bisi', 'Chidi', 'Efe'].map((name) => someoneNew(dataFolder, name)));
    const id = await post(request, maker, { title: 'Much said' });
    const first = await say(request, visitor, id, 'It began here');
    const early = await say(request, maker, id, `An early reply, ${'averylongwordwithoutanybreak'.repeat(4)}`, first);
    for (let n = 0; n < 9; n += 1) await say(request, others[n % 3]!, id, `Reply ${n}`, first);
    for (let n = 0; n < 21; n += 1) await say(request, others[n % 3]!, id, `Comment ${n}`);
    await enterAs(page, visitor, `/post/${id}#comment-${early}`);
    await expect(page.locator(':focus')).toContainText('An early reply');
    await expect(page.getByText('An early reply')).toBeInViewport();

    await page.goto(`/post/${id}`);
    await page.getByRole('button', { name: 'Show earlier comments' }).click();
    await expect(replies(page)).toHaveText([/Reply 6/, /Reply 7/, /Reply 8/]);
    await page.getByRole('button', { name: 'Show 7 more replies' }).click();
    await expect(replies(page)).toHaveCount(10);
    await expect(replies(page).first()).toContainText('An early reply');
    await expect(page.getByRole('button', { name: /more repl/ })).toBeHidden();

    await page.setViewportSize({ width: 320, height: 640 });
    const button = page.getByRole('button', { name: `Reply to ${maker.member.name}’s comment` });
    const size = (await button.boundingBox())!;
    expect(size.height).toBeGreaterThanOrEqual(44);
    expect(size.width).toBeGreaterThanOrEqual(44);
    await button.click();
    await expect(box(page)).toBeInViewport();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
});

test.describe('comments on a post', () => {
  let maker: Someone;
  let visitor: Someone;

  test.beforeAll(async ({ server }) => void ({ maker, visitor } = await makerAndVisitor(server.dataFolder)));

  test(
    'a comment appears immediately, disappears if the server refuses it, and has at most 1,000 characters',
    { tag: '@main' },
    async ({ page, request, complaints }) => {
      const id = await post(request, maker, { title: 'A conversation' });
      await enterAs(page, visitor, `/post/${id}`);
      const box = page.getByLabel('Your comment');
      const conversation = page.getByRole('region', { name: 'Comments' });
      const send = page.getByRole('button', { name: 'Send' });
      await expect(box).toBeVisible();
      await page.keyboard.press('c');
      await expect(box).toBeFocused();
      await page.keyboard.type('   ');
      await expect(send).toBeDisabled();
      await box.fill('x'.repeat(1001));
      await expect(page.getByText('1001 / 1000')).toBeVisible();
      await expect(send).toBeDisabled();

      await test.step('a lost connection keeps the text', async () => {
        await dropLine(page, `/photos/${id}/comments`);
        await box.fill('The wrong coil');
        await page.keyboard.press('Control+Enter');
        await expect(page.getByText('Your comment could not be sent. Please try again.')).toBeVisible();
        await expect(box).toHaveValue('The wrong coil');
        await expect(conversation.getByText('The wrong coil')).toBeHidden();
        await page.unroute(`**/api/v1/photos/${id}/comments`);
      });
      await test.step('a sent comment appears', async () => {
        await page.keyboard.press('Control+Enter');
        await expect(conversation.getByText('The wrong coil')).toBeVisible();
        await expect(box).toHaveValue('');
        await expect(page.getByRole('link', { name: /Comments 1/ })).toBeVisible();
      });
      await test.step('a failed deletion is undone', async () => {
        await page.route(`**/api/v1/photos/${id}/comments/*`, (route) => route.abort());
        await conversation.getByRole('button', { name: 'Delete comment' }).click();
        const asked = page.getByRole('dialog', { name: 'Delete comment' });
        await expect(asked.getByText('Delete this comment?')).toBeVisible();
        await asked.getByRole('button', { name: 'Delete' }).click();
        await expect(page.getByText('Failed to delete comment')).toBeVisible();
        await expect(conversation.getByText('The wrong coil')).toBeVisible();
        await page.unroute(`**/api/v1/photos/${id}/comments/*`);
      });
      await test.step('a successful one persists', async () => {
        await conversation.getByRole('button', { name: 'Delete comment' }).click();
        const kept = answerTo(page, 'DELETE', /\/comments\//);
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
        await expect(conversation.getByText('The wrong coil')).toBeHidden();
        await kept;
        await page.reload();
        await expect(conversation.getByText('No comments yet')).toBeVisible();
      });
      forgiveRefusals(complaints);
    },
  );

  test('a comment sent before the others have loaded appears among them', async ({ page, request }) => {
    const id = await post(request, maker, { title: 'A slow conversation' });
    await request.post(`/api/v1/photos/${id}/comments`, { headers: headersOf(maker), data: { content: 'Mind the hen’s feather.' } });
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(`**/api/v1/photos/${id}/comments`, async (route) => {
      if (route.request().method() === 'GET') await released;
      await route.continue();
    });
    await enterAs(page, visitor, `/post/${id}`);
    await page.getByLabel('Your comment').fill('The wrong coil');
    const sent = answerTo(page, 'POST', /\/comments$/);
    await page.getByRole('button', { name: 'Send' }).click();
    await sent;
    release();
    const comments = page.getByRole('region', { name: 'Comments' }).getByRole('listitem');
    await expect(comments).toContainText(['Mind the hen’s feather.', 'The wrong coil']);
  });

  test('a liked comment notifies its author', async ({ page, browser, request }) => {
    const id = await post(request, maker, { title: 'A liked word' });
    const said = await request.post(`/api/v1/photos/${id}/comments`, { headers: headersOf(maker), data: { content: 'Three coils.' } });
    const { data: comment } = (await said.json()) as { data: { id: string } };
    const theirs = await browser.newPage();
    await enterAs(theirs, maker, `/post/${id}`);
    await expect(theirs.getByText('Three coils.')).toBeVisible();
    await enterAs(page, visitor, `/post/${id}`);
    const heart = page.getByRole('button', { name: /^Like .* comment$/ });
    await heart.click();
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    await expect(theirs.getByRole('button', { name: 'Who liked this: 1' })).toBeVisible({ timeout: 15_000 });
    await theirs.getByRole('button', { name: 'Who liked this: 1' }).click();
    await expect(theirs.getByRole('dialog', { name: 'Liked by' }).getByRole('link')).toHaveText(visitor.member.name);
    await theirs.keyboard.press('Escape');
    await theirs.goto('/notifications');
    await theirs.getByRole('button', { name: /liked your comment on “A liked word”/ }).click();
    await expect(theirs).toHaveURL(`/post/${id}#comment-${comment.id}`);
    await heart.click();
    await expect(heart).toHaveAttribute('aria-pressed', 'false');
    await theirs.close();
  });

  test('a comment mentions members, who are notified', async ({ page, request, dataFolder }) => {
    const named = await someoneNew(dataFolder, 'Ńkẹ́m Okonkwo');
    const id = await post(request, maker, { title: 'For Nkem' });
    await page.setViewportSize({ width: 320, height: 640 });
    await enterAs(page, visitor, `/post/${id}`);
    const box = page.getByLabel('Your comment');
    await box.focus();
    await page.keyboard.type('Ẹ ṣé @ade');
    const list = page.getByRole('listbox', { name: 'Members' });
    await expect(list.getByRole('option', { name: new RegExp(maker.member.username) })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Tab');
    await expect(box).toHaveValue(`Ẹ ṣé @${maker.member.username} `);
    await page.keyboard.type(`and @${named.member.username.slice(0, -1)}`);
    await expect(list.getByRole('option', { name: new RegExp(named.member.username) })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await page.keyboard.type(named.member.username.slice(-1));
    await expect(list).toBeHidden();
    await page.keyboard.type(', and <b>@nobody.at.all</b>');
    await page.keyboard.press('Control+Enter');
    const comment = page.getByRole('region', { name: 'Comments' }).getByRole('listitem');
    await expect(comment.locator('.text-link')).toHaveText([`@${maker.member.username}`, `@${named.member.username}`]);
    await expect(comment).toContainText('<b>@nobody.at.all</b>');
    const notifications = await request.get('/api/v1/forum/notifications', { headers: headersOf(named) });
    expect(JSON.stringify(await notifications.json())).toContain(`/post/${id}`);
  });
});

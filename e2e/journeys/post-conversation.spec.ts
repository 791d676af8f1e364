import { enterAs, headersOf, makerAndVisitor, post, someoneNew, type Someone } from '../posts.ts';
import { answerTo, dropLine, forgiveRefusals } from '../screen.ts';
import { expect, test } from '../test.ts';

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

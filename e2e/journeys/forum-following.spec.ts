import { addCategory, addManyReplies, begin, heightOf, postNumber, unreadIn } from '../forum.ts';
import { enterAs, headersOf, makerAndVisitor, type Someone } from '../posts.ts';
import { answerTo } from '../screen.ts';
import { expect, test } from '../test.ts';

test.describe('followed and muted forum categories', () => {
  let asker: Someone;
  let reader: Someone;
  let category: { id: string; slug: string };

  test.beforeAll(async ({ server }) => {
    ({ maker: asker, visitor: reader } = await makerAndVisitor(server.dataFolder));
    category = await addCategory(server.dataFolder, 'The Dye Yard');
  });

  test('posts skipped by replying stay unread, and the topic opens at its first unread post', async ({ page, request, dataFolder }) => {
    const topic = await begin(request, asker, { category: category.id, title: 'A long way down' });
    await addManyReplies(dataFolder, asker, topic.id, 59);
    await request.post(`/api/v1/forum/topics/${topic.id}/read`, { headers: headersOf(reader), data: { number: 10 } });
    const read = answerTo(page, 'POST', /\/read$/);
    await enterAs(page, reader, `/forum/t/${topic.id}/${topic.slug}`);
    await expect.poll(() => heightOf(postNumber(page, 11))).toBeLessThan(8);
    await read;
    await page.getByRole('button', { name: /^Reply to/ }).click();
    await page.getByRole('textbox', { name: 'Your reply' }).fill('Said before I had read it all.');
    await page.keyboard.press('Control+Enter');
    await expect(postNumber(page, 61).getByText('Said before I had read it all.')).toBeInViewport();
    // Leaving the page sends the reading position.
    await page.getByRole('link', { name: 'The Dye Yard' }).filter({ visible: true }).first().click();
    const title = page.getByRole('link', { name: 'Unread: A long way down' });
    await expect(title).toBeVisible();

    const { unread, first } = await unreadIn(request, reader, topic.id);
    expect(first).toBeGreaterThan(11);
    expect(first).toBeLessThan(30);
    expect(unread).toBe(60 - first! + 1);
    await title.click();
    await expect.poll(() => heightOf(postNumber(page, first!))).toBeLessThan(8);
    await expect(postNumber(page, first!).getByText(/new since/)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/${topic.slug}/${first}$`));
  });

  test('a followed category notifies of new topics; a muted one is left out of unread topics', async ({ page, request }) => {
    await enterAs(page, reader, `/forum/c/${category.slug}`);
    const follow = page.getByRole('button', { name: /^Follow/ });
    await expect(follow).toHaveAttribute('aria-pressed', 'false');
    const followed = answerTo(page, 'POST', /\/follow$/);
    await follow.click();
    await expect(follow).toHaveAttribute('aria-pressed', 'true');
    await followed;
    await begin(request, asker, { category: category.id, title: 'Fresh from the vat' });
    // Notifying followers takes a moment.
    const notification = page.getByRole('main').getByText(`${asker.member.name} started “Fresh from the vat” in The Dye Yard`);
    await expect(async () => {
      await page.goto('/notifications');
      await expect(notification).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await page.goto('/forum?filter=unread');
    await expect(page.getByRole('link', { name: 'Unread: Fresh from the vat' })).toBeVisible();

    await page.goto(`/forum/c/${category.slug}`);
    const more = page.getByRole('button', { name: 'More for this category' });
    const muted = answerTo(page, 'POST', /\/mute$/);
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Mute this category' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Muted: its topics are hidden from lists of all topics.')).toBeVisible();
    await expect(follow).toHaveAttribute('aria-pressed', 'false');
    await muted;
    await page.goto('/forum?filter=unread');
    await expect(page.getByRole('heading', { name: 'You’re all caught up' })).toBeVisible();
  });
});

import {
  addCategory,
  addManyReplies,
  begin,
  heightOf,
  type MadeTopic,
  positionSlider as slider,
  postNumber,
  reply,
  unreadIn,
} from '../forum.ts';
import { enterAs, headersOf, makerAndVisitor, type Someone } from '../posts.ts';
import { answerTo, breakServer, forgiveRefusals, tabTo } from '../screen.ts';
import { expect, test } from '../test.ts';

test.describe('reading the forum', () => {
  let asker: Someone;
  let reader: Someone;
  let category: { id: string; slug: string };

  test.beforeAll(async ({ server }) => {
    ({ maker: asker, visitor: reader } = await makerAndVisitor(server.dataFolder));
    category = await addCategory(server.dataFolder, 'The Craft');
  });

  const beginLong = async (...[request, dataFolder, title]: [Parameters<typeof begin>[0], string, string]): Promise<MadeTopic> => {
    const topic = await begin(request, asker, { category: category.id, title });
    await addManyReplies(dataFolder, asker, topic.id, 59);
    return topic;
  };

  test(
    'a reader goes from the front page of the forum to a category and a topic, and unread posts are marked',
    { tag: '@main' },
    async ({ page, request }) => {
      const topic = await begin(request, asker, { category: category.id, title: 'What holds a line in a slow vat?' });
      await reply(request, asker, topic.id, 'Láfún, sieved twice.');
      await request.post(`/api/v1/forum/topics/${topic.id}/follow`, { headers: headersOf(reader) });
      await enterAs(page, reader, '/feed');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Forum' }).filter({ visible: true }).click();
      await expect(page).toHaveTitle(/^Forum · /);
      const section = page.getByRole('region', { name: 'The Craft' });
      await expect(section.getByRole('link', { name: 'Unread: What holds a line in a slow vat?' })).toBeVisible();
      await expect(section.getByText('2 new')).toBeVisible();

      await page.getByRole('tab', { name: /^Unread/ }).click();
      await expect(page).toHaveURL(/\/forum\?filter=unread$/);
      await expect(page.getByRole('link', { name: /What holds a line/ })).toBeVisible();
      await page.getByRole('tab', { name: 'Mine' }).click();
      await expect(page.getByRole('heading', { name: 'You have not started a topic yet' })).toBeVisible();
      await page.getByRole('tab', { name: 'All' }).click();

      await section.getByRole('link', { name: 'The Craft', exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`/forum/c/${category.slug}$`));
      await expect(page).toHaveTitle(/^The Craft · /);
      await page.getByLabel('Order').selectOption('Newest');
      await page.getByRole('tab', { name: 'Unanswered' }).click();
      await expect(page).toHaveURL(/\?(?=.*sort=new)(?=.*filter=unanswered)/);
      await expect(page.getByRole('link', { name: /What holds a line/ })).toBeVisible();
      await page.getByRole('tab', { name: 'Mine' }).click();
      await expect(page.getByRole('link', { name: /What holds a line/ })).toBeHidden();
      await page.getByRole('tab', { name: 'All' }).click();

      const read = answerTo(page, 'POST', /\/read$/);
      await page.getByRole('link', { name: /What holds a line/ }).click();
      await expect(page.getByRole('heading', { level: 1, name: topic.title })).toBeVisible();
      await expect(page).toHaveTitle(/^What holds a line in a slow vat\? · /);
      await read;
      await expect.poll(() => unreadIn(request, reader, topic.id)).toEqual({ unread: 0, first: null });
      await page.goBack();
      await expect(page.getByRole('link', { name: topic.title, exact: true })).toBeVisible();
    },
  );

  test('a topic opens at the first unread post, or at the post number in its address', async ({
    page,
    request,
    dataFolder,
    complaints,
  }) => {
    const topic = await beginLong(request, dataFolder, 'Jumping in');
    await request.post(`/api/v1/forum/topics/${topic.id}/read`, { headers: headersOf(reader), data: { number: 40 } });
    await enterAs(page, reader, `/forum/t/${topic.id}/a-wrong-slug`);
    await expect(postNumber(page, 41)).toBeInViewport();
    await expect.poll(() => heightOf(postNumber(page, 41))).toBeLessThan(8);
    await expect(postNumber(page, 41).getByText('20 new since today')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/forum/t/${topic.id}/${topic.slug}/41$`));

    await test.step('a deep link shows posts before and after', async () => {
      await page.goto(`/forum/t/${topic.id}/${topic.slug}/30`);
      await expect.poll(() => heightOf(postNumber(page, 30))).toBe(0);
      await expect(postNumber(page, 29)).toBeAttached();
      expect(await heightOf(postNumber(page, 30))).toBe(0);
      await expect(slider(page)).toHaveAttribute('aria-valuetext', 'Post 30 of 60');
    });
    await test.step('scrolling updates the address, and Back restores the position', async () => {
      await page.mouse.move(600, 500);
      await page.mouse.wheel(0, 700);
      await expect(page).not.toHaveURL(/\/30$/);
      // The address changes when scrolling stops.
      await expect(async () => {
        const number = Number(/\d+$/.exec(page.url())?.[0]);
        expect(await slider(page).getAttribute('aria-valuenow')).toBe(String(number));
        expect(await page.evaluate(() => (history.state as { topicTop: number }).topicTop)).toBe(await heightOf(postNumber(page, number)));
      }).toPass();
      const number = Number(/\d+$/.exec(page.url())?.[0]);
      const before = await heightOf(postNumber(page, number));
      await postNumber(page, number + 1)
        .getByRole('link', { name: asker.member.name })
        .click();
      await expect(page).toHaveURL(/\/user\//);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.goBack();
      await expect.poll(() => heightOf(postNumber(page, number))).toBe(before);
      await page.reload();
      await expect.poll(() => heightOf(postNumber(page, number))).toBe(before);
    });
    await test.step('missing topics and categories show a message', async () => {
      await page.goto('/forum/t/01890000-0000-7000-8000-000000000000/nothing');
      await expect(page.getByRole('heading', { name: 'Topic not found' })).toBeVisible();
      await page.goto('/forum/c/nowhere');
      await expect(page.getByRole('heading', { name: 'Category not found' })).toBeVisible();
      forgiveRefusals(complaints);
    });
  });

  test('a topic has a scroll rail for keyboard and pointer', async ({ page, request, dataFolder }) => {
    const topic = await beginLong(request, dataFolder, 'Along the rail');
    await enterAs(page, reader, `/forum/t/${topic.id}/${topic.slug}/1`);
    await expect(postNumber(page, 1)).toBeInViewport();
    await slider(page).focus();
    await page.keyboard.press('End');
    await expect(slider(page)).toHaveAttribute('aria-valuenow', '60');
    await expect(postNumber(page, 60)).toBeInViewport();
    await page.keyboard.press('PageUp');
    await expect(slider(page)).toHaveAttribute('aria-valuetext', 'Post 54 of 60');
    await expect(postNumber(page, 54)).toBeInViewport();
    await page.keyboard.press('Home');
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
    await expect(slider(page)).toBeFocused();

    const box = await slider(page).boundingBox();
    if (box === null) throw new Error('The rail is not there');
    await page.mouse.move(box.x + 8, box.y + 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 8, box.y + box.height / 3, { steps: 4 });
    await page.mouse.move(box.x + 8, box.y + box.height / 2, { steps: 4 });
    await expect(slider(page)).toHaveAttribute('aria-valuenow', /^(?:29|30|31)$/);
    await page.mouse.up();
    await expect.poll(async () => heightOf(postNumber(page, Number(await slider(page).getAttribute('aria-valuenow'))))).toBe(0);
    await expect(slider(page)).toHaveAttribute('aria-valuenow', /^(?:29|30|31)$/);
    await page.getByRole('button', { name: /^Latest/ }).click();
    await expect(postNumber(page, 60)).toBeInViewport();
    await page.getByRole('button', { name: /^First/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  });

  test('a topic fits a phone, with the scroll rail behind a button', async ({ page, request, dataFolder }) => {
    const topic = await beginLong(request, dataFolder, 'On a phone');
    await page.setViewportSize({ width: 360, height: 740 });
    await enterAs(page, reader, `/forum/t/${topic.id}/${topic.slug}/20`);
    await expect.poll(() => heightOf(postNumber(page, 20))).toBe(0);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.getByRole('button', { name: /Post 20 of 60/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Position in the topic' });
    await dialog.getByRole('button', { name: /^Latest/ }).click();
    await expect(dialog).toBeHidden();
    await expect(postNumber(page, 60)).toBeInViewport();
    for (const path of ['/forum', `/forum/c/${category.slug}`]) {
      await page.goto(path);
      await expect(page.getByRole('link', { name: /On a phone/ })).toBeVisible();
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    }
  });

  test('the forum works by keyboard alone, and failed requests can be retried', async ({ page, request, complaints }) => {
    const topic = await begin(request, asker, { category: category.id, title: 'By keys' });
    await enterAs(page, reader, '/forum');
    await tabTo(page, page.getByRole('tab', { name: 'All' }));
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(/filter=unread$/);
    await page.keyboard.press('Home');
    await expect(page).toHaveURL(/\/forum$/);
    await tabTo(page, page.getByRole('link', { name: /By keys/ }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'By keys' })).toBeVisible();

    await breakServer(page, `/forum/topics/${topic.id}`);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'The topic could not be loaded' })).toBeVisible();
    await page.unroute(`**/api/v1/forum/topics/${topic.id}`);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'By keys' })).toBeVisible();
    await breakServer(page, '/forum/categories');
    await page.goto('/forum');
    await expect(page.getByRole('heading', { name: 'The forum could not be loaded' })).toBeVisible();
    forgiveRefusals(complaints);
  });

  test('the link preview of a topic reveals nothing of it', async ({ request }) => {
    const topic = await begin(request, asker, { category: category.id, title: 'Among ourselves', body: 'Nobody else reads this.' });
    const [shared, plain] = [await request.get(`/forum/t/${topic.id}/${topic.slug}/1`), await request.get('/login')];
    expect(await shared.text()).toBe(await plain.text());
  });
});

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

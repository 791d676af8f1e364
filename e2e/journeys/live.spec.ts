import type { Page } from '@playwright/test';
import { addCategory, addManyReplies, begin, heightOf, postNumber, reply } from '../forum.ts';
import { follow } from '../people.ts';
import { enterAs, headersOf, makerAndVisitor, post, type Someone } from '../posts.ts';
import { forgiveRefusals } from '../screen.ts';
import { logOut } from '../settings.ts';
import { expect, test } from '../test.ts';

/** Less than the 30 s of polling, so that only an event can cause the change. `bench/events.mjs` measures the delay. */
const soon = { timeout: 29_000 };

test.describe('live updates', () => {
  let maker: Someone;
  let visitor: Someone;

  // New members for each test, because one test signs out.
  test.beforeEach(async ({ server }) => void ({ maker, visitor } = await makerAndVisitor(server.dataFolder)));

  test(
    'likes, comments, followers and read notifications appear without a reload',
    { tag: '@main' },
    async ({ page, browser, context, request, complaints }) => {
      const id = await post(request, maker, { title: 'Seen by two' });
      await streaming(page, () => enterAs(page, maker, `/post/${id}`));
      const box = page.getByLabel('Your comment');
      await box.fill('Half a thou');

      await test.step('a like and a comment appear while the member writes', async () => {
        const theirs = await browser.newPage();
        await enterAs(theirs, visitor, `/post/${id}`);
        await theirs.getByRole('button', { name: 'Like', exact: true }).click();
        await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread', soon);
        await expect(page.getByRole('button', { name: 'Who liked this: 1' })).toBeVisible(soon);
        await theirs.getByLabel('Your comment').fill('Which coil was it?');
        await theirs.keyboard.press('Control+Enter');
        await expect(page.getByRole('region', { name: 'Comments' }).getByText('Which coil was it?')).toBeVisible(soon);
        await theirs.close();
        await expect(box).toHaveValue('Half a thou');
        await expect(box).toBeFocused();
      });
      const second = await context.newPage();
      await test.step('a follower appears in a second tab on the same connection', async () => {
        await enterAs(second, maker, '/profile');
        await expect(bell(second)).toHaveAccessibleName('Notifications, 2 unread');
        await follow(request, visitor, maker);
        await expect(second.getByRole('main').getByText('1 follower')).toBeVisible(soon);
        await expect(bell(second)).toHaveAccessibleName('Notifications, 3 unread', soon);
        await expect(bell(page)).toHaveAccessibleName('Notifications, 3 unread', soon);
      });
      await test.step('reading notifications in one tab marks them in the other', async () => {
        await bell(second).click();
        await second.getByRole('button', { name: /^Mark all/ }).click();
        await expect(bell(page)).toHaveAccessibleName('Notifications', soon);
      });
      await test.step('a deleted post disappears', async () => {
        await request.delete(`/api/v1/photos/${id}`, { headers: headersOf(maker) });
        await expect(page.getByRole('heading', { level: 1, name: 'Photo not found' })).toBeVisible(soon);
      });
      await test.step('signing out in one tab signs out both', async () => {
        await logOut(second);
        await expect(page).toHaveURL(/\/login$/);
      });
      // The page requested the deleted post and got 404.
      forgiveRefusals(complaints);
    },
  );

  test('replies in a topic are announced live and can be opened', async ({ page, request, dataFolder }) => {
    const { id: category } = await addCategory(dataFolder, 'Slow Vats');
    const topic = await begin(request, maker, { category, title: 'Cassava or wax?', body: 'A slow vat. '.repeat(100) });
    // More replies than the page loads initially.
    await addManyReplies(dataFolder, visitor, topic.id, 30);
    await streaming(page, () => enterAs(page, maker, `/forum/t/${topic.id}/${topic.slug}/1`));
    await comeOnline(page, visitor);
    await page.mouse.move(600, 500);
    // Repeats, because the page may ignore the first wheel event.
    const turned = async (): Promise<number> => {
      await page.mouse.wheel(0, 300);
      return heightOf(postNumber(page, 1));
    };
    await expect.poll(turned).toBeLessThan(0);
    let height = Number.NaN;
    const isAtRest = async (): Promise<boolean> => height === (height = await heightOf(postNumber(page, 1)));
    await expect.poll(isAtRest).toBe(true);

    await test.step('a typing indicator', async () => {
      await request.post(`/api/v1/forum/topics/${topic.id}/replying`, { headers: headersOf(visitor) });
      await expect(page.getByText('Hauwa is replying')).toBeVisible(soon);
    });
    let [id, number] = ['', 0];
    await test.step('a new reply replaces the typing indicator without moving the page', async () => {
      ({ id, number } = await reply(request, visitor, topic.id, 'Láfún, sieved twice.'));
      const pill = page.getByRole('button', { name: '1 new post' });
      await expect(pill).toBeInViewport(soon);
      await expect(page.getByText('Hauwa is replying')).toBeHidden(soon);
      expect(await heightOf(postNumber(page, 1))).toBe(height);
      await pill.click();
      await expect(postNumber(page, number)).toBeInViewport();
      await expect(pill).toBeHidden();
    });
    await test.step('online status, and the viewer’s like and accepted answer from another device', async () => {
      const answer = postNumber(page, number);
      await expect(answer.getByRole('img', { name: 'Online' })).toBeVisible();
      const headers = headersOf(maker);
      await request.post(`/api/v1/forum/topics/${topic.id}/posts/${id}/like`, { headers });
      await expect(answer.getByRole('button', { name: /^Like ?1$/ })).toHaveAttribute('aria-pressed', 'true', soon);
      await request.post(`/api/v1/forum/topics/${topic.id}/solve`, { headers, data: { post_id: id } });
      await expect(answer.getByText('Answer', { exact: true })).toBeVisible(soon);
    });
    await test.step('a deletion, without moving the page', async () => {
      const gone = await reply(request, visitor, topic.id, 'Said too soon.');
      await page.getByRole('button', { name: '1 new post' }).click(soon);
      await expect(postNumber(page, gone.number)).toBeInViewport();
      const top = await heightOf(postNumber(page, number));
      await request.delete(`/api/v1/forum/topics/${topic.id}/posts/${gone.id}`, { headers: headersOf(visitor) });
      await expect(postNumber(page, gone.number)).toHaveCount(0, soon);
      await expect(postNumber(page, number)).toBeVisible();
      expect(await heightOf(postNumber(page, number))).toBeGreaterThanOrEqual(top);
    });
  });

  test('a member who was offline receives the missed updates', async ({ page, context, request, complaints }) => {
    const id = await post(request, maker, { title: 'Back again' });
    await streaming(page, () => enterAs(page, maker, `/post/${id}`));
    await context.setOffline(true);
    await request.post(`/api/v1/photos/${id}/comments`, { headers: headersOf(visitor), data: { content: 'Where are you?' } });
    await streaming(page, () => context.setOffline(false));
    await expect(page.getByRole('region', { name: 'Comments' }).getByText('Where are you?')).toBeVisible(soon);
    await expect(bell(page)).toHaveAccessibleName(/unread$/, soon);
    forgiveRefusals(complaints);
  });
});

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

/** Waits until the page's event stream is open. */
async function streaming(page: Page, begin: () => Promise<unknown>): Promise<void> {
  const opened = page.waitForResponse((response) => response.url().includes('/api/v1/events') && response.ok());
  await begin();
  await opened;
}

/** Opens an event stream of another member, who stays online as long as the page. */
const comeOnline = (page: Page, { token }: Someone): Promise<void> =>
  page.evaluate(async (given) => {
    await fetch('/api/v1/events', { headers: { authorization: `Bearer ${given}` } });
  }, token);

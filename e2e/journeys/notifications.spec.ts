import type { APIRequestContext, Page } from '@playwright/test';
import { enterAs, headersOf, post, type Someone, someoneNew } from '../posts.ts';
import { answerTo, tabTo } from '../screen.ts';
import { expect, test } from '../test.ts';

const send = async (request: APIRequestContext, who: Someone, path: string, data?: object): Promise<void> => {
  const answer = await request.post(`/api/v1${path}`, { headers: headersOf(who), ...(data && { data }) });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
};

/** Creates a photo with six likes, a follow of its owner, and a comment that 24 later ones push to an older page. */
async function likedByMany(request: APIRequestContext, dataFolder: string): Promise<{ ada: Someone; id: string }> {
  const ada = await someoneNew(dataFolder, 'Ada Ọkẹ́');
  const fans: Someone[] = [];
  for (const name of ['Bisi Bello', 'Chidi Obi', 'Dayo Ige', 'Efua Mensah', 'Femi Oni', 'Gozie Eze'])
    fans.push(await someoneNew(dataFolder, name));
  const id = await post(request, ada, { title: 'Gele study' });
  for (const fan of fans) await send(request, fan, `/photos/${id}/like`);
  await send(request, fans[1]!, `/users/${ada.id}/follow`);
  await send(request, fans[0]!, `/photos/${id}/comments`, { content: 'Which paste did you use?' });
  for (let n = 0; n < 24; n += 1) await send(request, ada, `/photos/${id}/comments`, { content: `More of it, ${n}` });
  return { ada, id };
}

test('one entry groups several members’ actions and expands, and filters, pointer and keyboard work on the page', async ({
  page,
  request,
  dataFolder,
}) => {
  const { ada, id } = await likedByMany(request, dataFolder);
  await enterAs(page, ada, '/notifications');
  const main = page.getByRole('main');
  const rows = main.getByRole('tabpanel').locator('.notification');
  const likes = rows.filter({ hasText: 'liked your photo' });

  await test.step('groups have photo and quote under New, and the title has the count', async () => {
    await expect(rows).toHaveCount(3);
    await expect(likes).toContainText('Gozie Eze and 5 others liked your photo “Gele study”');
    await expect(likes.locator('.notification-photo')).toBeVisible();
    await expect(rows.first()).toContainText('Which paste did you use?');
    await expect(main.getByRole('heading', { name: 'New' })).toBeVisible();
    await expect(page).toHaveTitle(/^\(3\) Notifications/);
    await expect(page.getByRole('button', { name: 'Notifications, 3 unread' })).toBeVisible();
  });
  await test.step('a key expands a group', async () => {
    const more = main.getByRole('button', { name: 'See all 6' });
    await tabTo(page, more);
    await page.keyboard.press('Enter');
    await expect(rows.filter({ hasText: 'liked your photo' })).toHaveCount(7);
    await main.getByRole('button', { name: 'Show less' }).press('Enter');
    await expect(likes).toHaveCount(1);
  });
  await test.step('a follower is followed back', async () => {
    const answered = answerTo(page, 'POST', /\/follow$/);
    await main.getByRole('button', { name: 'Follow back Chidi Obi' }).click();
    await answered;
    await expect(main.getByRole('button', { name: /Chidi Obi/ }).filter({ hasText: /Following|Unfollow/ })).toBeVisible();
    await expect(page).toHaveURL(/\/notifications$/);
  });
  await test.step('a press opens the comment and marks the entry as read', async () => {
    await rows.first().getByRole('button').first().click();
    await expect(page).toHaveURL(new RegExp(`/post/${id}#comment-`));
    await expect(page.getByText('Which paste did you use?')).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible();
  });
  await test.step('pressing a group in the bell’s list opens its post and marks the whole group as read', async () => {
    await page.getByRole('button', { name: 'Notifications, 2 unread' }).click();
    const marked = page.waitForResponse((response) => response.url().includes('mark-read'));
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('button', { name: /Gozie Eze and 5 others/ })
      .click();
    await marked;
    await expect(page).toHaveURL(new RegExp(`/post/${id}$`));
    await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  });
  await readByFilter(page);
});

async function readByFilter(page: Page): Promise<void> {
  const main = page.getByRole('main');
  const rows = main.getByRole('tabpanel').locator('.notification');
  await test.step('filters, and marking all', async () => {
    await page.goto('/notifications');
    await expect(main.getByRole('heading', { name: 'Earlier' })).toBeVisible();
    await main.getByRole('tab', { name: 'Unread 1' }).click();
    await expect(rows).toHaveText([/Chidi Obi followed you/]);
    await main.getByRole('tab', { name: 'Read', exact: true }).click();
    await expect(rows).toHaveText([/Bisi Bello commented/, /Gozie Eze and 5 others/]);
    await main.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
    await expect(page).toHaveTitle(/^Notifications/);
    await main.getByRole('tab', { name: 'Unread', exact: true }).click();
    await expect(main.getByRole('heading', { name: 'No notifications' })).toBeVisible();
  });
  await test.step('no overflow on a small phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await main.getByRole('tab', { name: 'All' }).click();
    await expect(rows).toHaveCount(3);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
}

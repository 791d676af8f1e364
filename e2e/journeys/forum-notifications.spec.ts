import { expectNoSeriousProblem } from '../accessibility.ts';
import { addCategory, begin, reply } from '../forum.ts';
import { enterAs, someoneNew } from '../posts.ts';
import { expect, test } from '../test.ts';

test('a notification of the forum says what happened, and leads to the exact post', async ({ page, request, dataFolder }) => {
  const [ada, olu] = [await someoneNew(dataFolder, 'Ada Ọkẹ́'), await someoneNew(dataFolder, 'Olú Bámgbóyè')];
  const category = await addCategory(dataFolder, 'Narrow Looms');
  const topic = await begin(request, ada, { category: category.id, title: 'A narrow loom' });
  for (let n = 2; n <= 30; n += 1) await reply(request, ada, topic.id, `Turn ${n} of the warp. ${'It is long. '.repeat(20)}`);
  const named = await reply(request, olu, topic.id, `@${ada.member.username} the heddles are tied too high`);
  for (let n = 0; n < 12; n += 1) await reply(request, ada, topic.id, `Noted, ${n}. ${'It is long. '.repeat(20)}`);
  const bell = page.getByRole('button', { name: 'Notifications, 1 unread' });
  await enterAs(page, ada, '/notifications');

  await test.step('in the list, with who, what and where', async () => {
    const row = page.getByRole('main').getByRole('listitem').first();
    await expect(row).toContainText('Olú Bámgbóyè mentioned you in “A narrow loom”');
    await expect(row).toContainText('the heddles are tied too high');
    await expectNoSeriousProblem(page);
  });
  await test.step('at the bell, from where a press opens the post', async () => {
    await bell.click();
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('button', { name: /mentioned you/ })
      .click();
    await expect(page).toHaveURL(new RegExp(`/forum/t/${topic.id}/a-narrow-loom/${named.number}$`));
    await expect(page.getByText('the heddles are tied too high')).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  });
});

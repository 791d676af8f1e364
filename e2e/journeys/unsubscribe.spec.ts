import { expectNoSeriousProblem } from '../accessibility.ts';
import { withDatabase } from '../database.ts';
import { linkMailedTo } from '../outbox.ts';
import { headersOf, post, someoneNew } from '../posts.ts';
import { tabTo } from '../screen.ts';
import { expect, test } from '../test.ts';

test('an unsubscribe link lets a signed-out member stop notification mails with one button, and links to the settings', async ({
  page,
  request,
  dataFolder,
}) => {
  const [ada, fan] = [await someoneNew(dataFolder, 'Ada Obi'), await someoneNew(dataFolder, 'Bisi Bello')];
  const preferences = { likes: 'instant', digest: 'weekly' };
  await request.put('/api/v1/me/forum-settings', { headers: headersOf(ada), data: { email_notification_preferences: preferences } });
  const id = await post(request, ada, { title: 'Uli wall' });
  await request.post(`/api/v1/photos/${id}/like`, { headers: headersOf(fan) });
  const address = await withDatabase({ dataFolder }, async (db) => {
    // Moves the notification some minutes into the past.
    await db.query(`update notifications set created_at = created_at - interval '5 minutes' where photo_id = $1`, [id]);
    await db.query(`select graphile_worker.add_job('mail_at_once')`);
    const { rows } = await db.query<{ email: string }>('select email from members where id = $1', [ada.id]);
    return rows[0]!.email;
  });
  const link = await linkMailedTo(dataFolder, address, /http:\/\/localhost:\d+\/unsubscribe\/[\w/-]+/);

  const settings = async (): Promise<unknown> => {
    const answer = await request.get('/api/v1/me/forum-settings', { headers: headersOf(ada) });
    return (await answer.json()).data.email_notification_preferences;
  };
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Stop these emails?' })).toBeVisible();
  await expectNoSeriousProblem(page);
  expect(await settings()).toMatchObject(preferences);
  const stop = page.getByRole('button', { name: 'Stop these emails' });
  await tabTo(page, stop);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'You won’t get these emails any more' })).toBeVisible();
  await expectNoSeriousProblem(page);
  expect(await settings()).toMatchObject({ likes: 'off', comments: 'off', digest: 'off' });
  await expect(page.getByRole('link', { name: 'Go to your settings' })).toHaveAttribute('href', '/settings?tab=notifications');
});

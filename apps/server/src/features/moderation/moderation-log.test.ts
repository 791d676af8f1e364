import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { moderationOf } from '../../testing/moderation.ts';
import { addTestPhoto } from '../../testing/posts.ts';

let app: TestApp;
let use: ReturnType<typeof moderationOf>;
let owner: TestMember;
let moderator: TestMember;
let admin: TestMember;
let photo: { id: string };
beforeAll(async () => {
  app = await startTestApp();
  use = moderationOf(app);
  owner = await addTestMember(app);
  moderator = await addTestMember(app, { role: 'moderator' });
  admin = await addTestMember(app, { role: 'admin' });
  photo = await addTestPhoto(app, owner);
  await use.post(moderator, `/moderation/photos/${photo.id}/remove`, { reason: 'Not yours' });
  await use.post(admin, `/moderation/photos/${photo.id}/restore`);
  await use.post(admin, `/moderation/users/${owner.id}/suspend`, { reason: 'Spam' });
});
afterAll(() => app.close());

const actions = async (query = ''): Promise<string[]> =>
  (await use.log(moderator, query)).data.map(({ action }: { action: string }) => action);

test('the log is read by organisers, newest first, by act and by who did it', async () => {
  expect(await actions()).toEqual(['suspend_member', 'restore_photo', 'remove_photo']);
  expect(await actions('?action=restore_photo')).toEqual(['restore_photo']);
  expect(await actions(`?actor=${admin.id}`)).toEqual(['suspend_member', 'restore_photo']);
  expect(await actions(`?actor=${moderator.id}&action=remove_photo`)).toEqual(['remove_photo']);
  expect(await actions('?actor=nobody')).toEqual([]);
  const { data, meta } = await use.log(moderator, '?per_page=2');
  expect(data[1]).toMatchObject({
    actor: { id: admin.id },
    member: { id: owner.id },
    reason: null,
    address: `/post/${photo.id}`,
    reports_count: 0,
  });
  expect(await actions(`?per_page=2&cursor=${meta.next_cursor}`)).toEqual(['remove_photo']);
  expect((await app.call('GET', '/moderation/log', { token: owner.token })).status).toBe(401);
  expect((await app.call('GET', '/moderation/log', { token: (await addTestMember(app)).token })).status).toBe(403);
  for (const query of ['action=eat', 'cursor=x', 'per_page=0'])
    expect((await app.call('GET', `/moderation/log?${query}`, { token: admin.token })).status, query).toBe(422);
});

test('what is in the log is neither changed nor deleted by the application', async () => {
  for (const statement of [
    `update moderation_log set reason = 'Something else'`,
    'update moderation_log set actor_id = null',
    'delete from moderation_log',
    'truncate moderation_log cascade',
  ])
    await expect(app.db.pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
  expect(await actions()).toHaveLength(3);
});

test('who is erased leaves the log, and what they did stays', async () => {
  const [gone, whose] = [await addTestMember(app, { role: 'moderator' }), await addTestMember(app)];
  const theirs = await addTestPhoto(app, whose);
  await use.post(gone, `/moderation/photos/${theirs.id}/remove`, { reason: 'No' });
  await app.db.pool.query('delete from members where id = $1', [gone.id]);
  expect((await use.log(moderator)).data[0]).toMatchObject({ action: 'remove_photo', actor: null, reason: 'No', member: { id: whose.id } });
});

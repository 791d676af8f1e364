import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestTopic } from '../../testing/forum.ts';
import { createModerationHelpers } from '../../testing/moderation.ts';
import { addTestPhoto } from '../../testing/posts.ts';

let app: TestApp;
let use: ReturnType<typeof createModerationHelpers>;
let owner: TestMember;
let moderator: TestMember;
let admin: TestMember;
let photo: { id: string };
beforeAll(async () => {
  app = await startTestApp();
  use = createModerationHelpers(app);
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

test('organisers read the log newest first, and filter it by action and organiser', async () => {
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

test('the application cannot change or delete log entries', async () => {
  for (const statement of [
    `update moderation_log set reason = 'Something else'`,
    `update moderation_log set details = '{}'`,
    'update moderation_log set actor_id = null',
    'delete from moderation_log',
    'truncate moderation_log cascade',
  ])
    await expect(app.db.pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
  expect(await actions()).toHaveLength(3);
});

test('erasing a member removes their name from the log but keeps their acts', async () => {
  const [formerModerator, owner] = [await addTestMember(app, { role: 'moderator' }), await addTestMember(app)];
  const ownersPhoto = await addTestPhoto(app, owner);
  await use.post(formerModerator, `/moderation/photos/${ownersPhoto.id}/remove`, { reason: 'No' });
  await app.db.pool.query('delete from members where id = $1', [formerModerator.id]);
  expect((await use.log(moderator)).data[0]).toMatchObject({ action: 'remove_photo', actor: null, reason: 'No', member: { id: owner.id } });
});

test('log entries contain the act’s details as fields, and the target topic while the topic exists', async () => {
  const until = '2999-01-01T00:00:00.000Z';
  const author = await addTestMember(app);
  const [topic, targetTopic] = [await addTestTopic(app, author), await addTestTopic(app, author, { title: 'The one that stays' })];
  await app.call('POST', `/forum/topics/${topic.id}/pin`, { token: moderator.token, json: { until } });
  await app.call('POST', `/forum/topics/${topic.id}/merge`, { token: moderator.token, json: { into: targetTopic.id } });
  await app.call('PUT', '/admin/joining', { token: admin.token, json: { mode: 'invitation' } });
  await use.post(admin, `/moderation/users/${author.id}/silence`, { reason: 'Calm down', until });
  const entries = async (): Promise<unknown[]> =>
    (await use.log(moderator, '?per_page=4')).data.map(({ note, details, target }: Record<string, unknown>) => ({ note, details, target }));
  const merged = { note: null, details: { type: 'merged', topic_id: targetTopic.id } };
  const otherEntries = [
    { note: null, details: { type: 'until', until }, target: null },
    { note: null, details: { type: 'joining', mode: 'invitation' }, target: null },
  ];
  const pinned = { note: null, details: { type: 'until', until }, target: null };
  const target = { title: 'The one that stays', address: `/forum/t/${targetTopic.id}/how-do-you-dye-it` };
  expect(await entries()).toEqual([...otherEntries, { ...merged, target }, pinned]);
  await app.call('DELETE', `/forum/topics/${targetTopic.id}`, { token: moderator.token });
  const [, ...laterEntries] = await entries();
  expect(laterEntries).toEqual([...otherEntries, { ...merged, target: null }]);
});

test('a log entry written by an older version is listed with its note', async () => {
  await app.db.run(`insert into moderation_log (id, actor_id, action, note) values ($1, $2, 'update_rules', 'version 3')`, [
    newId(),
    admin.id,
  ]);
  expect((await use.log(moderator, '?action=update_rules')).data).toMatchObject([{ note: 'version 3', details: null, target: null }]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestReply, addTestTopic } from '../../testing/forum.ts';
import { createModerationHelpers } from '../../testing/moderation.ts';
import { addTestPhoto } from '../../testing/posts.ts';

let app: TestApp;
let use: ReturnType<typeof createModerationHelpers>;
let member: TestMember;
let moderator: TestMember;
let admin: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  use = createModerationHelpers(app);
  member = await addTestMember(app);
  [moderator, admin] = await Promise.all([addTestMember(app, { role: 'moderator' }), addTestMember(app, { role: 'admin' })]);
});
afterAll(() => app.close());

type Call = [method: string, path: string, json?: object];
const send = (author: TestMember, [method, path, json]: Call): Promise<TestAnswer> =>
  app.call(method, path, { token: author.token, ...(json && { json }) });
const body = { reason: 'It breaks a rule' };

const addTestComment = async (photo: { id: string }, author: TestMember): Promise<{ id: string }> =>
  (await send(author, ['POST', `/photos/${photo.id}/comments`, { content: 'Fine light' }])).json.data;

async function changesOfAdminsContent(): Promise<Call[]> {
  const [photo, topic] = await Promise.all([addTestPhoto(app, admin), addTestTopic(app, admin)]);
  const [comment, reply] = await Promise.all([addTestComment(photo, admin), addTestReply(app, topic, admin)]);
  const othersPhoto = await addTestPhoto(app, member);
  const onOthersPhoto = await addTestComment(othersPhoto, admin);
  return [
    ['POST', `/moderation/photos/${photo.id}/remove`, body],
    ['POST', `/moderation/comments/${comment.id}/remove`, body],
    ['DELETE', `/photos/${othersPhoto.id}/comments/${onOthersPhoto.id}`],
    ['PUT', `/forum/topics/${topic.id}/posts/${reply.id}`, { body: 'Other words' }],
    ['DELETE', `/forum/topics/${topic.id}/posts/${reply.id}`],
    ['PUT', `/forum/topics/${topic.id}`, { title: 'Another title' }],
    ['DELETE', `/forum/topics/${topic.id}`],
    ['DELETE', `/photos/${photo.id}`],
  ];
}

test('a moderator cannot change or remove an admin’s content, but another admin can', async () => {
  const otherAdmin = await addTestMember(app, { role: 'admin' });
  const calls = await changesOfAdminsContent();
  for (const call of calls) expect([call, (await send(moderator, call)).json.reason]).toEqual([call, 'adminDecides']);
  expect((await use.log(admin)).data).toEqual([]);
  for (const call of [calls[0]!, calls[2]!, calls[3]!, calls[4]!, calls[6]!])
    expect([call, (await send(otherAdmin, call)).status]).toEqual([call, 200]);
});

async function acts(): Promise<{ act: Call; reversal: Call }[]> {
  const [silenced, suspended] = await Promise.all([addTestMember(app), addTestMember(app)]);
  const [photo, topic] = await Promise.all([addTestPhoto(app, member), addTestTopic(app, member)]);
  const [comment, reply] = await Promise.all([addTestComment(await addTestPhoto(app, member), member), addTestReply(app, topic, member)]);
  return [
    { act: ['POST', `/moderation/users/${silenced.id}/silence`, body], reversal: ['DELETE', `/moderation/users/${silenced.id}/silence`] },
    { act: ['POST', `/moderation/users/${suspended.id}/suspend`, body], reversal: ['DELETE', `/moderation/users/${suspended.id}/suspend`] },
    { act: ['POST', `/moderation/photos/${photo.id}/remove`, body], reversal: ['POST', `/moderation/photos/${photo.id}/restore`] },
    { act: ['POST', `/moderation/comments/${comment.id}/remove`, body], reversal: ['POST', `/moderation/comments/${comment.id}/restore`] },
    {
      act: ['DELETE', `/forum/topics/${topic.id}/posts/${reply.id}`],
      reversal: ['POST', `/forum/topics/${topic.id}/posts/${reply.id}/restore`],
    },
    { act: ['DELETE', `/forum/topics/${topic.id}`], reversal: ['POST', `/forum/topics/${topic.id}/restore`, {}] },
  ];
}

test('a moderator cannot reverse an admin’s decision', async () => {
  for (const { act, reversal } of await acts()) {
    expect([act, (await send(admin, act)).status]).toEqual([act, 200]);
    expect([reversal, (await send(moderator, reversal)).json.reason]).toEqual([reversal, 'adminDecides']);
    expect([reversal, (await send(admin, reversal)).status]).toEqual([reversal, 200]);
  }
});

test('an organiser whose decision is reversed gets a notification that links to the log', async () => {
  const first = await addTestMember(app, { role: 'moderator' });
  const all = await acts();
  for (const { act, reversal } of all) {
    expect([act, (await send(first, act)).status]).toEqual([act, 200]);
    expect([reversal, (await send(moderator, reversal)).status]).toEqual([reversal, 200]);
  }
  const { json } = await app.call('GET', '/forum/notifications', { token: first.token });
  expect(json.data.notifications).toHaveLength(all.length);
  expect(json.data.notifications[0]).toMatchObject({
    message: 'Another organiser reversed one of your decisions',
    action_url: '/moderation/log',
  });
});

test('only an admin can grant an appeal against an admin’s decision, and the admin who decided is notified', async () => {
  const photo = await addTestPhoto(app, member);
  await use.post(admin, `/moderation/photos/${photo.id}/remove`, body);
  const decision = (await use.log(admin, '?action=remove_photo')).data[0].id;
  expect((await use.post(member, `/decisions/${decision}/appeal`, { body: 'Please look again' })).status).toBe(201);
  const granted = { outcome: 'granted' };
  expect((await use.post(moderator, `/moderation/appeals/${decision}/resolve`, granted)).json.reason).toBe('adminDecides');
  const otherAdmin = await addTestMember(app, { role: 'admin' });
  expect((await use.post(otherAdmin, `/moderation/appeals/${decision}/resolve`, granted)).status).toBe(200);
  expect(await use.messages(admin)).toContain('Another organiser reversed one of your decisions');
});

test('a moderator restores a post that its author deleted after an admin’s deletion was reversed', async () => {
  const topic = await addTestTopic(app, member);
  const [restored, appealed] = await Promise.all([addTestReply(app, topic, member), addTestReply(app, topic, member)]);
  const pathOf = ({ id }: { id: string }): string => `/forum/topics/${topic.id}/posts/${id}`;
  await send(admin, ['DELETE', pathOf(restored)]);
  expect((await send(admin, ['POST', `${pathOf(restored)}/restore`])).status).toBe(200);

  expect((await use.report(await addTestMember(app), 'forum_post', appealed.id)).status).toBe(201);
  await use.resolve(admin, (await use.queue(admin)).data[0].id, { outcome: 'removed', note: 'Off topic' });
  const decision = (await use.log(admin, '?action=delete_post')).data[0].id;
  await use.post(member, `/decisions/${decision}/appeal`, { body: 'Please look again' });
  const otherAdmin = await addTestMember(app, { role: 'admin' });
  expect((await use.post(otherAdmin, `/moderation/appeals/${decision}/resolve`, { outcome: 'granted' })).status).toBe(200);
  const notified = await use.messages(admin);

  for (const reply of [restored, appealed]) {
    expect((await send(member, ['DELETE', pathOf(reply)])).status).toBe(200);
    expect((await send(moderator, ['POST', `${pathOf(reply)}/restore`])).status).toBe(200);
  }
  expect(await use.messages(admin)).toEqual(notified);
});

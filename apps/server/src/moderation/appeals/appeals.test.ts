import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestReply, addTestTopic } from '../../testing/forum.ts';
import { addComment } from '../../testing/matrix/world.ts';
import { moderationOf } from '../../testing/moderation.ts';
import { addTestPhoto } from '../../testing/posts.ts';

let app: TestApp;
let member: TestMember;
let reporter: TestMember;
let moderator: TestMember;
let admin: TestMember;
let act: ReturnType<typeof moderationOf>;
beforeAll(async () => {
  app = await startTestApp();
  act = moderationOf(app);
  [member, reporter, moderator, admin] = await Promise.all([
    addTestMember(app),
    addTestMember(app),
    addTestMember(app, { role: 'moderator' }),
    addTestMember(app, { role: 'admin' }),
  ]);
});
afterAll(() => app.close());

const decisionOf = async (who = member): Promise<string> =>
  (await app.db.row<{ id: string }>('select id from moderation_log where member_id = $1 order by id desc limit 1', [who.id]))!.id;
const appeal = (id: string, who = member, body = 'It is my own work.'): Promise<TestAnswer> =>
  app.call('POST', `/decisions/${id}/appeal`, { token: who.token, json: { body } });
const decide = (id: string, outcome: 'granted' | 'refused', who = admin, note = ''): Promise<TestAnswer> =>
  app.call('POST', `/moderation/appeals/${id}/resolve`, { token: who.token, json: { outcome, note } });
const queue = async (who: TestMember, state = 'open'): Promise<{ id: string }[]> =>
  (await app.call('GET', `/moderation/appeals?state=${state}`, { token: who.token })).json.data;
const read = async (id: string, who = member): Promise<TestAnswer> => app.call('GET', `/decisions/${id}`, { token: who.token });

async function removedPhoto(by = moderator): Promise<{ photo: { id: string }; id: string }> {
  const photo = await addTestPhoto(app, member);
  expect((await act.post(by, `/moderation/photos/${photo.id}/remove`, { reason: 'Not yours' })).status).toBe(200);
  return { photo, id: await decisionOf() };
}

test('the author of a removed photo reads the reason and appeals, and another organiser restores it', async () => {
  const { photo, id } = await removedPhoto();
  const before = await read(id);
  expect(before.json.data).toMatchObject({
    action: 'remove_photo',
    reason: 'Not yours',
    rule: null,
    appeal: null,
    viewer: { may_appeal: true },
  });
  const sent = await appeal(id);
  expect(sent.status).toBe(201);
  expect(sent.json.data).toMatchObject({ appeal: { body: 'It is my own work.', resolution: null }, viewer: { may_appeal: false } });

  expect(await queue(moderator)).toEqual([]);
  expect(await queue(admin)).toMatchObject([
    { id, body: 'It is my own work.', member: { id: member.id }, against: { action: 'remove_photo', actor: { id: moderator.id } } },
  ]);
  expect((await decide(id, 'granted', moderator)).status).toBe(404);
  expect((await decide(id, 'granted', admin, 'You are right.')).status).toBe(200);
  expect(await act.statusOf(reporter, `/photos/${photo.id}`)).toBe(200);
  expect((await read(id)).json.data.appeal.resolution).toMatchObject({ outcome: 'granted', note: 'You are right.' });
  expect((await act.messages(member))[0]).toBe('The organisers granted your appeal');
  expect(await queue(admin)).toEqual([]);
  expect(await queue(moderator, 'resolved')).toMatchObject([{ id, resolution: { outcome: 'granted', by: { id: admin.id } } }]);
  expect((await act.log(admin, '?action=grant_appeal')).data).toHaveLength(1);
});

test('a refused appeal changes nothing and is final', async () => {
  const { photo, id } = await removedPhoto();
  await appeal(id);
  expect((await appeal(id)).json).toMatchObject({ code: 'conflict', reason: 'appealedAlready' });
  expect((await decide(id, 'refused', admin, 'It is not.')).status).toBe(200);
  expect(await act.statusOf(reporter, `/photos/${photo.id}`)).toBe(404);
  expect((await appeal(id)).status).toBe(409);
  expect((await decide(id, 'granted')).json).toMatchObject({ code: 'conflict', reason: 'appealResolved' });
});

test('concurrent appeals count once, and so do concurrent resolutions', async () => {
  const other = await addTestMember(app, { role: 'admin' });
  const { id } = await removedPhoto();
  const sent = await Promise.all([appeal(id), appeal(id)]);
  expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  const decided = await Promise.all([decide(id, 'granted'), decide(id, 'refused', other)]);
  expect(decided.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('granted appeals restore comments, forum posts and topics', async () => {
  const photo = await addTestPhoto(app, reporter);
  const comment = await addComment(app, photo.id, member, 'Look at this.');
  await act.post(moderator, `/moderation/comments/${comment}/remove`, { reason: 'Rude' });
  await appeal(await decisionOf());
  await decide(await decisionOf(), 'granted');
  expect((await app.db.row('select from comments where id = $1 and deleted_at is null', [comment])) !== undefined).toBe(true);

  const topic = await addTestTopic(app, reporter);
  const reply = await addTestReply(app, topic, member);
  const own = await addTestTopic(app, member);
  for (const [type, id] of [
    ['forum_post', reply.id],
    ['topic', own.id],
  ] as const) {
    expect((await act.report(reporter, type, id)).status).toBe(201);
    const [open] = (await act.queue(moderator)).data;
    expect(open.subject.type).toBe(type);
    expect((await act.resolve(moderator, open.id, { outcome: 'removed', note: 'Off topic' })).status).toBe(200);
    const decision = await decisionOf();
    expect((await read(decision)).json.data.reason).toBe('Off topic');
    await appeal(decision);
    expect((await decide(decision, 'granted')).status).toBe(200);
  }
  expect(await app.db.row('select from forum_posts where id = $1 and deleted_at is null', [reply.id])).toBeDefined();
  expect(await act.statusOf(reporter, `/forum/topics/${own.id}`)).toBe(200);
});

test('an appeal after the deadline is refused, and other members’ decisions are not found', async () => {
  const { id } = await removedPhoto();
  expect((await read(id, reporter)).status).toBe(404);
  expect((await appeal(id, reporter)).status).toBe(404);
  expect((await appeal(id, moderator)).status).toBe(404);
  expect((await appeal(id, member, '  ')).status).toBe(422);
  const later = await startTestApp({}, { now: () => new Date(Date.now() + 15 * 86_400_000) }, { beside: app });
  try {
    const { json } = await later.call('POST', `/decisions/${id}/appeal`, { token: member.token, json: { body: 'Late' } });
    expect(json).toMatchObject({ code: 'conflict', reason: 'appealTooLate' });
  } finally {
    await later.close();
  }
});

test('organisers cannot resolve appeals of their own; if there is no other organiser, the one who acted can', async () => {
  const alone = await startTestApp();
  try {
    const boss = await addTestMember(alone, { role: 'admin' });
    const author = await addTestMember(alone);
    const there = moderationOf(alone);
    const photo = await addTestPhoto(alone, author);
    await there.post(boss, `/moderation/photos/${photo.id}/remove`, { reason: 'Why not' });
    const { id } = (await alone.db.row<{ id: string }>('select id from moderation_log limit 1'))!;
    await alone.call('POST', `/decisions/${id}/appeal`, { token: author.token, json: { body: 'Please' } });
    const open = async (who: TestMember) => (await alone.call('GET', '/moderation/appeals', { token: who.token })).json.data;
    expect(await open(boss)).toHaveLength(1);
    await alone.db.run(`update members set role = 'moderator' where id = $1`, [author.id]);
    expect(await open(author)).toEqual([]);
    const second = await addTestMember(alone, { role: 'moderator' });
    expect(await open(boss)).toEqual([]);
    expect(await open(second)).toHaveLength(1);
  } finally {
    await alone.close();
  }
});

test('only organisers read and resolve appeals', async () => {
  const { id } = await removedPhoto();
  await appeal(id);
  expect((await app.call('GET', '/moderation/appeals', { token: reporter.token })).status).toBe(403);
  expect((await decide(id, 'granted', reporter)).status).toBe(403);
  expect((await app.call('GET', '/moderation/appeals?cursor=x', { token: admin.token })).status).toBe(422);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertFollow } from '../../people/follows/queries.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestReply, addTestTopic } from '../../testing/forum.ts';
import { addTestPhoto, block, mute, setMember, setPhotoGone } from '../../testing/posts.ts';
import { openRateLimits } from '../http/rate-limits.ts';
import { newId } from '../ids.ts';

let app: TestApp;
let owner: TestMember;
let talker: TestMember;
let reporter: TestMember;
let photo: { id: string };
let comment: { id: string };
let topic: { id: string };
let forumPost: { id: string };
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());
beforeEach(async () => {
  [owner, talker, reporter] = await Promise.all([addTestMember(app), addTestMember(app), addTestMember(app)]);
  photo = await addTestPhoto(app, owner, { title: 'Uli wall' });
  comment = await addComment(talker, 'Something bad.');
  topic = await addTestTopic(app, owner);
  forumPost = await addTestReply(app, topic, talker);
});

const addComment = async ({ token }: TestMember, content: string): Promise<{ id: string }> =>
  (await app.call('POST', `/photos/${photo.id}/comments`, { token, json: { content } })).json.data;
const kinds = ['photo', 'comment', 'user', 'forum_post'] as const;
type Kind = (typeof kinds)[number];
const idOf = (kind: Kind): string => ({ photo: photo.id, comment: comment.id, user: talker.id, forum_post: forumPost.id })[kind];
const send = (member: TestMember, kind: string, subject_id: unknown, more: object = {}) =>
  app.call('POST', '/reports', { token: member.token, json: { subject_type: kind, subject_id, reason: 'harassment', ...more } });
const reported = async (member: TestMember, kind: Kind): Promise<number> => (await send(member, kind, idOf(kind))).status;
const listStored = async () =>
  (
    await app.db.pool.query(
      `select case when photo_id is not null then 'photo' when comment_id is not null then 'comment'
                   when forum_post_id is not null then 'forum_post' else 'user' end as subject_type,
              coalesce(photo_id, comment_id, forum_post_id, member_id) as subject, reason, note from reports where reporter_id = $1 order by id`,
      [reporter.id],
    )
  ).rows;

describe.each(kinds)('reporting a %s', (kind) => {
  test('a member’s repeated report counts once while it is open, and the response does not reveal that', async () => {
    const first = await send(reporter, kind, idOf(kind), { note: '  Look at\nthis. ' });
    expect([first.status, first.json]).toEqual([201, { message: 'Thank you. The organisers will look at it.' }]);
    const repeats = await Promise.all(Array.from({ length: 5 }, () => send(reporter, kind, idOf(kind), { reason: 'spam' })));
    expect(repeats.map(({ text }) => text)).toEqual(Array<string>(5).fill(first.text));
    expect(await listStored()).toEqual([{ subject_type: kind, subject: idOf(kind), reason: 'harassment', note: 'Look at\nthis.' }]);
    await app.db.pool.query('update reports set resolved_at = now() where reporter_id = $1', [reporter.id]);
    expect(await reported(reporter, kind)).toBe(201);
    expect(await listStored()).toHaveLength(2);
  });

  test('concurrent reports of one subject are stored once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => reported(reporter, kind)));
    expect([answers, (await listStored()).length]).toEqual([Array<number>(8).fill(201), 1]);
  });

  test('own content cannot be reported', async () => {
    const member = kind === 'photo' ? owner : talker;
    const { status, json } = await send(member, kind, idOf(kind));
    expect([status, json.code]).toEqual([422, 'own_content']);
    expect((await app.db.pool.query('select from reports where reporter_id = $1', [member.id])).rowCount).toBe(0);
  });

  test('missing and hidden subjects get the same response', async () => {
    const otherKind = kinds.find((candidate) => candidate !== kind)!;
    const plain = async (subject_id: string) => {
      const { status, text, headers } = await send(reporter, kind, subject_id);
      return [status, text.replace(headers.get('x-request-id')!, '')];
    };
    const missing = await plain(newId());
    expect(missing[0]).toBe(404);
    for (const id of [idOf(otherKind), 'nonsense', '', '__proto__']) expect(await plain(id)).toEqual(missing);
    await block(app, reporter, kind === 'photo' ? owner : talker);
    expect(await plain(idOf(kind))).toEqual(missing);
    expect(await listStored()).toEqual([]);
  });
});

test.each<[string, () => Promise<unknown>, Record<Kind, number>]>([
  ['the owner blocks the reporter', () => block(app, owner, reporter), { photo: 404, comment: 404, user: 201, forum_post: 201 }],
  ['the reporter blocks the talker', () => block(app, reporter, talker), { photo: 201, comment: 404, user: 404, forum_post: 404 }],
  ['the reporter mutes the talker', () => mute(app, reporter, talker), { photo: 201, comment: 201, user: 201, forum_post: 201 }],
  [
    'the post is for followers',
    () => setMember(app, owner, { post_visibility: 'followers' }),
    { photo: 404, comment: 404, user: 201, forum_post: 201 },
  ],
  ['the post is deleted', () => setPhotoGone(app, photo, 'deleted_at'), { photo: 201, comment: 201, user: 201, forum_post: 201 }],
  [
    'the comment is deleted',
    () => app.call('DELETE', `/photos/${photo.id}/comments/${comment.id}`, { token: talker.token }),
    { photo: 201, comment: 201, user: 201, forum_post: 201 },
  ],
  [
    'the post of the forum is deleted',
    () => app.call('DELETE', `/forum/topics/${topic.id}/posts/${forumPost.id}`, { token: talker.token }),
    { photo: 201, comment: 201, user: 201, forum_post: 201 },
  ],
  [
    'the topic is deleted',
    () => app.db.pool.query('update forum_topics set deleted_at = now() where id = $1', [topic.id]),
    { photo: 201, comment: 201, user: 201, forum_post: 201 },
  ],
  [
    'the talker is suspended',
    () => setMember(app, talker, { suspended_at: new Date() }),
    { photo: 201, comment: 404, user: 404, forum_post: 404 },
  ],
  [
    'the talker is private',
    () => setMember(app, talker, { profile_visibility: 'private' }),
    { photo: 201, comment: 201, user: 201, forum_post: 201 },
  ],
])('if %s, a member can report exactly what they can see', async (_name, happens, expected) => {
  await happens();
  for (const kind of kinds) expect([kind, await reported(reporter, kind)]).toEqual([kind, expected[kind]]);
  expect((await listStored()).map(({ subject_type }) => subject_type)).toEqual(kinds.filter((kind) => expected[kind] === 201));
});

test('a post for followers can be reported by a follower, and organisers see it only while the report is open', async () => {
  const moderator = await addTestMember(app, { role: 'moderator' });
  await insertFollow(app.db, reporter.id, owner.id);
  await setMember(app, owner, { post_visibility: 'followers' });
  const open = async (member: TestMember) => (await app.call('GET', `/photos/${photo.id}`, { token: member.token })).status;
  expect(await reported(moderator, 'photo')).toBe(404);
  expect(await reported(reporter, 'comment')).toBe(201);
  expect(await open(moderator)).toBe(404);
  expect(await reported(reporter, 'photo')).toBe(201);
  expect([await open(moderator), await open(talker)]).toEqual([200, 404]);
});

test('organisers can read a post by a member who blocks them only while it is reported', async () => {
  const [moderator, muter] = [await addTestMember(app, { role: 'moderator' }), await addTestMember(app, { role: 'moderator' })];
  const bystander = await addTestMember(app);
  for (const blocked of [moderator, bystander]) await block(app, talker, blocked);
  await mute(app, muter, talker);
  const read = async (member: TestMember) => {
    const { json } = await app.call('GET', `/forum/topics/${topic.id}/posts?around=2`, { token: member.token });
    return json.data.find(({ id }: { id: string }) => id === forumPost.id);
  };
  const like = async (member: TestMember) =>
    (await app.call('POST', `/forum/topics/${topic.id}/posts/${forumPost.id}/like`, { token: member.token })).status;
  expect(await Promise.all([moderator, muter, bystander].map(read))).toEqual([undefined, undefined, undefined]);
  expect(await reported(moderator, 'forum_post')).toBe(404);
  expect(await reported(reporter, 'forum_post')).toBe(201);
  expect(await read(moderator)).toMatchObject({
    author: { id: talker.id },
    body: 'Reply 2',
    viewer: { may_delete: true, may_like: false, may_reply: false, may_report: true },
  });
  // A member who muted the author may like the reported post. A moderator whom the author blocked may not.
  expect((await read(muter)).viewer).toMatchObject({ may_like: true, may_reply: true });
  expect([await like(moderator), await like(muter)]).toEqual([404, 200]);
  expect(await read(bystander)).toBe(undefined);
  const { json } = await app.call('GET', `/forum/topics/${topic.id}/posts`, { token: moderator.token });
  expect(json.data.map(({ number }: { number: number }) => number)).toEqual([1, 2]);
  await app.db.run('update reports set resolved_at = now() where forum_post_id = $1', [forumPost.id]);
  expect(await read(moderator)).toBe(undefined);
});

test('organisers blocked by the author read a reported opening post with its topic', async () => {
  const moderator = await addTestMember(app, { role: 'moderator' });
  await block(app, owner, moderator);
  const { id: topicId, opening_id: id } = await addTestTopic(app, owner);
  const body = async () => (await app.call('GET', `/forum/topics/${topicId}`, { token: moderator.token })).json.data.body;
  expect(await body()).toBe('');
  expect((await send(reporter, 'forum_post', id)).status).toBe(201);
  expect(await body()).toBe('The *opening*');
});

test.each<[string, Record<string, unknown>]>([
  ['subject_type', { subject_type: 'photos' }],
  ['subject_type', { subject_type: '__proto__' }],
  ['subject_id', { subject_id: ['a'] }],
  ['reason', { reason: 'dislike' }],
  ['reason', { reason: undefined }],
  ['note', { note: 'a'.repeat(1001) }],
  ['note', { note: 'a\0' }],
])('%s is refused if it is %j', async (field, change) => {
  const { status, json } = await send(reporter, 'photo', photo.id, change);
  expect([status, Object.keys(json.errors)]).toEqual([422, [field]]);
  expect(await listStored()).toEqual([]);
});

test('a member can report twenty times an hour', async () => {
  const strict = await startTestApp({}, { limits: openRateLimits({ scale: 1 }) }, { beside: app });
  try {
    const readReports = async ({ token }: TestMember) =>
      (
        await strict.call('POST', '/reports', {
          token,
          json: { subject_type: 'photo', subject_id: photo.id, reason: 'spam' },
        })
      ).status;
    for (let times = 0; times < 20; times += 1) expect(await readReports(reporter)).toBe(201);
    expect([await readReports(reporter), await readReports(talker)]).toEqual([429, 201]);
  } finally {
    await strict.close();
  }
});

describe('reporting deleted content', () => {
  const removed = async (kind: Kind): Promise<void> => {
    const paths = {
      photo: `/photos/${photo.id}`,
      comment: `/photos/${photo.id}/comments/${comment.id}`,
      forum_post: `/forum/topics/${topic.id}/posts/${forumPost.id}`,
      user: '',
    }[kind];
    expect((await app.call('DELETE', paths, { token: (kind === 'photo' ? owner : talker).token })).status).toBe(200);
  };
  const deletable = ['photo', 'comment', 'forum_post'] as const;
  const tables = { photo: 'photos', comment: 'comments', forum_post: 'forum_posts' };
  const authorOf = (kind: Kind): TestMember => (kind === 'photo' ? owner : talker);

  test.each(deletable)('a deleted %s can be reported for a week', async (kind) => {
    await removed(kind);
    const lateMember = await addTestMember(app);
    const setAge = (age: string) =>
      app.db.run(`update ${tables[kind]} set deleted_at = now() - $2::interval where id = $1`, [idOf(kind), age]);
    await app.db.run(`update members set created_at = now() - interval '1 year' where id = any($1)`, [[lateMember.id, reporter.id]]);
    await setAge('6 days 23 hours');
    expect(await reported(reporter, kind)).toBe(201);
    await setAge('7 days 1 hour');
    expect(await reported(lateMember, kind)).toBe(404);
  });

  test.each(deletable)('a deleted %s cannot be reported by members who joined later or were blocked', async (kind) => {
    const blocked = await addTestMember(app);
    await block(app, authorOf(kind), blocked);
    await removed(kind);
    const joined = await addTestMember(app);
    const missing = (await send(reporter, kind, newId())).json;
    for (const member of [blocked, joined]) {
      const { status, json } = await send(member, kind, idOf(kind));
      expect([status, { ...json, request_id: '' }]).toEqual([404, { ...missing, request_id: '' }]);
    }
  });

  test.each(deletable)('a deleted %s can be reported by a member whom its author blocked afterwards', async (kind) => {
    await removed(kind);
    await block(app, authorOf(kind), reporter);
    expect(await reported(reporter, kind)).toBe(201);
  });

  test('a deleted post for followers can be reported by members who followed the author then', async () => {
    await setMember(app, owner, { post_visibility: 'followers' });
    await insertFollow(app.db, reporter.id, owner.id);
    await removed('photo');
    const later = await addTestMember(app);
    await app.db.run(`update members set created_at = now() - interval '1 year' where id = $1`, [later.id]);
    await insertFollow(app.db, later.id, owner.id);
    expect([await reported(reporter, 'photo'), await reported(later, 'photo')]).toEqual([201, 404]);
  });

  test('deleted content that organisers had removed cannot be reported', async () => {
    await setPhotoGone(app, photo, 'removed_at');
    await app.db.run('update photos set deleted_at = now() where id = $1', [photo.id]);
    expect(await reported(reporter, 'photo')).toBe(404);
  });
});

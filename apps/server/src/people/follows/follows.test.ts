import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openRateLimits } from '../../platform/http/limits/rate-limits.ts';
import { newId } from '../../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { block, mute, setMember } from '../../testing/posts.ts';
import { wrongFollowCounts } from '../../testing/recount.ts';

let app: TestApp;
let viewer: TestMember;
let member: TestMember;
beforeAll(async () => void (app = await startTestApp()));
afterAll(async () => {
  expect(await wrongFollowCounts(app)).toEqual([]);
  await app.close();
});
beforeEach(async () => {
  viewer = await addTestMember(app, { name: 'Ngozi', username: `ngozi_${newId().slice(-8)}` });
  member = await addTestMember(app);
});

const follow = (target: { id: string }, actor = viewer) => app.call('POST', `/users/${target.id}/follow`, { token: actor.token });
const unfollow = (target: { id: string }, actor = viewer) => app.call('DELETE', `/users/${target.id}/follow`, { token: actor.token });
const remove = (target: { id: string }, actor = viewer) => app.call('DELETE', `/me/followers/${target.id}`, { token: actor.token });
const notificationsOf = async (actor: TestMember) => (await app.call('GET', '/forum/notifications', { token: actor.token })).json.data;
const countsOf = async (actor: TestMember): Promise<[number, number]> => {
  const { json } = await app.call('GET', '/me', { token: actor.token });
  return [json.data.followers_count, json.data.following_count];
};

test('repeated follows count once for both members, and unfollowing reverts the counts', async () => {
  for (let times = 0; times < 2; times += 1) {
    const { status, json } = await follow(member);
    expect([status, json]).toEqual([200, { message: expect.any(String), data: { is_following: true, followers_count: 1 } }]);
  }
  expect([await countsOf(viewer), await countsOf(member)]).toEqual([
    [0, 1],
    [1, 0],
  ]);
  for (let times = 0; times < 2; times += 1) {
    const { status, json } = await unfollow(member);
    expect([status, json.data]).toEqual([200, { is_following: false }]);
  }
  expect([await countsOf(viewer), await countsOf(member)]).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

test('members cannot follow themselves', async () => {
  for (const answer of [await follow(viewer), await unfollow(viewer)])
    expect([answer.status, answer.json.code]).toEqual([422, 'cannot_follow_self']);
});

test('hidden members cannot be followed and answer like unknown ones', async () => {
  const comparable = ({ status, text, json }: Awaited<ReturnType<typeof follow>>) => [status, text.replace(json.request_id, '')];
  const answerForUnknown = comparable(await follow({ id: newId() }));
  expect(answerForUnknown[0]).toBe(404);
  const [blocked, blocker] = [await addTestMember(app), await addTestMember(app)];
  await block(app, viewer, blocked);
  await block(app, blocker, viewer);
  const inactiveColumns = [{ suspended_at: new Date() }, { closed_at: new Date() }, { email_verified_at: null }];
  const hiddenMembers = await Promise.all(inactiveColumns.map((columns) => addTestMember(app, columns)));
  for (const person of [blocked, blocker, ...hiddenMembers, { id: 'nobody' }])
    expect(comparable(await follow(person))).toEqual(answerForUnknown);
  expect(await countsOf(viewer)).toEqual([0, 0]);
});

test('a private profile keeps its followers and accepts no new ones', async () => {
  await follow(member);
  await setMember(app, member, { profile_visibility: 'private' });
  const late = await addTestMember(app);
  const refusal = await follow(member, late);
  expect([refusal.status, refusal.json.code]).toEqual([403, 'profile_private']);
  expect((await follow(member)).json.data).toEqual({ is_following: true, followers_count: 1 });
  expect((await unfollow(member)).status).toBe(200);
  expect((await follow(member)).json.code).toBe('profile_private');
  expect(await countsOf(member)).toEqual([0, 0]);
});

test('unfollowing always succeeds and reveals nothing', async () => {
  const followedMembers = await Promise.all([1, 2, 3].map(() => addTestMember(app)));
  for (const person of followedMembers) await follow(person);
  const [suspended, closed, hidden] = followedMembers as [TestMember, TestMember, TestMember];
  await setMember(app, suspended, { suspended_at: new Date() });
  await setMember(app, closed, { closed_at: new Date() });
  await setMember(app, hidden, { profile_visibility: 'private' });
  const blocker = await addTestMember(app);
  await block(app, blocker, viewer);
  const answers = await Promise.all([...followedMembers, blocker, { id: newId() }, { id: 'nobody' }].map((person) => unfollow(person)));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  for (const person of [suspended, closed]) await setMember(app, person, { suspended_at: null, closed_at: null });
  for (const person of followedMembers) expect(await countsOf(person)).toEqual([0, 0]);
});

test('a follower can be removed, and is not notified', async () => {
  await follow(member);
  expect((await remove(viewer, member)).status).toBe(200);
  expect([await countsOf(viewer), await countsOf(member)]).toEqual([
    [0, 0],
    [0, 0],
  ]);
  expect((await notificationsOf(viewer)).notifications).toEqual([]);
  for (const person of [viewer, member, { id: newId() }, { id: 'nobody' }]) expect((await remove(person, member)).status).toBe(200);
  // A removed follower may follow again.
  expect((await follow(member)).status).toBe(200);
});

test('a followed member is notified once per follow', async () => {
  await follow(member);
  await follow(member);
  expect((await notificationsOf(member)).notifications).toMatchObject([
    { type: 'follow', message: 'Ngozi followed you', action_url: `/user/${viewer.username}`, user: { id: viewer.id }, read_at: null },
  ]);
  await unfollow(member);
  expect(await notificationsOf(member)).toEqual({ notifications: [], unread_count: 0, unread_count_is_capped: false });
  await follow(member);
  expect((await notificationsOf(member)).unread_count).toBe(1);
  expect((await remove(viewer, member)).status).toBe(200);
  expect((await notificationsOf(member)).unread_count).toBe(0);
});

test('members who mute the follower or turned the notification off are not notified', async () => {
  await setMember(app, member, { notify_on_follow: false });
  await follow(member);
  const otherMember = await addTestMember(app);
  await mute(app, otherMember, viewer);
  await follow(otherMember);
  await setMember(app, member, { notify_on_follow: true });
  await app.db.pool.query('delete from mutes where muter_id = $1', [otherMember.id]);
  for (const person of [member, otherMember]) expect((await notificationsOf(person)).notifications).toEqual([]);
});

test('following returns the followers count that the viewer may see, without private and blocked followers', async () => {
  const [shy, blocked] = [await addTestMember(app), await addTestMember(app)];
  for (const person of [shy, blocked]) await follow(member, person);
  await setMember(app, shy, { profile_visibility: 'private' });
  await block(app, viewer, blocked);
  expect((await follow(member)).json.data.followers_count).toBe(1);
  expect(await countsOf(member)).toEqual([3, 0]);
});

test('follows are limited per minute and day, and refused ones change nothing', async () => {
  const limited = await startTestApp({}, { limits: openRateLimits({ scale: 1 }) }, { beside: app });
  try {
    for (let times = 0; times < 15; times += 1) {
      await limited.call('POST', `/users/${member.id}/follow`, { token: viewer.token });
      await limited.call('DELETE', `/users/${member.id}/follow`, { token: viewer.token });
    }
    const refusal = await limited.call('POST', `/users/${member.id}/follow`, { token: viewer.token });
    expect([refusal.status, refusal.json.code, refusal.headers.get('retry-after')]).toEqual([429, 'too_many_requests', expect.any(String)]);
    expect(await countsOf(viewer)).toEqual([0, 0]);
  } finally {
    await limited.close();
  }
});

test('members who are unverified or in onboarding cannot follow', async () => {
  for (const [columns, code] of [
    [{ email_verified_at: null }, 'email_unverified'],
    [{ bio: null }, 'onboarding_required'],
  ] as const) {
    const someone = await addTestMember(app, columns);
    for (const answer of [await follow(member, someone), await unfollow(member, someone), await remove(member, someone)])
      expect([answer.status, answer.json.code]).toEqual([403, code]);
  }
  expect((await app.call('POST', `/users/${member.id}/follow`)).status).toBe(401);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { setMember } from '../testing/posts.ts';
import { wrongFollowCounts } from '../testing/recount.ts';

let app: TestApp;
let viewer: TestMember;
let member: TestMember;
beforeAll(async () => void (app = await startTestApp()));
afterAll(async () => {
  expect(await wrongFollowCounts(app)).toEqual([]);
  await app.close();
});
beforeEach(async () => {
  [viewer, member] = [await addTestMember(app), await addTestMember(app)];
});

const block = (target: { id: string }, actor = viewer) => app.call('POST', `/users/${target.id}/block`, { token: actor.token });
const unblock = (target: { id: string }, actor = viewer) => app.call('DELETE', `/users/${target.id}/block`, { token: actor.token });
const mute = (target: { id: string }, actor = viewer) => app.call('POST', `/users/${target.id}/mute`, { token: actor.token });
const unmute = (target: { id: string }, actor = viewer) => app.call('DELETE', `/users/${target.id}/mute`, { token: actor.token });
const follow = (target: TestMember, actor: TestMember) => app.call('POST', `/users/${target.id}/follow`, { token: actor.token });
const listBlocks = async (actor = viewer, query = '') => (await app.call('GET', `/me/blocks${query}`, { token: actor.token })).json;
const listMutes = async (actor = viewer, query = '') => (await app.call('GET', `/me/mutes${query}`, { token: actor.token })).json;
const countsOf = async (actor: TestMember): Promise<[number, number]> => {
  const { json } = await app.call('GET', '/me', { token: actor.token });
  return [json.data.followers_count, json.data.following_count];
};
const notificationsOf = async (actor: TestMember) => (await app.call('GET', '/forum/notifications', { token: actor.token })).json.data;

test('a block ends follows both ways and removes their notifications; unblocking restores neither', async () => {
  await follow(member, viewer);
  await follow(viewer, member);
  expect((await notificationsOf(viewer)).unread_count).toBe(1);
  for (let times = 0; times < 2; times += 1) expect((await block(member)).status).toBe(200);
  for (const person of [viewer, member]) expect(await countsOf(person)).toEqual([0, 0]);
  for (const actor of [viewer, member]) expect((await follow(actor === viewer ? member : viewer, actor)).status).toBe(404);
  for (let times = 0; times < 2; times += 1) expect((await unblock(member)).status).toBe(200);
  for (const person of [viewer, member]) {
    expect(await countsOf(person)).toEqual([0, 0]);
    expect((await notificationsOf(person)).notifications).toEqual([]);
  }
  expect((await follow(member, viewer)).status).toBe(200);
});

test('a mute ends no follow and leaves the muted member’s counts and notifications unchanged', async () => {
  await follow(member, viewer);
  await follow(viewer, member);
  const countsBefore = await countsOf(member);
  for (let times = 0; times < 2; times += 1) expect((await mute(member)).status).toBe(200);
  expect(await countsOf(member)).toEqual(countsBefore);
  expect((await notificationsOf(member)).unread_count).toBe(1);
  expect((await notificationsOf(viewer)).unread_count).toBe(0);
  for (let times = 0; times < 2; times += 1) expect((await unmute(member)).status).toBe(200);
  expect((await notificationsOf(viewer)).unread_count).toBe(1);
});

test('members cannot block or mute themselves', async () => {
  for (const action of [block, unblock, mute, unmute]) {
    const { status, json } = await action(viewer);
    expect([status, json.code]).toEqual([422, 'cannot_block_self']);
  }
});

test('a blocked member may block in turn, and then both must unblock', async () => {
  await block(viewer, member);
  expect((await block(member)).status).toBe(200);
  await unblock(viewer, member);
  expect((await follow(member, viewer)).status).toBe(404);
  expect((await unblock(member)).status).toBe(200);
  expect((await follow(member, viewer)).status).toBe(200);
});

test('blocking or muting a closed account and muting a blocker get the same answer as for an unknown member', async () => {
  const comparable = ({ status, text, json }: Awaited<ReturnType<typeof block>>) => [status, text.replace(json.request_id, '')];
  const inactiveColumns = [{ suspended_at: new Date() }, { closed_at: new Date() }, { email_verified_at: null }];
  const hiddenMembers = await Promise.all(inactiveColumns.map((columns) => addTestMember(app, columns)));
  for (const action of [block, mute]) {
    const answerForUnknown = comparable(await action({ id: newId() }));
    expect(answerForUnknown[0]).toBe(404);
    for (const person of [...hiddenMembers, { id: 'nobody' }]) expect(comparable(await action(person))).toEqual(answerForUnknown);
  }
  await block(viewer, member);
  expect((await mute(member)).status).toBe(404);
});

test('unblocking and unmuting always succeed', async () => {
  for (const action of [unblock, unmute])
    for (const person of [member, { id: newId() }, { id: 'nobody' }]) expect((await action(person)).status).toBe(200);
});

test('members list only their own blocks and mutes, newest first', async () => {
  const otherMembers = [await addTestMember(app), await addTestMember(app), await addTestMember(app)];
  for (const person of otherMembers) {
    await block(person);
    await mute(person, member);
  }
  await block(viewer, otherMembers[0]);
  const newestFirst = otherMembers.toReversed().map(({ id }) => id);
  for (const [list, actor] of [
    [listBlocks, viewer],
    [listMutes, member],
  ] as const) {
    const { data, meta } = await list(actor);
    expect([data.map(({ id }: { id: string }) => id), meta.total]).toEqual([newestFirst, 3]);
    expect(Object.keys(data[0]).toSorted()).toEqual(['avatar_url', 'id', 'name', 'profile', 'since', 'subscription', 'username']);
    const first = await list(actor, '?per_page=2');
    const second = await list(actor, `?per_page=2&cursor=${first.meta.next_cursor}`);
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(newestFirst);
    expect((await list(actor, '?per_page=2&page=2')).data.map(({ id }: { id: string }) => id)).toEqual(newestFirst.slice(2));
  }
  expect((await listMutes(viewer)).data).toEqual([]);
  expect((await listBlocks(member)).meta.total).toBe(0);
  expect((await app.call('GET', '/me/blocks?cursor=x', { token: viewer.token })).status).toBe(422);
});

test('closed accounts are unlisted until they return; a member who is blocked and muted is listed as blocked only', async () => {
  const otherMember = await addTestMember(app);
  await mute(member);
  for (const person of [member, otherMember]) await block(person);
  await setMember(app, otherMember, { closed_at: new Date() });
  expect((await listBlocks()).meta.total).toBe(1);
  expect((await listMutes()).meta.total).toBe(0);
  await setMember(app, otherMember, { closed_at: null });
  expect((await listBlocks()).meta.total).toBe(2);
  await block(viewer, member);
  expect((await listBlocks()).data.map(({ id }: { id: string }) => id)).toContain(member.id);
});

test('members who are unverified or in onboarding cannot block or mute', async () => {
  for (const [columns, code] of [
    [{ email_verified_at: null }, 'email_unverified'],
    [{ bio: null }, 'onboarding_required'],
  ] as const) {
    const someone = await addTestMember(app, columns);
    for (const action of [block, unblock, mute, unmute]) expect((await action(member, someone)).json.code).toBe(code);
    for (const list of [listBlocks, listMutes]) expect((await list(someone)).code).toBe(code);
  }
  expect((await app.call('POST', `/users/${member.id}/block`)).status).toBe(401);
});

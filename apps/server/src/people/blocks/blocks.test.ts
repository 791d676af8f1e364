import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { setMember } from '../../testing/posts.ts';
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
  [viewer, member] = [await addTestMember(app), await addTestMember(app)];
});

const block = (whom: { id: string }, who = viewer) => app.call('POST', `/users/${whom.id}/block`, { token: who.token });
const unblock = (whom: { id: string }, who = viewer) => app.call('DELETE', `/users/${whom.id}/block`, { token: who.token });
const mute = (whom: { id: string }, who = viewer) => app.call('POST', `/users/${whom.id}/mute`, { token: who.token });
const unmute = (whom: { id: string }, who = viewer) => app.call('DELETE', `/users/${whom.id}/mute`, { token: who.token });
const follow = (whom: TestMember, who: TestMember) => app.call('POST', `/users/${whom.id}/follow`, { token: who.token });
const listBlocks = async (who = viewer, query = '') => (await app.call('GET', `/me/blocks${query}`, { token: who.token })).json;
const listMutes = async (who = viewer, query = '') => (await app.call('GET', `/me/mutes${query}`, { token: who.token })).json;
const countsOf = async (who: TestMember): Promise<[number, number]> => {
  const { json } = await app.call('GET', '/me', { token: who.token });
  return [json.data.followers_count, json.data.following_count];
};
const notificationsOf = async (who: TestMember) => (await app.call('GET', '/forum/notifications', { token: who.token })).json.data;

test('a block ends follows both ways and removes their notifications; unblocking restores neither', async () => {
  await follow(member, viewer);
  await follow(viewer, member);
  expect((await notificationsOf(viewer)).unread_count).toBe(1);
  for (let times = 0; times < 2; times += 1) expect((await block(member)).status).toBe(200);
  for (const one of [viewer, member]) expect(await countsOf(one)).toEqual([0, 0]);
  for (const who of [viewer, member]) expect((await follow(who === viewer ? member : viewer, who)).status).toBe(404);
  for (let times = 0; times < 2; times += 1) expect((await unblock(member)).status).toBe(200);
  for (const one of [viewer, member]) {
    expect(await countsOf(one)).toEqual([0, 0]);
    expect((await notificationsOf(one)).notifications).toEqual([]);
  }
  expect((await follow(member, viewer)).status).toBe(200);
});

test('a mute ends nothing, and the muted member sees no difference', async () => {
  await follow(member, viewer);
  await follow(viewer, member);
  const before = await countsOf(member);
  for (let times = 0; times < 2; times += 1) expect((await mute(member)).status).toBe(200);
  expect(await countsOf(member)).toEqual(before);
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

test('closed accounts cannot be blocked or muted, nor a blocker muted, and all answer like unknown members', async () => {
  const plain = ({ status, text, json }: Awaited<ReturnType<typeof block>>) => [status, text.replace(json.request_id, '')];
  const gone = [{ suspended_at: new Date() }, { closed_at: new Date() }, { email_verified_at: null }];
  const hidden = await Promise.all(gone.map((columns) => addTestMember(app, columns)));
  for (const action of [block, mute]) {
    const nobody = plain(await action({ id: newId() }));
    expect(nobody[0]).toBe(404);
    for (const one of [...hidden, { id: 'nobody' }]) expect(plain(await action(one))).toEqual(nobody);
  }
  await block(viewer, member);
  expect((await mute(member)).status).toBe(404);
});

test('unblocking and unmuting always succeed', async () => {
  for (const action of [unblock, unmute])
    for (const one of [member, { id: newId() }, { id: 'nobody' }]) expect((await action(one)).status).toBe(200);
});

test('members list only their own blocks and mutes, newest first', async () => {
  const others = [await addTestMember(app), await addTestMember(app), await addTestMember(app)];
  for (const one of others) {
    await block(one);
    await mute(one, member);
  }
  await block(viewer, others[0]);
  const newestFirst = others.toReversed().map(({ id }) => id);
  for (const [list, who] of [
    [listBlocks, viewer],
    [listMutes, member],
  ] as const) {
    const { data, meta } = await list(who);
    expect([data.map(({ id }: { id: string }) => id), meta.total]).toEqual([newestFirst, 3]);
    expect(Object.keys(data[0]).toSorted()).toEqual(['avatar_url', 'id', 'name', 'profile', 'since', 'subscription', 'username']);
    const first = await list(who, '?per_page=2');
    const second = await list(who, `?per_page=2&cursor=${first.meta.next_cursor}`);
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(newestFirst);
    expect((await list(who, '?per_page=2&page=2')).data.map(({ id }: { id: string }) => id)).toEqual(newestFirst.slice(2));
  }
  expect((await listMutes(viewer)).data).toEqual([]);
  expect((await listBlocks(member)).meta.total).toBe(0);
  expect((await app.call('GET', '/me/blocks?cursor=x', { token: viewer.token })).status).toBe(422);
});

test('closed accounts are in neither list until they return; mutual blocks are listed as blocked, not muted', async () => {
  const other = await addTestMember(app);
  await mute(member);
  for (const one of [member, other]) await block(one);
  await setMember(app, other, { closed_at: new Date() });
  expect((await listBlocks()).meta.total).toBe(1);
  expect((await listMutes()).meta.total).toBe(0);
  await setMember(app, other, { closed_at: null });
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

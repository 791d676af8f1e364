import type { MemberCard } from '@mbari/contract/people/directory';
import type { ListMeta } from '@mbari/contract/platform/fields';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { block, mute, setMember } from '../../testing/posts.ts';
import { insertFollow } from './queries.ts';

let app: TestApp;
let viewer: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  viewer = await addTestMember(app);
});
afterAll(() => app.close());

type List = { data: MemberCard[]; meta: ListMeta };
const followers = (of: { id: string }, actor = viewer, query = '') =>
  app.call('GET', `/users/${of.id}/followers${query}`, { token: actor.token });
const following = (of: { id: string }, actor = viewer, query = '') =>
  app.call('GET', `/users/${of.id}/following${query}`, { token: actor.token });
const lists = [
  ['followers', followers],
  ['following', following],
] as const;

/** Adds follows of the owner in both directions, one a minute. */
async function addCrowd(owner: TestMember, size: number): Promise<TestMember[]> {
  const crowd = await Promise.all(Array.from({ length: size }, () => addTestMember(app)));
  for (const [minute, person] of crowd.entries()) {
    await insertFollow(app.db, person.id, owner.id);
    await insertFollow(app.db, owner.id, person.id);
    await app.db.pool.query(
      `update follows set created_at = timestamptz '2026-01-01' + $3 * interval '1 minute' where $1 in (follower_id, followed_id) and $2 in (follower_id, followed_id)`,
      [owner.id, person.id, minute],
    );
  }
  return crowd;
}

test.each(lists)('%s are listed newest first as cards, including the viewer', async (_which, list) => {
  const owner = await addTestMember(app);
  const [first, second] = await addCrowd(owner, 2);
  await insertFollow(app.db, viewer.id, second!.id);
  await insertFollow(app.db, viewer.id, owner.id);
  await insertFollow(app.db, owner.id, viewer.id);
  const { status, json } = await list(owner);
  expect([status, json.meta]).toEqual([200, { current_page: 1, last_page: 1, per_page: 20, total: 3, next_cursor: null }]);
  expect(json.data).toMatchObject([
    { id: viewer.id, is_following: false, viewer: { may_follow: false } },
    { id: second!.id, is_following: true, followers_count: 2, viewer: { may_follow: true } },
    { id: first!.id, is_following: false, followers_count: 1, viewer: { may_follow: true } },
  ]);
});

test.each(lists)('%s are paged by cursor and number, without repeats or gaps during follows', async (_which, list) => {
  const owner = await addTestMember(app);
  const crowd = (await addCrowd(owner, 7)).toReversed().map(({ id }) => id);
  const byNumber: string[] = [];
  for (let page = 1; page <= 3; page += 1) {
    const { data, meta } = (await list(owner, viewer, `?per_page=3&page=${page}`)).json as List;
    expect([meta.total, meta.last_page, meta.current_page]).toEqual([7, 3, page]);
    byNumber.push(...data.map(({ id }) => id));
  }
  expect(byNumber).toEqual(crowd);
  expect((await list(owner, viewer, '?page=4&per_page=3')).json.data).toEqual([]);
  const byCursor: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { data, meta } = (await list(owner, viewer, `?per_page=3${cursor && `&cursor=${cursor}`}`)).json as List;
    byCursor.push(...data.map(({ id }) => id));
    cursor = meta.next_cursor;
    const late = await addTestMember(app);
    await insertFollow(app.db, late.id, owner.id);
    await insertFollow(app.db, owner.id, late.id);
  }
  expect(byCursor).toEqual(crowd);
});

test.each(['x', '20260230000000000000019aa000-1111-7000-8000-000000000001', '20260101000000000000'])(
  'the cursor %s is refused',
  async (cursor) => {
    for (const [, list] of lists) {
      const { status, json } = await list(viewer, viewer, `?cursor=${cursor}`);
      expect([status, Object.keys(json.errors)]).toEqual([422, ['cursor']]);
    }
  },
);

test.each(lists)('the list and count of %s omit hidden members and include muted ones', async (_which, list) => {
  const owner = await addTestMember(app);
  const [plain, blocked, blocker, muted, suspended, closed, shy] = (await addCrowd(owner, 7)) as [
    TestMember,
    TestMember,
    TestMember,
    TestMember,
    TestMember,
    TestMember,
    TestMember,
  ];
  await block(app, viewer, blocked);
  await block(app, blocker, viewer);
  await mute(app, viewer, muted);
  await setMember(app, suspended, { suspended_at: new Date() });
  await setMember(app, closed, { closed_at: new Date() });
  await setMember(app, shy, { profile_visibility: 'private' });
  const idsFor = async (actor: TestMember) => {
    const { data, meta } = (await list(owner, actor)).json as List;
    expect(meta.total).toBe(data.length);
    return data.map(({ id }) => id);
  };
  expect(await idsFor(viewer)).toEqual([muted.id, plain.id]);
  // A private member sees themselves in the list; the owner sees all.
  expect(await idsFor(shy)).toEqual([shy, muted, blocker, blocked, plain].map(({ id }) => id));
  expect(await idsFor(owner)).toEqual([shy, muted, blocker, blocked, plain].map(({ id }) => id));
  await setMember(app, shy, { profile_visibility: 'public' });
  await setMember(app, suspended, { suspended_at: null });
  expect(await idsFor(viewer)).toEqual([shy.id, suspended.id, muted.id, plain.id]);
});

test.each(lists)('%s of a private profile are visible to its owner only', async (_which, list) => {
  const owner = await addTestMember(app);
  const [friend] = await addCrowd(owner, 1);
  await setMember(app, owner, { profile_visibility: 'private' });
  for (const actor of [viewer, friend!]) {
    const { status, json } = await list(owner, actor);
    expect([status, json.code, json.data]).toEqual([403, 'profile_private', undefined]);
  }
  expect((await list(owner, owner)).json.data).toMatchObject([{ id: friend!.id }]);
});

test.each(lists)('the %s of a hidden member get the same answer as those of an unknown member', async (_which, list) => {
  const [blocker, suspended] = [
    await addTestMember(app, { profile_visibility: 'private' }),
    await addTestMember(app, { suspended_at: new Date() }),
  ];
  await block(app, blocker, viewer);
  const comparable = ({ status, text, json }: Awaited<ReturnType<typeof followers>>) => [status, text.replace(json.request_id, '')];
  const answerForUnknown = comparable(await list({ id: newId() }));
  expect(answerForUnknown[0]).toBe(404);
  for (const person of [blocker, suspended, { id: 'nobody' }]) expect(comparable(await list(person))).toEqual(answerForUnknown);
});

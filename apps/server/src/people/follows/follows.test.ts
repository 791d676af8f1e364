import type { MemberCard } from '@mbari/contract/people/directory';
import type { ListMeta } from '@mbari/contract/platform/fields';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openRateLimits } from '../../platform/http/rate-limits.ts';
import { newId } from '../../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { block, mute, setMember } from '../../testing/posts.ts';
import { wrongFollowCounts } from '../../testing/recount.ts';
import { insertFollow } from './queries.ts';

describe('following', () => {
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
      expect([refusal.status, refusal.json.code, refusal.headers.get('retry-after')]).toEqual([
        429,
        'too_many_requests',
        expect.any(String),
      ]);
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
});

describe('lists of followers', () => {
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
});

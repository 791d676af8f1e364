import type { MemberCard } from '@mbari/contract/people/directory';
import type { ListMeta } from '@mbari/contract/platform/fields';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { markClosed, reopenAccount } from '../../identity/accounts/closed-accounts.ts';
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

describe('concurrent changes', () => {
  let app: TestApp;
  let second: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    second = await startTestApp({}, {}, { beside: app });
  });
  afterAll(async () => {
    await second.close();
    await app.close();
  });

  const readCount = async (sql: string): Promise<number> => (await app.db.row<{ n: number }>(sql))!.n;

  /** Returns violations of the invariants that must hold after any race. */
  const faults = async () => ({
    counts: await wrongFollowCounts(app),
    followsBehindBlocks: await readCount(
      `select count(*)::int as n from follows f join blocks b on (b.blocker_id, b.blocked_id) in ((f.follower_id, f.followed_id), (f.followed_id, f.follower_id))`,
    ),
    notifiedOfNothing: await readCount(
      `select count(*)::int as n from notifications n where n.type = 'follow'
        and not exists (select from follows f where f.follower_id = n.actor_id and f.followed_id = n.member_id)`,
    ),
    notNotified: await readCount(
      `select count(*)::int as n from follows f
      where not exists (select from notifications n where n.type = 'follow' and n.actor_id = f.follower_id and n.member_id = f.followed_id)`,
    ),
  });
  const consistentState = { counts: [], followsBehindBlocks: 0, notifiedOfNothing: 0, notNotified: 0 };

  test('twenty concurrent follows count and notify once, and twenty concurrent unfollows count once', { tags: ['world'] }, async () => {
    const [follower, followed] = [await addTestMember(app), await addTestMember(app)];
    for (const [method, count] of [
      ['POST', 1],
      ['DELETE', 0],
    ] as const) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          (n % 2 ? app : second).call(method, `/users/${followed.id}/follow`, { token: follower.token }),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect((await app.call('GET', '/me', { token: followed.token })).json.data.followers_count).toBe(count);
      expect(await faults()).toEqual(consistentState);
    }
  });

  test('members who follow and block each other concurrently cause no deadlock', async () => {
    const [ada, bola] = [await addTestMember(app), await addTestMember(app)];
    for (const action of ['follow', 'block']) {
      const answers = await Promise.all(
        [ada, bola].map((actor) => app.call('POST', `/users/${(actor === ada ? bola : ada).id}/${action}`, { token: actor.token })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await faults()).toEqual(consistentState);
    }
  });

  test('a block during a follow leaves no follow in either order', async () => {
    for (let times = 0; times < 10; times += 1) {
      const [follower, blocker] = [await addTestMember(app), await addTestMember(app)];
      const [followed, blocked] = await Promise.all([
        app.call('POST', `/users/${blocker.id}/follow`, { token: follower.token }),
        second.call('POST', `/users/${follower.id}/block`, { token: blocker.token }),
      ]);
      expect([200, 404]).toContain(followed.status);
      expect(blocked.status).toBe(200);
    }
    expect(await faults()).toEqual(consistentState);
  });

  /** Returns a seeded generator, so that a failure can be repeated. */
  function dice(seed: number): (sides: number) => number {
    let state = seed;
    return (sides) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % sides;
    };
  }

  test('fifty concurrent follows, blocks, visibility changes and closings leave exact counts', { tags: ['world'] }, async () => {
    const people: TestMember[] = [];
    for (let n = 0; n < 24; n += 1) people.push(await addTestMember(app, { plan_name: 'Premium' }));
    // The last two accounts close and reopen, and send no requests.
    const staying = people.slice(0, 22);
    const statuses = new Map<string, number>();
    const record = (outcome: string): void => void statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
    const step = async (roll: ReturnType<typeof dice>, node: TestApp): Promise<void> => {
      const actor = staying[roll(staying.length)]!;
      const target = people[roll(people.length)]!;
      const kind = roll(19);
      const call = async (method: string, path: string, json?: unknown): Promise<void> => {
        const { status } = await node.call(method, path, { token: actor.token, ...(json !== undefined && { json }) });
        record(`${method} ${path.replaceAll(/[0-9a-f-]{36}/g, '')} ${status}`);
      };
      if (kind < 9) return call('POST', `/users/${target.id}/follow`);
      if (kind < 13) return call('DELETE', `/users/${target.id}/follow`);
      if (kind < 14) return call('DELETE', `/me/followers/${target.id}`);
      if (kind < 15) return call('POST', `/users/${target.id}/block`);
      if (kind < 17) return call('DELETE', `/users/${target.id}/block`);
      if (kind < 18) return call('PUT', '/me/forum-settings', { profile_visibility: roll(2) ? 'private' : 'public' });
      const leavingMember = people[22 + roll(2)]!;
      const action = roll(2) ? markClosed : reopenAccount;
      await app.db
        .transaction((tx) => action(tx, leavingMember.id))
        .catch((error: Error & { code?: string }) => record(`leaving ${error.code ?? error.message}`));
    };
    await Promise.all(
      Array.from({ length: 50 }, async (_, client) => {
        const roll = dice(client + 1);
        for (let times = 0; times < 16; times += 1) await step(roll, client % 2 ? app : second);
      }),
    );
    // An overloaded node refuses calls without changing anything.
    const allowed =
      /(?:200|503|leaving (?:55P03|timeout exceeded when trying to connect)|POST \/users\/\/follow (?:403|404|422)|POST \/users\/\/block (?:404|422)|DELETE \/users\/\/(?:follow|block) 422)$/;
    expect([...statuses].filter(([outcome]) => !allowed.test(outcome))).toEqual([]);
    expect(statuses.get('POST /users//follow 200')).toBeGreaterThan(50);
    expect(await faults()).toEqual(consistentState);
  });
});

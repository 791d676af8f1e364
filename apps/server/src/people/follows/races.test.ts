import { afterAll, beforeAll, expect, test } from 'vitest';
import { markClosed, reopenAccount } from '../../identity/accounts/closed-accounts.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { wrongFollowCounts } from '../../testing/recount.ts';

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
      Array.from({ length: 20 }, (_, n) => (n % 2 ? app : second).call(method, `/users/${followed.id}/follow`, { token: follower.token })),
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

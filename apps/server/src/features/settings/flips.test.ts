import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { whileChanging } from '../../testing/meanwhile.ts';
import { addTestPhoto, setMember } from '../../testing/posts.ts';
import { addFollow } from '../follows/queries.ts';

let app: TestApp;
/** A second node on the same database. */
let beside: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  beside = await startTestApp({}, {}, { beside: app });
});
afterAll(async () => {
  await beside.close();
  await app.close();
});

const save = (node: TestApp, { token }: TestMember, json: unknown) => node.call('PUT', '/me/forum-settings', { token, json });
const paid = { plan_name: 'Premium' };

/** Counts kept with members, beside those of the rows. */
const wrongCounts = async (): Promise<unknown[]> =>
  (
    await app.db.pool.query(
      `select m.id from members m
         cross join lateral (select count(*) filter (where o.is_live) as n, count(*) filter (where o.counts_private) as hidden
                               from follows f join members o on o.id = f.follower_id where f.followed_id = m.id) followers
         cross join lateral (select count(*) filter (where o.is_live) as n, count(*) filter (where o.counts_private) as hidden
                               from follows f join members o on o.id = f.followed_id where f.follower_id = m.id) following
        where (m.followers_count, m.private_followers_count, m.following_count, m.private_following_count)
              is distinct from (followers.n::int, followers.hidden::int, following.n::int, following.hidden::int)`,
    )
  ).rows;

const deadlocks = async (): Promise<number> =>
  Number((await app.db.pool.query('select deadlocks from pg_stat_database where datname = current_database()')).rows[0].deadlocks);

test('a profile that closes leaves the counts of others, and comes back into them', async () => {
  const [member, friend, stranger] = [await addTestMember(app, paid), await addTestMember(app), await addTestMember(app)];
  await addFollow(app.db, member.id, friend.id);
  await addFollow(app.db, friend.id, member.id);
  const seen = async (): Promise<number[]> => {
    const { followers_count: followers, following_count: following } = (
      await beside.call('GET', `/users/${friend.username}`, { token: stranger.token })
    ).json.data;
    return [followers, following];
  };
  expect(await seen()).toEqual([1, 1]);
  for (let round = 0; round < 2; round += 1) {
    expect((await save(app, member, { profile_visibility: 'private' })).status).toBe(200);
    expect(await seen()).toEqual([0, 0]);
    expect(await wrongCounts()).toEqual([]);
    expect((await save(app, member, { profile_visibility: 'public' })).status).toBe(200);
    expect(await seen()).toEqual([1, 1]);
  }
});

test('a change holds on the very next request to another node', async () => {
  const [member, stranger] = [await addTestMember(app, paid), await addTestMember(app)];
  const { id } = await addTestPhoto(app, member);
  const status = async (): Promise<number> => (await beside.call('GET', `/photos/${id}`, { token: stranger.token })).status;
  for (const field of [['post_visibility', 'followers'] as const, ['profile_visibility', 'private'] as const]) {
    expect(await status()).toBe(200);
    await save(app, member, { [field[0]]: field[1] });
    expect(await status()).toBe(404);
    await save(app, member, { [field[0]]: 'public' });
  }
  await setMember(app, member, { plan_name: null });
  expect((await save(beside, member, { profile_visibility: 'private' })).json.code).toBe('upgrade_required');
});

test('whoever is waited for may still reach the member: all are held in the order of their ids', async () => {
  const friend = await addTestMember(app);
  const member = await addTestMember(app, paid);
  expect(friend.id < member.id).toBe(true);
  await addFollow(app.db, friend.id, member.id);
  const hold = 'select from members where id = $1 for no key update';
  const { status } = await whileChanging(
    app,
    () => save(app, member, { profile_visibility: 'private' }),
    (run) => run(hold, [friend.id]),
    // Refused at once where somebody holds them.
    (run) => run(`${hold} nowait`, [member.id]),
  );
  expect(status).toBe(200);
  expect(await wrongCounts()).toEqual([]);
});

test('somebody who begins to follow while a profile closes is counted right', async () => {
  const [member, friend, newcomer] = [await addTestMember(app, paid), await addTestMember(app), await addTestMember(app)];
  await addFollow(app.db, friend.id, member.id);
  // The newcomer holds both ends and has not told yet: the profile waits for itself, and finds that somebody joined.
  const { status } = await whileChanging(
    app,
    () => save(app, member, { profile_visibility: 'private' }),
    (run) => run('select from members where id = any($1::uuid[]) order by id for no key update', [[member.id, newcomer.id]]),
    async (run) => {
      await run('insert into follows (follower_id, followed_id) values ($1, $2)', [newcomer.id, member.id]);
      await run('update members set following_count = following_count + 1 where id = $1', [newcomer.id]);
      await run('update members set followers_count = followers_count + 1 where id = $1', [member.id]);
    },
  );
  expect(status).toBe(200);
  expect(await wrongCounts()).toEqual([]);
});

test('profiles that open and close, and friends who come and go, all at once: nobody waits in a circle, and every count is right', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => addTestMember(app, paid)));
  const before = await deadlocks();
  const at = (n: number): TestMember => people[n % people.length]!;
  const work = Array.from({ length: 240 }, (_, n) => {
    const [one, other, node] = [at(n), at(n + 1 + (n % (people.length - 1))), n % 2 ? app : beside];
    return [
      () => node.call('POST', `/users/${other.id}/follow`, { token: one.token }),
      () => save(node, one, { profile_visibility: 'private' }),
      () => node.call(n % 9 ? 'POST' : 'DELETE', `/users/${one.id}/follow`, { token: other.token }),
      () => save(node, other, { profile_visibility: 'public' }),
    ][n % 4]!;
  });
  const statuses: number[] = [];
  const worker = async (): Promise<void> => {
    for (let next = work.shift(); next; next = work.shift()) statuses.push((await next()).status);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  // A profile may be closed to new followers just then.
  expect([...new Set(statuses)].filter((status) => status !== 200 && status !== 403)).toEqual([]);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(100);
  expect(await wrongCounts()).toEqual([]);
  expect(await deadlocks()).toBe(before);
});

test('a profile opens and closes twelve times in an hour; saves that leave it as it is are not counted', async () => {
  const strict = await startTestApp({ RATE_LIMIT_SCALE: '1' });
  try {
    const member = await addTestMember(strict, paid);
    const other = (n: number) => ({ profile_visibility: n % 2 ? 'public' : 'private' });
    for (let n = 0; n < 12; n += 1)
      for (let times = 0; times < 2; times += 1) expect((await save(strict, member, other(n))).status).toBe(200);
    const { status, json, headers } = await save(strict, member, { ...other(12), show_email: true });
    expect([status, json.code, headers.get('ratelimit-limit')]).toEqual([429, 'too_many_requests', '12']);
    const kept = await save(strict, member, { post_visibility: 'followers' });
    expect(kept.json.data).toMatchObject({ profile_visibility: 'public', post_visibility: 'followers', show_email: false });
  } finally {
    await strict.close();
  }
});

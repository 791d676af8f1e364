import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../job-runner.ts';
import { addJob } from '../platform/jobs/add-job.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { addTestPhoto, setMember } from '../testing/posts.ts';
import { wrongFollowCounts } from '../testing/recount.ts';
import { whileChanging } from '../testing/run-concurrently.ts';
import { insertFollow } from './follows/queries.ts';
import { recountProfile } from './follows/recount-profile.ts';

let app: TestApp;
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

const wrongCounts = (): Promise<unknown[]> => wrongFollowCounts(app);

const flips = async (): Promise<number> => (await app.db.pool.query('select from profile_flips')).rowCount ?? 0;

const deadlocks = async (): Promise<number> =>
  Number((await app.db.pool.query('select deadlocks from pg_stat_database where datname = current_database()')).rows[0].deadlocks);

test('other members’ counts exclude a profile while it is private', async () => {
  const [member, friend, stranger] = [await addTestMember(app, paid), await addTestMember(app), await addTestMember(app)];
  await insertFollow(app.db, member.id, friend.id);
  await insertFollow(app.db, friend.id, member.id);
  const readCounts = async (): Promise<number[]> => {
    const { followers_count: followers, following_count: following } = (
      await beside.call('GET', `/users/${friend.username}`, { token: stranger.token })
    ).json.data;
    return [followers, following];
  };
  expect(await readCounts()).toEqual([1, 1]);
  for (let round = 0; round < 2; round += 1) {
    for (const [profile_visibility, counts] of [
      ['private', [0, 0]],
      ['public', [1, 1]],
    ] as const) {
      expect((await save(app, member, { profile_visibility })).status).toBe(200);
      expect(await readCounts()).toEqual(counts);
      await runJobs(app.context);
      expect(await readCounts()).toEqual(counts);
      expect(await wrongCounts()).toEqual([]);
      expect(await flips()).toBe(0);
    }
  }
});

test('a popular profile is recounted in steps, and counts are right throughout', async () => {
  const [member, stranger] = [await addTestMember(app, paid), await addTestMember(app)];
  const crowd = 450;
  const usernames = Array.from({ length: crowd }, (_, n) => `c${member.username.slice(-8)}${n}`);
  await app.db.pool.query(
    `insert into members (id, username, name, email, email_verified_at, gender, date_of_birth, occupation, bio)
     select gen_random_uuid(), u, u, u || '@example.test', now(), 'female', '1990-01-01', 'Weaver', 'I weave.' from unnest($1::text[]) u`,
    [usernames],
  );
  for (const [follower, followed] of [
    ['c.id', '$2::uuid'],
    ['$2::uuid', 'c.id'],
  ])
    await app.db.pool.query(
      `insert into follows (follower_id, followed_id) select ${follower}, ${followed} from members c where c.username = any($1)`,
      [usernames, member.id],
    );
  await app.db.pool.query('update members set followers_count = 1, following_count = 1 where username = any($1)', [usernames]);
  await app.db.pool.query('update members set followers_count = $2, following_count = $2 where id = $1', [member.id, crowd]);
  expect(await wrongCounts()).toEqual([]);

  const readState = async (): Promise<unknown[]> => {
    const some = [usernames[0]!, usernames[100]!, usernames[crowd - 1]!];
    const answers = await Promise.all(some.map((name) => beside.call('GET', `/users/${name}`, { token: stranger.token })));
    return answers.map(({ json }) => [json.data.followers_count, json.data.following_count]);
  };
  for (const [profile_visibility, counts] of [
    ['private', [0, 0]],
    ['public', [1, 1]],
  ] as const) {
    expect((await save(app, member, { profile_visibility })).status).toBe(200);
    const stop = new AbortController();
    let steps = 0;
    // Checks the counts after every write and aborts once.
    const db: typeof app.db = {
      ...app.db,
      run: async (sql, values) => {
        const result = await app.db.run(sql, values);
        expect(await readState()).toEqual([counts, counts, counts]);
        expect(await wrongCounts()).toEqual([]);
        steps += 1;
        if (steps === 2) stop.abort();
        return result;
      },
    };
    const run = (signal: AbortSignal) => recountProfile({ member_id: member.id }, { context: { ...app.context, db }, signal, attempt: 1 });
    expect(await readState()).toEqual([counts, counts, counts]);
    await expect(run(stop.signal)).rejects.toThrow('aborted');
    await run(new AbortController().signal);
    // Two steps until the abort, five for each side, and the final step.
    expect(steps).toBe(13);
    expect([await flips(), await wrongCounts(), await readState()]).toEqual([0, [], [counts, counts, counts]]);
  }
});

test('unfinished recounts are resumed', async () => {
  const [member, friend] = [await addTestMember(app, paid), await addTestMember(app)];
  await insertFollow(app.db, member.id, friend.id);
  await save(app, member, { profile_visibility: 'private' });
  await app.db.pool.query(`delete from graphile_worker._private_jobs`);
  await app.db.pool.query(`update profile_flips set started_at = now() - interval '2 minutes'`);
  await addJob(app.db, 'resume_recounts', null);
  await runJobs(app.context);
  expect([await flips(), await wrongCounts()]).toEqual([0, []]);
});

test('a change applies to the next request on another node', async () => {
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

test('changing the visibility locks only the member', async () => {
  const [member, friend] = [await addTestMember(app, paid), await addTestMember(app)];
  await insertFollow(app.db, friend.id, member.id);
  const client = await app.db.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from members where id = $1 for update', [friend.id]);
    expect((await save(app, member, { profile_visibility: 'private' })).status).toBe(200);
  } finally {
    await client.query('rollback');
    client.release();
  }
  await runJobs(app.context);
  expect(await wrongCounts()).toEqual([]);
});

test('a follow during the change is counted correctly', async () => {
  const [member, friend, newcomer] = [await addTestMember(app, paid), await addTestMember(app), await addTestMember(app)];
  await insertFollow(app.db, friend.id, member.id);
  // The new follower's transaction has locked both members, so the save waits for it and counts the follow.
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
  await runJobs(app.context);
  expect(await wrongCounts()).toEqual([]);
});

test('concurrent visibility changes, closings and reopenings cause no deadlock and leave exact counts', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => addTestMember(app, paid)));
  const deadlocksBefore = await deadlocks();
  const personAt = (n: number): TestMember => people[n % people.length]!;
  const work = Array.from({ length: 240 }, (_, n) => {
    const [follower, followedMember, node] = [personAt(n), personAt(n + 1 + (n % (people.length - 1))), n % 2 ? app : beside];
    return [
      () => node.call('POST', `/users/${followedMember.id}/follow`, { token: follower.token }),
      () => save(node, follower, { profile_visibility: 'private' }),
      () => node.call(n % 9 ? 'POST' : 'DELETE', `/users/${follower.id}/follow`, { token: followedMember.token }),
      () => save(node, followedMember, { profile_visibility: 'public' }),
    ][n % 4]!;
  });
  const statuses: number[] = [];
  const worker = async (): Promise<void> => {
    for (let next = work.shift(); next; next = work.shift()) statuses.push((await next()).status);
  };
  await Promise.all([...Array.from({ length: 8 }, worker), runJobs(app.context), runJobs(beside.context)]);
  await runJobs(app.context);
  // 403 while the profile is private.
  expect([...new Set(statuses)].filter((status) => status !== 200 && status !== 403)).toEqual([]);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(100);
  expect([await flips(), await wrongCounts()]).toEqual([0, []]);
  expect(await deadlocks()).toBe(deadlocksBefore);
});

test('visibility may change twelve times an hour; other saves do not count', async () => {
  const strict = await startTestApp({ RATE_LIMIT_SCALE: '1' });
  try {
    const member = await addTestMember(strict, paid);
    const oppositeVisibility = (n: number) => ({ profile_visibility: n % 2 ? 'public' : 'private' });
    for (let n = 0; n < 12; n += 1)
      for (let times = 0; times < 2; times += 1) expect((await save(strict, member, oppositeVisibility(n))).status).toBe(200);
    const { status, json, headers } = await save(strict, member, { ...oppositeVisibility(12), show_email: true });
    expect([status, json.code, headers.get('ratelimit-limit')]).toEqual([429, 'too_many_requests', '12']);
    const answer = await save(strict, member, { post_visibility: 'followers' });
    expect(answer.json.data).toMatchObject({ profile_visibility: 'public', post_visibility: 'followers', show_email: false });
  } finally {
    await strict.close();
  }
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { formOf } from '../../testing/http-client.ts';
import { photoFile } from '../../testing/image-files.ts';
import { addTestPhoto } from '../../testing/posts.ts';
import { addressKey, openRateLimits } from './rate-limits.ts';
import { countWindows, type WindowCounters } from './window-counters.ts';

describe('rate limits', () => {
  let nodeA: TestApp;
  let nodeB: TestApp;
  beforeAll(async () => {
    nodeA = await startTestApp({ RATE_LIMIT_SCALE: '1' });
    nodeB = await startTestApp({ RATE_LIMIT_SCALE: '1' }, {}, { beside: nodeA });
  });
  afterAll(async () => {
    await nodeB.close();
    await nodeA.close();
  });

  const spend = (app: TestApp, key: string) =>
    app.context.limits.spend('login by ip and account', key).then(
      () => 'taken' as const,
      (refusal: { code: string; retryAfter: number }) => refusal,
    );

  test('a shared limit is counted across nodes and returns the time to wait', async () => {
    for (let n = 0; n < 5; n += 1) expect([await spend(nodeA, 'ada'), await spend(nodeB, 'ada')]).toEqual(['taken', 'taken']);
    for (const app of [nodeA, nodeB]) {
      const refusal = await spend(app, 'ada');
      expect(refusal).toMatchObject({ code: 'too_many_requests', limit: 10 });
      expect((refusal as { retryAfter: number }).retryAfter).toBeGreaterThan(0);
      expect((refusal as { retryAfter: number }).retryAfter).toBeLessThanOrEqual(900);
    }
    expect(await spend(nodeB, 'obi')).toBe('taken');
  });

  test('concurrent uses on both nodes never exceed the limit', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, (_, n) => spend(n % 2 === 0 ? nodeA : nodeB, 'zuri')));
    expect(all.filter((each) => each === 'taken')).toHaveLength(10);
  });

  test('failures count against an account on every node', async () => {
    for (let n = 0; n < 13; n += 1) {
      await nodeA.context.limits.count('login failures by account', 'ada@example.test');
      await nodeB.context.limits.count('login failures by account', 'ada@example.test');
    }
    for (const { context } of [nodeA, nodeB]) expect(await context.limits.overrun('login failures by account', 'ada@example.test')).toBe(2);
  });

  test('signing in is refused on the second node after ten attempts on the first', async () => {
    const member = await addTestMember(nodeA);
    const signIn = (app: TestApp) => app.call('POST', '/auth/login', { json: { email: member.email, password: 'not the right one' } });
    for (let n = 0; n < 10; n += 1) expect((await signIn(nodeA)).status).toBe(422);
    const { status, json, headers } = await signIn(nodeB);
    expect([status, json.code]).toEqual([429, 'too_many_requests']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('a window ends on all nodes simultaneously, and ended windows are swept', async () => {
    for (let n = 0; n < 10; n += 1) await spend(nodeA, 'ended');
    await nodeA.db.run(`update rate_limits set ends_at = now() - interval '1 second'`);
    expect(await spend(nodeB, 'ended')).toBe('taken');
    await nodeA.db.run(`update rate_limits set ends_at = now() - interval '1 second' where count > 1`);
    await nodeA.db.run(`insert into rate_limits (key, count, ends_at) values ('old', 3, now() - interval '1 hour')`);
    await nodeA.db.run(`select graphile_worker.add_job('sweep_rate_limits')`);
    await runJobs(nodeA.context);
    expect(await nodeA.db.rows(`select key from rate_limits where ends_at < now()`)).toEqual([]);
    expect(await nodeB.context.limits.overrun('login by ip and account', 'ended')).toBe(0);
  });

  test('the database does not reveal addresses or accounts', async () => {
    await nodeA.context.limits.count('mail by address', 'somebody@example.test');
    const rows = await nodeA.db.rows<{ key: string }>('select key from rate_limits');
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/);
  });

  test('flood limits are counted per node without the database', async () => {
    const before = await nodeA.db.rows('select key, count from rate_limits order by key');
    for (let n = 0; n < 5; n += 1) await nodeA.context.limits.spend('like by member', 'ada');
    expect(await nodeA.db.rows('select key, count from rate_limits order by key')).toEqual(before);
  });
});

describe('rate limits of requests', () => {
  // A tenth of every limit: 6 likes and 1 comment in a minute, 3 registrations and 3 changes in half an hour.
  let app: TestApp;
  let member: TestMember;
  let photo: string;
  beforeAll(async () => {
    app = await startTestApp({ RATE_LIMIT_SCALE: '0.1' });
    member = await addTestMember(app);
    photo = (await addTestPhoto(app, await addTestMember(app))).id;
  });
  afterAll(() => app.close());

  const registration = (phone: string): object => ({
    ...{ name: 'Ngozi', username: 'ngozi', email: 'ngozi@example.test', country_code: '+234', phone },
    ...{ password: 'kola nut 1961', password_confirmation: 'kola nut 1961' },
  });
  type Send = (change?: { path?: (path: string) => string; headers?: Record<string, string>; token?: string }) => Promise<TestAnswer>;
  const sender =
    (method: string, pathOf: () => string, json: (() => unknown) | undefined, signedIn: boolean): Send =>
    ({ path = (file: string) => file, headers = {}, token = member.token } = {}) =>
      app.call(method, path(`/api/v1${pathOf()}`), { json: json?.(), headers, token: signedIn ? token : undefined });

  test.each<[string, number, number, Send]>([
    ['liking', 6, 60, sender('POST', () => `/photos/${photo}/like`, undefined, true)],
    ['saving', 6, 60, sender('POST', () => `/photos/${photo}/save`, undefined, true)],
    [
      'commenting',
      1,
      60,
      sender(
        'POST',
        () => `/photos/${photo}/comments`,
        () => ({ content: 'Lovely' }),
        true,
      ),
    ],
    [
      'registering',
      3,
      1_800,
      sender(
        'POST',
        () => '/auth/register',
        () => registration('12345'),
        false,
      ),
    ],
  ])('%s is accepted %i times, and the next response has Retry-After, in every spelling', async (_name, limit, window, send) => {
    for (let count = 0; count < limit; count += 1) expect((await send()).status).not.toBe(429);
    const { status, json, headers } = await send();
    expect([status, json.code]).toEqual([429, 'too_many_requests']);
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(window);
    expect(['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`))).toEqual([`${limit}`, '0', `${seconds}`]);

    for (const path of [
      (file: string) => `${file}/`,
      (file: string) => file.toUpperCase(),
      (file: string) => file.replace('/api', '//api'),
      (file: string) => file.replace('/v1/', '/v1/./'),
      (file: string) => file.replace('v1', '%76%31'),
      (file: string) => `${file}?again=1`,
      (file: string) => `${file};again=1`,
    ])
      expect([404, 429]).toContain((await send({ path })).status);
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip', 'x-client-ip'])
      expect((await send({ headers: { [name]: name === 'forwarded' ? 'for=203.0.113.9' : '203.0.113.9' } })).status).toBe(429);
    expect((await send()).status).toBe(429);
  });

  test('a limit used up by one member does not affect another', async () => {
    const like = sender('POST', () => `/photos/${photo}/like`, undefined, true);
    expect((await like()).status).toBe(429);
    expect((await like({ token: (await addTestMember(app)).token })).status).toBe(200);
  });

  test.each([
    ['a photo', '/photos', 'images[0]'],
    ['an image of the forum', '/forum/images', 'image'],
  ])('retries of the upload of %s count against the limit of changes', async (_name, path, field) => {
    const [{ token }, file] = await Promise.all([addTestMember(app), photoFile(60, 40)]);
    const upload = () =>
      app.call('POST', path, { token, form: formOf({ title: 'A loom', [field]: file }), headers: { 'idempotency-key': 'one' } });
    const answers: number[] = [];
    for (let count = 0; count < 5; count += 1) answers.push((await upload()).status);
    expect(answers).toEqual([201, 201, 201, 201, 429]);
  });
});

describe('window counters', () => {
  let time: number;
  let counters: WindowCounters;
  beforeEach(() => {
    time = 1_000_000;
    counters = countWindows({ limit: 3, windowMs: 60_000, mostKeys: 100, now: () => time });
  });

  const use = (key: string, times = 1): number => {
    let count = 0;
    for (let n = 0; n < times; n += 1) ({ count } = counters.add(key));
    return count;
  };

  test('a window begins with the first use and ends a full period later', () => {
    expect(counters.add('ada')).toEqual({ count: 1, msLeft: 60_000 });
    time += 59_999;
    expect(counters.add('ada')).toEqual({ count: 2, msLeft: 1 });
    expect(use('ada', 5)).toBe(7);
    time += 1;
    expect(counters.countOf('ada')).toBe(0);
    expect(counters.add('ada')).toEqual({ count: 1, msLeft: 60_000 });
  });

  test('each key has its own count', () => {
    use('ada', 3);
    expect([counters.countOf('ada'), counters.countOf('obi'), use('obi')]).toEqual([3, 0, 1]);
  });

  test('keys with an ended window are dropped', () => {
    for (let n = 0; n < 50; n += 1) use(`early ${n}`, (n % 4) + 1);
    time += 30_000;
    for (let n = 0; n < 20; n += 1) use(`late ${n}`);
    time += 30_000;
    expect(counters.load()).toEqual({ keys: 20, evicted: 0 });
    expect(counters.countOf('late 3')).toBe(1);
  });

  test('a flood of new keys is bounded and evicts no key that is used up or was used repeatedly', () => {
    use('used up', 3);
    use('used twice', 2);
    for (let n = 0; n < 10_000; n += 1) use(`flood ${n}`);
    const { keys, evicted } = counters.load();
    expect(keys).toBeLessThanOrEqual(100);
    expect(keys + evicted).toBe(10_002);
    expect([counters.countOf('used up'), counters.countOf('used twice')]).toEqual([3, 2]);
    expect([counters.countOf('flood 0'), counters.countOf('flood 9999')]).toEqual([0, 1]);
  });

  test('a key with an ended window is evicted before one whose window is running', () => {
    use('began first');
    time += 30_000;
    use('began later', 2);
    use('began first');
    time += 30_000;
    for (let n = 0; n < 99; n += 1) use(`twice ${n}`, 2);
    expect(counters.countOf('began later')).toBe(2);
    expect(counters.load()).toEqual({ keys: 100, evicted: 0 });
  });

  test('used-up keys are evicted last, the oldest of them first', () => {
    use('used up', 3);
    for (let n = 0; n < 1_000; n += 1) use(`twice ${n}`, 2);
    expect(counters.countOf('used up')).toBe(3);
    for (let n = 0; n < 1_000; n += 1) use(`thrice ${n}`, 3);
    expect([counters.countOf('used up'), counters.countOf('thrice 999')]).toEqual([0, 3]);
    expect(counters.load().keys).toBeLessThanOrEqual(100);
  });

  test('a limit keeps at most twenty thousand addresses, and long keys take no more memory', async () => {
    const limits = openRateLimits({ scale: 1, now: () => time });
    const address = (n: number): string => addressKey(`2001:db8:${n.toString(16)}:1::1`);
    for (let n = 0; n < 30_000; n += 1) await limits.spend('any call by ip without session', address(n));
    const load = limits.load().find(({ name }) => name === 'any call by ip without session');
    expect(load).toMatchObject({ mostKeys: 20_000, refused: 0 });
    expect(load!.keys).toBeLessThanOrEqual(20_000);
    expect(load!.keys + load!.evicted).toBe(30_000);
    const long = `${'a'.repeat(250)}@example.test`;
    await limits.count('login failures by account', long);
    expect([await limits.overrun('login failures by account', long), limits.load().reduce((sum, { keys }) => sum + keys, 0)]).toEqual([
      0,
      load!.keys + 1,
    ]);
  });

  test('guessing at an account stays limited during a flood of made-up addresses', async () => {
    const limits = openRateLimits({ scale: 1, now: () => time });
    for (let n = 0; n < 25; n += 1) await limits.count('login failures by account', 'ada@example.test');
    for (let n = 0; n < 60_000; n += 1) await limits.count('login failures by account', `${n}@example.test`);
    expect(await limits.overrun('login failures by account', 'ada@example.test')).toBe(1);
  });

  test('a refusal has the time to wait and is counted', async () => {
    const limits = openRateLimits({ scale: 1, now: () => time });
    for (let n = 0; n < 60; n += 1) await limits.spend('like by member', 'ada');
    time += 20_500;
    await expect(limits.spend('like by member', 'ada')).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 40, limit: 60 });
    expect(limits.load().find(({ name }) => name === 'like by member')).toMatchObject({ refused: 1, keys: 1 });
    time += 39_500;
    await limits.spend('like by member', 'ada');
  });
});

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addTestAccount, keepSessionsFresh, refreshCookieOf, testPassword } from '../../testing/accounts.ts';
import { startTestApp, type TestAnswer, type TestApp } from '../../testing/app.ts';
import { openOutbox } from '../../testing/mails.ts';

describe('refreshing a session', () => {
  let app: TestApp;
  let otherNode: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    otherNode = await startTestApp({}, {}, { beside: app });
  });
  afterAll(async () => {
    await otherNode.close();
    await app.close();
  });

  async function signIn(): Promise<{ token: string; secret: string; id: string }> {
    const member = await addTestAccount(app);
    const answer = await app.call('POST', '/auth/login', { json: { email: member.email, password: testPassword } });
    return { token: answer.json.token, secret: refreshCookieOf(answer)!, id: member.id };
  }
  const refresh = (secret: string, on = app) => on.call('POST', '/auth/refresh', { headers: { cookie: `mbari_refresh=${secret}` } });
  const statusOf = async (token: string): Promise<number> => (await app.call('GET', '/me', { token })).status;
  const setBack = (id: string, column: 'refreshed_at' | 'used_at', interval: string): Promise<unknown> =>
    app.db.pool.query(`update sessions set ${column} = now() - $2::interval where member_id = $1`, [id, interval]);

  test('refreshing gives a new token and a new cookie, with no bearer and no body', async () => {
    const { secret, token } = await signIn();
    const answer = await refresh(secret);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json)).toEqual(['token']);
    expect(answer.json.token).not.toBe(token);
    expect(refreshCookieOf(answer)).toMatch(/^[\w-]{86}$/);
    expect(refreshCookieOf(answer)).not.toBe(secret);
    expect(await statusOf(answer.json.token)).toBe(200);
    expect((await refresh(refreshCookieOf(answer)!)).status).toBe(200);
  });

  test('ten tabs refreshing concurrently on two nodes stay signed in with one session and one new cookie', async () => {
    const { secret, id } = await signIn();
    onTestFinished(await keepSessionsFresh(app));
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => refresh(secret, index % 2 ? otherNode : app)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    const cookies = answers.map(refreshCookieOf).filter((cookie) => cookie !== null);
    expect(cookies).toHaveLength(1);
    expect(new Set(answers.map(({ json }) => json.token)).size).toBe(10);
    for (const { json } of answers) expect(await statusOf(json.token)).toBe(200);
    expect((await refresh(cookies[0]!, otherNode)).status).toBe(200);
    const sessions = await app.db.pool.query('select id from sessions where member_id = $1', [id]);
    // The session of addTestAccount and the new one.
    expect(sessions.rowCount).toBe(2);
  });

  test('a reused cookie ends the whole session', async () => {
    const { secret, id } = await signIn();
    const fresh = await refresh(secret);
    await setBack(id, 'refreshed_at', '6 seconds');
    const stolen = await refresh(secret);
    expect([stolen.status, stolen.json.code]).toEqual([401, 'unauthenticated']);
    expect(refreshCookieOf(stolen)).toBe('');
    expect(await statusOf(fresh.json.token)).toBe(401);
    expect((await refresh(refreshCookieOf(fresh)!)).status).toBe(401);
  });

  test('a thief who refreshed repeatedly is signed out when the owner uses the older cookie', async () => {
    const { secret, id } = await signIn();
    const stolen = await refresh(refreshCookieOf(await refresh(secret))!);
    expect(await statusOf(stolen.json.token)).toBe(200);
    // The caller may be a slow tab, so the session stays.
    expect((await refresh(secret)).status).toBe(401);
    expect(await statusOf(stolen.json.token)).toBe(200);
    await setBack(id, 'refreshed_at', '6 seconds');
    expect((await refresh(secret, otherNode)).status).toBe(401);
    expect(await statusOf(stolen.json.token)).toBe(401);
    expect((await refresh(refreshCookieOf(stolen)!)).status).toBe(401);
  });

  test('a forged cookie naming a session ends nothing', async () => {
    const { secret, token, id } = await signIn();
    const { rows } = await app.db.pool.query<{ id: string }>('select id from sessions where member_id = $1 order by id desc limit 1', [id]);
    await setBack(id, 'refreshed_at', '6 seconds');
    const payload = Buffer.concat([Buffer.from(rows[0]!.id.replaceAll('-', ''), 'hex'), randomBytes(16)]).toString('base64url');
    const signedElsewhere = app.context.secrets.sign('another purpose', payload);
    for (const forged of [payload, payload + 'a'.repeat(43), payload + signedElsewhere, payload + secret.slice(43), secret.slice(0, 43)])
      expect((await refresh(forged)).status).toBe(401);
    expect(await statusOf(token)).toBe(200);
    expect((await refresh(secret)).status).toBe(200);
  });

  test('a session unused for 30 days is refused and swept', async () => {
    const { secret, id } = await signIn();
    await setBack(id, 'used_at', '30 days 1 minute');
    expect((await refresh(secret)).status).toBe(401);
    const otherNode = await signIn();
    await setBack(otherNode.id, 'used_at', '29 days 23 hours');
    await app.db.pool.query(`select graphile_worker.add_job('sweep_sessions')`);
    await runJobs(app.context);
    expect((await app.db.pool.query('select from sessions where member_id = $1', [id])).rowCount).toBe(0);
    expect((await refresh(otherNode.secret)).status).toBe(200);
  });

  test('only expired tokens are swept', async () => {
    const { token, id } = await signIn();
    await app.db.pool.query(
      `insert into session_tokens select sha256(convert_to('old', 'UTF8')), id, now() - interval '1 second' from sessions where member_id = $1 limit 1`,
      [id],
    );
    await app.db.pool.query(`select graphile_worker.add_job('sweep_sessions')`);
    await runJobs(app.context);
    expect((await app.db.pool.query('select from session_tokens where expires_at <= now()')).rowCount).toBe(0);
    expect(await statusOf(token)).toBe(200);
  });

  test('a suspended or closed member’s cookie is refused', async () => {
    for (const column of ['suspended_at', 'closed_at']) {
      const { secret, id } = await signIn();
      await app.db.pool.query(`update members set ${column} = now() where id = $1`, [id]);
      expect((await refresh(secret)).status).toBe(401);
    }
  });

  test('refreshing with no cookie, a made-up cookie or only a bearer token gets 401', async () => {
    const { token } = await signIn();
    expect((await app.call('POST', '/auth/refresh')).status).toBe(401);
    expect((await app.call('POST', '/auth/refresh', { token })).status).toBe(401);
    for (const secret of ['', 'x', 'a'.repeat(43), 'a'.repeat(5_000), token]) expect((await refresh(secret)).status).toBe(401);
  });

  test('a session may be refreshed thirty times in five minutes', { tags: ['world'] }, async () => {
    const strict = await startTestApp({ RATE_LIMIT_SCALE: '1' });
    try {
      const member = await addTestAccount(strict);
      let secret = refreshCookieOf(await strict.call('POST', '/auth/login', { json: { email: member.email, password: testPassword } }))!;
      for (let count = 0; count < 30; count += 1) {
        const answer = await refresh(secret, strict);
        expect(answer.status).toBe(200);
        secret = refreshCookieOf(answer)!;
      }
      expect((await refresh(secret, strict)).status).toBe(429);
    } finally {
      await strict.close();
    }
  });
});

describe('concurrent refreshes', { tags: ['world'] }, () => {
  let nodes: [TestApp, TestApp];
  beforeAll(async () => {
    const first = await startTestApp();
    nodes = [first, await startTestApp({}, {}, { beside: first })];
  });
  afterAll(async () => {
    await nodes[1].close();
    await nodes[0].close();
  });

  /** Runs the calls concurrently on alternating nodes. */
  const atOnce = (count: number, call: (on: TestApp, index: number) => Promise<TestAnswer>): Promise<TestAnswer[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => call(nodes[index % 2]!, index)));
  const statusesOf = (answers: TestAnswer[]): Record<number, number> => {
    const counts: Record<number, number> = {};
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  const countOf = async (sql: string, value: string): Promise<number> =>
    (await nodes[0].db.row<{ count: number }>(`select count(*)::int as count from ${sql}`, [value]))!.count;

  const register = (on: TestApp, username: string, email: string) =>
    on.call('POST', '/auth/register', {
      json: {
        ...{ name: 'Adaeze Okafor', username, email, country_code: '+234', phone: '0803 123 4567' },
        ...{ password: 'masquerade at dusk 61', password_confirmation: 'masquerade at dusk 61' },
      },
    });
  const logIn = (on: TestApp, email: string, password = testPassword) => on.call('POST', '/auth/login', { json: { email, password } });
  const refresh = (on: TestApp, secret: string) => on.call('POST', '/auth/refresh', { headers: { cookie: `mbari_refresh=${secret}` } });
  const meStatus = async (token: string, on = nodes[0]): Promise<number> => (await on.call('GET', '/me', { token })).status;

  test('fifty concurrent registrations of one username on two nodes have one winner', async () => {
    const answers = await atOnce(50, (on, index) => register(on, index % 3 ? 'wole' : 'WOLE', `wole${index}@example.test`));
    expect(statusesOf(answers)).toEqual({ 201: 1, 422: 49 });
    for (const { status, json } of answers) if (status === 422) expect(Object.keys(json.errors)).toEqual(['username']);
    expect(await countOf('members where username = $1', 'wole')).toBe(1);
    expect(await countOf(`members where email like $1`, 'wole%')).toBe(1);
  });

  test('fifty concurrent registrations of one address are answered alike, and one can be verified', async () => {
    const email = 'contested@example.test';
    const answers = await atOnce(50, (on, index) => register(on, `contender${index}`, email));
    expect(statusesOf(answers)).toEqual({ 201: 50 });
    expect(new Set(answers.map(({ json }) => JSON.stringify([Object.keys(json), Object.keys(json.user), json.message]))).size).toBe(1);

    await runJobs(nodes[0].context);
    const mails = (await openOutbox(nodes[0]).take()).filter(({ to }) => to === email);
    const links = mails.flatMap((mail) => mail.links.filter((link) => link.includes('/email/verify/')));
    expect(links.length).toBeGreaterThan(1);
    const verifications = await atOnce(links.length, (on, index) => {
      const { pathname, search } = new URL(links[index]!);
      return on.call('GET', pathname + search);
    });
    expect(
      verifications.map(({ headers }) => headers.get('location')).filter((location) => location?.endsWith('status=verified')),
    ).toHaveLength(1);
    expect(await countOf('members where email = $1 and email_verified_at is not null', email)).toBe(1);
  });

  test('ten tabs refreshing one cookie on two nodes all get a token', async () => {
    const member = await addTestAccount(nodes[0]);
    let secret = refreshCookieOf(await logIn(nodes[0], member.email))!;
    onTestFinished(await keepSessionsFresh(nodes[0]));
    for (let round = 0; round < 3; round += 1) {
      const answers = await atOnce(10, (on) => refresh(on, secret));
      expect(statusesOf(answers)).toEqual({ 200: 10 });
      expect(new Set(answers.map(({ json }) => json.token)).size).toBe(10);
      for (const [index, { json }] of answers.entries()) expect(await meStatus(json.token, nodes[(index + 1) % 2])).toBe(200);
      const cookies = answers.map(refreshCookieOf).filter((cookie) => cookie !== null);
      expect(cookies).toHaveLength(1);
      secret = cookies[0]!;
    }
    // The session of addTestAccount and the new one.
    expect(await countOf('sessions where member_id = $1', member.id)).toBe(2);
  });

  test('a stolen, used cookie ends its session on every node and no other', async () => {
    const member = await addTestAccount(nodes[0]);
    const secret = refreshCookieOf(await logIn(nodes[0], member.email))!;
    const otherToken = (await logIn(nodes[1], member.email)).json.token as string;
    const owner = await refresh(nodes[0], secret);
    await nodes[0].db.pool.query(`update sessions set refreshed_at = now() - interval '6 seconds' where member_id = $1`, [member.id]);
    const thieves = await atOnce(6, (on) => refresh(on, secret));
    expect(statusesOf(thieves)).toEqual({ 401: 6 });
    expect([await meStatus(owner.json.token), await meStatus(owner.json.token, nodes[1])]).toEqual([401, 401]);
    expect((await refresh(nodes[1], refreshCookieOf(owner)!)).status).toBe(401);
    expect([await meStatus(otherToken), await meStatus(otherToken, nodes[1])]).toEqual([200, 200]);
  });

  test('twenty concurrent sign-ins get a session each', async () => {
    const member = await addTestAccount(nodes[0]);
    const answers = await atOnce(20, (on) => logIn(on, member.email));
    expect(statusesOf(answers)).toEqual({ 200: 20 });
    expect(await countOf('sessions where member_id = $1', member.id)).toBe(21);
    for (const { json } of answers) expect(await meStatus(json.token)).toBe(200);
  });

  test('signing out while other tabs refresh ends the session', async () => {
    for (let round = 0; round < 5; round += 1) {
      const member = await addTestAccount(nodes[0]);
      const { json, ...signedIn } = await logIn(nodes[0], member.email);
      const secret = refreshCookieOf(signedIn)!;
      const [logoutAnswer, ...tabs] = await atOnce(9, (on, index) =>
        index === 0 ? on.call('POST', '/auth/logout', { token: json.token }) : refresh(on, secret),
      );
      expect(logoutAnswer!.status).toBe(200);
      for (const { status } of tabs) expect([200, 401]).toContain(status);
      for (const tab of tabs) if (tab.status === 200) expect(await meStatus(tab.json.token)).toBe(401);
      for (const cookie of [secret, ...tabs.map(refreshCookieOf)].filter(Boolean))
        expect((await refresh(nodes[1], cookie!)).status).toBe(401);
      // The session of addTestAccount.
      expect(await countOf('sessions where member_id = $1', member.id)).toBe(1);
    }
  });
});

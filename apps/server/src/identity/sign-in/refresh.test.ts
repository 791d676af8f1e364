import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addTestAccount, keepSessionsFresh, refreshCookieOf, testPassword } from '../../testing/accounts.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';

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

import * as limits from '@mbari/contract/platform/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { newId } from '../../platform/ids.ts';
import { addTestAccount, refreshCookieOf, testPassword } from '../../testing/accounts.ts';
import { addTestMember, addTestSession, startTestApp, type TestApp } from '../../testing/app.ts';

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

const phone = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const logIn = (email: string, { agent = phone, device_name = 'web' }: { agent?: string; device_name?: string } = {}) =>
  app.call('POST', '/auth/login', { json: { email, password: testPassword, device_name }, headers: { 'user-agent': agent } });
const statusOf = async (token: string, on = app): Promise<number> => (await on.call('GET', '/me', { token })).status;
const sessionsOf = async (token: string) => (await app.call('GET', '/me/sessions', { token })).json.data;
const setBack = (sessionId: string, column: 'used_at' | 'created_at', interval: string): Promise<unknown> =>
  app.db.pool.query(`update sessions set ${column} = now() - $2::interval where id = $1`, [sessionId, interval]);

test('the viewer’s devices are listed, current first, with distinct names', async () => {
  const member = await addTestAccount(app);
  await setBack(member.session_id, 'used_at', '2 days');
  await logIn(member.email, { device_name: 'Kitchen tablet' });
  const currentToken = (await logIn(member.email)).json.token as string;
  const stranger = await addTestAccount(app);
  const { status, json } = await app.call('GET', '/me/sessions', { token: currentToken });
  expect(status).toBe(200);
  expect(json.data.map(({ device, is_current }: { device: string; is_current: boolean }) => [device, is_current])).toEqual([
    ['Chrome on Android', true],
    ['Kitchen tablet', false],
    ['Unknown device', false],
  ]);
  expect(json.data.map(({ device_parts }: { device_parts: unknown }) => device_parts)).toEqual([
    { browser: 'Chrome', system: 'Android' },
    null,
    { browser: null, system: null },
  ]);
  expect(Object.keys(json.data[0]).sort()).toEqual(['created_at', 'device', 'device_parts', 'id', 'is_current', 'used_at']);
  expect(json.data.map(({ id }: { id: string }) => id)).not.toContain(stranger.session_id);
  expect((await sessionsOf(member.token))[0]).toMatchObject({ id: member.session_id, is_current: true });
});

test('a new device is named after its user agent', async () => {
  const { json } = await app.call('POST', '/auth/register', {
    headers: { 'user-agent': phone },
    json: {
      name: 'Amos Tutuola',
      username: 'amos',
      email: 'amos@example.test',
      country_code: '+234',
      phone: '8031234567',
      password: testPassword,
      password_confirmation: testPassword,
    },
  });
  expect((await sessionsOf(json.token)).map(({ device }: { device: string }) => device)).toEqual(['Chrome on Android']);
});

test('signing a device out applies to its next request on every node', async () => {
  const member = await addTestAccount(app);
  const otherSession = await logIn(member.email);
  const [, { id }] = await sessionsOf(member.token);
  expect(await statusOf(otherSession.json.token, otherNode)).toBe(200);
  expect((await app.call('DELETE', `/me/sessions/${id}`, { token: member.token })).status).toBe(200);
  expect(await statusOf(otherSession.json.token, otherNode)).toBe(401);
  const cookie = `mbari_refresh=${refreshCookieOf(otherSession)}`;
  expect((await otherNode.call('POST', '/auth/refresh', { headers: { cookie } })).status).toBe(401);
  expect(await statusOf(member.token)).toBe(200);
  expect((await app.call('DELETE', `/me/sessions/${id}`, { token: member.token })).status).toBe(404);
});

test('signing out the current device clears its cookie', async () => {
  const member = await addTestMember(app);
  const answer = await app.call('DELETE', `/me/sessions/${member.session_id}`, { token: member.token });
  expect([answer.status, refreshCookieOf(answer)]).toEqual([200, '']);
  expect(await statusOf(member.token)).toBe(401);
});

test('signing out another member’s session is refused like an unknown session and ends nothing', async () => {
  const member = await addTestMember(app);
  const victim = await addTestMember(app);
  const readPlain = async (id: string): Promise<string> => {
    const { status, text, json } = await app.call('DELETE', `/me/sessions/${id}`, { token: member.token });
    return `${status} ${text.replace(json.request_id, '')}`;
  };
  const answers = [await readPlain(victim.session_id), await readPlain(newId()), await readPlain('1'), await readPlain('%27%20or%201=1')];
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toMatch(/^404 /);
  expect(await statusOf(victim.token)).toBe(200);
});

test('signing out all other devices keeps this one and other members’', async () => {
  const member = await addTestMember(app);
  const otherSessions = [await addTestSession(app, member.id), await addTestSession(app, member.id)];
  const neighbour = await addTestMember(app);
  expect((await app.call('DELETE', '/me/sessions', { token: member.token })).status).toBe(200);
  for (const { token } of otherSessions) expect(await statusOf(token, otherNode)).toBe(401);
  expect(await statusOf(member.token)).toBe(200);
  expect(await statusOf(neighbour.token)).toBe(200);
  expect(await sessionsOf(member.token)).toHaveLength(1);
});

test('sessions require a signed-in member, verified or not', async () => {
  for (const [method, path] of [
    ['GET', '/me/sessions'],
    ['DELETE', '/me/sessions'],
    ['DELETE', `/me/sessions/${newId()}`],
  ])
    expect((await app.call(method!, path!)).status).toBe(401);
  const pending = await addTestMember(app, { email_verified_at: null });
  expect(await sessionsOf(pending.token)).toHaveLength(1);
});

test('a session ends after 180 days of use and is swept', async () => {
  const member = await addTestAccount(app);
  const { headers, json } = await logIn(member.email);
  const [{ id }] = await sessionsOf(json.token);
  const refresh = () => app.call('POST', '/auth/refresh', { headers: { cookie: `mbari_refresh=${refreshCookieOf({ headers })}` } });
  await setBack(id, 'created_at', '180 days 1 minute');
  expect((await refresh()).status).toBe(401);
  expect((await sessionsOf(member.token)).map((session: { id: string }) => session.id)).toEqual([member.session_id]);
  await setBack(member.session_id, 'created_at', '179 days 23 hours');
  await app.db.pool.query(`select graphile_worker.add_job('sweep_sessions')`);
  await runJobs(app.context);
  const sessions = await app.db.pool.query('select id from sessions where member_id = $1', [member.id]);
  expect(sessions.rows).toEqual([{ id: member.session_id }]);
});

test('a fifty-first session ends the least recently used one', async () => {
  const member = await addTestAccount(app);
  const tokens = [];
  for (let count = 1; count < limits.sessions; count += 1) tokens.push(await addTestSession(app, member.id));
  const unusedToken = tokens[20]!;
  await setBack(unusedToken.session_id, 'used_at', '3 days');
  await setBack(tokens[7]!.session_id, 'used_at', '2 days');
  const { json } = await logIn(member.email);
  expect(await statusOf(unusedToken.token)).toBe(401);
  expect(await statusOf(tokens[7]!.token)).toBe(200);
  expect(await sessionsOf(json.token)).toHaveLength(limits.sessions);
  await logIn(member.email);
  expect(await statusOf(tokens[7]!.token)).toBe(401);
  expect(await sessionsOf(json.token)).toHaveLength(limits.sessions);
});

test('a token is refused after an hour, without a write', async () => {
  const member = await addTestMember(app);
  await app.db.run(`update session_tokens set expires_at = now() + interval '2 seconds' where session_id = $1`, [member.session_id]);
  expect([await statusOf(member.token), await statusOf(member.token, otherNode)]).toEqual([200, 200]);
  await expect.poll(() => statusOf(member.token), { timeout: 20_000 }).toBe(401);
  expect(await statusOf(member.token, otherNode)).toBe(401);
});

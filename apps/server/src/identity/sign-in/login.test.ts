import * as sentences from '@mbari/contract/platform/sentences';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../platform/adapters/passwords.ts';
import { addTestAccount, refreshCookieOf, testPassword } from '../../testing/accounts.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { whileChanging } from '../../testing/run-concurrently.ts';
import { delayAfter, rehashPassword } from './log-in.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const logIn = (email: string, password = testPassword, on = app) =>
  on.call('POST', '/auth/login', { json: { email, password, device_name: 'web' } });
const sessionsOf = async (id: string): Promise<number> =>
  (await app.db.row<{ count: number }>('select count(*)::int as count from sessions where member_id = $1', [id]))!.count;

test('signing in starts another session and returns the member', async () => {
  const member = await addTestAccount(app);
  const sessionsBefore = await sessionsOf(member.id);
  const { status, json, headers } = await logIn(member.email.toUpperCase());
  expect(status).toBe(200);
  expect(Object.keys(json).sort()).toEqual(['token', 'user']);
  expect(json.user).toMatchObject({ id: member.id, email_verified: true, has_onboarding: true });
  expect(refreshCookieOf({ headers })).toMatch(/^[\w-]{86}$/);
  expect(await sessionsOf(member.id)).toBe(sessionsBefore + 1);
  expect((await app.call('GET', '/auth/me', { token: json.token })).json.data).toEqual(json.user);
});

test('a wrong password and an unknown address are answered alike, byte for byte apart from the request id', async () => {
  const member = await addTestAccount(app);
  const wrongPassword = await logIn(member.email, 'not the password');
  const unknown = await logIn('nobody@example.test');
  expect(wrongPassword.status).toBe(422);
  expect(wrongPassword.json).toEqual({
    message: sentences.invalidCredentials,
    code: 'invalid_credentials',
    reason: 'invalidCredentials',
    errors: { credentials: [sentences.invalidCredentials] },
    error_reasons: { credentials: [{ reason: 'invalidCredentials' }] },
    request_id: expect.any(String),
  });
  expect(unknown.status).toBe(422);
  expect(unknown.text.replace(unknown.json.request_id, '')).toBe(wrongPassword.text.replace(wrongPassword.json.request_id, ''));
  expect(wrongPassword.headers.get('set-cookie')).toBeNull();
});

test('an account without a password refuses every password', async () => {
  const member = await addTestAccount(app, { password_hash: null });
  expect((await logIn(member.email, 'the password of nobody')).status).toBe(422);
});

test('unverified members get account, categories and a new verification link, but are refused profile, interests and posts', async () => {
  const member = await addTestAccount(app, { email_verified_at: null });
  const { status, json } = await logIn(member.email);
  expect(status).toBe(200);
  expect(json.user.email_verified).toBe(false);
  const allowed = [
    ['GET', '/me'],
    ['GET', '/auth/me'],
    ['GET', '/email/status'],
    ['POST', '/email/resend'],
    ['GET', '/categories'],
  ];
  for (const [method, path] of allowed) expect([path, (await app.call(method!, path!, { token: json.token })).status]).toEqual([path, 200]);
  const refusals = [
    ['POST', '/me/profile'],
    ['GET', '/me/interests'],
    ['PUT', '/me/interests'],
    ['GET', '/photos'],
  ];
  for (const [method, path] of refusals) {
    const answer = await app.call(method!, path!, { token: json.token, ...(method !== 'GET' && { json: {} }) });
    expect([path, answer.status, answer.json.code]).toEqual([path, 403, 'email_unverified']);
  }
});

test('only the right password reveals that unverified members may not sign in', async () => {
  const strict = await startTestApp({ UNVERIFIED_LOGIN: 'deny' });
  try {
    const member = await addTestAccount(strict, { email_verified_at: null });
    const rightPassword = await logIn(member.email, testPassword, strict);
    expect([rightPassword.status, rightPassword.json.code, rightPassword.json.message]).toEqual([
      403,
      'email_unverified',
      sentences.verifyBeforeLogin,
    ]);
    expect((await logIn(member.email, 'wrong password', strict)).json.code).toBe('invalid_credentials');
  } finally {
    await strict.close();
  }
});

test('only the right password reveals a suspension', async () => {
  const member = await addTestAccount(app, { suspended_at: new Date() });
  const sessionsBefore = await sessionsOf(member.id);
  const rightPassword = await logIn(member.email);
  expect([rightPassword.status, rightPassword.json.code]).toEqual([403, 'account_suspended']);
  expect((await logIn(member.email, 'wrong password')).json.code).toBe('invalid_credentials');
  expect((await app.call('GET', '/me', { token: member.token })).status).toBe(401);
  expect(await sessionsOf(member.id)).toBe(sessionsBefore);
});

test('signing in within 14 days of closing reopens the account; a later sign-in is refused like a wrong password', async () => {
  const days = (count: number): Date => new Date(Date.now() - count * 24 * 60 * 60 * 1000);
  const member = await addTestAccount(app, { closed_at: days(13) });
  expect((await app.call('GET', '/me', { token: member.token })).status).toBe(401);
  expect((await logIn(member.email, 'wrong password')).status).toBe(422);
  expect((await app.call('GET', '/me', { token: member.token })).status).toBe(401);
  expect((await logIn(member.email)).status).toBe(200);
  expect((await app.call('GET', '/me', { token: member.token })).status).toBe(200);
  const closedMember = await addTestAccount(app, { closed_at: days(15) });
  expect((await logIn(closedMember.email)).json.code).toBe('invalid_credentials');
});

test.each([
  ['closed', 'closed_at', [200, undefined]],
  ['suspended', 'suspended_at', [403, 'account_suspended']],
] as const)('if an account is %s while its owner signs in, its new state applies', async (_, column, expectedStatus) => {
  const member = await addTestAccount(app);
  const { status, json } = await whileChanging(
    app,
    () => logIn(member.email),
    (run) => run(`update members set ${column} = now() where id = $1`, [member.id]),
    () => undefined,
  );
  expect([status, json.code]).toEqual(expectedStatus);
  if (status === 200) expect((await app.call('GET', '/me', { token: json.token })).status).toBe(200);
});

test('an address signs in to its verified account, otherwise to its newest pending account', async () => {
  const email = 'shared@example.test';
  const older = await addTestAccount(app, { email, email_verified_at: null });
  const newer = await addTestAccount(app, { email, email_verified_at: null });
  expect((await logIn(email)).json.user.id).toBe(newer.id);
  await app.db.pool.query('update members set email_verified_at = now() where id = $1', [older.id]);
  expect((await logIn(email)).json.user.id).toBe(older.id);
});

test('a member who registered with a taken address signs in to their own account only', async () => {
  const owner = await addTestAccount(app, { password_hash: await hashPassword('palm oil lamp 77') });
  const visitor = await addTestAccount(app, { email: owner.email, email_verified_at: null });
  const ownerLogin = await logIn(owner.email);
  expect([ownerLogin.status, ownerLogin.json.user.id, ownerLogin.json.user.email_verified]).toEqual([200, visitor.id, false]);
  expect((await logIn(owner.email, 'palm oil lamp 77')).json.user.id).toBe(owner.id);
  expect((await logIn(owner.email, 'neither of both')).json.code).toBe('invalid_credentials');
});

const hashOf = async ({ id }: { id: string }): Promise<string> =>
  (await app.db.row<{ password_hash: string }>('select password_hash from members where id = $1', [id]))!.password_hash;

test('a hash with weaker settings is renewed at its owner’s sign-in only', { tags: ['world'] }, async () => {
  const weaker = await hash(testPassword, { memoryCost: 12 * 1024, timeCost: 3, parallelism: 1 });
  const member = await addTestAccount(app, { password_hash: weaker });
  expect((await logIn(member.email, 'wrong password')).status).toBe(422);
  expect(await hashOf(member)).toBe(weaker);
  expect((await logIn(member.email)).status).toBe(200);
  const stronger = await hashOf(member);
  expect(stronger).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await logIn(member.email)).status).toBe(200);
  expect(await hashOf(member), 'once is enough').toBe(stronger);
});

test('a password changed during its owner’s sign-in stays changed', async () => {
  const weaker = await hash(testPassword, { memoryCost: 12 * 1024, timeCost: 3, parallelism: 1 });
  const member = await addTestAccount(app, { password_hash: weaker });
  const newHash = await hashPassword('another evening at the river');
  await app.db.run('update members set password_hash = $2 where id = $1', [member.id, newHash]);
  await rehashPassword(app.context, { id: member.id, password_hash: weaker }, testPassword);
  expect((await logIn(member.email)).status).toBe(422);
  expect((await logIn(member.email, 'another evening at the river')).status).toBe(200);
});

test('failures slow an account down to four seconds and never lock its owner out', { tags: ['world'] }, async () => {
  const member = await addTestAccount(app);
  for (let count = 0; count < 25; count += 1) await app.context.limits.count('login failures by account', member.email);
  expect(delayAfter(0)).toBe(0);
  expect(delayAfter(1)).toBeLessThan(delayAfter(2));
  expect(delayAfter(1_000)).toBe(4_000);
  const strict = await startTestApp({ RATE_LIMIT_SCALE: '1' });
  try {
    const { email } = await addTestAccount(strict);
    for (let count = 0; count < 25; count += 1) await strict.context.limits.count('login failures by account', email);
    expect(await strict.context.limits.overrun('login failures by account', email)).toBe(1);
    expect((await logIn(email, testPassword, strict)).status).toBe(200);
    expect((await logIn(email, 'wrong password', strict)).status).toBe(422);
    expect(await strict.context.limits.overrun('login failures by account', email)).toBe(2);
  } finally {
    await strict.close();
  }
});

test('an IP address may try ten sign-ins in five minutes, in every spelling of the path', { tags: ['world'] }, async () => {
  const strict = await startTestApp({ RATE_LIMIT_SCALE: '1' });
  try {
    for (let count = 0; count < 10; count += 1) expect((await logIn(`nobody${count}@example.test`, 'x', strict)).status).toBe(422);
    const { status, json, headers } = await logIn('somebody.else@example.test', 'x', strict);
    expect([status, json.code]).toEqual([429, 'too_many_requests']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    for (const path of ['/auth/login/', '/AUTH/login', '//auth/login'])
      expect([404, 429]).toContain((await strict.call('POST', path, { json: { email: 'a@example.test', password: 'x' } })).status);
  } finally {
    await strict.close();
  }
});

test('sign-ins are refused with Retry-After while the password queue is full', { tags: ['world'] }, async () => {
  const answers = await Promise.all(Array.from({ length: 80 }, (_, index) => logIn(`crowd${index}@example.test`, 'x')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422, 503]));
  const overloaded = answers.find(({ status }) => status === 503)!;
  expect(overloaded.json.code).toBe('overloaded');
  expect(overloaded.headers.get('retry-after')).toBe('2');
});

test('signing out ends the session, clears the cookie and keeps other sessions', async () => {
  const member = await addTestAccount(app);
  const session = await logIn(member.email);
  const otherSession = await logIn(member.email);
  const logoutAnswer = await app.call('POST', '/auth/logout', { token: session.json.token });
  expect(logoutAnswer.status).toBe(200);
  expect(refreshCookieOf(logoutAnswer)).toBe('');
  expect(logoutAnswer.headers.get('set-cookie')).toMatch(/Path=\/api\/v1\/auth/);
  expect((await app.call('GET', '/me', { token: session.json.token })).status).toBe(401);
  const cookie = `mbari_refresh=${refreshCookieOf(session)}`;
  expect((await app.call('POST', '/auth/refresh', { headers: { cookie } })).status).toBe(401);
  expect((await app.call('GET', '/me', { token: otherSession.json.token })).status).toBe(200);
  expect((await app.call('POST', '/auth/logout', { token: session.json.token })).status).toBe(401);
  expect((await app.call('POST', '/auth/logout')).status).toBe(401);
});

test('a bearer token without a live session gets 401', async () => {
  const member = await addTestAccount(app);
  const { token } = (await logIn(member.email)).json;
  for (const authorization of [
    '',
    'Bearer',
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    `Basic ${token}`,
    `Bearer ${'a'.repeat(43)}`,
    token,
  ]) {
    const { status, json } = await app.call('GET', '/me', { headers: { authorization } });
    expect([authorization, status, json.code]).toEqual([authorization, 401, 'unauthenticated']);
  }
  await app.db.pool.query(
    `update session_tokens set expires_at = now() where session_id in (select id from sessions where member_id = $1)`,
    [member.id],
  );
  expect((await app.call('GET', '/me', { token })).status).toBe(401);
});

const composed = 'ọ̀rọ̀ aṣínà ńlá'.normalize('NFC');
const decomposed = composed.normalize('NFD');

test('every call treats composed and decomposed Unicode forms of a password as equal', async () => {
  const json = { name: 'Ọlá', username: 'two_keyboards', email: 'two.keyboards@example.test', country_code: '+234', phone: '8031234567' };
  const registered = await app.call('POST', '/auth/register', {
    json: { ...json, password: composed, password_confirmation: decomposed },
  });
  expect(registered.status).toBe(201);
  for (const password of [composed, decomposed, composed.replace(' ', '\u00a0')])
    expect((await logIn(json.email, password)).status).toBe(200);
  const { token } = registered.json;
  await app.db.pool.query(`update members set email_verified_at = now() where username = 'two_keyboards'`);
  const passwordChange = await app.call('PUT', '/me/password', {
    token,
    json: { current_password: decomposed, password: `${decomposed} 2`, password_confirmation: `${composed} 2` },
  });
  expect(passwordChange.status).toBe(200);
  expect((await logIn(json.email, `${composed} 2`)).status).toBe(200);
  expect((await app.call('DELETE', '/me', { token, json: { password: `${composed}\u3000 2`.replace('\u3000 ', '\u3000') } })).status).toBe(
    200,
  );
});

test('a password hashed without normalisation signs in as hashed, and afterwards in either Unicode form', async () => {
  const member = await addTestAccount(app, {
    password_hash: await hash(decomposed, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }),
  });
  expect((await logIn(member.email, composed)).status).toBe(422);
  expect((await logIn(member.email, decomposed)).status).toBe(200);
  const prepared = await hashOf(member);
  expect((await logIn(member.email, composed)).status).toBe(200);
  expect((await logIn(member.email, decomposed)).status).toBe(200);
  expect(await hashOf(member), 'once is enough').toBe(prepared);
});

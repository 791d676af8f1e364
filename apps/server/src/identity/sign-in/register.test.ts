import { allCalls } from '@mbari/contract/all';
import * as sentences from '@mbari/contract/platform/sentences';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addTestMember, startTestApp, type TestApp } from '../../testing/app.ts';
import { openOutbox } from '../../testing/mails.ts';
import { whileChanging } from '../../testing/run-concurrently.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

let number = 0;
const registration = (changes: Record<string, unknown> = {}): Record<string, unknown> => {
  number += 1;
  return {
    name: 'Adaeze Okafor',
    username: `adaeze${number}`,
    email: `adaeze${number}@example.test`,
    country_code: '+234',
    phone: '0803 123 4567',
    password: 'kola nut 1961',
    password_confirmation: 'kola nut 1961',
    ...changes,
  };
};
const register = (changes?: Record<string, unknown>) => app.call('POST', '/auth/register', { json: registration(changes) });
const membersNamed = async (username: string): Promise<number> =>
  (await app.db.row<{ count: number }>('select count(*)::int as count from members where username = $1', [username]))!.count;

test('registering opens an unverified account with a session', async () => {
  const { status, json, headers } = await register({ email: '  Nneka@Example.TEST ', username: 'Nneka' });
  expect(status).toBe(201);
  expect(json.message).toBe(sentences.registered);
  expect(json.user).toMatchObject({
    username: 'nneka',
    email: 'nneka@example.test',
    email_verified: false,
    has_onboarding: false,
    phone: '+2348031234567',
  });
  expect(headers.getSetCookie()[0]).toMatch(/^mbari_refresh=[\w-]{86}; Max-Age=2592000; Path=\/api\/v1\/auth; HttpOnly; SameSite=Strict$/);
  expect(json.token).toMatch(/^[\w-]{43}$/);
  const me = await app.call('GET', '/me', { token: json.token });
  expect(me.json.data).toEqual(json.user);
});

test('the stored registration contains no usable secret', async () => {
  const { json, headers } = await register({
    username: 'secretive',
    password: 'a canary password',
    password_confirmation: 'a canary password',
  });
  const cookie = /mbari_refresh=([\w-]{86})/.exec(headers.get('set-cookie')!)![1]!;
  const everything = await app.db.pool.query(
    `select to_jsonb(m)::text as text from members m union all select to_jsonb(s)::text from sessions s
     union all select to_jsonb(t)::text from session_tokens t union all select to_jsonb(j)::text from graphile_worker._private_jobs j`,
  );
  const text = everything.rows.map((row: { text: string }) => row.text).join('\n');
  for (const secret of ['a canary password', cookie, json.token as string]) expect(text).not.toContain(secret);
  expect(text).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
});

test('registering starts no session if members must verify first', async () => {
  const strict = await startTestApp({ UNVERIFIED_LOGIN: 'deny' });
  try {
    const { status, json, headers } = await strict.call('POST', '/auth/register', { json: registration({ username: 'patient' }) });
    expect(status).toBe(201);
    expect(Object.keys(json).sort()).toEqual(['message', 'user']);
    expect(json.message).toBe(sentences.registered);
    expect(headers.get('set-cookie')).toBeNull();
    expect((await strict.db.pool.query('select from sessions')).rowCount).toBe(0);
  } finally {
    await strict.close();
  }
});

test('common passwords and personal words are refused in any case', async () => {
  const personalWords = { username: 'amaamaataaidoo', name: 'Ama Ata Aidoo', email: 'aidoo.writes@example.test' };
  const common = [
    'password',
    'Password123',
    'QWERTYUIOP',
    'trustno1',
    'AmaAmaAtaAidoo',
    'ama ata aidoo',
    'AmaAtaAidoo',
    personalWords.email,
    'Aidoo.Writes',
  ];
  for (const password of common) {
    const { status, json } = await register({ ...personalWords, password, password_confirmation: password });
    expect([password, status, json.errors]).toEqual([password, 422, { password: [sentences.passwordTooCommon] }]);
  }
  expect(await membersNamed(personalWords.username)).toBe(0);
  const password = 'password of nobody else';
  expect((await register({ ...personalWords, password, password_confirmation: password })).status).toBe(201);
});

test('a taken username is refused in any case, and nothing is stored', async () => {
  await register({ username: 'chinua' });
  const { status, json } = await register({ username: 'CHINUA' });
  expect(status).toBe(422);
  expect(json).toMatchObject({ code: 'validation', errors: { username: [expect.any(String)] } });
  expect(await membersNamed('chinua')).toBe(1);
});

test.each([[''], ['.'], ['ọ'], ['a b'], ['12345']])('the username “%s” gets one error at a time', async (username) => {
  const { status, json } = await register({ username });
  expect([status, json.errors]).toEqual([422, { username: [expect.any(String)] }]);
});

test('fifty concurrent registrations of one username create one account', { tags: ['world'] }, async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => register({ username: 'wole' })));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 422)).toHaveLength(49);
  for (const { status, json } of answers) if (status === 422) expect(Object.keys(json.errors)).toEqual(['username']);
  expect(await membersNamed('wole')).toBe(1);
});

test('path names of the product are reserved usernames', async () => {
  const paths = ['me', 'admin', 'mbari', 'support', 'feed', '__proto__', 'constructor', ...allCalls.map(({ path }) => path.split('/')[1]!)];
  const usernames = [...new Set(paths)].filter((word) => /^(?=.*[a-z])[a-z0-9_.]{3,30}$/.test(word));
  expect(usernames).toContain('photos');
  for (const username of usernames) {
    const { status, json } = await register({ username });
    expect([username, status, Object.keys(json.errors ?? {})]).toEqual([username, 422, ['username']]);
    expect(await membersNamed(username)).toBe(0);
  }
});

test('a taken address is answered exactly like a free one, and only its owner is mailed', async () => {
  const outbox = openOutbox(app);
  const owner = await addTestMember(app, { name: 'Flora Nwapa' });
  await runJobs(app.context);
  await outbox.take();
  const fresh = await register();
  const answer = await register({ email: owner.email });
  expect(answer.status).toBe(fresh.status);
  const shapeOf = (value: unknown): unknown =>
    value !== null && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
      : typeof value;
  expect(shapeOf(answer.json)).toEqual(shapeOf(fresh.json));
  expect([...answer.headers.keys()].sort()).toEqual([...fresh.headers.keys()].sort());
  await runJobs(app.context);
  const mails = await outbox.take();
  expect(mails.map(({ to, subject }) => ({ to, subject }))).toEqual(
    expect.arrayContaining([
      { to: fresh.json.user.email, subject: 'Verify your email address' },
      { to: owner.email, subject: 'You already have an account' },
    ]),
  );
  expect(mails).toHaveLength(2);
  // Requesting the link again mails the owner the same notice and no link.
  const email = owner.email;
  expect((await app.call('POST', '/email/resend', { token: answer.json.token })).status).toBe(200);
  expect((await app.call('POST', '/email/resend-by-email', { json: { email } })).status).toBe(200);
  await runJobs(app.context);
  const laterMails = await outbox.take();
  expect(laterMails.map(({ to, subject }) => ({ to, subject }))).toEqual(
    Array.from({ length: 2 }, () => ({ to: email, subject: 'You already have an account' })),
  );
});

test('an unverified account is deleted after 48 hours, and its name is free', async () => {
  const first = await register({ username: 'passerby' });
  const younger = await register({ username: 'newcomer' });
  await app.db.pool.query(`update members set created_at = now() - interval '49 hours' where username = 'passerby'`);
  await app.db.pool.query(`update members set created_at = now() - interval '47 hours' where username = 'newcomer'`);
  await app.db.pool.query(`select graphile_worker.add_job('sweep_pending_accounts')`);
  await runJobs(app.context);
  expect((await app.call('GET', '/me', { token: first.json.token })).status).toBe(401);
  expect((await app.call('GET', '/me', { token: younger.json.token })).status).toBe(200);
  expect((await register({ username: 'passerby' })).status).toBe(201);
});

test('an address verified during the sweep keeps its account', async () => {
  const { json } = await register({ username: 'lastminute' });
  await app.db.pool.query(`update members set created_at = now() - interval '49 hours' where id = $1`, [json.user.id]);
  await app.db.pool.query(`select graphile_worker.add_job('sweep_pending_accounts')`);
  await whileChanging(
    app,
    () => runJobs(app.context),
    (run) => run('update members set email_verified_at = now() where id = $1', [json.user.id]),
    () => undefined,
  );
  expect((await app.call('GET', '/me', { token: json.token })).json.data).toMatchObject({ email_verified: true });
});

test.each([
  ['a blank name', { name: ' \u200b\u2060 ' }, 'name'],
  ['a name of 81 characters', { name: 'x'.repeat(81) }, 'name'],
  ['a short username', { username: 'ab' }, 'username'],
  ['a username without a letter', { username: '12345' }, 'username'],
  ['a username with a space', { username: 'ada eze' }, 'username'],
  ['an address without a domain', { email: 'ada@localhost' }, 'email'],
  ['an address with a line break', { email: 'ada@example.test\r\nBcc: all@example.test' }, 'email'],
  ['two addresses', { email: ['ada@example.test', 'eve@example.test'] }, 'email'],
  ['a short password', { password: '1234567', password_confirmation: '1234567' }, 'password'],
  ['a long password', { password: 'x'.repeat(129), password_confirmation: 'x'.repeat(129) }, 'password'],
  ['another confirmation', { password_confirmation: 'something else' }, 'password_confirmation'],
  ['a code that is not in the list', { country_code: '+999' }, 'country_code'],
  ['a number that is too short', { phone: '12345' }, 'phone'],
  ['a number of another country', { phone: '+33 6 12 34 56 78' }, 'phone'],
])('%s is refused at its field', async (_what, changes, field) => {
  const { status, json } = await register({ ...changes, ...(field === 'username' ? {} : { username: `refused${number}` }) });
  expect(status).toBe(422);
  expect(json).toMatchObject({ message: sentences.validationFailed, code: 'validation' });
  expect(Object.keys(json.errors)).toEqual([field]);
});

test('the country code is +234 by default', async () => {
  expect((await register({ country_code: undefined, phone: '8031234567' })).json.user).toMatchObject({
    country_code: '+234',
    phone: '+2348031234567',
  });
  expect((await register({ country_code: '+44', phone: '+44 20 7946 0000' })).json.user).toMatchObject({
    country_code: '+44',
    phone: '+442079460000',
  });
});

test('an IP address may register thirty times in half an hour', async () => {
  const strict = await startTestApp({ RATE_LIMIT_SCALE: '1' });
  try {
    for (let count = 0; count < 30; count += 1)
      expect((await strict.call('POST', '/auth/register', { json: registration({ phone: '12345' }) })).status).toBe(422);
    const { status, json, headers } = await strict.call('POST', '/auth/register', { json: registration() });
    expect([status, json.code]).toEqual([429, 'too_many_requests']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    const forwarded = { 'x-forwarded-for': '203.0.113.9' };
    expect((await strict.call('POST', '/auth/register', { json: registration(), headers: forwarded })).status).toBe(429);
  } finally {
    await strict.close();
  }
});

test('password length is counted after normalisation, and control characters are refused', async () => {
  const refusalOf = async (password: string) => (await register({ password, password_confirmation: password })).json.errors?.password;
  expect(await refusalOf('é'.normalize('NFD').repeat(4))).toEqual([sentences.passwordTooShort]);
  expect(await refusalOf('')).toEqual(['The password is required.']);
  for (const control of ['\t', '\n', '\u007f', '\u0085']) expect(await refusalOf(`kola nut${control}1961`)).toHaveLength(1);
  const long = 'ṣ́'.normalize('NFD').repeat(64);
  expect((await register({ password: long, password_confirmation: long })).status).toBe(201);
});

test('an empty username, address or phone number is reported as required', async () => {
  const { json } = await register({ username: ' ', email: '', phone: '' });
  expect(json.errors).toEqual({
    username: ['The username is required.'],
    email: ['The email is required.'],
    phone: ['The phone is required.'],
  });
});

test('an internationalised domain is accepted and equal in all its forms', async () => {
  const { status, json } = await register({ email: 'Nkem@Bücher.Example'.normalize('NFD') });
  expect([status, json.user?.email]).toEqual([201, 'nkem@xn--bcher-kva.example']);
  for (const email of ['nkem@BÜCHER.example', 'nkem@xn--bcher-kva.example'])
    expect((await app.call('POST', '/auth/login', { json: { email, password: 'kola nut 1961' } })).status).toBe(200);
  expect((await register({ email: 'ńkẹ́m@example.test' })).json.error_reasons).toEqual({ email: [{ reason: 'emailLocalNotAscii' }] });
});

test('registering stores the time zone name that the browser sends', async () => {
  const { json } = await register({ time_zone: 'Europe/Kyiv' });
  expect((await app.call('GET', '/me/settings', { token: json.token })).json.data?.time_zone ?? json.user.forum_settings?.time_zone).toBe(
    'Europe/Kyiv',
  );
});

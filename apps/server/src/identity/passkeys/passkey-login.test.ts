import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestAccount, refreshCookieOf } from '../../testing/accounts.ts';
import { startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPasskey, type Authenticator, cbor, deviceFor, type Lies, makeTestPasskey } from '../../testing/passkeys.ts';
import { whileChanging } from '../../testing/run-concurrently.ts';
import { addTestTotp } from '../../testing/totp.ts';
import { sweepPasskeyChallenges } from './verify-response.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp({ PUBLIC_URL: 'https://mbari.example' })));
afterAll(() => app.close());

const requestLoginOptions = async () => (await app.call('POST', '/auth/passkey/options')).json.data;
const logIn = (response: unknown) => app.call('POST', '/auth/passkey', { json: { response, device_name: 'web' } });
const signIn = async (device: Authenticator, lies: Lies = {}): Promise<TestAnswer> => logIn(device.get(await requestLoginOptions(), lies));

async function withPasskey(options: { isSynced?: boolean } = {}): Promise<{ member: TestMember; device: Authenticator; id: string }> {
  const member = await addTestAccount(app);
  return { member, ...(await addTestPasskey(app, member, options)) };
}

const passkeysOf = async ({ id }: TestMember): Promise<Record<string, unknown>[]> =>
  (await app.db.pool.query('select * from passkeys where member_id = $1 order by id', [id])).rows;

test('a passkey signs in without address, password or second step', async () => {
  const { member, device, id } = await withPasskey();
  await addTestTotp(app, member);
  const options = await requestLoginOptions();
  expect(options).toMatchObject({ rpId: 'mbari.example', userVerification: 'required', challenge: expect.stringMatching(/^[\w-]{43}$/) });
  expect(options.allowCredentials, 'it names no account').toBeUndefined();
  const answer = await logIn(device.get(options));
  expect(answer.status).toBe(200);
  expect(Object.keys(answer.json).sort()).toEqual(['token', 'user']);
  expect(answer.json.user.id).toBe(member.id);
  expect(refreshCookieOf(answer)).toMatch(/^[\w-]{86}$/);
  expect((await app.call('GET', '/me', { token: answer.json.token })).json.data.id).toBe(member.id);
  const [passkey] = await passkeysOf(member);
  expect(passkey).toMatchObject({ id, counter: '1', used_at: expect.any(Date) });
  expect((await signIn(device)).status).toBe(200);
});

const impostures: [string, (device: Authenticator) => Promise<unknown>][] = [
  ...(
    [
      ['another site', { origin: 'https://evil.example' }],
      ['another relying party', { rpId: 'evil.example' }],
      ['a challenge of its own', { challenge: 'A'.repeat(43) }],
      ['a challenge that is none', { challenge: '' }],
      ['an answer to another question', { type: 'webauthn.create' }],
      ['a page inside another', { crossOrigin: true }],
      ['a device that asked for no finger, face or PIN', { userVerified: false }],
      ['a device that nobody touched', { userPresent: false }],
      ['another key', { foreignKey: true }],
      ['another member’s handle', { userHandle: Buffer.alloc(16, 7).toString('base64url') }],
      ['no handle', { userHandle: null }],
    ] satisfies [string, Lies][]
  ).map(([label, lies]): [string, (device: Authenticator) => Promise<unknown>] => [
    label,
    async (device) => device.get(await requestLoginOptions(), lies),
  ]),
  ['an unknown passkey', async () => strangersDevice().get(await requestLoginOptions())],
  [
    'an expired challenge',
    async (device) => {
      const answer = device.get(await requestLoginOptions());
      await app.db.pool.query('update passkey_challenges set expires_at = now()');
      return answer;
    },
  ],
  [
    'a challenge for adding a passkey',
    async (device) => {
      const { response } = await makeTestPasskey(app, await addTestAccount(app), deviceFor(app));
      const { challenge } = JSON.parse(Buffer.from(response['clientDataJSON'] as string, 'base64url').toString());
      return device.get({ challenge, rpId: 'mbari.example' });
    },
  ],
  [
    'a signature of another challenge',
    async (device) => {
      const [firstAnswer, secondAnswer] = [device.get(await requestLoginOptions()), device.get(await requestLoginOptions())];
      return { ...secondAnswer, response: { ...secondAnswer.response, signature: firstAnswer.response['signature'] } };
    },
  ],
  ['an empty answer', async () => ({})],
];

/** Creates a device whose passkey was never registered here. */
function strangersDevice(): Authenticator {
  const device = deviceFor(app);
  device.create({ challenge: 'x', rp: { id: 'mbari.example' }, user: { id: 'x' } });
  return device;
}

test.each(impostures)('%s is refused with the same answer and starts no session', async (_, impose) => {
  const { member, device } = await withPasskey();
  const { status, json, headers } = await logIn(await impose(device));
  expect({ status, ...json }).toEqual({
    status: 422,
    message: 'Signing in with that passkey did not work. Please try again or use your password.',
    code: 'invalid_credentials',
    reason: 'passkeyRefused',
    errors: { credentials: ['Signing in with that passkey did not work. Please try again or use your password.'] },
    error_reasons: { credentials: [{ reason: 'passkeyRefused' }] },
    request_id: expect.any(String),
  });
  expect(headers.get('set-cookie')).toBeNull();
  expect((await passkeysOf(member))[0]).toMatchObject({ used_at: null, counter: '0' });
  expect((await signIn(device)).status).toBe(200);
});

test('a passkey response signs in once, even if sent twice concurrently', async () => {
  const { device } = await withPasskey({ isSynced: true });
  const answer = device.get(await requestLoginOptions());
  const answers = await Promise.all([logIn(answer), logIn(answer)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect((await logIn(answer)).json.code).toBe('invalid_credentials');
});

test('a device’s counter must increase unless its keys are synced', async () => {
  const { member, device } = await withPasskey();
  expect((await signIn(device, { counter: 9 })).status).toBe(200);
  for (const counter of [9, 8, 0]) expect((await signIn(device, { counter })).json.code, String(counter)).toBe('invalid_credentials');
  expect((await passkeysOf(member))[0]).toMatchObject({ counter: '9' });
  expect((await signIn(device, { counter: 10 })).status).toBe(200);
  const two = [device.get(await requestLoginOptions(), { counter: 11 }), device.get(await requestLoginOptions(), { counter: 11 })];
  const answers = await Promise.all(two.map(logIn));
  expect(answers.map(({ status }) => status).sort(), 'a copy, used at the same moment').toEqual([200, 422]);
  const synced = await withPasskey({ isSynced: true });
  for (const counter of [0, 0, 5, 3]) expect((await signIn(synced.device, { counter })).status, String(counter)).toBe(200);
  expect((await passkeysOf(synced.member))[0]).toMatchObject({ is_synced: true });
});

test('only a valid passkey response reveals a suspension; a closed account reopens only within 14 days', async () => {
  const { member, device } = await withPasskey();
  const updateMember = (columns: string) => app.db.pool.query(`update members set ${columns} where id = $1`, [member.id]);
  await updateMember('suspended_at = now()');
  expect((await signIn(device)).json.code).toBe('account_suspended');
  expect((await signIn(device, { userVerified: false })).json.code).toBe('invalid_credentials');
  await updateMember(`suspended_at = null, closed_at = now() - interval '15 days'`);
  expect((await signIn(device)).json.code).toBe('invalid_credentials');
  await updateMember(`closed_at = now() - interval '13 days'`);
  expect((await signIn(device, { foreignKey: true })).status).toBe(422);
  expect((await app.call('GET', '/me', { token: member.token })).status).toBe(401);
  expect((await signIn(device)).status).toBe(200);
  expect((await app.call('GET', '/me', { token: member.token })).status).toBe(200);
});

test('an account closed during sign-in reopens; one being erased does not', async () => {
  const closing = async (columns: string): Promise<TestAnswer> => {
    const { member, device } = await withPasskey();
    const response = device.get(await requestLoginOptions());
    const close = `update members set ${columns} where id = $1`;
    return whileChanging(
      app,
      () => logIn(response),
      (run) => run(close, [member.id]),
      () => undefined,
    );
  };
  const { status, json } = await closing('closed_at = now()');
  expect(status).toBe(200);
  expect((await app.call('GET', '/me', { token: json.token })).status).toBe(200);
  const erased = await closing('closed_at = now(), erasing_since = now()');
  expect([erased.status, erased.json.code]).toEqual([422, 'invalid_credentials']);
});

test('malformed browser responses are refused without an error in the log', { tags: ['world'] }, async () => {
  const { member, device } = await withPasskey();
  const signInAnswer = async () => device.get(await requestLoginOptions());
  const createPasskey = () => makeTestPasskey(app, member, deviceFor(app));
  const add = (response: unknown) => app.call('POST', '/me/passkeys', { token: member.token, json: { name: 'Telephone', response } });
  const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64url');
  const objects = ['null', '[]', '{"challenge":7}', cbor(new Map())].map(base64);
  const values = [null, 7, '', 'x', '\0', [], {}, 'A'.repeat(20_000), base64(Buffer.alloc(30_000, 0x81)), ...objects];
  for (const value of values) {
    for (const part of ['id', 'rawId', 'type', 'response']) {
      expect((await logIn({ ...(await signInAnswer()), [part]: value })).status, part).toBe(422);
      expect((await add({ ...(await createPasskey()), [part]: value })).status, part).toBe(422);
    }
    for (const part of ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle', 'attestationObject']) {
      const [firstAnswer, secondAnswer] = [await signInAnswer(), await createPasskey()];
      const isRead = Object.hasOwn(firstAnswer.response, part);
      expect((await logIn({ ...firstAnswer, response: { ...firstAnswer.response, [part]: value } })).status, part).toBe(isRead ? 422 : 200);
      if (Object.hasOwn(secondAnswer.response, part))
        expect((await add({ ...secondAnswer, response: { ...secondAnswer.response, [part]: value } })).status, part).toBe(422);
    }
  }
  expect(await passkeysOf(member)).toHaveLength(1);
});

test('an IP address may start thirty passkey sign-ins in five minutes', async () => {
  const strict = await startTestApp({ RATE_LIMIT_SCALE: '1' });
  try {
    for (let count = 0; count < 29; count += 1) await strict.context.limits.count('passkey by ip', '127.0.0.1');
    expect((await strict.call('POST', '/auth/passkey/options')).status).toBe(200);
    expect((await strict.call('POST', '/auth/passkey/options')).json.code).toBe('too_many_requests');
    expect((await strict.call('POST', '/auth/passkey', { json: { response: {} } })).json.code).toBe('too_many_requests');
  } finally {
    await strict.close();
  }
});

test('only expired challenges are swept', async () => {
  await app.db.pool.query('delete from passkey_challenges');
  await requestLoginOptions();
  await app.db.pool.query(`update passkey_challenges set expires_at = now() - interval '1 second'`);
  const fresh = await requestLoginOptions();
  await sweepPasskeyChallenges(null, { context: app.context, signal: new AbortController().signal, attempt: 1 });
  expect((await app.db.pool.query('select 1 from passkey_challenges')).rowCount).toBe(1);
  expect(fresh.challenge).toBeDefined();
});

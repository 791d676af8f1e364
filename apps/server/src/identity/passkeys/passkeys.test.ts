import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { addTestAccount, refreshCookieOf, testPassword } from '../../testing/accounts.ts';
import { startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import {
  addTestPasskey,
  addTestTotp,
  type Authenticator,
  cbor,
  deviceFor,
  type Lies,
  makeTestPasskey,
  openAuthenticator,
} from '../../testing/passkeys.ts';
import { whileChanging } from '../../testing/run-concurrently.ts';
import { sweepPasskeyChallenges } from './verify-response.ts';

describe('passkeys of an account', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startTestApp({ PUBLIC_URL: origin })));
  afterAll(() => app.close());

  const origin = 'https://mbari.example';

  const startPasskey = ({ token }: TestMember, password: string | undefined = testPassword) =>
    app.call('POST', '/me/passkeys/options', { token, json: { password } });
  const add = ({ token }: TestMember, response: unknown, name = 'Telephone') =>
    app.call('POST', '/me/passkeys', { token, json: { name, response } });
  const logIn = async (device: Authenticator) =>
    app.call('POST', '/auth/passkey', { json: { response: device.get((await app.call('POST', '/auth/passkey/options')).json.data) } });

  async function register(member: TestMember, device: Authenticator, lies: Lies = {}): Promise<TestAnswer> {
    return add(member, device.create((await startPasskey(member)).json.data, lies));
  }

  async function withPasskey(): Promise<{ member: TestMember; device: Authenticator; id: string }> {
    const member = await addTestAccount(app);
    return { member, ...(await addTestPasskey(app, member)) };
  }

  const passkeysOf = async ({ id }: TestMember): Promise<Record<string, unknown>[]> =>
    (await app.db.pool.query('select * from passkeys where member_id = $1 order by id', [id])).rows;

  async function noticesOf({ id }: TestMember): Promise<unknown[]> {
    const { rows } = await app.db.pool.query<{ notice: string; detail: string }>(
      `select payload->>'notice' as notice, payload->>'detail' as detail from graphile_worker._private_jobs
      where payload->>'kind' = 'notice' and payload->>'member_id' = $1 order by id`,
      [id],
    );
    return rows.map(({ notice, detail }) => [notice, detail]);
  }

  test('the options request a discoverable passkey with user verification, bound to the public URL', async () => {
    const member = await addTestAccount(app, { name: 'Ngozi Eze' });
    const wrongPassword = await startPasskey(member, 'not the password');
    expect([wrongPassword.status, Object.keys(wrongPassword.json.errors)]).toEqual([422, ['password']]);
    const { status, json } = await startPasskey(member);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      rp: { id: 'mbari.example', name: 'Mbari' },
      user: { name: member.email, displayName: 'Ngozi Eze', id: Buffer.from(member.id.replaceAll('-', ''), 'hex').toString('base64url') },
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      timeout: 300_000,
    });
    expect((await startPasskey(member)).json.data.challenge).not.toBe(json.data.challenge);
  });

  test('a passkey is stored under its given name, mailed to its owner and excluded from later options', async () => {
    const member = await addTestAccount(app);
    const response = openAuthenticator(origin).create((await startPasskey(member)).json.data);
    const { status, json } = await add(member, response, 'My key');
    expect(status).toBe(201);
    expect(json.data).toEqual({
      id: expect.any(String),
      name: 'My key',
      created_at: expect.any(String),
      used_at: null,
      is_synced: false,
    });
    expect(await noticesOf(member)).toEqual([['passkey_added', 'My key']]);
    expect((await startPasskey(member)).json.data.excludeCredentials).toEqual([
      { id: response.id, type: 'public-key', transports: ['usb'] },
    ]);
  });

  const x5c = new Map<string, unknown>([
    ['alg', -7],
    ['sig', Buffer.from([1, 2, 3])],
    ['x5c', [Buffer.from([1, 2, 3])]],
  ]);

  test.each<[string, Lies]>([
    ['another site', { origin: 'https://evil.example' }],
    ['the same site without encryption', { origin: 'http://mbari.example' }],
    ['another port', { origin: 'https://mbari.example:8443' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a challenge of its own', { challenge: 'A'.repeat(43) }],
    ['an answer to another question', { type: 'webauthn.get' }],
    ['a page inside another', { crossOrigin: true }],
    ['a device that asked for no finger, face or PIN', { userVerified: false }],
    ['a device that nobody touched', { userPresent: false }],
    ['a certificate', { format: 'packed', statement: x5c }],
    ['an attestation nobody knows', { format: 'homemade' }],
    ['a passkey with a name that is too long', { id: Buffer.alloc(1_024, 7).toString('base64url') }],
  ])('a passkey from %s is rejected', async (_, lies) => {
    const member = await addTestAccount(app);
    const { status, json } = await register(member, openAuthenticator(origin), lies);
    expect([status, json.code, json.errors]).toEqual([
      422,
      'validation',
      { response: ['That passkey could not be checked. Please try again.'] },
    ]);
    expect(await passkeysOf(member)).toEqual([]);
    expect(await noticesOf(member)).toEqual([]);
  });

  test('a challenge works once, for its member, for five minutes', async () => {
    const member = await addTestAccount(app);
    const otherMember = await addTestAccount(app);
    const options = (await startPasskey(member)).json.data;
    const device = openAuthenticator(origin);
    expect((await add(otherMember, device.create(options))).status, 'somebody else’s').toBe(422);
    expect((await add(member, device.create(options))).status).toBe(201);
    expect((await add(member, device.create(options))).status, 'a second time').toBe(422);
    const late = (await startPasskey(member)).json.data;
    await app.db.pool.query('update passkey_challenges set expires_at = now() where member_id = $1', [member.id]);
    expect((await add(member, device.create(late))).status, 'too late').toBe(422);
    const { challenge } = (await app.call('POST', '/auth/passkey/options')).json.data;
    expect((await add(member, device.create({ ...options, challenge }))).status, 'one for signing in').toBe(422);
    expect(await passkeysOf(member)).toHaveLength(1);
  });

  test('a registered passkey cannot be registered again', async () => {
    const { device, member } = await withPasskey();
    const credentialId = device.get({ challenge: '', rpId: 'mbari.example' }).id;
    for (const owner of [await addTestAccount(app), member]) {
      const { status, json } = await register(owner, openAuthenticator(origin), { id: credentialId });
      expect([status, json.code]).toEqual([409, 'conflict']);
    }
    expect((await logIn(device)).json.user.id).toBe(member.id);
  });

  test('an account has at most twenty passkeys, also with concurrent requests', async () => {
    const member = await addTestAccount(app);
    for (let count = 0; count < 18; count += 1) await addTestPasskey(app, member);
    const options = [];
    for (let count = 0; count < 5; count += 1) options.push((await startPasskey(member)).json.data);
    const answers = await Promise.all(options.map((option) => add(member, openAuthenticator(origin).create(option))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
    expect(answers.flatMap(({ status, json }) => (status === 409 ? [json.code] : []))).toEqual(['conflict', 'conflict', 'conflict']);
    expect(await passkeysOf(member)).toHaveLength(20);
    expect((await startPasskey(member)).json.code).toBe('conflict');
  });

  test('the server ignores owner, counter and state that a browser sends with a new passkey', async () => {
    const [member, otherMember] = [await addTestAccount(app), await addTestAccount(app)];
    const response = openAuthenticator(origin).create((await startPasskey(member)).json.data);
    const forgedFields = {
      id: newId(),
      member_id: otherMember.id,
      user_id: otherMember.id,
      counter: 7,
      is_synced: true,
      used_at: '2001-01-01T00:00:00.000Z',
    };
    const { json } = await app.call('POST', '/me/passkeys', { token: member.token, json: { name: 'Mine', response, ...forgedFields } });
    await app.call('PUT', `/me/passkeys/${json.data.id}`, { token: member.token, json: { name: 'Still mine', ...forgedFields } });
    expect(await passkeysOf(otherMember)).toEqual([]);
    expect(await passkeysOf(member)).toMatchObject([
      { id: json.data.id, name: 'Still mine', counter: '0', is_synced: false, used_at: null },
    ]);
    expect(json.data.id).not.toBe(forgedFields.id);
  });

  test('only its owner can rename a passkey', async () => {
    const { member, id } = await withPasskey();
    const otherMember = await addTestAccount(app);
    const rename = ({ token }: TestMember, passkeyId: string, name = 'Grandmother’s key') =>
      app.call('PUT', `/me/passkeys/${passkeyId}`, { token, json: { name } });
    const { status, json } = await rename(member, id);
    expect([status, json.data.name, json.data.id]).toEqual([200, 'Grandmother’s key', id]);
    const foreign = await rename(otherMember, id, 'Mine');
    const missing = await rename(otherMember, newId(), 'Mine');
    expect([foreign.status, foreign.json.code]).toEqual([404, 'not_found']);
    expect(foreign.text.replace(foreign.json.request_id, '')).toBe(missing.text.replace(missing.json.request_id, ''));
    expect((await rename(member, 'no-id')).status).toBe(404);
    expect((await rename(member, id, ' ')).json.errors).toHaveProperty('name');
    expect((await passkeysOf(member))[0]).toMatchObject({ name: 'Grandmother’s key' });
  });

  test('an owner removes a passkey with the password and is mailed; the passkey no longer signs in', async () => {
    const { member, device, id } = await withPasskey();
    const otherMember = await addTestAccount(app);
    const remove = ({ token }: TestMember, password: string, passkeyId = id) =>
      app.call('DELETE', `/me/passkeys/${passkeyId}`, { token, json: { password } });
    expect((await remove(member, 'not the password')).status).toBe(422);
    expect((await remove(otherMember, testPassword)).status).toBe(404);
    expect((await remove(member, testPassword, 'no-id')).status).toBe(404);
    expect((await logIn(device)).status).toBe(200);
    expect((await remove(member, testPassword)).status).toBe(200);
    expect((await remove(member, testPassword)).status).toBe(404);
    expect(await noticesOf(member)).toEqual([
      ['passkey_added', 'Telephone'],
      ['passkey_removed', 'Telephone'],
    ]);
    expect((await logIn(device)).json.code).toBe('invalid_credentials');
  });

  test('members without a password need a recent sign-in to add a passkey; visitors and unverified members cannot', async () => {
    const member = await addTestAccount(app, { password_hash: null });
    const { id } = (await register(member, openAuthenticator(origin))).json.data;
    await app.db.pool.query(`update sessions set created_at = now() - interval '16 minutes' where member_id = $1`, [member.id]);
    expect((await startPasskey(member)).json.code).toBe('recent_sign_in_required');
    const { token: unverified } = await addTestAccount(app, { email_verified_at: null });
    for (const [method, path] of [
      ['POST', '/me/passkeys/options'],
      ['POST', '/me/passkeys'],
      ['PUT', `/me/passkeys/${id}`],
      ['DELETE', `/me/passkeys/${id}`],
    ] as const) {
      const json = { password: testPassword, name: 'Mine', response: {} };
      expect((await app.call(method, path, { json })).status, path).toBe(401);
      expect((await app.call(method, path, { json, token: unverified })).json.code, path).toBe('email_unverified');
    }
  });
});

describe('sign-in with a passkey', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startTestApp({ PUBLIC_URL: 'https://mbari.example' })));
  afterAll(() => app.close());

  const requestLoginOptions = async () => (await app.call('POST', '/auth/passkey/options')).json.data;
  const logIn = (response: unknown) => app.call('POST', '/auth/passkey', { json: { response, device_name: 'web' } });
  const signIn = async (device: Authenticator, lies: Lies = {}): Promise<TestAnswer> =>
    logIn(device.get(await requestLoginOptions(), lies));

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
        expect((await logIn({ ...firstAnswer, response: { ...firstAnswer.response, [part]: value } })).status, part).toBe(
          isRead ? 422 : 200,
        );
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
});

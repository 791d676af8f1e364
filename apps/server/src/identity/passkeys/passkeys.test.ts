import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { addTestAccount, testPassword } from '../../testing/accounts.ts';
import { startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPasskey, type Authenticator, type Lies, openAuthenticator } from '../../testing/passkeys.ts';

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
  expect((await startPasskey(member)).json.data.excludeCredentials).toEqual([{ id: response.id, type: 'public-key', transports: ['usb'] }]);
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
  expect(await passkeysOf(member)).toMatchObject([{ id: json.data.id, name: 'Still mine', counter: '0', is_synced: false, used_at: null }]);
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

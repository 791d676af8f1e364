import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestAccount, testPassword } from '../../testing/accounts.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPasskey, codeOf } from '../../testing/passkeys.ts';

const provider = {
  OIDC_ISSUER: 'https://id.example/realms/lagos',
  OIDC_CLIENT_ID: 'mbari',
  OIDC_CLIENT_SECRET: 'a secret of the provider',
  OIDC_NAME: 'Lagos Print School',
};

let app: TestApp;
beforeAll(async () => void (app = await startTestApp(provider)));
afterAll(() => app.close());

const readSecurity = ({ token }: TestMember) => app.call('GET', '/me/security', { token });
const addIdentity = ({ id }: TestMember, issuer: string, email: string | null) =>
  app.db.pool.query('insert into identities (issuer, subject, member_id, email) values ($1, gen_random_uuid(), $2, $3)', [
    issuer,
    id,
    email,
  ]);

test('a new account has a password and no other sign-in method', async () => {
  const member = await addTestAccount(app);
  const { status, json } = await readSecurity(member);
  expect(status).toBe(200);
  expect(json.data).toEqual({
    has_password: true,
    email: member.email,
    pending_email: null,
    passkeys: [],
    totp: { is_enabled: false, recovery_codes_left: 0 },
    providers: [],
  });
  const without = await addTestAccount(app, { password_hash: null });
  expect((await readSecurity(without)).json.data.has_password).toBe(false);
});

test('passkeys are listed in order of creation, with their last use', async () => {
  const member = await addTestAccount(app);
  const { id, device } = await addTestPasskey(app, member);
  const { id: second } = await addTestPasskey(app, member, { isSynced: true });
  const options = (await app.call('POST', '/auth/passkey/options')).json.data;
  await app.call('POST', '/auth/passkey', { json: { response: device.get(options) } });
  const { passkeys } = (await readSecurity(member)).json.data;
  expect(passkeys).toEqual([
    { id, name: 'Telephone', created_at: expect.any(String), used_at: expect.any(String), is_synced: false },
    { id: second, name: 'Telephone', created_at: expect.any(String), used_at: null, is_synced: true },
  ]);
});

test('the second step is shown as on once confirmed, with its number of unused recovery codes', async () => {
  const member = await addTestAccount(app);
  const { token } = member;
  const { secret } = (await app.call('POST', '/me/totp', { token, json: { password: testPassword } })).json.data;
  expect((await readSecurity(member)).json.data.totp).toEqual({ is_enabled: false, recovery_codes_left: 0 });
  const { recovery_codes: codes } = (await app.call('POST', '/me/totp/confirm', { token, json: { code: codeOf(secret) } })).json;
  expect((await readSecurity(member)).json.data.totp).toEqual({ is_enabled: true, recovery_codes_left: 10 });
  await app.call('POST', '/auth/login', { json: { email: member.email, password: testPassword, code: codes[0] } });
  expect((await readSecurity(member)).json.data.totp).toEqual({ is_enabled: true, recovery_codes_left: 9 });
  expect((await readSecurity(member)).text).not.toContain(secret);
});

test('a provider is shown by its configured name, a former one by its address', async () => {
  const member = await addTestAccount(app);
  await addIdentity(member, 'https://id.example/realms/lagos', 'ngozi@print.example');
  await addIdentity(member, 'https://old.example/realms/x', null);
  expect((await readSecurity(member)).json.data.providers).toEqual([
    { id: expect.any(String), key: 'default', name: 'Lagos Print School', email: 'ngozi@print.example', linked_at: expect.any(String) },
    { id: expect.any(String), key: null, name: 'old.example', email: null, linked_at: expect.any(String) },
  ]);
});

test('a requested address is pending while its link is valid', async () => {
  const member = await addTestAccount(app);
  await app.db.pool.query(`insert into email_changes (member_id, email) values ($1, 'new@example.test')`, [member.id]);
  expect((await readSecurity(member)).json.data).toMatchObject({ email: member.email, pending_email: 'new@example.test' });
  await app.db.pool.query(`update email_changes set created_at = now() - interval '1 hour' where member_id = $1`, [member.id]);
  expect((await readSecurity(member)).json.data.pending_email).toBeNull();
});

test('members read only their own sign-in methods; visitors read none', async () => {
  const unverified = await addTestAccount(app, { email_verified_at: null });
  expect((await readSecurity(unverified)).json.data.email).toBe(unverified.email);
  expect((await app.call('GET', '/me/security')).json.code).toBe('unauthenticated');
  const otherMember = await addTestAccount(app);
  await addTestPasskey(app, otherMember);
  expect((await readSecurity(unverified)).json.data.passkeys).toEqual([]);
});

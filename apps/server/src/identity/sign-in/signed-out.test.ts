import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestAccount, testPassword } from '../../testing/accounts.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addTestPasskey, deviceFor, makeTestPasskey } from '../../testing/passkeys.ts';
import { whileResetting } from '../../testing/run-concurrently.ts';
import { addTestTotp, codeOf } from '../../testing/totp.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const json = { password: testPassword };
const signInMethodsOf = async ({ id }: { id: string }): Promise<unknown> =>
  (
    await app.db.pool.query(
      `select (select count(*) from passkeys where member_id = $1) as passkeys,
              (select jsonb_agg(to_jsonb(t) - 'created_at') from totp_secrets t where member_id = $1) as totp,
              (select count(*) from recovery_codes where member_id = $1) as codes,
              (select count(*) from graphile_worker._private_jobs where payload->>'member_id' = $1::text) as mails`,
      [id],
    )
  ).rows;

// An intruder's concurrent call must not survive the owner's password change.
test('a session ended by a new password while adding or removing a passkey changes nothing', async () => {
  const adder = await addTestAccount(app);
  const response = await makeTestPasskey(app, adder, deviceFor(app));
  const adderMethods = await signInMethodsOf(adder);
  const adding = () => app.call('POST', '/me/passkeys', { token: adder.token, json: { name: 'Telephone', response } });
  expect((await whileResetting(app, adder, adding)).json.code).toBe('unauthenticated');
  expect(await signInMethodsOf(adder)).toEqual(adderMethods);

  const remover = await addTestAccount(app);
  const { id } = await addTestPasskey(app, remover);
  const removerMethods = await signInMethodsOf(remover);
  const removing = () => app.call('DELETE', `/me/passkeys/${id}`, { token: remover.token, json });
  expect((await whileResetting(app, remover, removing)).status).toBe(401);
  expect(await signInMethodsOf(remover)).toEqual(removerMethods);
});

test('a session ended while turning the second step on does not lock the owner out', async () => {
  const member = await addTestAccount(app);
  const secret = await addTestTotp(app, member, { isConfirmed: false });
  const methodsBefore = await signInMethodsOf(member);
  const confirming = () => app.call('POST', '/me/totp/confirm', { token: member.token, json: { code: codeOf(secret) } });
  expect((await whileResetting(app, member, confirming)).status).toBe(401);
  expect(await signInMethodsOf(member)).toEqual(methodsBefore);
});

test.each([
  ['DELETE', '/me/totp'],
  ['POST', '/me/recovery-codes'],
] as const)('… while asking for %s %s has left the second step as it was', async (method, path) => {
  const member = await addTestAccount(app);
  await addTestTotp(app, member);
  const methodsBefore = await signInMethodsOf(member);
  expect((await whileResetting(app, member, () => app.call(method, path, { token: member.token, json }))).status).toBe(401);
  expect(await signInMethodsOf(member)).toEqual(methodsBefore);
});

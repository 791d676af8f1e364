import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { vapidKeys } from '../../platform/adapters/vapid-keys.ts';
import { addTestAccount, testPassword } from '../../testing/accounts.ts';
import { addTestMember, addTestSession, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import type { TestPushService } from '../../testing/push-endpoint.ts';
import { startTestAppWithPush } from '../../testing/push.ts';

let app: TestApp;
let service: TestPushService;
let member: TestMember;
let stop: () => Promise<void>;
beforeAll(async () => void ({ app, service, stop } = await startTestAppWithPush()));
afterAll(() => stop());
beforeEach(async () => void (member = await addTestMember(app)));

const add = (token: string, json: object) => app.call('POST', '/me/push-subscriptions', { token, json });
const list = async (token: string) => (await app.call('GET', '/me/push-subscriptions', { token })).json;
const remove = (token: string, id: string) => app.call('DELETE', `/me/push-subscriptions/${id}`, { token });

test('the list of devices omits everything that would allow pushing to them', async () => {
  await app.db.run('update sessions set device_name = $2 where id = $1', [member.session_id, 'Firefox on Linux']);
  const subscription = service.subscribe();
  const answer = await add(member.token, subscription);
  expect(answer.json.data).toMatchObject({ device: 'Firefox on Linux', shows_content: false, is_current: true });
  const phone = await addTestSession(app, member.id);
  await add(phone.token, { ...service.subscribe(), shows_content: true });
  const { data } = await list(member.token);
  expect(data.map(({ device, shows_content, is_current }: any) => [device, shows_content, is_current])).toEqual([
    ['Unknown device', true, false],
    ['Firefox on Linux', false, true],
  ]);
  for (const secret of [subscription.endpoint, ...Object.values(subscription.keys)])
    expect(JSON.stringify([data, answer.json])).not.toContain(secret);
});

test('a session has one subscription: sending it again updates it, and a new endpoint replaces it', async () => {
  const subscription = service.subscribe();
  const first = (await add(member.token, subscription)).json.data;
  const changed = (await add(member.token, { ...subscription, shows_content: true })).json.data;
  expect(changed).toEqual({ ...first, shows_content: true });
  const answers = await Promise.all(Array.from({ length: 8 }, () => add(member.token, service.subscribe())));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
  const { data } = await list(member.token);
  expect(data).toHaveLength(1);
  expect(data[0].id).not.toBe(first.id);
});

test('a browser’s subscription belongs to the member who subscribed last', async () => {
  const otherMember = await addTestMember(app);
  const subscription = service.subscribe();
  const first = (await add(member.token, subscription)).json.data;
  const second = (await add(otherMember.token, subscription)).json.data;
  expect((await list(member.token)).data).toEqual([]);
  expect((await list(otherMember.token)).data).toEqual([second]);
  expect(second.id).not.toBe(first.id);
});

test('a subscription ends with its session: sign-out, new password, closed account', async () => {
  const account = await addTestAccount(app);
  const sessionEnds = [
    (token: string) => app.call('POST', '/auth/logout', { token }),
    () =>
      app.call('PUT', '/me/password', {
        token: account.token,
        json: { current_password: testPassword, password: 'indigo vat 1962', password_confirmation: 'indigo vat 1962' },
      }),
    () => app.call('DELETE', '/me', { token: account.token, json: { password: 'indigo vat 1962' } }),
  ];
  for (const endSession of sessionEnds) {
    const { token } = await addTestSession(app, account.id);
    expect((await add(token, service.subscribe())).status).toBe(201);
    expect((await endSession(token)).status).toBe(200);
    const { rows } = await app.db.pool.query('select from push_subscriptions where member_id = $1', [account.id]);
    expect(rows).toHaveLength(0);
  }
});

test('members remove only their own subscriptions, once', async () => {
  const { id } = (await add(member.token, service.subscribe())).json.data;
  const otherMember = await addTestMember(app);
  const refusal = { status: 404, code: 'not_found' };
  const summarize = ({ status, json }: { status: number; json: any }) => ({ status, code: json.code });
  expect(summarize(await remove(otherMember.token, id))).toEqual(refusal);
  expect(summarize(await remove(member.token, 'nothing'))).toEqual(refusal);
  expect((await remove(member.token, id)).status).toBe(200);
  expect(summarize(await remove(member.token, id))).toEqual(refusal);
});

test.each([
  ['http://push.example/x', 'endpoint'],
  ['https://127.0.0.1/x', 'endpoint'],
  ['https://[::1]/x', 'endpoint'],
  ['https://2130706433/x', 'endpoint'],
  ['https://localhost/x', 'endpoint'],
  ['https://localhost./x', 'endpoint'],
  ['https://push.example./x', 'endpoint'],
  ['https://push.LOCALHOST/x', 'endpoint'],
  ['https://localhost.localdomain/x', 'endpoint'],
  ['https://printer.local/x', 'endpoint'],
  ['https://router.home.arpa/x', 'endpoint'],
  ['https://metadata.google.internal/x', 'endpoint'],
  ['https://127.1/x', 'endpoint'],
  ['https://0x7f.0.0.1/x', 'endpoint'],
  ['https://0177.0.0.1./x', 'endpoint'],
  ['https://１２７.０.０.１/x', 'endpoint'],
  ['https://[::ffff:127.0.0.1]/x', 'endpoint'],
  ['https://push..example/x', 'endpoint'],
  ['https://push.example:8443/x', 'endpoint'],
  ['https://user:word@push.example/x', 'endpoint'],
  ['http://127.0.0.1:1/x', 'endpoint'],
  ['file:///etc/passwd', 'endpoint'],
  [`https://push.example/${'x'.repeat(1_000)}`, 'endpoint'],
])('nothing is ever sent to %s', async (endpoint) => {
  const { status, json } = await add(member.token, { ...service.subscribe(), endpoint });
  expect([status, Object.keys(json.errors)]).toEqual([422, ['endpoint']]);
  expect((await list(member.token)).data).toEqual([]);
});

test.each([
  ['not a point of the curve', { p256dh: Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url') }],
  ['a secret that is too short', { auth: randomBytes(12).toString('base64url') }],
  ['a number', { auth: 5 }],
])('unusable keys are refused: %s', async (_why, keys) => {
  const subscription = service.subscribe();
  const { status } = await add(member.token, { ...subscription, keys: { ...subscription.keys, ...keys } });
  expect(status).toBe(422);
});

test('members who may not read notifications get no pushes', async () => {
  const newcomer = await addTestMember(app, { gender: null });
  for (const token of [newcomer.token]) expect((await add(token, service.subscribe())).status).toBe(403);
  expect((await app.call('GET', '/me/push-subscriptions')).status).toBe(401);
});

test('all nodes derive the same push key from the signing key', async () => {
  const { public_key } = await list(member.token);
  expect(vapidKeys(app.context.secrets).publicKey).toBe(public_key);
  const secondApp = await startTestApp({ LOCAL_PUSH_SERVICE: service.origin }, {}, { beside: app });
  try {
    const { json } = await secondApp.call('GET', '/me/push-subscriptions', { token: member.token });
    expect(json.public_key).toBe(public_key);
  } finally {
    await secondApp.close();
  }
});

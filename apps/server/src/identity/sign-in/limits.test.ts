/** @module-tag world */
import * as sentences from '@mbari/contract/platform/sentences';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import type { Context } from '../../platform/context.ts';
import { openRateLimits } from '../../platform/http/rate-limits.ts';
import { addTestAccount, refreshCookieOf, testPassword } from '../../testing/accounts.ts';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { openOutbox } from '../../testing/mails.ts';

let testLimits: Context['limits'];
const limits: Context['limits'] = {
  spend: (name, key) => testLimits.spend(name, key),
  spendHere: (name, key) => testLimits.spendHere(name, key),
  count: (name, key) => testLimits.count(name, key),
  overrun: (name, key) => testLimits.overrun(name, key),
  load: () => testLimits.load(),
};
let app: TestApp;
let behindProxy: TestApp;
let member: TestMember;
let otherMember: TestMember;
const provider = { OIDC_ISSUER: 'https://id.example.test', OIDC_CLIENT_ID: 'mbari', OIDC_CLIENT_SECRET: 'secret' };
beforeAll(async () => {
  app = await startTestApp({ ...provider }, { limits });
  behindProxy = await startTestApp({ ...provider, TRUST_PROXY: '127.0.0.1' }, { limits }, { beside: app });
  member = await addTestAccount(app, { email_verified_at: null });
  otherMember = await addTestAccount(app, { email_verified_at: null });
});
beforeEach(() => {
  testLimits = openRateLimits({ scale: 1, now: () => Date.now() });
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await behindProxy.close();
  await app.close();
});

const advance = (seconds: number): unknown => vi.setSystemTime(Date.now() + seconds * 1000 + 1);

interface Change {
  path?: (path: string) => string;
  headers?: Record<string, string>;
  on?: TestApp;
  as?: TestMember;
  index?: number;
}
type Send = (change?: Change) => Promise<TestAnswer>;

const sender =
  (method: string, endpointPath: string, json?: (change: Change) => unknown, signedIn = false): Send =>
  (change = {}) => {
    const { path = (samePath: string) => samePath, headers = {}, on = app, as = member } = change;
    return on.call(method, path(`/api/v1${endpointPath}`), { json: json?.(change), headers, token: signedIn ? as.token : undefined });
  };

let secrets: Record<string, string> = {};
const refresh: Send = async ({ path = (samePath: string) => samePath, headers = {}, as = member } = {}) => {
  secrets[as.id] ??= refreshCookieOf(await app.call('POST', '/auth/login', { json: { email: as.email, password: testPassword } }))!;
  const cookie = `mbari_refresh=${secrets[as.id]}`;
  const answer = await app.call('POST', path('/api/v1/auth/refresh'), { headers: { ...headers, cookie } });
  secrets = { ...secrets, [as.id]: refreshCookieOf(answer) || secrets[as.id]! };
  return answer;
};

const unknownEmail = (index = 0): string => `nobody${index}@example.test`;
const registration = { name: 'Ngozi', username: 'ngozi', email: 'ngozi@example.test', country_code: '+234', phone: '12345' };
const passwords = { password: 'masquerade at dusk 61', password_confirmation: 'masquerade at dusk 61' };
const wrongLink = { token: 'a'.repeat(43), email: 'ngozi@example.test', ...passwords };
const minute = 60;

const byAddress: [string, number, number, Send][] = [
  ['signing in', 10, 5 * minute, sender('POST', '/auth/login', ({ index }) => ({ email: unknownEmail(index), password: 'x' }))],
  ['registering', 30, 30 * minute, sender('POST', '/auth/register', () => ({ ...registration, ...passwords }))],
  ['requesting a reset link', 10, 30 * minute, sender('POST', '/auth/forgot-password', ({ index }) => ({ email: unknownEmail(index) }))],
  ['resetting a password', 10, 30 * minute, sender('POST', '/auth/reset-password', () => wrongLink)],
  ['requesting a link again', 10, 30 * minute, sender('POST', '/email/resend-by-email', ({ index }) => ({ email: unknownEmail(index) }))],
  ['verifying an address', 25, 5 * minute, sender('GET', `/email/verify/${'a'.repeat(32)}/${'b'.repeat(64)}`)],
  ['signing in with a passkey', 30, 5 * minute, sender('POST', '/auth/passkey/options')],
  ['signing in by the provider', 30, 5 * minute, sender('POST', '/auth/oauth/exchange', () => ({ token: 'a'.repeat(43) }))],
];

const newPasswords = { current_password: 'not mine', ...passwords };
const byMember: [string, number, number, Send][] = [
  ['refreshing', 30, 5 * minute, refresh],
  ['requesting one’s own link again', 5, 30 * minute, sender('POST', '/email/resend', undefined, true)],
  ['reading the verification status', 30, minute, sender('GET', '/email/status', undefined, true)],
  ['confirming by password', 10, 10 * minute, sender('PUT', '/me/password', () => newPasswords, true)],
  [
    'requesting a change of address',
    5,
    60 * minute,
    sender('PUT', '/me/email', () => ({ email: 'new@example.test', password: testPassword }), true),
  ],
];

async function expectUsedUp(limit: number, window: number, send: Send): Promise<void> {
  for (let index = 0; index < limit; index += 1) expect([index, (await send({ index })).status]).not.toEqual([index, 429]);
  const { status, json, headers } = await send({ index: limit });
  expect([status, json.code]).toEqual([429, 'too_many_requests']);
  const seconds = Number(headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(window);
  expect(['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`))).toEqual([`${limit}`, '0', `${seconds}`]);
}

/** Checks that other spellings and forwarded headers do not evade the limit. */
async function expectNoWayAround(send: Send): Promise<void> {
  for (const path of [
    (samePath: string) => `${samePath}/`,
    (samePath: string) => samePath.toUpperCase(),
    (samePath: string) => samePath.replace('/api', '//api'),
    (samePath: string) => samePath.replace('v1', '%76%31'),
    (samePath: string) => `${samePath}?again=1`,
  ])
    expect([404, 429]).toContain((await send({ path })).status);
  for (const name of ['x-forwarded-for', 'x-real-ip', 'cf-connecting-ip'])
    expect((await send({ headers: { [name]: '203.0.113.9' } })).status).toBe(429);
}

test.each(byAddress)('%s is accepted %i times in %i seconds from one IP address', async (_what, limit, window, send) => {
  await expectUsedUp(limit, window, send);
  await expectNoWayAround(send);
  // Another IP address has its own limit.
  const from = (ip: string): Change => ({ on: behindProxy, headers: { 'x-forwarded-for': ip } });
  expect((await send(from('203.0.113.9'))).status).not.toBe(429);
  // A household has a whole IPv6 /64, so its addresses share a limit.
  for (let index = 0; index < limit; index += 1) await send({ ...from(`2001:db8::${index + 1}`), index });
  expect((await send({ ...from('2001:db8::ffff'), index: limit })).status).toBe(429);
  expect((await send({ ...from('2001:db8:0:1::1'), index: limit })).status).not.toBe(429);
  advance(window);
  expect((await send()).status).not.toBe(429);
});

test.each(byMember)('%s is accepted %i times in %i seconds from one member', async (_what, limit, window, send) => {
  await expectUsedUp(limit, window, send);
  await expectNoWayAround(send);
  expect((await send({ as: otherMember })).status).not.toBe(429);
  advance(window);
  expect((await send()).status).not.toBe(429);
});

test.each<[string, Send]>([
  ['requesting a reset link', sender('POST', '/auth/forgot-password', ({ index = 0 }) => ({ email: spelt(index) }))],
  ['requesting a link again', sender('POST', '/email/resend-by-email', ({ index = 0 }) => ({ email: spelt(index) }))],
])('%s is accepted five times in half an hour for one mailbox, in any spelling and from any address', async (_what, send) => {
  const from = (index: number): Change => ({ on: behindProxy, headers: { 'x-forwarded-for': `203.0.113.${index}` }, index });
  for (let index = 0; index < 5; index += 1) expect((await send(from(index))).status).toBe(200);
  expect((await send(from(5))).status).toBe(429);
  expect((await send(from(100))).status).toBe(200);
  advance(30 * minute);
  expect((await send(from(5))).status).toBe(200);
});
const spelt = (index: number): string =>
  index === 100 ? 'chioma@example.test' : index % 2 ? `Ada+${index}@Example.test` : ' ada@example.test';

test('an IP address may try ten sign-ins to one account in a quarter of an hour', async () => {
  const logIn = (email: string) => app.call('POST', '/auth/login', { json: { email, password: 'x' } });
  for (let count = 0; count < 10; count += 1) expect((await logIn(unknownEmail())).status).toBe(422);
  advance(5 * minute);
  expect((await logIn(unknownEmail())).status).toBe(429);
  expect((await logIn(unknownEmail(1))).status).toBe(422);
  advance(10 * minute);
  expect((await logIn(unknownEmail())).status).toBe(422);
});

test('a mailbox gets ten mails an hour, across all accounts and requests', async () => {
  const stranger = (index: number): string => (index % 2 ? `bessie+${index}@example.test` : 'bessie@example.test');
  const outbox = openOutbox(app);
  const received = async (): Promise<number> => {
    await runJobs(app.context);
    return (await outbox.take()).filter(({ to }) => to.startsWith('bessie')).length;
  };
  await received();
  for (let index = 0; index < 4; index += 1) {
    const fields = { username: `stranger${index}`, email: stranger(index), phone: '0803 123 4567' };
    expect((await app.call('POST', '/auth/register', { json: { ...registration, ...passwords, ...fields } })).status).toBe(201);
    const json = { email: stranger(index + 1), password: testPassword };
    expect((await app.call('PUT', '/me/email', { token: (await addTestAccount(app)).token, json })).status).toBe(200);
    const { token } = await addTestMember(app, { email: stranger(index), email_verified_at: null });
    expect((await app.call('POST', '/email/resend', { token })).json).toEqual({ message: sentences.verificationSent });
  }
  expect(await received()).toBe(10);
  // Mails with reset links are counted separately.
  await app.call('POST', '/auth/forgot-password', { json: { email: stranger(0) } });
  expect(await received()).toBe(1);
});

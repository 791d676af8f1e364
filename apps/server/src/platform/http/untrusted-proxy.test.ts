import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeForwarding } from '../../operations/system/check-address.ts';
import { addTestAccount, testPassword } from '../../testing/accounts.ts';
import { startTestApp, type TestAnswer, type TestApp } from '../../testing/app.ts';
import { startPlainProxy, type PlainProxy } from '../../testing/plain-proxy.ts';
import { openLog } from '../adapters/log.ts';

const lines: { level: number; msg: string; peer?: string }[] = [];
const log = openLog('warn', new Writable({ write: (line, _encoding, done) => (lines.push(JSON.parse(String(line))), done()) }));

const strict = { RATE_LIMIT_SCALE: '1', PUBLIC_URL: 'https://mbari.example' };
let trusting: TestApp;
let proxy: PlainProxy | null = null;
beforeAll(async () => void (trusting = await startTestApp({ ...strict, TRUST_PROXY: 'loopback' }, { log })));
afterEach(async () => {
  await proxy?.close();
  proxy = null;
});
afterAll(() => trusting.close());

const logIn = (app: TestApp, from: string, email: string, password = 'not the password'): Promise<TestAnswer> =>
  app.call('POST', '/auth/login', { json: { email, password }, headers: { 'x-forwarded-for': from } });

test('behind a trusted proxy, eleven people with wrong passwords lock nobody else out', { tags: ['world'] }, async () => {
  const twelfth = await addTestAccount(trusting);
  for (let person = 1; person <= 11; person += 1)
    for (let tries = 0; tries < 2; tries += 1)
      expect((await logIn(trusting, `203.0.113.${person}`, `person${person}@example.test`)).status).toBe(422);
  expect((await logIn(trusting, '203.0.113.12', twelfth.email, testPassword)).status).toBe(200);
  expect(lines).toEqual([]);
});

test('forwarding headers sent by the visitor are ignored', async () => {
  const claims = (count: number): string => [`198.51.100.${count}`, '127.0.0.1', '::1', 'unknown'].join(', ');
  for (let count = 0; count < 10; count += 1)
    expect((await logIn(trusting, `${claims(count)}, 203.0.113.99`, `claim${count}@example.test`)).status).toBe(422);
  expect((await logIn(trusting, `${claims(10)}, 203.0.113.99`, 'claim10@example.test')).status).toBe(429);
  expect((await logIn(trusting, '203.0.113.98', 'claim11@example.test')).status).toBe(422);
});

test('behind an untrusted proxy all visitors count as one, and the log names the setting once', async () => {
  lines.length = 0;
  const app = await startTestApp({ ...strict, TRUST_PROXY: '10.0.0.7' }, { log });
  try {
    for (let person = 1; person <= 10; person += 1)
      expect((await logIn(app, `203.0.113.${person}`, `person${person}@example.test`)).status).toBe(422);
    expect((await logIn(app, '203.0.113.11', 'person11@example.test')).status).toBe(429);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 40, peer: '127.0.0.1', msg: expect.stringContaining('set TRUST_PROXY=10.0.0.7,loopback;') });
  } finally {
    await app.close();
  }
});

test('the warning also names PUBLIC_URL on a server with local settings', async () => {
  lines.length = 0;
  const app = await startTestApp({}, { log });
  try {
    await app.call('GET', '/site', { headers: { 'x-forwarded-for': '203.0.113.1' } });
    expect(lines.map(({ msg }) => msg)).toEqual([
      expect.stringContaining('set TRUST_PROXY=loopback and PUBLIC_URL to the address people use;'),
    ]);
  } finally {
    await app.close();
  }
});

const host = 'mbari.example';
const https = { 'x-forwarded-proto': 'https' };
const claimed = { 'x-forwarded-for': '192.0.2.1' };

test.each<[string, string, Record<string, string>, RegExp]>([
  ['names each visitor', 'loopback', { 'x-forwarded-for': '203.0.113.7', ...https }, /identifies visitors/],
  ['appends each visitor to the visitor’s header', 'loopback', { 'x-forwarded-for': '192.0.2.1, 203.0.113.7', ...https }, /identifies/],
  ['does not send the protocol', 'loopback', { 'x-forwarded-for': '203.0.113.7' }, /does not say which protocol.*X-Forwarded-Proto/],
  ['sends another protocol', 'loopback', { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'http' }, /visitors use http\./],
  ['sends no address', 'loopback', { 'x-forwarded-for': '' }, /does not send the visitor’s address/],
  ['is not trusted', '', { 'x-forwarded-for': '203.0.113.7' }, /Set TRUST_PROXY=loopback\./],
  ['forwards the visitors’ own headers', 'loopback', {}, /forwards any X-Forwarded-For/],
])('the doctor reports a proxy that %s', async (_what, TRUST_PROXY, headers, verdict) => {
  const app = await startTestApp({ PUBLIC_URL: `https://${host}`, TRUST_PROXY });
  proxy = await startPlainProxy(app.direct, { host, headers });
  try {
    const alive = await fetch(`${proxy.url}/healthz`, { headers: claimed });
    const message = await describeForwarding(app.context.config, alive).catch((error: Error) => error.message);
    expect(message).toMatch(verdict);
  } finally {
    await app.close();
  }
});

test('the doctor reports if another server answers', async () => {
  await expect(describeForwarding(trusting.context.config, new Response('<h1>Welcome to nginx!</h1>'))).rejects.toThrow('another server');
});

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { addTestMember, startTestApp, type TestApp } from '../../testing/app.ts';
import { openLog } from '../adapters/log.ts';
import { openDatabase } from '../db/database.ts';
import { databaseGraceMs, databaseWithinMs } from './health.ts';
import { truncated } from './request-log.ts';

const token = 'a-token-for-the-metrics';
const lines: Record<string, unknown>[] = [];
const log = openLog('debug', new Writable({ write: (line, _encoding, done) => (lines.push(JSON.parse(String(line))), done()) }));

let app: TestApp;
beforeAll(async () => void (app = await startTestApp({ METRICS_TOKEN: token }, { log })));
afterAll(() => app.close());

const read = (file: string, headers: Record<string, string> = {}) => fetch(`${app.url}${file}`, { headers });

test('the process reports that it is alive and ready', async () => {
  expect((await read('/healthz')).status).toBe(200);
  const ready = await read('/readyz');
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', checks: { database: 'ok', storage: 'ok' } }]);
});

test('probes accept any host name, and nothing else does', async () => {
  const probe = buildApp(app.context);
  const fetchStatus = async (url: string) => (await probe.inject({ url, headers: { host: '10.1.2.3:3000' } })).statusCode;
  expect([await fetchStatus('/healthz'), await fetchStatus('/readyz'), await fetchStatus('/api/v1/site')]).toEqual([200, 200, 421]);
  await probe.close();
});

test('a stopping process is alive but not ready', async () => {
  const stopping = buildApp(app.context, { lifecycle: { draining: true } });
  const request = async (url: string) => stopping.inject({ url, headers: { host: 'localhost' } });
  expect((await request('/healthz')).statusCode).toBe(200);
  const ready = await request('/readyz');
  expect([ready.statusCode, ready.headers['retry-after'], ready.json().status]).toEqual([503, '2', 'draining']);
  await stopping.close();
});

test('readiness is checked at most once a second, and not while stopping', { tags: ['world'] }, async () => {
  let checkCount = 0;
  const isWritable = (): Promise<boolean> => {
    checkCount += 1;
    return app.context.store.isWritable();
  };
  const lifecycle = { draining: false };
  const probedApp = buildApp({ ...app.context, store: { ...app.context.store, isWritable } }, { lifecycle });
  const fetchStatus = async () => (await probedApp.inject({ url: '/readyz', headers: { host: 'localhost' } })).statusCode;
  const startedAt = performance.now();
  const statuses = await Promise.all(Array.from({ length: 50 }, fetchStatus));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(checkCount).toBeLessThanOrEqual(1 + Math.floor((performance.now() - startedAt) / 1_000));
  await expect.poll(async () => (await fetchStatus(), checkCount)).toBeGreaterThan(1);
  const before = checkCount;
  lifecycle.draining = true;
  expect(await fetchStatus()).toBe(503);
  expect(checkCount).toBe(before);
  await probedApp.close();
});

test('a hanging disk is reported and not asked again until it answers', { tags: ['world'] }, async () => {
  let checkCount = 0;
  let answerAll = (): void => undefined;
  const hanging = new Promise<boolean>((resolve) => (answerAll = () => resolve(true)));
  const isWritable = (): Promise<boolean> => ((checkCount += 1), hanging);
  const stuck = buildApp({ ...app.context, store: { ...app.context.store, isWritable } });
  const request = async () => stuck.inject({ url: '/readyz', headers: { host: 'localhost' } });
  const answer = await request();
  expect([answer.statusCode, answer.json().checks]).toEqual([503, { database: 'ok', storage: 'not writable' }]);
  answerAll();
  await expect.poll(async () => (await request()).statusCode).toBe(200);
  expect(checkCount).toBe(2);
  await stuck.close();
});

test('a node that loses its database stays ready for ten seconds', { tags: ['world'] }, async () => {
  const [there, now] = [{ is: true, answers: true }, { at: Date.now() }];
  const rows = async () => {
    if (!there.answers) await new Promise(() => undefined);
    if (!there.is) throw new Error('Connection terminated');
    return [];
  };
  const db = { ...app.db, rows } as typeof app.db;
  const brief = buildApp({ ...app.context, db, now: () => new Date(now.at) });
  const request = async () => {
    const answer = await brief.inject({ url: '/readyz', headers: { host: 'localhost' } });
    return [answer.statusCode, answer.json().checks.database];
  };
  await expect.poll(request).toEqual([200, 'ok']);
  there.is = false;
  now.at += databaseGraceMs - 1;
  await expect.poll(request).toEqual([200, 'unreachable']);
  now.at += 1;
  await expect.poll(request).toEqual([503, 'unreachable']);
  there.is = true;
  await expect.poll(request).toEqual([200, 'ok']);
  there.answers = false;
  await expect.poll(request).toEqual([200, 'unreachable']);
  const balancer = await readFile(path.join(import.meta.dirname, '../../../../../docs/operating/haproxy.cfg'), 'utf8');
  expect(databaseWithinMs).toBeLessThan(Number(/timeout check (\d+)s/.exec(balancer)?.[1]) * 1_000);
  await brief.close();
});

test('without its database a node is not ready, and requests get 503 without counting as internal failures', async () => {
  lines.length = 0;
  const db = openDatabase({ host: '/nowhere', user: 'mbari', database: 'mbari' });
  const alone = buildApp({ ...app.context, db });
  const request = async (url: string, headers = {}) => alone.inject({ url, headers: { host: 'localhost', ...headers } });
  expect((await request('/readyz')).json().checks).toEqual({ database: 'unreachable', storage: 'ok' });
  const call = await request('/api/v1/me', { authorization: `Bearer ${'a'.repeat(43)}` });
  expect([call.statusCode, call.headers['retry-after'], call.json().code]).toEqual([503, '2', 'overloaded']);
  expect(lines.find(({ msg }) => msg === 'request not served')).toMatchObject({ level: 30, reason: 'outage', route: '/api/v1/me' });
  expect(lines.filter(({ level, msg }) => (level as number) >= 50 && msg === 'request failed')).toEqual([]);
  const { body } = await request('/metrics');
  expect(body).toContain('mbari_requests_failed_total{reason="outage"} 1');
  await alone.close();
  await db.close();
});

test('requests without a free database connection wait, are counted, and get 503', { tags: ['world'] }, async () => {
  const { host, port, user, password, database } = app.db.pool.options;
  const db = openDatabase({ host, port, user, password, database, max: 1, connectionTimeoutMillis: 5_000 });
  const alone = buildApp({ ...app.context, db });
  const request = async (url: string) => alone.inject({ url, headers: { host: 'localhost', authorization: `Bearer ${member.token}` } });
  const member = await addTestMember(app);
  const client = await db.pool.connect();
  const waiting = request('/api/v1/me');
  await expect.poll(() => db.load().waiting).toBe(1);
  const { body } = await alone.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
  expect(body).toMatch(/^mbari_database_connections\{state="waiting"\} [12]$/m);
  expect(body).toContain('mbari_database_connections{state="busy"} 1');
  const response = await waiting;
  expect([response.statusCode, response.headers['retry-after'], response.json().code]).toEqual([503, '2', 'overloaded']);
  client.release();
  expect((await request('/api/v1/me')).statusCode).toBe(200);
  await alone.close();
  await db.close();
});

test('this machine and holders of the token can read metrics', async () => {
  const response = await read('/metrics');
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).toContain('mbari_http_request_duration_seconds_bucket{le="0.005",method="GET",route="/healthz",status="200"}');
  expect(text).toContain('mbari_database_connections{state="idle"}');
  for (const name of ['connections_limit{of="total"} 2000', 'connections_limit{of="address"} 100', 'exports_limit 4', 'exports 0'])
    expect(text).toContain(`mbari_${name}`);
  expect(text).toMatch(/^mbari_rate_limit_keys\{limit="media by ip"\} 0$/m);
  expect((await read('/metrics', { 'authorization': `Bearer ${token}`, 'x-forwarded-for': '203.0.113.7' })).status).toBe(200);
});

test.each([
  ['a proxy with X-Forwarded-For', { 'x-forwarded-for': '203.0.113.7' }],
  ['a proxy with a Forwarded header', { forwarded: 'for=203.0.113.7' }],
  ['a wrong token', { authorization: 'Bearer a-token-for-nothing' }],
])('metrics are refused for %s', async (_who, headers) => {
  expect((await read('/metrics', headers as Record<string, string>)).status).toBe(404);
});

test('a request logs one line with its route and without its content', async () => {
  const member = await addTestMember(app);
  lines.length = 0;
  await app.call('GET', '/users?search=secret-words', { token: member.token });
  const answer = await app.call('GET', '/me', { token: member.token });
  await expect.poll(() => lines.length).toBeGreaterThanOrEqual(2);
  const line = lines.find(({ request_id }) => request_id === answer.headers.get('x-request-id'));
  expect(line).toMatchObject({ method: 'GET', route: '/api/v1/me', status: 200, ms: expect.any(Number), ip: '127.0.0.0', msg: 'request' });
  const all = JSON.stringify(lines);
  for (const secret of ['secret-words', member.token, member.email]) expect(all).not.toContain(secret);
});

test.each([
  ['203.0.113.77', '203.0.113.0'],
  ['::ffff:203.0.113.77', '203.0.113.0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
  ['::1', '::'],
])('%s is logged as %s', (ip, logged) => {
  expect(truncated(ip)).toBe(logged);
});

import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../job-runner.ts';
import { addTestAccount } from '../testing/accounts.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { startPlainProxy, type PlainProxy } from '../testing/plain-proxy.ts';
import { outboxFolder } from './adapters/mailer.ts';

/** A server with default settings behind a proxy with a certificate. */
let published: TestApp;
let local: TestApp;
let proxy: PlainProxy | null = null;
beforeAll(async () => {
  published = await startTestApp({ PUBLIC_URL: 'https://mbari.example' });
  local = await startTestApp();
});
afterEach(async () => {
  await proxy?.close();
  proxy = null;
});
afterAll(async () => {
  await published.close();
  await local.close();
});

interface Answer {
  status: number;
  text: string;
}

function get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    clientRequest.on('error', reject).end();
  });
}

function getAsNginx(url: string): Promise<number> {
  const { host, hostname, port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET ${pathname} HTTP/1.0\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
    );
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('end', () => resolve(Number(/^HTTP\/1\.\d (\d{3})/.exec(text)?.[1]))).on('error', reject);
  });
}

const disguises: Record<string, string>[] = [{}, { host: 'localhost' }, { host: '127.0.0.1' }, { 'x-forwarded-for': '127.0.0.1' }];

test.each([
  ['a bare proxy, which asks by the server’s own address', undefined],
  ['a proxy that passes the name on, and says nothing else', 'mbari.example'],
])('a stranger behind %s never sees an admin’s password reset link', async (_which, host) => {
  proxy = await startPlainProxy(published.direct, host === undefined ? {} : { host });
  const admin = await addTestAccount(published, { role: 'admin' });
  const before = await readdir(outboxFolder(published.context.config)).catch((): string[] => []);
  // The server refuses the proxy's local address but not the public one.
  const json = { email: admin.email };
  await published.call('POST', `${proxy.url}/api/v1/auth/forgot-password`, { json });
  expect((await published.call('POST', '/auth/forgot-password', { json })).status).toBe(200);
  await runJobs(published.context);
  const mails = (await readdir(outboxFolder(published.context.config))).filter((name) => !before.includes(name));
  expect(mails.length).toBeGreaterThan(0);

  const paths = ['/outbox', ...mails.map((name) => `/outbox/${name.replace(/\.eml$/, '')}`), '/metrics'];
  for (const path of paths)
    for (const headers of disguises) {
      const { status, text } = await get(`${proxy.url}${path}`, headers);
      expect([404, 421], `${path} ${JSON.stringify(headers)}`).toContain(status);
      expect(text).not.toContain('reset-password');
    }
  expect((await get(`${proxy.url}/api/v1/site`)).text).not.toContain('/outbox');
});

test('on a public address, this machine can read no mails, and metrics only with the token', async () => {
  const withToken = await startTestApp({ PUBLIC_URL: 'https://mbari.example', METRICS_TOKEN: 'a-token-for-the-metrics' });
  try {
    expect((await get(`${withToken.direct}/outbox`)).status).toBe(421);
    expect((await get(`${withToken.direct}/outbox`, { host: 'mbari.example' })).status).toBe(404);
    expect((await get(`${withToken.direct}/metrics`)).status).toBe(404);
    expect((await get(`${withToken.direct}/metrics`, { authorization: 'Bearer a-token-for-the-metrics' })).status).toBe(200);
  } finally {
    await withToken.close();
  }
});

test.each<[Record<string, string>, number]>([
  [{}, 200],
  [{ 'host': 'localhost' }, 200],
  [{ 'host': '[::1]:3000' }, 200],
  [{ 'x-forwarded-for': '203.0.113.7' }, 404],
  [{ 'x-forwarded-proto': 'https' }, 404],
  [{ 'x-forwarded': 'for=203.0.113.7' }, 404],
  [{ 'x-real-ip': '203.0.113.7' }, 404],
  [{ 'forwarded': 'for=203.0.113.7' }, 404],
  [{ 'via': '1.1 proxy' }, 404],
  [{ 'cf-connecting-ip': '203.0.113.7' }, 404],
  [{ 'cf-ray': '8a1b' }, 404],
  [{ 'true-client-ip': '203.0.113.7' }, 404],
  [{ 'fastly-client-ip': '203.0.113.7' }, 404],
  [{ 'x-azure-clientip': '203.0.113.7' }, 404],
  [{ 'x-original-host': 'mbari.example' }, 404],
  [{ 'x-envoy-external-address': '203.0.113.7' }, 404],
  [{ 'x-amzn-trace-id': 'Root=1' }, 404],
  [{ 'host': 'localhost.evil.example' }, 421],
  [{ 'host': '127.0.0.1.evil.example' }, 421],
])('on a local installation a request with %j is answered with %i', async (headers, status) => {
  expect((await get(`${local.direct}/outbox`, headers)).status).toBe(status);
  expect((await get(`${local.direct}/metrics`, headers)).status).toBe(status === 421 ? 404 : status);
  const site = await get(`${local.direct}/api/v1/site`, headers);
  expect(site.text.includes('"outbox_url":"/outbox"')).toBe(status === 200);
});

test('nginx with default settings is recognised as a proxy even without PUBLIC_URL', async () => {
  for (const path of ['/outbox', '/metrics']) expect([path, await getAsNginx(`${local.direct}${path}`)]).toEqual([path, 404]);
});

test('the server accepts its public name, and local names only on a local installation', async () => {
  const fetchCategories = async (app: TestApp, host: string) => (await get(`${app.direct}/api/v1/categories`, { host })).status;
  for (const host of ['mbari.example', 'MBARI.example', 'mbari.example:443'])
    expect([host, await fetchCategories(published, host)]).toEqual([host, 401]);
  for (const host of ['localhost', 'localhost:3000', '127.0.0.1', '[::1]', 'mbari.example:80', 'www.mbari.example'])
    expect([host, await fetchCategories(published, host)]).toEqual([host, 421]);
  for (const host of ['localhost', 'localhost:4000', '127.0.0.1', '[::1]:3000'])
    expect([host, await fetchCategories(local, host)]).toEqual([host, 401]);
  const open = await startTestApp({ HOST: '0.0.0.0' });
  try {
    expect([
      await fetchCategories(open, 'localhost:3000'),
      await fetchCategories(open, 'localhost'),
      await fetchCategories(open, '127.0.0.1'),
    ]).toEqual([401, 421, 421]);
  } finally {
    await open.close();
  }
});

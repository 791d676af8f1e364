import { Agent, request } from 'node:http';
import { expect, test } from '@playwright/test';
import { openConnection, type RawConnection } from '../../apps/server/src/testing/http-client.ts';
import { signInAsAdmin } from '../admin.ts';
import { makeStartedFolder, type RunningServer, startServer } from '../server.ts';

/**
 * Numbers of connections and page loads. `SILENT=3000 SLOW=400 PAGES=4000 npx playwright test -c e2e world/slow-clients` runs at full size
 * and also checks times.
 */
const silentOnes = Number(process.env['SILENT'] ?? 150);
const slowOnes = Number(process.env['SLOW'] ?? 12);
const pages = Number(process.env['PAGES'] ?? 40);
const isHeavy = process.env['SILENT'] !== undefined || process.env['SLOW'] !== undefined;
const metricsToken = 'a-token-for-the-metrics';

/** Returns a loopback address; only Linux has all of 127.0.0.0/8. */
const address = (end: string): string | undefined => (process.platform === 'linux' ? `127.0.${end}` : undefined);

let folder: Awaited<ReturnType<typeof makeStartedFolder>>;
let server: RunningServer;
let at: string;
const opened: RawConnection[] = [];
test.beforeEach(async () => {
  folder = await makeStartedFolder();
  server = await startServer(folder.dataFolder, { METRICS_TOKEN: metricsToken, LOG_LEVEL: 'warn', RATE_LIMIT_SCALE: '1000000' });
  at = server.url.replace('localhost', '127.0.0.1');
});
test.afterEach(async () => {
  for (const { socket } of opened.splice(0)) socket.destroy();
  await server.end();
  await folder.remove();
});

async function open(options: Parameters<typeof openConnection>[1]): Promise<RawConnection> {
  const connection = await openConnection(at, options);
  opened.push(connection);
  return connection;
}

/** Measures a member's page loads from their own address: median and 99th percentile in milliseconds. */
async function measurePages(token: string): Promise<{ p50: number; p99: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4, ...(address('0.9') !== undefined && { localAddress: address('0.9') }) });
  const get = (path: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const headers = { host: new URL(server.url).host, authorization: `Bearer ${token}` };
      request(`${at}${path}`, { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`${path} was answered ${answer.statusCode}`));
        answer.resume().once('end', () => resolve(performance.now() - began));
      })
        .once('error', reject)
        .end();
    });
  const took: number[] = [];
  const ask = async (): Promise<void> => {
    while (took.length < pages) took.push(await get(took.length % 2 === 0 ? '/login' : '/api/v1/photos'));
  };
  await Promise.all(Array.from({ length: 4 }, ask));
  agent.destroy();
  const sorted = took.toSorted((a, b) => a - b);
  const percentile = (part: number): number => Math.round(sorted[Math.floor(sorted.length * part)]! * 10) / 10;
  return { p50: percentile(0.5), p99: percentile(0.99) };
}

async function connections(): Promise<Record<string, number>> {
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const found = [...(await answer.text()).matchAll(/^mbari_connections_?(\w*)\{\w+="(\w+)"\} (\d+)$/gm)];
  return Object.fromEntries(found.map(([, name, label, count]) => [`${name} ${label}`.trim(), Number(count)]));
}

test('silent connections from one address do not affect other addresses, and are closed soon', async () => {
  const { token } = await signInAsAdmin(server);
  // The first page loads fill the caches.
  await measurePages(token);
  const usual = await measurePages(token);
  const began = performance.now();
  const silent = await Promise.all(Array.from({ length: silentOnes }, () => open({ from: address('0.2') })));
  const meanwhile = await measurePages(token);
  const counted = await connections();
  // Reads the server's count, because the system's queue may hold connections that the server never accepted.
  await expect.poll(async () => (await connections())['silent'], { timeout: 60_000, intervals: [500] }).toBe(0);
  const gone = Math.round((performance.now() - began) / 1000);
  console.log(`${silentOnes} silent connections, ${pages} pages: usual`, usual, 'meanwhile', meanwhile, `gone after ${gone} s`, counted);
  const ends = await Promise.all(silent.filter(({ socket }) => socket.destroyed).map(({ closed }) => closed));
  // The server refused with Retry-After or closed the connection after ten silent seconds, and reset none.
  expect(ends.filter(({ text, error }) => error !== null || !/^$|^HTTP\/1\.1 (?:429|503) [^]*\r\nRetry-After: 5\r\n/.test(text))).toEqual(
    [],
  );
  expect(ends.filter(({ text }) => text !== '').length).toBeGreaterThan(0);
  if (isHeavy) expect(meanwhile.p99).toBeLessThanOrEqual(2 * usual.p99);
});

test('clients that write or read too slowly are disconnected', async () => {
  const began = performance.now();
  const host = `Host: ${new URL(server.url).host}\r\n`;
  const post = (type: string): string =>
    `POST /api/v1/auth/login HTTP/1.1\r\n${host}Content-Type: ${type}\r\nContent-Length: 60000\r\n\r\n`;
  const beginnings = ['GET / HTTP/1.1\r\nX-Slow: ', post('application/json'), post('multipart/form-data; boundary=b')];
  const spread = (part: number, index: number): string | undefined => address(`${part}.${1 + (index % 8)}`);
  const openSlow = async (part: number, options: object, begin: (index: number) => string): Promise<RawConnection[]> =>
    Promise.all(
      Array.from({ length: slowOnes }, async (_, index) => {
        const connection = await open({ from: spread(part, index), ...options });
        connection.send(begin(index));
        return connection;
      }),
    );
  const writers = await openSlow(3, {}, (index) => beginnings[index % 3]!);
  const dripping = setInterval(() => {
    for (const { socket, send } of writers) if (socket.writable) send('a');
  }, 1_000);
  // The first twelve clients request more than the operating system can buffer. The others look idle to the server.
  const readers = await openSlow(4, { stalls: true }, (index) =>
    `GET /api/v1/openapi.json HTTP/1.1\r\n${host}\r\n`.repeat(index < 12 ? 400 : 1),
  );
  await Promise.all(writers.map(({ closed }) => closed));
  const writersGone = Math.round((performance.now() - began) / 1000);
  clearInterval(dripping);
  const countOpen = async (): Promise<number> => {
    const { working = 0, idle = 0, silent = 0 } = await connections();
    return working + idle + silent;
  };
  // The test's own connection remains.
  await expect.poll(countOpen, { timeout: 120_000, intervals: [500] }).toBeLessThanOrEqual(2);
  const readersGone = Math.round((performance.now() - began) / 1000);
  const counted = await connections();
  console.log(`${slowOnes} slow writers gone after ${writersGone} s, ${slowOnes} slow readers after ${readersGone} s`, counted);
  expect(counted['closed_total slow_headers']).toBe(Math.ceil(slowOnes / 3));
  expect(counted['closed_total slow_body']! + counted['closed_total slow_upload']!).toBe(slowOnes - Math.ceil(slowOnes / 3));
  expect(counted['closed_total slow_reader']).toBeGreaterThan(0);
  expect(readers.length).toBe(slowOnes);
  if (isHeavy) expect(Math.max(writersGone, readersGone)).toBeLessThanOrEqual(60);
});

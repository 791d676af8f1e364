import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { type Admin, createAdmin, signInAdmin } from '../admin.ts';
import { ask, type Answer, type Ask } from '../ask.ts';
import { environmentFor, freePort, makeDataFolder, runNode, type RunningServer, startServer } from '../server.ts';
import { type Certificate, makeProxyFolder, type Proxy, publicAddress } from './front.ts';

export interface Front {
  /** A folder that the proxy may write to. */
  folder: string;
  certificate: Certificate;
  ports: { https: number; http: number; server: number };
}

const megabyte = 1024 * 1024;
const metricsToken = 'a-token-for-the-metrics';
const grey = sharp({ create: { width: 64, height: 64, channels: 3, background: 'grey' } }).png();

/** Tests that every documented proxy must pass. `more` adds tests for this proxy. */
export function describeProxy(
  name: string,
  start: (front: Front) => Promise<Proxy>,
  more: (front: () => Front & { proxy: Proxy }) => void,
): void {
  test.describe(`behind ${name} with the documented configuration,`, () => {
    const site = serveSite(start);
    testVisitors(site);
    testFiles(site);
    testStreams(site);
    testDoctor(site);
    more(() => site.front);
  });
}

/** Fixtures shared by the tests of one proxy, created by the first test. */
interface Site {
  front: Front & { proxy: Proxy };
  server: RunningServer;
  settings: Record<string, string>;
  origin: string;
  admin: Admin;
  token: string;
  /** Sends a request to the proxy. */
  outside: (at: string, options?: Ask) => Promise<Answer>;
  /** Sends a request directly to the server, with the proxy's host name. */
  inside: (at: string, options?: Ask) => Promise<Answer>;
}

function serveSite(start: (front: Front) => Promise<Proxy>): Site {
  const site = {} as Site;
  const undo: (() => Promise<unknown>)[] = [];
  test.beforeAll(async () => void Object.assign(site, await startSite(start, undo)));
  test.afterAll(async () => {
    for (const step of undo.toReversed()) await step();
  });
  return site;
}

async function startSite(start: (front: Front) => Promise<Proxy>, undo: (() => Promise<unknown>)[]): Promise<Site> {
  const { dataFolder, remove } = await makeDataFolder();
  undo.push(remove);
  const proxyFolder = await makeProxyFolder();
  undo.push(proxyFolder.remove);
  const ports = { https: await freePort(), http: await freePort(), server: await freePort() };
  const host = `${publicAddress}:${ports.https}`;
  const origin = `https://${host}`;
  const settings = { PUBLIC_URL: origin, TRUST_PROXY: 'loopback', METRICS_TOKEN: metricsToken };
  const server = await startServer(dataFolder, { ...settings, RATE_LIMIT_SCALE: '1', PORT: String(ports.server) });
  undo.push(() => server.end());
  const given = { ...proxyFolder, ports };
  const front = { ...given, proxy: await start(given) };
  undo.push(() => front.proxy.stop());
  const outside: Site['outside'] = (at, options = {}) => ask(`${origin}${at}`, { certificate: front.certificate, ...options });
  const inside: Site['inside'] = (at, { headers, ...options } = {}) =>
    ask(`${server.url}${at}`, { ...options, headers: { host, ...headers } });
  const admin = await createAdmin(dataFolder);
  const token = await signInAdmin((at, options) => outside(at, { ...options, from: '127.0.0.10' }), admin);
  return { front, server, settings, origin, admin, token, outside, inside };
}

function testVisitors(site: Site): void {
  test('rate limits count each visitor by their real address, even with forged headers', async () => {
    const { outside, admin, server } = site;
    const logIn = async (from: string, claim: string, password = 'not the password'): Promise<number> => {
      const json = { email: from === '127.0.0.12' ? admin.email : `${claim}@example.org`, password };
      return (await outside('/api/v1/auth/login', { method: 'POST', json, from, headers: { 'x-forwarded-for': claim } })).status;
    };
    for (let tries = 0; tries < 10; tries += 1) expect(await logIn('127.0.0.11', `203.0.113.${tries}`)).toBe(422);
    expect(await logIn('127.0.0.11', '203.0.113.99')).toBe(429);
    expect(await logIn('127.0.0.12', '127.0.0.11', admin.password)).toBe(200);
    expect(server.output()).not.toContain('TRUST_PROXY does not cover');
  });

  test('visitors can read neither mails nor metrics', async () => {
    const { outside } = site;
    for (const at of ['/outbox', '/metrics']) expect([at, (await outside(at)).status]).toEqual([at, 404]);
    expect(JSON.parse((await outside('/api/v1/site')).text).data.outbox_url).toBeNull();
    expect((await outside('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })).status).toBe(200);
  });
}

function testFiles(site: Site): void {
  test('a photo of 10 MB arrives, and images have cache headers', async () => {
    const { outside, token } = site;
    const noise = sharp({
      create: { width: 1850, height: 1850, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 128, sigma: 80 } },
    });
    const photo = await noise.png({ compressionLevel: 0 }).toBuffer();
    expect(photo.length / megabyte).toBeGreaterThan(9.5);
    expect(photo.length).toBeLessThan(10 * megabyte);
    const form = new FormData();
    form.append('title', 'A lot of grain');
    form.append('images[0]', new Blob([new Uint8Array(photo)]), 'grain.png');
    const posted = await outside('/api/v1/photos', { method: 'POST', form, headers: { authorization: `Bearer ${token}` } });
    expect(posted.status, posted.text).toBe(201);
    const feed = (await outside('/api/v1/photos', { headers: { authorization: `Bearer ${token}` } })).text;
    const image = /\/media\/[^"\\]+\.jpeg[^"\\]*/.exec(feed)![0];
    await expectSame(site, image);
    await expectSame(site, image, { range: 'bytes=100-199' });
  });

  test('pages and assets are compressed and revalidated', async () => {
    const { outside } = site;
    const page = await outside('/login', { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    const script = /\/assets\/[\w.-]+\.js/.exec(page.text)![0];
    for (const encoding of ['br', 'gzip', 'identity']) {
      await expectSame(site, '/login', { 'accept': 'text/html', 'accept-encoding': encoding });
      await expectSame(site, script, { 'accept-encoding': encoding });
    }
    await expectSame(site, script, { range: 'bytes=0-99' });
  });

  test('an export arrives complete', async () => {
    const { outside, token } = site;
    const answer = await outside('/api/v1/me/export', { headers: { authorization: `Bearer ${token}` } });
    expect([answer.status, answer.body.readUInt32LE(0).toString(16)]).toEqual([200, '4034b50']);
    // The ZIP directory is written last, so a truncated archive has none.
    expect(answer.body.subarray(-64).includes(Buffer.from([0x50, 0x4b, 0x05, 0x06]))).toBe(true);
    expect(answer.body.length).toBeGreaterThan(megabyte);
  });
}

function testStreams(site: Site): void {
  test('events arrive immediately, and the stream closes with its reader', async () => {
    const { outside, token, origin, front } = site;
    const form = new FormData();
    form.append('title', 'Watched');
    form.append('images[0]', new Blob([new Uint8Array(await grey.toBuffer())]), 'grey.png');
    const authorization = `Bearer ${token}`;
    const posted = await outside('/api/v1/photos', { method: 'POST', form, headers: { authorization } });
    const { id } = JSON.parse(posted.text).data as { id: string };
    const stream = await openStream(`${origin}/api/v1/events?watch=photo:${id}`, { token, certificate: front.certificate });
    await expect.poll(stream.text, { message: 'it begins' }).toContain('id: ');
    await expect.poll(() => figure(site, 'mbari_event_streams')).toBe(1);
    expect((await outside(`/api/v1/photos/${id}/like`, { method: 'POST', headers: { authorization } })).status).toBe(200);
    await expect.poll(stream.text).toContain(`event: photo\ndata: {"id":"${id}","change":"likes"}`);
    stream.close();
    await expect.poll(() => figure(site, 'mbari_event_streams')).toBe(0);
  });
}

function testDoctor(site: Site): void {
  test('the doctor command accepts the public address', async () => {
    const { server, settings, front, origin } = site;
    const env = { ...environmentFor(server.dataFolder), ...settings, NODE_EXTRA_CA_CERTS: front.certificate.file };
    const doctor = runNode(['apps/server/dist/cli.js', 'doctor'], env);
    await doctor.ended;
    expect(doctor.output()).toContain(`ok   address: ${origin} answers; the proxy identifies visitors`);
    expect(doctor.output()).toContain('BAD  mail: members get no mail.');
  });
}

async function figure({ outside }: Site, name: string): Promise<number> {
  const { text } = await outside('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } });
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

/** Checks that the proxy changes no response and supports revalidation. */
async function expectSame({ outside, inside }: Site, at: string, headers: Record<string, string> = {}): Promise<void> {
  const [through, direct] = [await outside(at, { headers }), await inside(at, { headers })];
  expect(through.status, at).toBe(direct.status);
  expect(comparableHeaders(through), at).toEqual(comparableHeaders(direct));
  expect(through.body.equals(direct.body), at).toBe(true);
  const etag = direct.headers.etag ?? '';
  expect(etag, at).not.toBe('');
  const again = await outside(at, { headers: { ...headers, 'if-none-match': etag } });
  expect([again.status, again.headers.etag], at).toEqual([304, etag]);
}

interface OpenStream {
  /** Text received so far. */
  text: () => string;
  close: () => void;
}

/** Opens a response that does not end, and collects its text. */
async function openStream(url: string, { token, certificate }: { token: string; certificate: Certificate }): Promise<OpenStream> {
  const ca = await readFile(certificate.file);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { agent: false, ca, headers: { authorization: `Bearer ${token}` } }, resolve)
      .on('error', reject)
      .end();
  });
  expect(response.statusCode).toBe(200);
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  response.on('error', () => undefined);
  return { text: () => text, close: () => void response.destroy() };
}

/** Returns the headers that do not depend on the connection. */
function comparableHeaders({ headers }: Answer): object {
  const own = ['date', 'connection', 'keep-alive', 'server', 'transfer-encoding', 'x-request-id', 'alt-svc', 'via'];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)));
}

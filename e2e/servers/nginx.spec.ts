import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { type ClientRequest, createServer, type IncomingMessage, request } from 'node:http';
import { request as requestSecurely } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { type Admin, createAdmin, signInAdmin } from '../admin.ts';
import { type Answer, ask, type Ask } from '../ask.ts';
import { findProgram } from '../find-program.ts';
import { linkMailedTo } from '../outbox.ts';
import { environmentFor, freePort, makeDataFolder, type RunningServer, runNode, startServer } from '../server.ts';
import { type Certificate, makeProxyFolder, type Proxy, publicAddress, startProxy } from './front.ts';

test.describe('nginx', () => {
  const nginx = findProgram('nginx');
  test.skip(nginx === null, 'nginx is not installed');

  /** Runs nginx with `site` in the `http` block and `main` before the block. */
  async function startNginx(folder: string, site: string, listens: { host: string; port: number }, main = 'events {}'): Promise<Proxy> {
    const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
    const file = path.join(folder, 'nginx.conf');
    await writeFile(path.join(folder, 'site.conf'), site);
    await writeFile(
      file,
      `daemon off; pid ${folder}/nginx.pid; error_log stderr warn;\n${main}\nhttp { access_log off; ${kept.join(' ')} include ${folder}/site.conf; }`,
    );
    return startProxy(nginx!, ['-c', file, '-p', folder], listens);
  }

  const documented = path.join(import.meta.dirname, '../../docs/operating/nginx.conf');

  describeProxy(
    'nginx',
    async ({ folder, certificate, ports }) => {
      // Replaces only names, ports and paths. Plain and encrypted connections share one address.
      const site = (await readFile(documented, 'utf8'))
        .replaceAll('mbari.example', publicAddress)
        .replaceAll(/listen \[::\]:(80|443)/g, 'listen [::1]:$1')
        .replaceAll(/listen (80|443)/g, `listen ${publicAddress}:$1`)
        .replaceAll(/(listen \S+:)80\b/g, `$1${ports.http}`)
        .replaceAll(/(listen \S+:)443\b/g, `$1${ports.https}`)
        .replace('127.0.0.1:3000', `127.0.0.1:${ports.server}`)
        .replaceAll('/var/log/nginx', folder)
        .replaceAll(/\/etc\/letsencrypt\/live\/[\d.]+\/fullchain\.pem/g, certificate.file)
        .replaceAll(/\/etc\/letsencrypt\/live\/[\d.]+\/privkey\.pem/g, certificate.key);
      return startNginx(folder, site, { host: publicAddress, port: ports.https });
    },
    (front) => {
      test('plain HTTP redirects to HTTPS', async () => {
        const { status, headers } = await ask(`http://${publicAddress}:${front().ports.http}/post/1?from=mail`);
        expect([status, headers.location]).toEqual([301, `https://${publicAddress}/post/1?from=mail`]);
      });

      test('query strings are not logged', async () => {
        const { folder, certificate, ports, proxy } = front();
        await ask(`https://${publicAddress}:${ports.https}/reset-password?token=a-secret`, {
          certificate,
          headers: { accept: 'text/html' },
        });
        await expect.poll(() => readFile(path.join(folder, 'mbari.log'), 'utf8')).toContain('"GET /reset-password" 200');
        expect(await readFile(path.join(folder, 'mbari.log'), 'utf8')).not.toContain('a-secret');
        expect(proxy.output()).not.toMatch(/\[(?:error|crit|emerg)\]/);
      });
    },
  );

  const resetLink = /https?:\/\/\S+\/reset-password\?\S+/;

  for (const [what, publicUrl, lines] of [
    ['a public address and nothing but proxy_pass', 'https://mbari.example', ''],
    ['a public address, and the name passed on', 'https://mbari.example', 'proxy_set_header Host mbari.example;'],
    ['PUBLIC_URL forgotten, and nothing but proxy_pass', undefined, ''],
  ] as const)
    test(`with ${what}, requests through nginx cannot read the admin's reset link`, async () => {
      const { dataFolder, remove } = await makeDataFolder();
      const proxyFolder = await makeProxyFolder();
      const server = await startServer(dataFolder, publicUrl === undefined ? {} : { PUBLIC_URL: publicUrl });
      const listens = { host: '127.0.0.1', port: await freePort() };
      const { host } = new URL(server.url.replace('localhost', '127.0.0.1'));
      const site = `server { listen ${listens.host}:${listens.port}; location / { proxy_pass http://${host}; ${lines} } }`;
      const proxy = await startNginx(proxyFolder.folder, site, listens);
      const url = `http://${listens.host}:${listens.port}`;
      try {
        const { email } = await createAdmin(dataFolder);
        const asked = await ask(`${url}/api/v1/auth/forgot-password`, { method: 'POST', json: { email } });
        // By default, nginx sends the upstream's name as host. A public server refuses this name.
        expect(asked.status).toBe(publicUrl !== undefined && lines === '' ? 421 : 200);
        if (asked.status === 200) expect(await linkMailedTo(dataFolder, email, resetLink)).toContain('token=');
        for (const headers of [{}, { host: 'localhost' }, { host }] as Record<string, string>[]) {
          for (const at of ['/outbox', '/metrics']) expect([404, 421], at).toContain((await ask(`${url}${at}`, { headers })).status);
          expect((await ask(`${url}/api/v1/site`, { headers })).text).not.toContain('"/outbox"');
        }
        if (publicUrl !== undefined) expect(server.output()).not.toContain('reset-password');
      } finally {
        await proxy.stop();
        await server.end();
        await proxyFolder.remove();
        await remove();
      }
    });

  test('with the documented limits, nginx serves visitors while hundreds of streams are open', async () => {
    const { folder, remove } = await makeProxyFolder();
    // The beginning of Debian's nginx.conf.
    const main = path.join(folder, 'main.conf');
    await writeFile(main, 'worker_processes 1;\nevents {\n\tworker_connections 768;\n\t# multi_accept on;\n}\n');
    const [line] = /^sed -i .*\/etc\/nginx\/nginx\.conf$/m.exec(
      await readFile(path.join(path.dirname(documented), 'behind-a-proxy.md'), 'utf8'),
    )!;
    // Runs twice, because an operator may repeat the command.
    for (let times = 0; times < 2; times += 1) execFileSync('sh', ['-c', line.replace('/etc/nginx/nginx.conf', main)]);
    const behind = createServer((asked, answer) => (asked.url === '/stream' ? answer.write('\n') : answer.end('a page')));
    await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve));
    const listens = { host: '127.0.0.1', port: await freePort() };
    const to = `http://127.0.0.1:${(behind.address() as AddressInfo).port}`;
    const site = `server { listen ${listens.host}:${listens.port}; location / { proxy_pass ${to}; proxy_buffering off; } }`;
    const proxy = await startNginx(folder, site, listens, await readFile(main, 'utf8'));
    const open: ClientRequest[] = [];
    try {
      for (let n = 0; n < 600; n += 1) {
        const stream = request({ ...listens, path: '/stream', agent: false });
        open.push(stream);
        const begun = new Promise<void>((resolve, reject) => stream.once('error', reject).once('response', () => resolve()));
        stream.end();
        await begun;
        stream.on('error', () => undefined);
      }
      expect((await ask(`http://${listens.host}:${listens.port}/`)).text).toBe('a page');
      expect(proxy.output()).not.toContain('[warn]');
    } finally {
      for (const stream of open) stream.destroy();
      await proxy.stop();
      behind.closeAllConnections();
      behind.close();
      await remove();
    }
  });
});

test.describe('caddy', () => {
  const caddy = findProgram('caddy');
  test.skip(caddy === null, 'Caddy is not installed');

  const documented = path.join(import.meta.dirname, '../../docs/operating/Caddyfile');

  describeProxy(
    'Caddy',
    async ({ folder, certificate, ports }) => {
      // Replaces only names and ports, and adds a certificate, because Caddy would request one.
      const site = (await readFile(documented, 'utf8'))
        .replace('mbari.example {', `https://${publicAddress}:${ports.https} {\n\ttls ${certificate.file} ${certificate.key}`)
        .replace('127.0.0.1:3000', `127.0.0.1:${ports.server}`);
      const file = path.join(folder, 'Caddyfile');
      await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system ${folder}/caddy\n}\n${site}`);
      return startProxy(caddy!, ['run', '--config', file, '--adapter', 'caddyfile'], { host: publicAddress, port: ports.https });
    },
    () => {},
  );
});

interface Front {
  /** A folder that the proxy may write to. */
  folder: string;
  certificate: Certificate;
  ports: { https: number; http: number; server: number };
}

const megabyte = 1024 * 1024;
const metricsToken = 'a-token-for-the-metrics';
const grey = sharp({ create: { width: 64, height: 64, channels: 3, background: 'grey' } }).png();

/** Tests that every documented proxy must pass. `more` adds tests for this proxy. */
function describeProxy(name: string, start: (front: Front) => Promise<Proxy>, more: (front: () => Front & { proxy: Proxy }) => void): void {
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
    requestSecurely(url, { agent: false, ca, headers: { authorization: `Bearer ${token}` } }, resolve)
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

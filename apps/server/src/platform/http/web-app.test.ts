import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { openSite } from '../site/open-site.ts';
import { readWebApp } from './web-app.ts';
import { readWebBuilds, type WebBuilds } from './web-builds.ts';

describe('files of the web app', () => {
  const theme = 'document.documentElement.dataset.theme = "dark"';
  const html = `<!doctype html><title>Mbari</title><script>${theme}</script><script type="module" src="/assets/main-abc123.js"></script><link rel="modulepreload" crossorigin href="/assets/react-def456.js">`;

  let folder: string;
  let base: TestApp;
  let app: FastifyInstance;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mbari-web-'));
    await mkdir(path.join(folder, 'assets'));
    await mkdir(path.join(folder, '.vite'));
    await writeFile(path.join(folder, 'index.html'), html);
    await writeFile(path.join(folder, 'assets/main-abc123.js'), 'plain');
    await writeFile(path.join(folder, 'assets/main-abc123.js.br'), 'brotli');
    await writeFile(path.join(folder, 'humans.txt'), 'User-agent: *');
    await writeFile(path.join(folder, '.vite/manifest.json'), '{}');
    base = await startTestApp();
    app = buildApp({ ...base.context }, { webApps: new Map([['en', (await readWebApp(folder))!]]) });
  });

  afterAll(async () => {
    await app.close();
    await base.close();
    await rm(folder, { recursive: true });
  });

  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers: { host: 'localhost:3000', ...headers } });

  test.each(['/', '/feed', '/user/olu.ade', '/post/1?x=y'])('%s returns the page, and caches must revalidate it', async (url) => {
    const answer = await get(url, { accept: 'text/html,*/*;q=0.8' });
    expect([answer.statusCode, answer.headers['cache-control'], answer.body]).toEqual([200, 'no-cache', html]);
  });

  test('a page’s preloads are also in a Link header', async () => {
    const { headers } = await get('/feed', { accept: 'text/html' });
    expect(headers.link).toBe('</assets/react-def456.js>; rel=modulepreload; crossorigin');
    expect((await get('/assets/main-abc123.js')).headers.link).toBeUndefined();
  });

  test('only the page’s own inline script runs, by its hash', async () => {
    const policy = String((await get('/', { accept: 'text/html' })).headers['content-security-policy']);
    expect(policy).toContain(`script-src 'self' 'sha256-${createHash('sha256').update(theme).digest('base64')}'`);
    expect(policy).toContain("frame-ancestors 'none'");
  });

  test('a file of the app opened directly runs only as a worker', async () => {
    const { headers } = await get('/assets/main-abc123.js');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
    );
  });

  test('hashed files are cached forever and compressed as the browser accepts', async () => {
    const packed = await get('/assets/main-abc123.js', { 'accept-encoding': 'gzip, br' });
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'vary': 'accept-encoding',
    });
    expect(packed.body).toBe('brotli');
    const plain = await get('/assets/main-abc123.js');
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, 'plain']);
  });

  test('an unchanged file is not sent again', async () => {
    const { headers } = await get('/humans.txt');
    expect((await get('/humans.txt', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  });

  test('HEAD answers like GET without a body', async () => {
    const answer = await get('/feed', { accept: 'text/html' }, 'HEAD');
    expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([200, '', String(html.length)]);
  });

  test.each([
    ['/api/v1/nothing', 'text/html'],
    ['/api/nothing', 'text/html'],
    ['/assets/gone.js', '*/*'],
    ['/picture.png', 'image/avif,image/*'],
    ['/.vite/manifest.json', 'application/json'],
    ['/../package.json', 'application/json'],
    ['/%2e%2e/package.json', 'application/json'],
  ])('%s for %s is answered by 404, not by a page', async (url, accept) => {
    const answer = await get(url, { accept });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not_found' });
  });

  test('a missing script is answered by 404 even if the browser accepts anything', async () => {
    expect((await get('/app.js', { 'accept': '*/*', 'sec-fetch-dest': 'script' })).statusCode).toBe(404);
  });

  test('only a server with an https address sends Strict-Transport-Security', async () => {
    expect((await get('/')).headers['strict-transport-security']).toBeUndefined();
    const publicUrl = new URL('https://mbari.example');
    const secure = buildApp({ ...base.context, config: { ...base.context.config, publicUrl } }, { webApps: null });
    const answer = await secure.inject({ url: '/healthz', headers: { host: 'mbari.example' } });
    expect(answer.headers['strict-transport-security']).toContain('max-age=31536000');
    await secure.close();
  });

  test('without a build, browsers get a notice in their language and programs get 404', async () => {
    const languages = { offered: ['en', 'ar', 'en-XA'], default: 'en' } as const;
    const config = { ...base.context.config, languages };
    const bare = buildApp({ ...base.context, config, site: openSite(config, base.db) });
    const open = (url: string, headers: Record<string, string>) => bare.inject({ url, headers: { host: 'localhost:3000', ...headers } });
    const page = await open('/feed', { 'accept': 'text/html', 'accept-language': 'en-XA' });
    expect(page.statusCode).toBe(503);
    expect(page.headers).toMatchObject({ 'content-language': 'en-XA', 'vary': 'accept-language, cookie', 'cache-control': 'no-store' });
    expect(page.body).toMatch(/<html lang="en-XA" dir="ltr">[^]*<h1>\[Ţĥíš/);
    expect((await open('/', { accept: 'text/html', cookie: 'mbari_locale=ar' })).body).toContain('<html lang="ar" dir="rtl">');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; .*; style-src 'sha256-\S+'$/);
    for (const url of ['/assets/x.js', '/feed']) {
      const program = await open(url, { accept: '*/*' });
      expect([program.statusCode, program.json().reason]).toEqual([404, 'notFound']);
    }
    await bare.close();
  });

  test('a folder without a build is not a web app', async () => {
    expect(await readWebApp(path.join(folder, 'assets'))).toBeNull();
    expect(await readWebApp(path.join(folder, 'nowhere'))).toBeNull();
  });
});

describe('builds of languages', () => {
  const languages = { offered: ['en', 'en-XA'], default: 'en' } as const;
  let folder: string;
  let base: TestApp;
  let builds: WebBuilds;
  let app: FastifyInstance;

  async function build(locale: string, asset: string): Promise<void> {
    await mkdir(path.join(folder, locale, 'assets'), { recursive: true });
    await writeFile(path.join(folder, locale, 'assets', 'react-abc123.js'), 'react');
    await writeFile(path.join(folder, locale, 'assets', asset), asset);
    await writeFile(path.join(folder, locale, 'humans.txt'), locale);
    await writeFile(path.join(folder, locale, 'index.html'), `<!doctype html><html lang="${locale}"><title>Mbari</title>`);
  }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mbari-builds-'));
    expect(await readWebBuilds(folder, languages)).toBeNull();
    await build('en', 'main-en.js');
    builds = (await readWebBuilds(folder, languages))!;
    base = await startTestApp();
    const config = { ...base.context.config, languages };
    app = buildApp({ ...base.context, config, site: openSite(config, base.db) }, { webApps: builds.webApps });
  });

  afterAll(async () => {
    builds.close();
    await app.close();
    await base.close();
    await rm(folder, { recursive: true });
  });

  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { host: 'localhost:3000', accept: 'text/html', ...headers } });
  const inPseudo = { 'accept-language': 'en-XA' };

  test('readers get the default language until their own is built', async () => {
    expect((await get('/feed', inPseudo)).body).toContain('lang="en"');
    await build('en-XA', 'main-xa.js');
    await expect.poll(async () => (await get('/feed', inPseudo)).body).toContain('lang="en-XA"');
  });

  test('caches never mix languages, and each has its own ETag', async () => {
    const [english, pseudo] = [await get('/feed'), await get('/feed', inPseudo)];
    expect(english.headers).toMatchObject({ 'content-language': 'en', 'vary': 'accept-encoding, accept-language, cookie' });
    expect(pseudo.headers).toMatchObject({ 'content-language': 'en-XA', 'vary': 'accept-encoding, accept-language, cookie' });
    const response = await get('/feed', { 'cookie': 'mbari_locale=en-XA', 'if-none-match': String(english.headers.etag) });
    expect([response.statusCode, response.headers.etag]).toEqual([200, pseudo.headers.etag]);
  });

  test('files of all languages share an address, and the default language’s take precedence', async () => {
    expect((await get('/assets/main-en.js')).body).toBe('main-en.js');
    expect((await get('/assets/main-xa.js')).body).toBe('main-xa.js');
    expect((await get('/humans.txt', inPseudo)).body).toBe('en');
    expect((await get('/assets/main-xa.js')).headers.vary).toBe('accept-encoding');
  });

  test('files common to all languages are held in memory once', () => {
    const [english, pseudo] = [builds.webApps.get('en')!, builds.webApps.get('en-XA')!];
    expect(pseudo.files.get('/assets/react-abc123.js')?.plain().toString()).toBe('react');
    expect(pseudo.files.get('/assets/react-abc123.js')).toBe(english.files.get('/assets/react-abc123.js'));
    expect(pseudo.files.get('/humans.txt')).not.toBe(english.files.get('/humans.txt'));
  });
});

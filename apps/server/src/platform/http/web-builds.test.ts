import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { openSite } from '../site/open-site.ts';
import { readWebBuilds, type WebBuilds } from './web-builds.ts';

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

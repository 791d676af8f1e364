import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type FirstData, firstDataId } from '@mbari/contract/platform/first-data';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { openRateLimits } from '../../platform/http/rate-limits.ts';
import { readWebApp } from '../../platform/http/web-app.ts';
import { newId } from '../../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp } from '../../testing/app.ts';
import { addTestTopic } from '../../testing/forum.ts';
import { photoFile } from '../../testing/image-files.ts';
import { addTestPhoto, setMember, setPhotoGone } from '../../testing/posts.ts';

const script = 'document.documentElement.dataset.theme = "dark"';
const html = `<!doctype html><html><head><meta charset="utf-8" />
    <title>Mbari</title>
    <meta name="description" content="The house" />
    <script>${script}</script></head><body><div id="root"></div></body></html>`;

let folder: string;
let base: TestApp;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mbari-previews-'));
  await writeFile(path.join(folder, 'index.html'), html);
  base = await startTestApp({ PUBLIC_URL: 'https://mbari.example' });
  app = buildApp(base.context, { webApps: new Map([['en', (await readWebApp(folder))!]]) });
});
afterAll(async () => {
  await app.close();
  await base.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers: { host: 'mbari.example', accept: 'text/html', ...headers } });

/** Returns the meta tags in order, unescaped, as a preview crawler reads them. */
async function readPreview(url: string) {
  const { body } = await get(url);
  const unescape = (text = ''): string =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  const metas = [...body.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)" \/>/g)].map(
    ([, name = '', content]) => [name, unescape(content)] as const,
  );
  return {
    title: unescape(/<title>([^<]*)<\/title>/.exec(body)?.[1]),
    canonical: unescape(/<link rel="canonical" href="([^"]*)"/.exec(body)?.[1]),
    feeds: [...body.matchAll(/<link rel="alternate" type="application\/atom\+xml" title="[^"]*" href="([^"]*)"/g)].map(([, url]) => url),
    metas,
    meta: Object.fromEntries(metas.toReversed()),
  };
}

async function expectPlain(url: string): Promise<void> {
  const [answer, plainPage] = [await get(url), await get('/feed')];
  const comparableHeaders = ({ headers }: typeof answer) => ({ ...headers, 'x-request-id': '', 'date': '' });
  expect([answer.statusCode, answer.body, comparableHeaders(answer)]).toEqual([200, html, comparableHeaders(plainPage)]);
}

test('the page of a public post has a link preview with its text and images', async () => {
  const owner = await addTestMember(base, { name: 'Adaọra Eze', username: 'adaora' });
  const { rows } = await base.db.pool.query(`select id from categories where slug = 'dance'`);
  const post = await addTestPhoto(base, owner, {
    title: 'Ìrẹ̀lẹ̀ at dusk',
    description: 'Nine of them.\n\nAll in red.',
    category_id: rows[0].id,
  });
  const address = `https://mbari.example/post/${post.id}`;
  const { title, canonical, meta, feeds } = await readPreview(`/post/${post.id}`);
  expect({ title, canonical, feeds }).toEqual({
    title: 'Ìrẹ̀lẹ̀ at dusk · Mbari',
    canonical: address,
    feeds: ['https://mbari.example/user/adaora/feed.atom', 'https://mbari.example/category/dance/feed.atom'],
  });
  const image = `https://mbari.example/media/${post.image_id}/1280.jpeg`;
  expect(meta).toMatchObject({
    'description': 'Nine of them. All in red.',
    'og:type': 'article',
    'og:site_name': 'Mbari',
    'og:locale': 'en_US',
    'og:url': address,
    'og:title': 'Ìrẹ̀lẹ̀ at dusk',
    'og:description': 'Nine of them. All in red.',
    'og:image': image,
    'og:image:type': 'image/jpeg',
    'og:image:width': '1280',
    'og:image:height': '960',
    'og:image:alt': 'Dancers',
    'twitter:card': 'summary_large_image',
    'twitter:title': 'Ìrẹ̀lẹ̀ at dusk',
    'twitter:image': image,
    'twitter:image:alt': 'Dancers',
  });
  expect((await get(`/post/${post.id}/?from=chat`)).body).toBe((await get(`/post/${post.id}`)).body);
});

test('each preview image is public, without a signature', async () => {
  const owner = await addTestMember(base, { plan_name: 'premium' });
  const form = new FormData();
  form.append('title', 'Two looms');
  for (const index of [0, 1]) form.append(`images[${index}]`, new Blob([new Uint8Array(await photoFile(700, 350, index))]), 'a.jpg');
  const headers = { host: 'mbari.example' };
  const { json, status } = await base.call('POST', '/photos', { token: owner.token, form, headers });
  expect(status).toBe(201);
  const { metas } = await readPreview(`/post/${json.data.id}`);
  const images = metas.flatMap(([name, content]) => (name === 'og:image' ? [content] : []));
  expect(images).toHaveLength(2);
  for (const image of images) {
    const { statusCode, headers: preview } = await get(new URL(image).pathname, { accept: '*/*' });
    expect([statusCode, preview['content-type']]).toEqual([200, 'image/jpeg']);
  }
  expect(metas.filter(([name]) => name === 'og:image:width' || name === 'og:image:height').map(([, size]) => size)).toEqual([
    '700',
    '350',
    '700',
    '350',
  ]);
});

test('the head of a post links to its licence, if it has one', async () => {
  const owner = await addTestMember(base, { name: 'Ada </script><script>', username: 'adalicence' });
  const free = await addTestPhoto(base, owner, { license: 'CC-BY-SA-4.0' });
  const { body } = await get(`/post/${free.id}`);
  const license = 'https://creativecommons.org/licenses/by-sa/4.0/';
  expect(body).toContain(`<link rel="license" href="${license}" />`);
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body) ?? [];
  const creator = { name: 'Ada </script><script>', url: 'https://mbari.example/user/adalicence' };
  const contentUrl = `https://mbari.example/media/${free.image_id}/1280.jpeg`;
  expect(JSON.parse(json)).toMatchObject([{ '@type': 'ImageObject', contentUrl, license, 'creditText': creator.name, creator }]);
  expect((await get('/user/adalicence/feed.atom')).body).toContain(`<link rel="license" href="${license}"/>`);
  const reserved = await addTestPhoto(base, owner);
  expect((await get(`/post/${reserved.id}`)).body).not.toContain('rel="license"');
});

test('the location of a public post is in its structured data and in the Atom feed', async () => {
  const owner = await addTestMember(base, { username: 'adalocation' });
  const { id } = await addTestPhoto(base, owner, { location_name: '</script>Ọ̀ṣun Grove' });
  const { body } = await get(`/post/${id}`);
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body) ?? [];
  const [image] = JSON.parse(json) as Record<string, unknown>[];
  expect(image).toMatchObject({ contentLocation: { '@type': 'Place', 'name': '</script>Ọ̀ṣun Grove' } });
  expect(image).not.toHaveProperty('license');
  expect(body).not.toContain('rel="license"');
  expect((await get('/user/adalocation/feed.atom')).body).toContain('&lt;p&gt;&amp;lt;/script&amp;gt;Ọ̀ṣun Grove&lt;/p&gt;');
});

test('the page of a public profile has a link preview', async () => {
  const member = await addTestMember(base, { name: 'Olú "Bàbá" Adé', username: 'olu.ade', bio: 'Carver.\nÒṣogbo.' });
  const preview = await readPreview('/user/Olu.Ade');
  expect(preview).toMatchObject({
    title: 'Olú "Bàbá" Adé · Mbari',
    canonical: 'https://mbari.example/user/olu.ade',
    feeds: ['https://mbari.example/user/olu.ade/feed.atom'],
  });
  expect(preview.meta).toMatchObject({ 'og:type': 'profile', 'profile:username': 'olu.ade', 'og:description': 'Carver. Òṣogbo.' });
  expect(preview.meta).not.toHaveProperty('og:image');
  await setMember(base, member, { post_visibility: 'followers' });
  expect((await readPreview('/user/olu.ade')).feeds).toEqual([]);

  const form = new FormData();
  form.append('profile_image', new Blob([new Uint8Array(await photoFile(300, 300))]), 'a.jpg');
  await base.call('POST', '/me/profile', { token: member.token, form, headers: { host: 'mbari.example' } });
  const { meta } = await readPreview('/user/olu.ade');
  expect(meta).toMatchObject({ 'twitter:card': 'summary', 'og:image:width': '300', 'og:image:height': '300' });
  expect((await get(new URL(meta['og:image']!).pathname, { accept: '*/*' })).statusCode).toBe(200);
});

test('member text is escaped', async () => {
  const hostile = `</title><script>alert(1)</script> "quoted" 'single' $& $\` $' $1 &amp; <!-- \u0007\u202eabc`;
  const owner = await addTestMember(base, { name: hostile.slice(0, 80), bio: hostile });
  const post = await addTestPhoto(base, owner, { title: hostile, description: hostile });
  await base.db.pool.query('update photo_images set alt = $2 where photo_id = $1', [post.id, hostile]);
  for (const url of [`/post/${post.id}`, `/user/${owner.username}`]) {
    const { body, headers } = await get(url);
    expect(body.match(/<script>[^]*?<\/script>/g)).toEqual([`<script>${script}</script>`]);
    expect(body.match(/<title>/g)).toHaveLength(1);
    expect(body).not.toMatch(/content="[^"]*[<>][^"]*"|<!--|\u0007/);
    expect(body.endsWith(html.slice(html.indexOf('\n    <script>')))).toBe(true);
    const hash = createHash('sha256').update(script).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
    const { meta } = await readPreview(url);
    expect(meta['og:description']).toBe(hostile.replace(' \u0007', ' '));
  }
});

test('a multi-line title becomes one line, cut between graphemes', async () => {
  const owner = await addTestMember(base);
  const title = 'مرحبا بكم\nẸ́\u0323 👩🏾‍🎨\r\n'.repeat(12).slice(0, 255);
  const post = await addTestPhoto(base, owner, { title });
  const { meta } = await readPreview(`/post/${post.id}`);
  const characters = Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(meta['og:title']!), ({ segment }) => segment);
  expect(characters.length).toBeLessThanOrEqual(200);
  expect(meta['og:title']).not.toMatch(/[\r\n]/);
  expect(title.replaceAll(/\s+/g, ' ')).toContain(meta['og:title']!.replace(/…$/, ''));
  await base.db.pool.query('update photos set title = $2 where id = $1', [post.id, `${'a'.repeat(198)}👩🏾‍🎨bcd`]);
  expect((await readPreview(`/post/${post.id}`)).meta['og:title']).toBe(`${'a'.repeat(198)}👩🏾‍🎨…`);
});

const owners: [string, Record<string, unknown>][] = [
  ['a private profile', { profile_visibility: 'private' }],
  ['a suspended member', { suspended_at: new Date() }],
  ['a closed account', { closed_at: new Date() }],
];

test.each([...owners, ['a member who posts for followers', { post_visibility: 'followers' }] as (typeof owners)[number]])(
  'a post of %s has no preview from the next request on, until the owner is public again',
  async (_whose, columns) => {
    const owner = await addTestMember(base);
    const post = await addTestPhoto(base, owner);
    const earlier = await get(`/post/${post.id}`);
    expect(earlier.body).toContain(post.title);
    await setMember(base, owner, columns);
    await expectPlain(`/post/${post.id}`);
    const revalidated = await get(`/post/${post.id}`, { 'if-none-match': String(earlier.headers.etag) });
    expect([revalidated.statusCode, revalidated.body]).toEqual([200, html]);
    await setMember(base, owner, {
      profile_visibility: 'public',
      post_visibility: 'public',
      suspended_at: null,
      closed_at: null,
    });
    expect((await get(`/post/${post.id}`)).body).toBe(earlier.body);
  },
);

test.each(['deleted_at', 'removed_at'] as const)('a post that is gone (%s) has no preview', async (column) => {
  const post = await addTestPhoto(base, await addTestMember(base));
  await setPhotoGone(base, post, column);
  await expectPlain(`/post/${post.id}`);
});

test.each([...owners, ['a member with an unverified address', { email_verified_at: null }] as (typeof owners)[number]])(
  'the profile of %s has no preview',
  async (_whose, columns) => {
    const member = await addTestMember(base);
    expect((await get(`/user/${member.username}`)).body).toContain(member.username);
    await setMember(base, member, columns);
    await expectPlain(`/user/${member.username}`);
  },
);

test('an unknown address has no preview', async () => {
  const names = [newId(), 'nonsense', '%00', '__proto__', '%3Cscript%3E', 'a'.repeat(280)];
  for (const url of [...names.map((name) => `/post/${name}`), ...names.map((name) => `/user/${name}`), '/user/nobody', '/post', '/user/'])
    await expectPlain(url);
});

test('forum topics have no preview, because guests cannot read them', async () => {
  const author = await addTestMember(base);
  const photo = await addTestPhoto(base, author);
  const topic = await addTestTopic(base, author, { photo_id: photo.id });
  const address = `/forum/t/${topic.id}`;
  for (const url of ['/forum', address, `${address}/how-do-you-dye-it/1`, '/forum/c/welcome', '/forum/search?q=dye'])
    await expectPlain(url);
  const signedIn = await get(`${address}/how-do-you-dye-it`, { authorization: `Bearer ${author.token}` });
  expect(signedIn.body).toBe(html);
});

test('a preview is the same for signed-in members and owners', async () => {
  const owner = await addTestMember(base, { post_visibility: 'followers' });
  const post = await addTestPhoto(base, owner);
  const answer = await get(`/post/${post.id}`, { authorization: `Bearer ${owner.token}` });
  expect(answer.body).toBe(html);
});

test('a page with a preview is sent again only after a change, and is compressed', async () => {
  const post = await addTestPhoto(base, await addTestMember(base), { description: 'words '.repeat(150) });
  const url = `/post/${post.id}`;
  const first = await get(url);
  expect(first.headers).toMatchObject({
    'cache-control': 'no-cache',
    'vary': 'accept-encoding, accept-language, cookie',
    'content-type': 'text/html; charset=utf-8',
  });
  const etag = String(first.headers.etag);
  expect(etag).not.toBe((await get('/feed')).headers.etag);
  expect((await get(url, { 'if-none-match': etag })).statusCode).toBe(304);
  await base.db.pool.query(`update photos set title = 'Renamed' where id = $1`, [post.id]);
  expect((await get(url, { 'if-none-match': etag })).body).toContain('Renamed');

  const packed = await get(url, { 'accept-encoding': 'br' });
  expect(packed.headers['content-encoding']).toBe('br');
  expect(packed.rawPayload.length).toBeLessThan(first.rawPayload.length);
  const head = await get(url, {}, 'HEAD');
  const length = String((await get(url)).rawPayload.length);
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', length]);
});

test('over the rate limit, a page is sent without its preview', { tags: ['world'] }, async () => {
  const post = await addTestPhoto(base, await addTestMember(base));
  const webApps = new Map([['en' as const, (await readWebApp(folder))!]]);
  const strict = buildApp({ ...base.context, limits: openRateLimits({ scale: 1 }) }, { webApps });
  const request = () => strict.inject({ url: `/post/${post.id}`, headers: { host: 'mbari.example', accept: 'text/html' } });
  for (let count = 0; count < 300; count += 1) expect((await request()).body).toContain(post.title);
  expect(await request()).toMatchObject({ statusCode: 200, body: html });
  // Sign-in from the same address still works.
  const login = await strict.inject({ method: 'POST', url: '/api/v1/auth/login', headers: { host: 'mbari.example' }, payload: {} });
  expect(login.statusCode).toBe(422);
  await strict.close();
});

test('the page is sent without its preview while the database is down', async () => {
  const outage = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const db = { ...base.db, row: () => Promise.reject(outage) };
  const offlineApp = buildApp({ ...base.context, db }, { webApps: new Map([['en', (await readWebApp(folder))!]]) });
  const answer = await offlineApp.inject({ url: `/post/${newId()}`, headers: { host: 'mbari.example', accept: 'text/html' } });
  expect([answer.statusCode, answer.body]).toEqual([200, html]);
  await offlineApp.close();
});

describe('first data', () => {
  const html = `<!doctype html><html><head><meta charset="utf-8" />
    <title>Mbari</title></head><body><div id="root"></div></body></html>`;

  let folder: string;
  let base: TestApp;
  let app: FastifyInstance;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mbari-first-data-'));
    await writeFile(path.join(folder, 'index.html'), html);
    base = await startTestApp();
    app = buildApp(base.context, { webApps: new Map([['en', (await readWebApp(folder))!]]) });
  });
  afterAll(async () => {
    await app.close();
    await base.close();
    await rm(folder, { recursive: true });
  });

  const readPage = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers: { accept: 'text/html', ...headers } });

  async function readFirstData(url: string, headers: Record<string, string> = {}): Promise<FirstData> {
    const { body } = await readPage(url, headers);
    const text = new RegExp(`<script type="application/json" id="${firstDataId}">([^<]*)</script>`).exec(body)?.[1];
    if (text === undefined) throw new Error(`No data in ${body}`);
    return JSON.parse(text) as FirstData;
  }

  test('the page of a public post contains its first image and no viewer-specific data', async () => {
    const owner = await addTestMember(base);
    const reader = await addTestMember(base);
    const post = await addTestPhoto(base, owner);
    await base.call('POST', `/photos/${post.id}/like`, { token: reader.token });
    await base.call('POST', `/photos/${post.id}/comments`, { token: reader.token, json: { content: 'For members only' } });
    const { json } = await base.call('GET', `/users/${owner.username}/photos`, {});
    const [listedPost] = json.data;
    expect(await readFirstData(`/post/${post.id}`)).toEqual({ image: listedPost.images[0] });
    expect(listedPost.images[0].srcset.webp).not.toContain('?');
  });

  test('the page of a public profile contains exactly the API’s answer to a visitor', async () => {
    const member = await addTestMember(base, { bio: 'Carver.', phone: '+2348030000001' });
    await addTestPhoto(base, member);
    const { json } = await base.call('GET', `/users/${member.username}`, {});
    const address = `/user/${member.username.toUpperCase()}`;
    expect(await readFirstData(address)).toEqual({ profile: json.data });
    await setMember(base, member, { contact_visibility: 'registered' });
    expect(JSON.stringify(await readFirstData(address))).not.toContain('+2348030000001');
  });

  test('members and owners get the same page as visitors', async () => {
    const owner = await addTestMember(base);
    const post = await addTestPhoto(base, owner);
    await base.call('POST', `/photos/${post.id}/like`, { token: owner.token });
    for (const url of [`/post/${post.id}`, `/user/${owner.username}`]) {
      const [visitorsPage, ownersPage] = [await readPage(url), await readPage(url, { authorization: `Bearer ${owner.token}` })];
      expect(ownersPage.body).toBe(visitorsPage.body);
      expect(ownersPage.headers['cache-control']).toBe('no-cache');
    }
  });

  test('no page contains a post for followers, whoever requests the page', async () => {
    const owner = await addTestMember(base, { post_visibility: 'followers' });
    const follower = await addTestMember(base);
    const post = await addTestPhoto(base, owner);
    await base.call('POST', `/users/${owner.id}/follow`, { token: follower.token });
    expect((await readPage(`/post/${post.id}`, { authorization: `Bearer ${follower.token}` })).body).toBe(html);
    const { profile } = await readFirstData(`/user/${owner.username}`);
    expect(profile).toMatchObject({ photos: [], stats: { photos_count: 0 } });
    expect((await readPage(`/user/${owner.username}`)).body).not.toContain(post.id);
  });

  test('member text cannot close the data elements', async () => {
    const hostile = `</script><script>alert(1)</script><!-- <b> & " \\u003c \u2028`;
    const owner = await addTestMember(base, { bio: hostile });
    const post = await addTestPhoto(base, owner, { title: hostile, description: hostile });
    expect((await readFirstData(`/user/${owner.username}`)).profile?.bio).toBe(hostile);
    for (const url of [`/post/${post.id}`, `/user/${owner.username}`]) {
      const { body, headers } = await readPage(url);
      expect(body.match(/<\/?script/g)).toEqual(['<script', '</script', '<script', '</script']);
      expect(headers['content-security-policy']).toContain("script-src 'self';");
    }
  });

  test('a post page takes three queries and a profile page at most ten, whatever its number of posts', async () => {
    const owner = await addTestMember(base);
    const posts = [await addTestPhoto(base, owner), await addTestPhoto(base, owner)];
    let statements: string[] = [];
    const counted = { ...base.db };
    for (const kind of ['row', 'rows'] as const) {
      const query = base.db[kind] as (...args: unknown[]) => Promise<never>;
      counted[kind] = (sql: string, ...args: unknown[]) => {
        statements.push(sql);
        return query(sql, ...args);
      };
    }
    const counting = buildApp({ ...base.context, db: counted }, { webApps: new Map([['en', (await readWebApp(folder))!]]) });
    const questions = async (url: string): Promise<number> => {
      statements = [];
      expect((await counting.inject({ url, headers: { accept: 'text/html' } })).body).toContain('og:title');
      return statements.length;
    };
    expect(await questions(`/post/${posts[0]!.id}`)).toBe(3);
    const ofProfile = await questions(`/user/${owner.username}`);
    expect(ofProfile).toBeLessThanOrEqual(10);
    await addTestPhoto(base, owner);
    expect(await questions(`/user/${owner.username}`)).toBe(ofProfile);
    await counting.close();
  });
});

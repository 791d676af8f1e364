import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { readWebApp } from '../../platform/http/web-app.ts';
import { newId } from '../../platform/ids.ts';
import { addTestAccount, testPassword } from '../../testing/accounts.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestTopic } from '../../testing/forum.ts';
import { formOf } from '../../testing/http-client.ts';
import { photoFile } from '../../testing/image-files.ts';
import { addTestExhibition, addTestPhoto, addTestSeries, setAudience, setMember, setPhotoGone } from '../../testing/posts.ts';

const appPage = '<!doctype html><html><head><title>Mbari</title></head><body>The app</body></html>';
const frame = '<!doctype html><html><head><!-- head --><!-- style --></head><body><!-- body --></body></html>';

let folder: string;
let base: TestApp;
let app: FastifyInstance;
let origin: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mbari-public-pages-'));
  await writeFile(path.join(folder, 'index.html'), appPage);
  await writeFile(path.join(folder, 'public-page.html'), frame);
  base = await startTestApp();
  origin = base.context.config.publicUrl.origin;
  const webApp = (await readWebApp(folder))!;
  app = buildApp(base.context, {
    webApps: new Map([
      ['en', webApp],
      ['fr', webApp],
    ]),
  });
});
afterEach(() => openTo(null));
afterAll(async () => {
  await app.close();
  await base.close();
  await rm(folder, { recursive: true });
});

async function openTo(visitors: 'front' | 'posts' | null): Promise<void> {
  await base.db.run('update site_settings set visitors = $1', [visitors]);
  base.context.site.forget();
}

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: new URL(origin).host, accept: 'text/html', ...headers } });
const read = async (url: string, headers?: Record<string, string>): Promise<string> => (await get(url, headers)).body;
async function comment(photoId: string, { token }: TestMember, content: string): Promise<void> {
  expect((await base.call('POST', `/photos/${photoId}/comments`, { token, json: { content } })).status).toBe(201);
}

interface Author {
  member: TestMember;
  post: Awaited<ReturnType<typeof addTestPhoto>>;
  series: { id: string };
}

/** A member with a tagged post in a series, by whose unique name every page can be searched. */
async function addAuthor(mark: string): Promise<Author> {
  const member = await addTestMember(base, { name: `${mark} Eze`, bio: `${mark} carves` });
  const post = await addTestPhoto(base, member, { title: `${mark} at dusk`, location_name: 'Òṣogbo' });
  const { id } = post;
  await base.db.run(`insert into tags (key) values ('carving') on conflict do nothing`);
  await base.db.run(`insert into photo_tags (tag, photo_id, name) values ('carving', $1, 'Carving')`, [id]);
  return { member, post, series: await addTestSeries(base, member, [post], { title: `${mark} in order` }) };
}

/** Feeds and the embed that are open with the pages of posts. */
const linksOf = ({ post, series }: Pick<Author, 'post' | 'series'>): string[] => [
  '/tag/carving/feed.atom',
  '/place/osogbo/feed.atom',
  `/series/${series.id}/feed.atom`,
  `/oembed?url=${encodeURIComponent(`${origin}/post/${post.id}`)}`,
];

test('by default, every page but those about the community is the app, and search engines list none', async () => {
  const { member, post, series } = await addAuthor('Closed');
  for (const url of [
    '/',
    `/post/${post.id}`,
    `/series/${series.id}`,
    `/user/${member.username}`,
    '/tag/carving',
    '/place/osogbo',
    '/forum',
  ]) {
    const { body, headers } = await get(url);
    expect([url, body.includes('The app'), headers['x-robots-tag']]).toEqual([url, true, 'noindex']);
  }
  for (const url of ['/about', '/privacy', '/rules']) expect(await read(url)).toMatch(/<article class="text">\s*<h1>/);
  for (const url of ['/sitemap.xml', '/sitemap/members.xml', '/feed.atom', ...linksOf({ post, series })])
    expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
});

test('`front` opens the wall of photos, but no post', async () => {
  await openTo('front');
  const { member, post, series } = await addAuthor('Front');
  const front = await get('/');
  expect(front.body).toContain('Front at dusk');
  expect(front.headers['x-robots-tag']).toBeUndefined();
  for (const url of [`/post/${post.id}`, `/series/${series.id}`, `/user/${member.username}`, '/tag/carving', '/place/osogbo'])
    expect(await read(url)).toContain('The app');
  for (const url of linksOf({ post, series })) expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
});

test('`posts` opens posts, series, profiles, tags and places, which can be read without scripts', async () => {
  await openTo('posts');
  const { member, post, series } = await addAuthor('Open');
  await comment(post.id, member, 'Mine, at #dusk.');
  const html = await read(`/post/${post.id}`);
  expect(html).toContain('<h1 dir="auto">Open at dusk</h1>');
  expect(html).toContain('Mine, at <a href="/tag/dusk">#dusk</a>.');
  expect(html).toContain(`<link rel="canonical" href="${origin}/post/${post.id}"`);
  expect(html).toMatch(/"@type":"ImageObject","name":"Open at dusk"/);
  expect(html).toContain(`"application/json+oembed" href="${origin}/oembed?url=${encodeURIComponent(`${origin}/post/${post.id}`)}"`);
  // The address that the post had while it was scheduled.
  const scheduledId = newId();
  await base.db.run('update photos set scheduled_id = $2 where id = $1', [post.id, scheduledId]);
  expect(await read(`/post/${scheduledId}`)).toContain(`<link rel="canonical" href="${origin}/post/${post.id}"`);
  expect(await read(`/user/${member.username}`)).toMatch(/<h1 dir="auto">Open Eze<\/h1>[^]*Open at dusk/);
  const ofSeries = await read(`/series/${series.id}`);
  expect(ofSeries).toMatch(/<h1 dir="auto">Open in order<\/h1>[^]*Open at dusk/);
  expect(ofSeries).toContain(`<link rel="canonical" href="${origin}/series/${series.id}"`);
  expect(ofSeries).toContain(`<meta property="og:image" content="${origin}/media/${post.image_id}/1280.jpeg"`);
  expect(await read('/tag/CARVING')).toMatch(/<h1 dir="auto">#Carving<\/h1>[^]*Open at dusk/);
  expect(html).toContain('<a href="/place/%C3%92%E1%B9%A3ogbo" dir="auto">Òṣogbo</a>');
  for (const page of ['/tag/Carving', `/series/${series.id}`])
    expect(await read(page)).toMatch(new RegExp(`"application/atom\\+xml" title="[^"]* on Mbari" href="${origin}${page}/feed.atom"`));
  expect(await read('/place/osogbo')).toMatch(/<h1 dir="auto">Òṣogbo<\/h1>[^]*Open at dusk/);
});

test('an earlier version stands below its photo, each with its name', async () => {
  await openTo('posts');
  const { token } = await addTestMember(base);
  const jpeg = await photoFile(80, 60);
  const form = formOf({ 'title': 'The bridge', 'images[0]': jpeg, 'images[1]': jpeg, 'is_comparison': 'true' });
  const { json } = await base.call('POST', '/photos', { token, form });
  expect(await read(`/post/${json.data.id}`)).toMatch(/After<\/figcaption>[^]*<img[^]*Before<\/figcaption>/);
});

test('visitors read the names that members accepted, unless the member keeps out of public pages', async () => {
  await openTo('posts');
  const { post } = await addAuthor('Open');
  const [accepted, asked, refused, hiding] = await Promise.all(
    ['Accepted', 'Asked', 'Refused', 'Hiding'].map((name) => addTestMember(base, { name: `${name} Nwosu` })),
  );
  for (const [member, state] of [
    [accepted, 'accepted'],
    [asked, 'asked'],
    [refused, 'refused'],
    [hiding, 'accepted'],
  ] as const)
    await base.db.run('insert into people_shown (photo_id, member_id, state) values ($1, $2, $3)', [post.id, member!.id, state]);
  await setMember(base, hiding!, { show_to_visitors: false });
  const html = await read(`/post/${post.id}`);
  expect(html.match(/\w+ Nwosu/g)).toEqual(['Accepted Nwosu']);
});

test('`posts` opens an exhibition that has opened, with its accepted public works, share card and structured data', async () => {
  await openTo('posts');
  const [curator, shown, asked] = [await addAuthor('Curating'), await addAuthor('Shown'), await addAuthor('Asked')];
  const dates = { works: [shown.post], requested: [asked.post] };
  const open = await addTestExhibition(base, curator.member, { title: 'Four o’clock', ...dates });
  const draft = await addTestExhibition(base, curator.member, { title: 'Draft', ...dates, opens_at: null });
  const coming = await addTestExhibition(base, curator.member, { title: 'Coming', ...dates, opens_at: new Date(Date.now() + 60_000) });
  const html = await read(`/exhibitions/${open.id}`);
  expect(html).toMatch(/<h1 dir="auto">Four o’clock<\/h1>[^]*Curating Eze[^]*North room[^]*Shown at dusk/);
  expect(html).not.toContain('Asked at dusk');
  expect(html).toContain(`<link rel="canonical" href="${origin}/exhibitions/${open.id}"`);
  expect(html).toContain(`<meta property="og:image" content="${origin}/media/${shown.post.image_id}/1280.jpeg"`);
  expect(html).toMatch(
    /"@type":"ExhibitionEvent","name":"Four o’clock"[^]*"startDate":"[^]*"organizer":\[\{"@type":"Person","name":"Curating Eze"/,
  );
  for (const { id } of [draft, coming]) expect(await read(`/exhibitions/${id}`)).toContain('The app');
  const guestBook = await addTestTopic(base, curator.member);
  await base.db.run('update exhibitions set topic_id = $2 where id = $1', [open.id, guestBook.id]);
  const signIn = '<a class="button" href="/login">Sign in for the guest book</a>';
  expect([html.includes(signIn), (await read(`/exhibitions/${open.id}`)).includes(signIn)]).toEqual([false, true]);
  await base.db.run('update forum_topics set deleted_at = now() where id = $1', [guestBook.id]);
  expect(await read(`/exhibitions/${open.id}`)).not.toContain(signIn);
  const map = await read(`/sitemap/${new Date().toISOString().slice(0, 7)}.xml`);
  expect([open, draft, coming].map(({ id }) => map.includes(id))).toEqual([true, false, false]);
  await setMember(base, curator.member, { show_to_visitors: false });
  expect(await read(`/exhibitions/${open.id}`)).toContain('The app');
});

test('pages of photos go on by key', async () => {
  await openTo('posts');
  const member = await addTestMember(base);
  for (let n = 1; n <= 25; n += 1) await addTestPhoto(base, member, { title: `Number ${n};` });
  const first = await read(`/user/${member.username}`);
  expect(first.match(/Number \d+;/g)?.filter((title) => title === 'Number 1;')).toEqual([]);
  const next = /href="([^"]*\?before=[^"]*)" data-more/.exec(first)?.[1];
  const second = await read(next!);
  expect([second.match(/<li id/g)?.length, second.includes('Number 1;'), second.includes('data-more')]).toEqual([1, true, false]);
});

/** Ways in which a post or its author is hidden from visitors. */
const hidden: Record<string, (author: Author) => Promise<unknown>> = {
  'an author who opted out': ({ member }) => setMember(base, member, { show_to_visitors: false }),
  'posts for followers': ({ member }) => setMember(base, member, { post_visibility: 'followers' }),
  'a private profile': ({ member }) => setMember(base, member, { profile_visibility: 'private' }),
  'a suspended author': ({ member }) => setMember(base, member, { suspended_at: new Date() }),
  'a closed account': ({ member }) => setMember(base, member, { closed_at: new Date() }),
  'followers as the audience of the post': ({ post }) => setAudience(base, post, 'followers'),
  'the author alone as the audience of the post': ({ post }) => setAudience(base, post, 'me'),
  'an archived post': ({ post }) => setPhotoGone(base, post, 'archived_at'),
  'a scheduled post': ({ post }) => setPhotoGone(base, post, 'publish_at'),
  'a removed post': ({ post }) => setPhotoGone(base, post, 'removed_at'),
  'a sensitive post': ({ post }) => base.db.run(`update photos set warning = 'death' where id = $1`, [post.id]),
  'a deleted post': ({ post }) => setPhotoGone(base, post, 'deleted_at'),
};

test.each(Object.entries(hidden))('%s: nothing of the post or its comments shows on any page for visitors', async (name, hide) => {
  await openTo('posts');
  const [seen, author] = [await addAuthor('Seen'), await addAuthor('Canary')];
  const { member, post, series } = author;
  const isPostOnly = name.endsWith('post');
  if (!isPostOnly) {
    await comment(seen.post.id, member, 'Canary sings');
    await addTestTopic(base, member, { title: 'Canary topic', photo_id: post.id });
  }
  const exhibition = await addTestExhibition(base, seen.member, { works: [seen.post, post] });
  const month = new Date().toISOString().slice(0, 7);
  const urls = [
    '/',
    `/exhibitions/${exhibition.id}`,
    '/tag/carving',
    '/place/osogbo',
    `/post/${seen.post.id}`,
    `/user/${member.username}`,
    `/post/${post.id}`,
    `/series/${series.id}`,
    '/feed.atom',
    `/exhibitions/${exhibition.id}/feed.atom`,
    `/user/${member.username}/feed.atom`,
    ...linksOf(author),
  ];
  const maps = [`/sitemap/${month}.xml`, '/sitemap/members.xml'];
  const before = await Promise.all([...urls, ...maps].map((url) => read(url)));
  expect(before.filter((html) => html.includes(post.id) || html.includes('Canary')).length).toBeGreaterThan(12);

  await hide(author);
  for (const url of [...urls, ...maps]) {
    const html = await read(url);
    const isOwnProfile = url === `/user/${member.username}`;
    expect([url, html.includes(post.id), html.includes(post.image_id), html.includes('Canary at dusk'), html.includes(series.id)]).toEqual([
      url,
      false,
      false,
      false,
      false,
    ]);
    if (!isPostOnly) expect([url, html.includes('Canary sings'), html.includes('Canary topic')]).toEqual([url, false, false]);
    if (!isPostOnly && !isOwnProfile) expect([url, html.includes('Canary'), html.includes(member.username)]).toEqual([url, false, false]);
  }
  // A hidden post is answered like a missing one.
  const [answer, missing] = [await get(`/post/${post.id}`), await get(`/post/${post.id.slice(0, -4)}0000`)];
  expect([answer.statusCode, answer.body]).toEqual([missing.statusCode, missing.body]);
});

test('members still see the posts of an author who opted out, and their images need a signature', async () => {
  const [member, reader] = [await addTestMember(base, { name: 'Quiet Eze' }), await addTestMember(base)];
  const form = new FormData();
  form.append('title', 'Quiet at dusk');
  form.append('images[0]', new Blob([new Uint8Array(await photoFile(700, 350))]), 'a.jpg');
  const { json: posted } = await base.call('POST', '/photos', { token: member.token, form });
  const post = posted.data;
  const image = `/media/${post.images[0].id}/320.webp`;
  expect((await get(image, { accept: '*/*' })).statusCode).toBe(200);
  await setMember(base, member, { show_to_visitors: false });
  expect((await get(image, { accept: '*/*' })).statusCode).toBe(404);
  const { json } = await base.call('GET', '/photos', { token: reader.token });
  const listed = json.data.find(({ id }: { id: string }) => id === post.id);
  const signed = listed.images[0].srcset.webp.split(' ')[0];
  expect((await get(signed, { accept: '*/*' })).statusCode).toBe(200);
  const visitor = await base.call('GET', `/users/${member.username}`);
  expect(visitor.json.data).toMatchObject({ name: 'Quiet Eze', photos: [], stats: { photos_count: 0 } });
});

test('members get the app at every address, and so does a visitor who wants to sign in', async () => {
  await openTo('posts');
  const { post } = await addAuthor('Known');
  for (const url of ['/', `/post/${post.id}`, '/about']) expect(await read(url, { cookie: 'a=b; mbari_member=yes' })).toContain('The app');
  expect(await read(`/post/${post.id}?sign-in`)).toContain('The app');
});

test('signing in sets the cookie by which members get the app, and signing out clears it', async () => {
  const member = await addTestAccount(base);
  const cookiesOf = (answer: { headers: Headers }) => answer.headers.getSetCookie().filter((cookie) => cookie.startsWith('mbari_member='));
  const signedIn = await base.call('POST', '/auth/login', { json: { email: member.email, password: testPassword } });
  expect(cookiesOf(signedIn)).toEqual([expect.stringMatching(/^mbari_member=yes; Max-Age=\d+; Path=\/; SameSite=Lax$/)]);
  const signedOut = await base.call('POST', '/auth/logout', { token: signedIn.json.token });
  expect(cookiesOf(signedOut)).toEqual([expect.stringContaining('Max-Age=0')]);
});

test('a link of the footer changes the language without scripts', async () => {
  const { statusCode, headers } = await get('/about?language=en');
  expect([statusCode, headers.location, headers['set-cookie']]).toEqual([
    303,
    '/about',
    expect.stringMatching(/^mbari_locale=en; Path=\//),
  ]);
  expect((await get('/about?language=xx')).statusCode).toBe(200);
  for (const address of ['//evil.example', '/\\evil.example', '///evil.example'])
    expect((await get(`${address}?language=en`)).headers.location ?? '/').not.toContain('evil');
});

test('a category that a new community starts with is named in the visitor’s language', async () => {
  await openTo('posts');
  const post = await addTestPhoto(base, await addTestMember(base));
  await base.db.run(`update photos set category_id = (select id from categories where name = 'Fashion') where id = $1`, [post.id]);
  expect(await read(`/post/${post.id}`, { 'accept-language': 'fr' })).toContain('<p class="meta">Mode ·');
});

test('texts of members stay text, and the policy allows only the page’s own style', async () => {
  await openTo('posts');
  const hostile = `<script>alert(1)</script><b onclick="x">&'"`;
  const member = await addTestMember(base, { name: hostile.slice(0, 40), bio: hostile });
  const post = await addTestPhoto(base, member, { title: hostile, description: hostile });
  await comment(post.id, member, hostile);
  for (const url of ['/', `/post/${post.id}`, `/user/${member.username}`]) {
    const { body, headers } = await get(url);
    expect(body).not.toMatch(/<script>|<b onclick/);
    expect(headers['content-security-policy']).toMatch(/script-src 'self'; style-src 'self' 'sha256-/);
  }
});

test('the sitemap names public posts by month, and members', async () => {
  await openTo('posts');
  const { member, post } = await addAuthor('Mapped');
  const month = new Date().toISOString().slice(0, 7);
  expect(await read('/robots.txt')).toContain(`Sitemap: ${origin}/sitemap.xml`);
  expect(await read('/sitemap.xml')).toContain(`<loc>${origin}/sitemap/${month}.xml</loc>`);
  expect(await read(`/sitemap/${month}.xml`)).toContain(`<loc>${origin}/post/${post.id}</loc>`);
  expect(await read('/sitemap/members.xml')).toContain(`<loc>${origin}/user/${member.username}</loc>`);
  expect((await get('/sitemap/2026-13.xml')).statusCode).toBe(404);
});

test.each([
  '/post/%00',
  '/tag/%00',
  '/tag/%E0%A4%A',
  '/user/__proto__',
  '/?before=%27',
  '/tag/nothing',
  '/place/%00',
  '/place/nowhere',
  `/tag/${'x'.repeat(300)}`,
])('a visitor’s bad address %s is no error', async (url) => {
  await openTo('posts');
  expect((await get(url)).statusCode).toBeLessThan(500);
});

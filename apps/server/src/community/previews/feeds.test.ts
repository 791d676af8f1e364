import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRateLimits } from '../../platform/http/rate-limits.ts';
import { newId } from '../../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestExhibition, addTestPhoto, addTestSeries, block, mute, setMember, setPhotoGone } from '../../testing/posts.ts';
import { describePage } from './describe-page.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.db.run(`update site_settings set visitors = 'posts'`);
  app.context.site.forget();
});
afterAll(() => app.close());

const get = (address: string, headers: Record<string, string> = {}) => app.call('GET', `${app.url}${address}`, { headers });
const ofMember = ({ username }: { username: string }): string => `/user/${username}/feed.atom`;
const child = ({ children }: XmlElement, name: string): XmlElement => {
  const [first, ...others] = children.filter((element) => element.name === name);
  expect([name, others]).toEqual([name, []]);
  return first!;
};
const listEntries = (feed: XmlElement): XmlElement[] => feed.children.filter(({ name }) => name === 'entry');
const link = ({ children }: XmlElement, rel: string) =>
  children.find((element) => element.name === 'link' && element.attributes['rel'] === rel)?.attributes['href'];

async function readTitles(address: string): Promise<string[]> {
  const { status, text } = await get(address);
  expect(status).toBe(200);
  return listEntries(readXml(text)).map((entry) => child(entry, 'title').text);
}

async function categoryId(slug: string): Promise<string> {
  const { rows } = await app.db.pool.query<{ id: string }>('select id from categories where slug = $1', [slug]);
  return rows[0]!.id;
}

/** Checks the requirements of RFC 4287. */
function expectAtom(feed: XmlElement): void {
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
  const iri = /^(?:urn:uuid:[\da-f-]{36}|tag:[\w.-]+,\d{4}:[\w/%-]+)$/;
  expect([feed.name, feed.attributes['xmlns']]).toEqual(['feed', 'http://www.w3.org/2005/Atom']);
  for (const element of [feed, ...listEntries(feed)]) {
    expect(child(element, 'id').text).toMatch(iri);
    expect(child(element, 'title').text).not.toBe('');
    expect(child(element, 'updated').text).toMatch(instant);
    expect(link(element, 'alternate')).toMatch(/^https?:\/\//);
  }
  for (const entry of listEntries(feed)) expect(child(child(entry, 'author'), 'name').text).not.toBe('');
  const ids = listEntries(feed).map((entry) => child(entry, 'id').text);
  expect(new Set(ids).size).toBe(ids.length);
}

test('a member’s Atom feed has the image and text of each post, newest first', async () => {
  const member = await addTestMember(app, { name: 'Ṣadé & Sons', username: 'sade' });
  const old = await addTestPhoto(app, member, { title: 'Old cloth', category_id: await categoryId('textile') });
  const post = await addTestPhoto(app, member, { title: 'New cloth', description: 'Wove it.\nDyed it.\n\nWore it.' });
  const { status, headers, text } = await get(ofMember(member));
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'application/atom+xml; charset=utf-8',
    'no-cache',
  ]);
  const feed = readXml(text);
  expectAtom(feed);
  const base = app.context.config.publicUrl.origin;
  expect([child(feed, 'title').text, child(feed, 'id').text]).toEqual(['Ṣadé & Sons on Mbari', `urn:uuid:${member.id}`]);
  expect([link(feed, 'self'), link(feed, 'alternate')]).toEqual([`${base}/user/sade/feed.atom`, `${base}/user/sade`]);
  const [first, second, ...others] = listEntries(feed);
  expect(others).toEqual([]);
  expect([child(first!, 'id').text, link(first!, 'alternate')]).toEqual([`urn:uuid:${post.id}`, `${base}/post/${post.id}`]);
  expect(child(second!, 'id').text).toBe(`urn:uuid:${old.id}`);
  expect(child(second!, 'category').attributes).toEqual({ term: 'textile', label: 'Textile' });
  const content = child(first!, 'content');
  expect(content.attributes['type']).toBe('html');
  expect(content.text).toBe(
    `<p><a href="${base}/post/${post.id}"><img src="${base}/media/${post.image_id}/1280.jpeg" width="1280" height="960" alt="Dancers"></a></p>` +
      '<p>Wove it.<br>Dyed it.</p><p>Wore it.</p>',
  );
});

test('a category’s feed has at most thirty public posts of public members', async () => {
  const [author, otherAuthor, quiet, deletedMember] = await Promise.all([
    addTestMember(app),
    addTestMember(app),
    addTestMember(app, { post_visibility: 'followers' }),
    addTestMember(app, { suspended_at: new Date() }),
  ]);
  const category_id = await categoryId('film');
  for (const member of [quiet, deletedMember]) await addTestPhoto(app, member, { category_id, title: 'Hidden' });
  await addTestPhoto(app, author, { category_id, title: 'Deleted', deleted_at: new Date() });
  await addTestPhoto(app, author, { title: 'Elsewhere', category_id: await categoryId('food') });
  for (let index = 0; index < 32; index += 1)
    await addTestPhoto(app, index % 2 ? author : otherAuthor, { category_id, title: `Reel ${index}` });
  const { text } = await get('/category/film/feed.atom');
  const feed = readXml(text);
  expectAtom(feed);
  expect(child(feed, 'title').text).toBe('Film on Mbari');
  expect(link(feed, 'alternate')).toBe(`${app.context.config.publicUrl.origin}/discover?category=film`);
  expect(await readTitles('/category/film/feed.atom')).toEqual(Array.from({ length: 30 }, (_, index) => `Reel ${31 - index}`));
});

test('tags, places, series and exhibitions have feeds of their posts, newest first', async () => {
  const member = await addTestMember(app, { name: 'Adaeze' });
  const posts = [
    await addTestPhoto(app, member, { title: 'Gourd', location_name: 'Òṣogbo' }),
    await addTestPhoto(app, member, { title: 'Mask', location_name: 'ÒṢOGBO' }),
  ];
  await app.db.run(`insert into tags (key) values ('carving') on conflict do nothing`);
  for (const { id } of posts) await app.db.run(`insert into photo_tags (tag, photo_id, name) values ('carving', $1, 'Carving')`, [id]);
  const series = await addTestSeries(app, member, posts, { title: 'In order' });
  const exhibition = await addTestExhibition(app, member, { title: 'North', works: posts });
  const base = app.context.config.publicUrl.origin;
  const place = encodeURIComponent('ÒṢOGBO');
  for (const [asked, title, page] of [
    ['/tag/CARVING', '#Carving', '/tag/Carving'],
    ['/place/osogbo', 'ÒṢOGBO', `/place/${place}`],
    [`/series/${series.id}`, 'In order', `/series/${series.id}`],
    [`/exhibitions/${exhibition.id}`, 'North', `/exhibitions/${exhibition.id}`],
  ]) {
    const { status, text, headers } = await get(`${asked}/feed.atom`);
    expect([asked, status]).toEqual([asked, 200]);
    const feed = readXml(text);
    expectAtom(feed);
    expect(child(feed, 'title').text).toBe(`${title} on Mbari`);
    expect([link(feed, 'alternate'), link(feed, 'self')]).toEqual([base + page, `${base + page}/feed.atom`]);
    expect(listEntries(feed).map((entry) => child(entry, 'title').text)).toEqual(['Mask', 'Gourd']);
    expect((await get(`${asked}/feed.atom`, { 'if-none-match': headers.get('etag')! })).status).toBe(304);
  }
});

const askOembed = (url: string, query = '') => get(`/oembed?url=${encodeURIComponent(url)}${query}`);

test('oEmbed describes a public post as a photo within the size that is asked for', async () => {
  const member = await addTestMember(app, { name: 'Ngozi', username: 'ngozi' });
  const post = await addTestPhoto(app, member, { title: 'Dawn "at"\nthe river' });
  const base = app.context.config.publicUrl.origin;
  const { status, headers, json } = await askOembed(`${base}/post/${post.id}`, '&format=json');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(json).toEqual({
    version: '1.0',
    type: 'photo',
    title: 'Dawn "at" the river',
    author_name: 'Ngozi',
    author_url: `${base}/user/ngozi`,
    provider_name: 'Mbari',
    provider_url: `${base}/`,
    url: `${base}/media/${post.image_id}/1280.jpeg`,
    width: 1280,
    height: 960,
  });
  const sizeWithin = async (query: string) => {
    const { url, width, height } = (await askOembed(`${base}/post/${post.id}?from=chat`, query)).json;
    return [url.split('/').at(-1), width, height];
  };
  expect(await sizeWithin('&maxwidth=700')).toEqual(['640.jpeg', 640, 480]);
  expect(await sizeWithin('&maxheight=300')).toEqual(['320.jpeg', 320, 240]);
  expect(await sizeWithin('&maxwidth=100&maxheight=30')).toEqual(['320.jpeg', 40, 30]);
  expect(await sizeWithin('&maxwidth=-1&maxheight=x')).toEqual(['1280.jpeg', 1280, 960]);
});

test('oEmbed answers 404 for any other address, and 501 for XML', async () => {
  const member = await addTestMember(app);
  const { id } = await addTestPhoto(app, member);
  const base = app.context.config.publicUrl.origin;
  for (const url of [
    '',
    'x',
    `https://evil.example/post/${id}`,
    `${base}/post/${member.id}`,
    `${base}/post/${id}/removal`,
    `${base}/forum/t/${id}`,
  ])
    expect([url, (await askOembed(url)).status]).toEqual([url, 404]);
  for (const query of ['', '?url=a&url=b', '?url=%00']) expect((await get(`/oembed${query}`)).status).toBe(404);
  expect((await askOembed(`${base}/post/${id}`, '&format=xml')).status).toBe(501);
});

test('an empty feed is valid', async () => {
  const member = await addTestMember(app);
  for (const address of [ofMember(member), '/category/literature/feed.atom']) {
    const { status, text } = await get(address);
    expect(status).toBe(200);
    expectAtom(readXml(text));
  }
});

test('text cannot break out of the feed or its page', async () => {
  const hostile = `]]></content></entry><script>alert(1)</script> & &amp; "x" 'y' \u0001\u000b\u001f\ufffe\uffff 👩🏾‍🎨 <img src=x onerror=alert(1)>`;
  const member = await addTestMember(app, { name: hostile });
  const post = await addTestPhoto(app, member, { title: hostile, description: hostile });
  await app.db.pool.query('update photo_images set alt = $2 where photo_id = $1', [post.id, hostile]);
  const { text } = await get(ofMember(member));
  const feed = readXml(text);
  expectAtom(feed);
  const [entry] = listEntries(feed);
  expect(child(entry!, 'title').text).toContain('<script>alert(1)</script> & &amp; "x"');
  const html = child(entry!, 'content').text;
  expect(html).not.toMatch(/<script|<img src=x/);
  expect(html).toContain('&lt;script&gt;');
  expect(html.match(/<img [^>]*>/g)).toHaveLength(1);
});

test.each([
  ['turns their profile private', { profile_visibility: 'private' }],
  ['posts for followers only', { post_visibility: 'followers' }],
  ['is suspended', { suspended_at: new Date() }],
  ['closes their account', { closed_at: new Date() }],
  ['was never verified', { email_verified_at: null }],
])('the feed of a member who %s answers 404 from the next request on', async (_how, columns) => {
  const member = await addTestMember(app);
  await addTestPhoto(app, member, { category_id: await categoryId('painting'), title: `By ${member.id}` });
  const { headers } = await get(ofMember(member));
  expect(await readTitles('/category/painting/feed.atom')).toContain(`By ${member.id}`);
  await setMember(app, member, columns);
  const answer = async (address: string) => {
    const { status, json, headers: revalidatedHeaders } = await get(address, { 'if-none-match': headers.get('etag')! });
    return { status, body: { ...json, request_id: '' }, names: [...revalidatedHeaders.keys()] };
  };
  const hidden = await answer(ofMember(member));
  expect(hidden.status).toBe(404);
  expect(hidden).toEqual(await answer('/user/nobody.at.all/feed.atom'));
  if (!('email_verified_at' in columns)) expect(await readTitles('/category/painting/feed.atom')).not.toContain(`By ${member.id}`);
});

test('a deleted post leaves the feed immediately, even if the feed’s newest date does not change', async () => {
  const member = await addTestMember(app);
  const [going] = [await addTestPhoto(app, member, { title: 'Going' }), await addTestPhoto(app, member, { title: 'Staying' })];
  const earlier = await get(ofMember(member));
  expect((await get(ofMember(member), { 'if-none-match': earlier.headers.get('etag')! })).status).toBe(304);
  await setPhotoGone(app, going, 'deleted_at');
  for (const [requestHeader, responseHeader] of [
    ['if-none-match', 'etag'],
    ['if-modified-since', 'last-modified'],
  ] as const) {
    const later = await get(ofMember(member), { [requestHeader]: earlier.headers.get(responseHeader)! });
    expect([later.status, later.headers.get('last-modified')]).toEqual([200, earlier.headers.get('last-modified')]);
    expect(later.text).not.toContain('Going');
  }
});

test('a feed ignores the session, blocks and mutes', async () => {
  const [member, viewer] = await Promise.all([addTestMember(app), addTestMember(app)]);
  await addTestPhoto(app, member);
  await block(app, member, viewer);
  await mute(app, viewer, member);
  const anonymous = await get(ofMember(member));
  const signedIn = await get(ofMember(member), { authorization: `Bearer ${viewer.token}` });
  expect([signedIn.status, signedIn.text]).toEqual([200, anonymous.text]);
});

test.each([
  '/user/%00/feed.atom',
  '/user/__proto__/feed.atom',
  '/category/nothing/feed.atom',
  '/category/%00/feed.atom',
  '/category/Film/feed.atom',
  '/tag/%00/feed.atom',
  '/tag/nothing/feed.atom',
  '/place/nowhere/feed.atom',
  '/series/nonsense/feed.atom',
  `/exhibitions/${newId()}/feed.atom`,
])('%s is not a feed', async (address) => {
  expect((await get(address)).status).toBe(404);
});

test('a feed is compressed, answers HEAD and is rate-limited', async () => {
  const member: TestMember = await addTestMember(app);
  for (let index = 0; index < 5; index += 1) await addTestPhoto(app, member);
  const packed = await fetch(app.url + ofMember(member), { headers: { 'accept-encoding': 'gzip' } });
  expect([packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual(['gzip', 'accept-encoding']);
  const text = await packed.text();
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  expect(packed.headers.get('etag')).toBe(`"${hash}"`);
  const head = await fetch(app.url + ofMember(member), { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(Buffer.byteLength(text))]);

  const strict = await startTestApp({}, { limits: openRateLimits({ scale: 1 / 300 }) });
  const statuses = [];
  for (const address of ['/category/film/feed.atom', '/category/film/feed.atom', '/user/nobody/feed.atom'])
    statuses.push((await strict.call('GET', `${strict.url}${address}`)).status);
  expect(statuses).toEqual([200, 429, 429]);
  await strict.close();
});

test('feeds and previews use the site’s default language and only catalogue texts', async () => {
  const otherApp = await startTestApp({ LOCALES: 'en-XA', DEFAULT_LOCALE: 'en-XA' });
  try {
    const member = await addTestMember(otherApp, { name: 'ኣዳ', username: 'zz' });
    const post = await addTestPhoto(otherApp, member, { title: 'ሰማያዊ' });
    const { text } = await otherApp.call('GET', `${otherApp.url}${ofMember(member)}`);
    const feed = readXml(text);
    const titles = [feed, ...listEntries(feed)].map((element) => child(element, 'title').text);
    expect(titles).toHaveLength(2);
    const heads = await Promise.all([`/post/${post.id}`, `/user/zz`].map((address) => describePage(otherApp.context, address, '')));
    const described = /(?:title>|(?:description|title)" content="|atom\+xml" title=")([^<"]*)/g;
    const texts = heads.flatMap((head) => [...(head ?? '').matchAll(described)].map(([, words = '']) => words));
    expect(texts.length).toBeGreaterThan(6);
    for (const words of [...titles, ...texts]) expect(words.replaceAll('Mbari', '')).not.toMatch(/[a-z]/i);
  } finally {
    await otherApp.close();
  }
});

/** An XML element: attributes, children, and its direct text. */
interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Parses XML as strictly as a feed reader: throws if it is not well formed. Supports no document types and no CDATA. */
function readXml(source: string): XmlElement {
  const fail = (problem: string): never => {
    throw new Error(`not well formed: ${problem}`);
  };
  const isAllowed = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u;
  if (!isAllowed.test(source)) fail('a character that XML cannot say');
  const plain = (text: string): string =>
    text.includes('<')
      ? fail(text)
      : text.replaceAll(/&(?:#(\d+);|(\w+);)?/g, (_, code?: string, name?: string) => {
          const entity = code === undefined ? entities[name ?? ''] : String.fromCodePoint(Number(code));
          return entity !== undefined && isAllowed.test(entity) ? entity : fail(`&${name ?? code ?? ''}`);
        });
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  let rest = source.replace(/^<\?xml version="1\.0" encoding="utf-8"\?>\n/, '');
  if (rest === source) fail('no declaration');
  while (rest !== '') {
    const match = /^([^<]*)<(\/?)([A-Za-z][\w.-]*)((?:\s+[A-Za-z][\w:.-]*="[^"<]*")*)\s*(\/?)>/.exec(rest);
    if (!match) {
      if (rest.trim() !== '') fail(rest.slice(0, 80));
      break;
    }
    const [all, before = '', closes, name = '', attributes = '', isEmpty] = match;
    open.at(-1)!.text += plain(before);
    if (closes) {
      if (open.length === 1 || open.pop()!.name !== name) fail(`</${name}>`);
    } else {
      const pairs = [...attributes.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, plain(value)] as const);
      const element = { name, attributes: Object.fromEntries(pairs), children: [], text: '' };
      if (Object.keys(element.attributes).length !== pairs.length) fail(`an attribute of ${name} twice`);
      open.at(-1)!.children.push(element);
      if (!isEmpty) open.push(element);
    }
    rest = rest.slice(all.length);
  }
  if (open.length !== 1 || root.children.length !== 1 || root.text.trim() !== '') fail('not one element around all');
  return root.children[0]!;
}

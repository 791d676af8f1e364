import { access, mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as sentences from '@mbari/contract/platform/sentences';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { formOf } from '../../testing/http-client.ts';
import { photoFile } from '../../testing/image-files.ts';
import { addTestPhoto, setAudience, setMember, setPhotoGone } from '../../testing/posts.ts';
import { newSecretId } from '../ids.ts';
import { encodeAvif } from './encode-avif.ts';
import { UnreadableImage } from './images.ts';
import { measureImages, sweepImages } from './sweep-images.ts';
import { mediaUrl } from './urls.ts';

let app: TestApp;
let clock = new Date();
beforeAll(async () => void (app = await startTestApp({}, { now: () => clock })));
afterAll(() => app.close());

interface Posted {
  owner: TestMember;
  photo: { id: string };
  id: string;
  address: string;
}

async function post(width = 700): Promise<Posted> {
  const owner = await addTestMember(app);
  const form = new FormData();
  form.append('title', 'Weaving');
  form.append('images[0]', new Blob([new Uint8Array(await photoFile(width, Math.round(width / 2)))]), 'a.jpg');
  const { json } = await app.call('POST', '/photos', { token: owner.token, form });
  const { id } = json.data.images[0];
  return { owner, photo: { id: json.data.id }, id, address: `/media/${id}/640.webp` };
}

const get = (address: string, init: RequestInit = {}): Promise<Response> => fetch(app.url + address, init);
const signedUrl = (id: string, now = clock, width = 640): string => mediaUrl(app.context, { id }, width, 'webp', { isPublic: false, now });
const later = (ms: number): Date => new Date(clock.getTime() + ms);
const minute = 60_000;
const run = { signal: new AbortController().signal, attempt: 1 };

async function statusAndBody(address: string): Promise<unknown> {
  const response = await get(address);
  const { request_id: _, ...body } = (await response.json()) as Record<string, unknown>;
  const names = [...response.headers.keys()].filter((name) => name !== 'date');
  return { status: response.status, body, names };
}

test('anybody may read and cache the image of a public post, and it runs no script', async () => {
  const { address } = await post();
  const response = await get(address);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=3600',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'same-site',
    'x-content-type-options': 'nosniff',
  });
  await app.db.run(`update site_settings set visitors = 'posts'`);
  app.context.site.forget();
  expect((await get(address)).headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  const bytes = await response.arrayBuffer();
  expect(bytes.byteLength).toBe(Number(response.headers.get('content-length')));

  const head = await get(address, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), (await head.arrayBuffer()).byteLength]).toEqual([
    200,
    String(bytes.byteLength),
    0,
  ]);
  const cachedResponse = await get(address, { headers: { 'if-none-match': response.headers.get('etag')! } });
  expect(cachedResponse.status).toBe(304);
});

test.each([
  ['the member’s setting', ({ owner }: Posted) => setMember(app, owner, { post_visibility: 'followers' })],
  ['a private profile', ({ owner }: Posted) => setMember(app, owner, { profile_visibility: 'private' })],
  ['an audience of followers', ({ photo }: Posted) => setAudience(app, photo, 'followers')],
])('the image of a post restricted by %s needs a signature', async (_how, restrict) => {
  const posted = await post();
  const { id, address } = posted;
  const otherPost = await post();
  await restrict(posted);

  const response = await get(signedUrl(id));
  expect(response.status).toBe(200);
  const [, age] = /^private, max-age=(\d+)$/.exec(response.headers.get('cache-control')!) ?? [];
  expect(Number(age)).toBeGreaterThan(29 * 60);
  expect(Number(age)).toBeLessThanOrEqual(3600);

  const missing = await statusAndBody(`/media/${newSecretId()}/640.webp`);
  const right = signedUrl(id);
  const wrongAddresses = [
    address,
    right.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    right.replace(/exp=\d+/, (text) => `exp=${Number(text.slice(4)) + 1}`),
    right.replace('/640.', '/320.'),
    `${address}?${signedUrl(otherPost.id).split('?')[1]}`,
    signedUrl(id, later(-90 * minute)),
    signedUrl(id, later(90 * minute)),
    `${address}?exp=99999999999999999999&sig=x`,
    `${address}?exp=1&exp=2&sig=a&sig=b`,
  ];
  for (const wrongAddress of wrongAddresses) expect(await statusAndBody(wrongAddress), wrongAddress).toEqual(missing);
});

test('the image of a post for its author alone needs a signature made for the author', async () => {
  const { photo, owner, id } = await post();
  const { token } = owner;
  await setAudience(app, photo, 'followers');
  const old = signedUrl(id);
  expect((await get(old)).status).toBe(200);
  await setAudience(app, photo, 'me');
  expect((await get(old)).status).toBe(404);
  const { json } = await app.call('GET', `/photos/${photo.id}`, { token });
  expect((await get(json.data.image_url)).status).toBe(200);
});

test('a signature is constant for half an hour and lasts less than an hour', async () => {
  const { owner, id } = await post();
  await setMember(app, owner, { post_visibility: 'followers' });
  const start = new Date(Math.ceil(clock.getTime() / (30 * minute)) * 30 * minute);
  const url = signedUrl(id, start);
  expect(signedUrl(id, new Date(start.getTime() + 29 * minute))).toBe(url);
  expect(signedUrl(id, new Date(start.getTime() + 30 * minute))).not.toBe(url);
  const before = clock;
  clock = new Date(start.getTime() + 59 * minute);
  expect((await get(url)).status).toBe(200);
  clock = new Date(start.getTime() + 60 * minute);
  expect((await get(url)).status).toBe(404);
  clock = before;
});

test.each([
  ['deleted', ({ photo }: Posted) => setPhotoGone(app, photo, 'deleted_at')],
  ['archived', ({ photo }: Posted) => setPhotoGone(app, photo, 'archived_at')],
  ['removed', ({ photo }: Posted) => setPhotoGone(app, photo, 'removed_at')],
  ['by a suspended member', ({ owner }: Posted) => setMember(app, owner, { suspended_at: new Date() })],
  ['by a closed account', ({ owner }: Posted) => setMember(app, owner, { closed_at: new Date() })],
])('the images of a post that is %s are unavailable immediately, also with an older signature', async (_how, make) => {
  const posted = await post();
  expect((await get(posted.address)).status).toBe(200);
  await make(posted);
  expect((await get(posted.address)).status).toBe(404);
  expect((await get(signedUrl(posted.id))).status).toBe(404);
});

test('an address of a width that is not stored gets 404', async () => {
  const { id } = await post();
  const names = [
    'original',
    '640.png',
    '641.webp',
    '0640.webp',
    '640.webp.bak',
    '..%2f640.webp',
    '%2e%2e',
    '640.webp%00',
    '999999.webp',
    '-1.webp',
    '640.avif',
  ];
  for (const name of names) expect((await get(`/media/${id}/${name}`)).status, name).toBe(404);
  for (const address of [`/media/${id.toUpperCase()}/640.webp`, '/media/x/640.webp', '/media/%2e%2e/640.webp', `/media/${id}`, '/media']) {
    expect((await get(address)).status, address).toBe(404);
  }
});

test('a photo lists the file size of each width, and a job measures older photos', async () => {
  const { owner, id, photo } = await post(700);
  const read = async (): Promise<{ srcset: { webp: string }; bytes: number[] }> =>
    (await app.call('GET', `/photos/${photo.id}`, { token: owner.token })).json.data.images[0];
  const { srcset, bytes } = await read();
  const addresses = srcset.webp.split(', ').map((entry) => entry.split(' ')[0]!);
  const sizes = await Promise.all(addresses.map(async (address) => Number((await get(address)).headers.get('content-length'))));
  expect(sizes.length).toBeGreaterThan(1);
  expect(bytes).toEqual(sizes);

  const lostPhoto = await addTestPhoto(app, owner);
  await app.db.run(`update images set webp_bytes = '{}' where id = $1`, [id]);
  expect((await read()).bytes).toEqual([]);
  const twice = () => measureImages(null, { context: app.context, ...run });
  await Promise.all([twice(), twice()]);
  expect((await read()).bytes).toEqual(sizes);
  expect(await app.db.row('select webp_bytes from images where id = $1', [lostPhoto.image_id])).toEqual({ webp_bytes: [0, 0, 0] });
  expect(await app.db.rows(`select from images where webp_bytes = '{}' and deleted_at is null`)).toEqual([]);
});

test('an avatar is public until it is replaced', async () => {
  const owner = await addTestMember(app);
  const form = new FormData();
  form.append('profile_image', new Blob([new Uint8Array(await photoFile(300, 300))]), 'a.jpg');
  const { json } = await app.call('POST', '/me/profile', { token: owner.token, form });
  const address = json.data.avatar_url as string;
  const secondResponse = await get(address);
  expect([secondResponse.status, secondResponse.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600']);
  await setMember(app, owner, { profile_visibility: 'private' });
  expect((await get(address)).status).toBe(200);
  await setMember(app, owner, { avatar_image_id: null });
  expect((await get(address)).status).toBe(404);
});

test('a job adds AVIF to a photo where AVIF is smaller, and the photo’s AVIF list offers these files', { tags: ['world'] }, async () => {
  const { owner, id, photo } = await post(1400);
  await runJobs(app.context);
  const { avif_widths: widths } = (await app.db.pool.query('select avif_widths from images where id = $1', [id])).rows[0];
  expect(widths.length).toBeGreaterThan(0);
  for (const width of widths) {
    const avif = await get(`/media/${id}/${width}.avif`);
    const webp = await get(`/media/${id}/${width}.webp`);
    expect([avif.status, avif.headers.get('content-type')]).toEqual([200, 'image/avif']);
    expect(Number(avif.headers.get('content-length'))).toBeLessThan(Number(webp.headers.get('content-length')));
  }
  const { json } = await app.call('GET', `/photos/${photo.id}`, { token: owner.token });
  // Widths without AVIF appear as WebP, so that better formats never mean fewer widths.
  const offered = (json.data.images[0].srcset.avif as string).split(', ').map((entry) => /(\d+\.\w+)(?:\?\S*)? \d+w$/.exec(entry)?.[1]);
  const storedWidths = (json.data.images[0].srcset.webp as string).split(', ').map((entry) => Number(/(\d+)w$/.exec(entry)?.[1]));
  expect(offered).toEqual(storedWidths.map((width) => `${width}.${widths.includes(width) ? 'avif' : 'webp'}`));
  await encodeAvif({ image_ids: [id, newSecretId()] }, { context: app.context, ...run });
});

test('the sweep deletes files without a row after an hour, and nothing else', async () => {
  const { id, address } = await post();
  const folderOf = (imageId: string): string => path.join(app.context.config.dataFolder, 'uploads', imageId.slice(0, 2), imageId);
  const [old, young] = [newSecretId(), newSecretId()];
  for (const imageId of [old, young]) {
    await mkdir(folderOf(imageId), { recursive: true });
    await writeFile(path.join(folderOf(imageId), '320.webp'), 'x');
  }
  const long = new Date(Date.now() - 2 * 60 * minute);
  for (const imageId of [old, id]) await utimes(folderOf(imageId), long, long);
  await sweepImages(null, { context: app.context, ...run });
  await expect(access(folderOf(old))).rejects.toThrow('ENOENT');
  await access(folderOf(young));
  expect((await get(address)).status).toBe(200);
});

test('a removed image loses its files, then its row', async () => {
  const owner = await addTestMember(app);
  const { id } = await post();
  await app.db.pool.query('delete from photo_images where image_id = $1', [id]);
  await app.db.pool.query(`update images set deleted_at = now() - interval '2 hours', member_id = $2 where id = $1`, [id, owner.id]);
  await sweepImages(null, { context: app.context, ...run });
  expect(await app.context.store.read(id, '640.webp')).toBe(null);
  expect((await app.db.pool.query('select from images where id = $1', [id])).rowCount).toBe(0);
});

test('an image that is too expensive to decode is refused with reason and advice', async () => {
  const { images } = app.context;
  const encode = () => Promise.reject(new UnreadableImage('too hard', 'took 2 GiB'));
  const node = await startTestApp({}, { images: { ...images, encode } }, { beside: app });
  const { token } = await addTestMember(app);
  for (const [at, field] of [
    ['/photos', 'images[0]'],
    ['/me/profile', 'profile_image'],
  ] as const) {
    const { status, json } = await node.call('POST', at, { token, form: formOf({ title: 'Uli', [field]: await photoFile() }) });
    expect([status, json.message, json.errors]).toEqual([422, sentences.imageTooHard, { [field.replace('[0]', '')]: [json.message] }]);
  }
  await node.close();
});

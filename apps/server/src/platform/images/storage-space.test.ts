import { readdir } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { Writable } from 'node:stream';
import { allCalls } from '@mbari/contract/all';
import * as sentences from '@mbari/contract/platform/sentences';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { formOf } from '../../testing/http-client.ts';
import { photoFile } from '../../testing/image-files.ts';
import { addTestPhoto, listOrphanFiles } from '../../testing/posts.ts';
import { openLog } from '../adapters/log.ts';
import { openStorageSpace, reserveOf, type Space, type StorageSpace } from '../adapters/storage-space.ts';

const megabyte = 1024 * 1024;
const gigabyte = 1024 * megabyte;
let disk: Space;
let checkCount = 0;
const lines: { msg: string; refused?: number; level: number }[] = [];
const log = openLog('info', new Writable({ write: (line, _encoding, done) => (lines.push(JSON.parse(String(line))), done()) }));
const measure = async (): Promise<Space> => (checkCount++, { ...disk });
const spaceOf = (keep = -1): StorageSpace => openStorageSpace('/somewhere', log, { measure, keep });

let app: TestApp;
let member: TestMember;
let admin: TestMember;
let photo: { id: string };
let small: Buffer;
let large: Buffer;
beforeAll(async () => {
  app = await startTestApp({}, { space: spaceOf(), log });
  small = await photoFile();
  admin = await addTestMember(app, { role: 'admin' });
  large = Buffer.concat([small, Buffer.alloc(megabyte)]);
});
beforeEach(async () => {
  disk = { total: 100 * gigabyte, free: 50 * gigabyte };
  member = await addTestMember(app, { plan_name: 'Premium' });
  photo = await addTestPhoto(app, member);
});
afterAll(() => app.close());

const uploads: Record<string, (file: Buffer, node?: TestApp) => Promise<TestAnswer>> = {
  'a post': (file, node = app) =>
    node.call('POST', '/photos', { token: member.token, form: formOf({ 'title': 'Uli', 'images[0]': file }) }),
  'a changed post': (file, node = app) =>
    node.call('POST', `/photos/${photo.id}/update`, { token: member.token, form: formOf({ 'title': 'Nsibidi', 'images[0]': file }) }),
  'an avatar': (file, node = app) =>
    node.call('POST', '/me/profile', { token: member.token, form: formOf({ bio: 'I carve.', profile_image: file }) }),
  'a cover': (file, node = app) =>
    node.call('POST', '/me/customisation', { token: member.token, form: formOf({ accent: 'indigo', cover: file }) }),
  'the site’s logo': (file, node = app) => node.call('PUT', '/admin/site/logo', { token: admin.token, form: formOf({ logo: file }) }),
  'an image for the forum': (file, node = app) =>
    node.call('POST', '/forum/images', { token: member.token, form: formOf({ image: file }) }),
  'an image for a message': (file, node = app) =>
    node.call('POST', '/messages/images', { token: member.token, form: formOf({ image: file }) }),
};
const names = Object.keys(uploads);

const waiting = async (): Promise<string[]> =>
  (
    await Promise.all(
      ['.incoming', '.drafts'].map((name) => readdir(path.join(app.context.config.dataFolder, 'uploads', name)).catch(() => [])),
    )
  ).flat();

test('these tests cover all endpoints that accept an image', () => {
  // Parts of archives are no images.
  expect(allCalls.filter(({ takes, name }) => takes?.includes('form') && name !== 'sendImportPart')).toHaveLength(names.length);
});

test('a gigabyte of a large disk stays free, or a twentieth of a small one', () => {
  expect([2_000 * gigabyte, 20 * gigabyte, 120 * megabyte].map(reserveOf)).toEqual([gigabyte, gigabyte, 6 * megabyte]);
});

test.each(names)('%s with an image is refused while the disk is nearly full, and accepted again afterwards', async (upload) => {
  disk.free = gigabyte;
  for (const file of [small, large]) {
    const answer = await uploads[upload]!(file);
    expect([answer.status, answer.json.code, answer.json.message]).toEqual([507, 'storage_full', sentences.storageFull]);
  }
  expect(await waiting()).toEqual([]);
  expect(await listOrphanFiles(app)).toEqual([]);
  disk.free = 2 * gigabyte;
  expect((await uploads[upload]!(small)).status).toBeLessThan(202);
});

test('an image that does not fit on the disk is refused before it is read', async () => {
  disk.free = gigabyte;
  const { hostname, port } = new URL(app.url);
  const socket = net.connect(Number(port), hostname);
  socket.write(
    `POST /api/v1/photos HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${member.token}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${5 * megabyte}\r\n\r\n`,
  );
  const answer = await new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(String(chunk))));
  socket.destroy();
  expect(answer).toMatch(/^HTTP\/1\.1 507 /);
});

test('text works while the disk is nearly full: forms without a file, comments, likes, settings and signing in', async () => {
  disk.free = 0;
  const call = async (method: string, file: string, options: object = {}): Promise<number> =>
    (await app.call(method, file, { token: member.token, ...options })).status;
  expect(await call('POST', `/photos/${photo.id}/update`, { form: formOf({ title: 'Nsibidi' }) })).toBe(200);
  expect(await call('POST', '/me/profile', { form: formOf({ bio: 'I carve.' }) })).toBe(200);
  expect(await call('POST', '/me/customisation', { form: formOf({ accent: 'indigo' }) })).toBe(200);
  expect(await call('POST', `/photos/${photo.id}/comments`, { json: { content: 'Fine lines.' } })).toBe(201);
  expect(await call('POST', `/photos/${photo.id}/like`)).toBe(200);
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
});

test('uploads under way reserve space: a second one is refused meanwhile and accepted afterwards', async () => {
  const { images } = app.context;
  let markStarted!: () => void;
  let goOn!: () => void;
  const encoding = new Promise<void>((resolve) => (markStarted = resolve));
  const released = new Promise<void>((resolve) => (goOn = resolve));
  const slow = await startTestApp(
    {},
    {
      space: spaceOf(),
      images: { ...images, encode: async (input) => (markStarted(), await released, images.encode(input)) },
    },
    { beside: app },
  );
  disk.free = gigabyte + 6 * megabyte;
  const first = uploads['a post']!(large, slow);
  await encoding;
  expect((await uploads['an avatar']!(large, slow)).status).toBe(507);
  goOn();
  expect((await first).status).toBe(201);
  expect((await uploads['an avatar']!(large, slow)).status).toBe(200);
  await slow.close();
});

test('the file system is measured at most once a second', async () => {
  const node = await startTestApp({}, { space: spaceOf(60_000) }, { beside: app });
  disk.free = 0;
  checkCount = 0;
  expect(
    new Set((await Promise.all(Array.from({ length: 20 }, () => uploads['a post']!(small, node)))).map(({ status }) => status)),
  ).toEqual(new Set([507]));
  expect(checkCount).toBe(1);
  await node.close();
});

test.each([
  ...[...['ENOSPC', 'EDQUOT'].map((code) => [code, 507, 'storage_full'] as const)],
  ...['EROFS', 'EACCES', 'EPERM', 'EIO'].map((code) => [code, 503, 'storage_unavailable'] as const),
])(
  'a store that fails with %s is answered by %i on every upload, and leaves no partial image',
  { tags: ['world'] },
  async (code, status, refusal) => {
    const failing = () => Promise.reject(Object.assign(new Error(code), { code }));
    const { images, store } = app.context;
    const before = (await app.db.pool.query('select count(*) from images')).rows[0];
    for (const parts of [
      { store: { ...store, draft: failing } },
      { store: { ...store, keep: failing } },
      { images: { ...images, encode: failing } },
    ]) {
      const node = await startTestApp({}, parts, { beside: app });
      for (const upload of names) {
        const answer = await uploads[upload]!(small, node);
        expect([upload, answer.status, answer.json.code]).toEqual([upload, status, refusal]);
        expect(answer.headers.get('retry-after')).toBe(status === 503 ? '60' : null);
      }
      await node.close();
    }
    expect((await app.db.pool.query('select count(*) from images')).rows[0]).toEqual(before);
    expect(await waiting()).toEqual([]);
    expect(await listOrphanFiles(app)).toEqual([]);
  },
);

test('refused images are logged once a minute with their number', async () => {
  const node = await startTestApp({}, { space: spaceOf(), log }, { beside: app });
  disk.free = 0;
  lines.length = 0;
  for (const upload of names) await uploads[upload]!(small, node);
  await node.close();
  const errorLines = lines.filter(({ level, msg }) => level >= 50 || msg.startsWith('images are refused'));
  expect(errorLines).toMatchObject([{ msg: 'images are refused: their store is full or cannot be written', refused: 1 }]);
});

test('free space, reserve and refusals are metrics', async () => {
  const figure = async (name: string): Promise<number> =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await (await fetch(`${app.url}/metrics`)).text())?.[1]);
  disk = { total: 10 * gigabyte, free: 3 * gigabyte };
  const before = await figure('mbari_storage_refused_total');
  expect(await figure('mbari_storage_free_bytes')).toBe(3 * gigabyte);
  expect(await figure('mbari_storage_reserve_bytes')).toBe(gigabyte / 2);
  disk.free = 0;
  await uploads['a post']!(small);
  expect(await figure('mbari_storage_refused_total')).toBe(before + 1);
});

test('AVIF encoding waits for space', async () => {
  const { json } = await uploads['a post']!(await photoFile(700, 350));
  const widths = async (): Promise<number[]> =>
    (await app.db.pool.query('select avif_widths from images where id = $1', [json.data.images[0].id])).rows[0].avif_widths;
  const due = `select run_at > now() + interval '50 minutes' as later, attempts from graphile_worker.jobs where task_identifier = 'encode_avif'`;
  disk.free = 0;
  await runJobs(app.context);
  expect(await widths()).toEqual([]);
  const { rows } = await app.db.pool.query(due);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ later, attempts }) => later && attempts === 0)).toBe(true);
  disk.free = 2 * gigabyte;
  await app.db.pool.query('update graphile_worker._private_jobs set run_at = now()');
  await runJobs(app.context);
  expect(await widths()).toEqual([640]);
});

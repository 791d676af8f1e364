import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { formOf } from '../../apps/server/src/testing/http-client.ts';
import { type SignedInAdmin, signInAsAdmin } from '../admin.ts';
import { makeStartedFolder, type RunningServer, startServer } from '../server.ts';

const isRoot = process.getuid?.() === 0;

/** Command prefix that mounts a file system of this size at a folder, visible only to the command. */
const withDiskAt = (folder: string, megabytes: number): string[] => [
  'unshare',
  // Root may mount; other users need a user namespace, where Linux allows it.
  ...(isRoot ? ['--mount'] : ['--user', '--mount', '--map-current-user', '--keep-caps']),
  ...['sh', '-c', `mount -t tmpfs -o size=${megabytes}m,mode=0700 tmpfs "$0" && exec "$@"`, folder],
];

/** Returns the folder's path as the process sees it. */
export const folderOf = (pid: number | undefined, folder: string): string => path.join(`/proc/${pid}/root`, folder);

/** Remounts the file system of a running server read-only or writable. Requires root. */
function remount(pid: number | undefined, folder: string, how: 'ro' | 'rw'): void {
  execFileSync('nsenter', ['--target', String(pid), '--mount', 'mount', '-o', `remount,${how}`, folder]);
}

/** Returns the reason why this machine cannot create such a disk, or null. */
function whyNoDisk({ toRemount = false } = {}): string | null {
  if (toRemount && !isRoot) return 'only root turns a file system read-only under a running server';
  const folder = mkdtempSync(path.join(tmpdir(), 'mbari-disk-'));
  try {
    mkdirSync(path.join(folder, 'disk'));
    const [program, ...args] = [...withDiskAt(path.join(folder, 'disk'), 1), 'true'];
    execFileSync(program, args, { stdio: 'pipe' });
    return null;
  } catch (error) {
    return `no file system can be mounted here: ${(error as Error).message.trim().split('\n').at(-1)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Megabytes used before the first image. `BALLAST_MB=20 npx playwright test -c e2e world/full-disk` leaves more room for images. */
const ballast = Number(process.env['BALLAST_MB'] ?? 104);
const disk = 120;
const megabyte = 1024 * 1024;
const reserve = (disk * megabyte) / 20;

let folder: Awaited<ReturnType<typeof makeStartedFolder>>;
let server: RunningServer;
let uploads: string;
let admin: SignedInAdmin;
let statuses: Map<number, number>;

async function start(): Promise<void> {
  statuses = new Map();
  folder = await makeStartedFolder();
  uploads = path.join(folder.dataFolder, 'uploads');
  await mkdir(uploads, { recursive: true, mode: 0o700 });
  server = await startServer(folder.dataFolder, {}, withDiskAt(uploads, disk));
  admin = await signInAsAdmin(server);
}

test.afterEach(async () => {
  await server.end('SIGTERM');
  await folder.remove();
});

interface Answer {
  status: number;
  retryAfter: string | null;
  json: { code?: string; token?: string; data: { id: string } };
}

async function call(method: string, at: string, body?: object): Promise<Answer> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${server.url}/api/v1${at}`, {
    method,
    headers: { authorization: `Bearer ${admin.token}`, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), json: (await answer.json()) as Answer['json'] };
}

/** Creates a noisy photo, which no format compresses well. */
const grainy = (side: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    .jpeg({ quality: 85 })
    .toBuffer();

const post = (file: Buffer): Promise<Answer> => call('POST', '/photos', formOf({ 'title': 'Grain', 'images[0]': file }));
const wear = (file: Buffer): Promise<Answer> => call('POST', '/me/profile', formOf({ profile_image: file }));
const change = (id: string, file: Buffer): Promise<Answer> =>
  call('POST', `/photos/${id}/update`, formOf({ 'title': 'Other grain', 'images[0]': file }));
const illustrate = (file: Buffer): Promise<Answer> => call('POST', '/forum/images', formOf({ image: file }));

async function free(): Promise<number> {
  const { bavail, bsize } = await statfs(folderOf(server.process.pid, uploads));
  return bavail * bsize;
}

/** Checks that members can still write and read everything without an image. */
async function expectWordsToGoOn(photoId: string): Promise<void> {
  expect((await call('POST', `/photos/${photoId}/comments`, { content: 'Fine lines.' })).status).toBe(201);
  const [category] = (await call('GET', '/forum/categories')).json.data as unknown as { id: string }[];
  const topic = await call('POST', '/forum/topics', { category_id: category!.id, title: 'Which loom?', body: 'I have *two*.' });
  expect(topic.status).toBe(201);
  expect((await call('POST', `/forum/topics/${topic.json.data.id}/posts`, { body: 'The narrow one.' })).status).toBe(201);
  expect((await call('POST', `/photos/${photoId}/like`)).status).toBe(200);
  expect((await call('DELETE', `/photos/${photoId}/like`)).status).toBe(200);
  expect((await call('POST', `/photos/${photoId}/update`, formOf({ title: 'Another title' }))).status).toBe(200);
  expect((await call('POST', '/me/profile', formOf({ bio: 'I weave by night.' }))).status).toBe(200);
  expect((await call('GET', '/photos')).status).toBe(200);
  expect((await call('POST', '/auth/login', { email: admin.email, password: admin.password })).status).toBe(200);
}

/** Returns the status of `/readyz`, which the server caches for a second. */
const ready = async (): Promise<number> => (await fetch(`${server.url}/readyz`)).status;

const timesSaid = (words: string): number => server.output().split(words).length - 1;

/** Registers the test, or logs the reason why this machine cannot run it. */
function testOnDisk(title: string, why: string | null, body: () => Promise<void>): void {
  if (why === null) test(title, body);
  else if (process.env['TEST_WORKER_INDEX'] === undefined) console.log(`Left out: ${title} (${why}).`);
}

testOnDisk('a disk filled with images rejects only images, and accepts them again once space is free', whyNoDisk(), async () => {
  test.setTimeout(180_000 + (disk - ballast) * 2_000);
  await start();
  await writeFile(path.join(folderOf(server.process.pid, uploads), 'ballast'), Buffer.alloc(ballast * megabyte));
  const [large, middle, small] = await Promise.all([grainy(800), grainy(500), grainy(200)]);
  const { id } = (await post(small)).json.data;
  // Posts all three sizes at once until each is refused. The large photos fail first.
  for (let refused = 0; refused < 3;)
    refused = (await Promise.all([large, middle, small].map(post))).filter(({ status }) => status === 507).length;
  expect(statuses.get(201)).toBeGreaterThan(3);
  expect(await free()).toBeGreaterThan(reserve - megabyte);
  for (const answer of [await post(large), await wear(large), await change(id, large), await illustrate(large)])
    expect([answer.status, answer.json.code]).toEqual([507, 'storage_full']);
  await expectWordsToGoOn(id);

  // Fills the rest of the disk with another file.
  await writeFile(path.join(folderOf(server.process.pid, uploads), 'log'), Buffer.alloc(await free())).catch(() => {});
  expect((await post(small)).status).toBe(507);
  await expectWordsToGoOn(id);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(Number(/^mbari_storage_refused_total (\d+)/m.exec(metrics)?.[1])).toBe(statuses.get(507));
  expect(Number(/^mbari_storage_reserve_bytes (\S+)/m.exec(metrics)?.[1])).toBeCloseTo(reserve, 0);
  expect(timesSaid('images are refused')).toBe(1);

  for (const name of ['log', 'ballast']) await rm(path.join(folderOf(server.process.pid, uploads), name), { force: true });
  await expect.poll(async () => (await post(large)).status, { timeout: 60_000 }).toBe(201);
  expect([(await wear(middle)).status, (await change(id, middle)).status]).toEqual([200, 200]);
  expect((await illustrate(middle)).status).toBe(201);
  console.log(`answers while a disk of ${disk} MB was full:`, Object.fromEntries(statuses));
  expect([...statuses.keys()].filter((status) => status >= 500 && status !== 507)).toEqual([]);
});

testOnDisk('a read-only store rejects images with 503, and accepts them again later', whyNoDisk({ toRemount: true }), async () => {
  await start();
  const grain = await grainy(300);
  const { id } = (await post(grain)).json.data;
  // Retries, because the server may keep files open while it encodes AVIF.
  await expect(async () => remount(server.process.pid, uploads, 'ro')).toPass({ timeout: 20_000 });
  for (const answer of [await post(grain), await wear(grain), await change(id, grain), await illustrate(grain)])
    expect([answer.status, answer.json.code, answer.retryAfter]).toEqual([503, 'storage_unavailable', '60']);
  await expectWordsToGoOn(id);
  await expect.poll(ready).toBe(503);
  expect(timesSaid('images are refused')).toBe(1);
  remount(server.process.pid, uploads, 'rw');
  expect((await post(grain)).status).toBe(201);
  await expect.poll(ready).toBe(200);
});

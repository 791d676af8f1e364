import { once } from 'node:events';
import { access, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ObjectStore, startObjectStore } from '../../testing/object-store.ts';
import { makeQuickFolder } from '../../testing/quick-folder.ts';
import { readConfig } from '../config.ts';
import { newId, newSecretId } from '../ids.ts';
import { openFileCache } from './file-cache.ts';
import { type ImageStore, openFileStore } from './image-store.ts';
import { checkBucket, deleteAll, openBucket } from './s3-bucket.ts';
import { openS3Store } from './s3-image-store.ts';

let objects: ObjectStore;
let folder: string;
let store: ImageStore;
beforeAll(async () => void (objects = await startObjectStore()));
afterAll(() => objects.close());
beforeEach(async () => {
  folder = await makeQuickFolder('mbari-s3node-');
  store = await open();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const config = () => readConfig(objects.settings, '/srv').s3!;
const open = async (cacheFolder = folder, bounds = { cachedBytes: 1_000_000, perPage: 2 }): Promise<ImageStore> =>
  openS3Store(config(), await openFileStore(cacheFolder), cacheFolder, bounds);

async function keep(files: Record<string, string>, id = newSecretId(), target = store): Promise<string> {
  const draft = await target.draft();
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(draft.folder, name), text);
  await target.keep(id, draft.folder);
  await expect(access(draft.folder)).rejects.toThrow('ENOENT');
  return id;
}

async function read(id: string, name: string, from = store): Promise<string | null> {
  const file = await from.read(id, name);
  if (file === null) return null;
  const bytes = await buffer(file.stream());
  expect(bytes.length).toBe(file.size);
  return bytes.toString();
}

async function listIds(olderThan: Date): Promise<string[]> {
  const ids: string[] = [];
  for await (const some of store.list(olderThan)) ids.push(...some);
  return ids;
}

const soon = (): Date => new Date(Date.now() + 60_000);

test.each([
  ['a bucket', () => store.parts],
  ['a folder', async () => (await openFileStore(folder)).parts],
])('parts in %s are read by ranges, replaced, listed and removed by their owner', async (_name, openParts) => {
  const [parts, owner, other] = [await openParts(), newId(), newId()];
  const put = async (id: string, name: string, text: string): Promise<void> => {
    const file = path.join(folder, newId());
    await writeFile(file, text);
    await parts.put(id, name, file);
    await expect(access(file)).rejects.toThrow('ENOENT');
  };
  for (const text of ['old', 'a newer part']) await put(owner, '0-0', text);
  await put(owner, '0-1', 'next');
  await put(other, '0-0', 'theirs');
  expect((await parts.read(owner, '0-0', 2, 7)).toString()).toBe('newer');
  await expect(parts.read(owner, '0-0', 2, 70)).rejects.toThrow('shorter');
  await expect(parts.put(owner, '../../x', folder)).rejects.toThrow('not the name');
  const owners = new Set<string>();
  for await (const id of parts.list()) owners.add(id);
  expect([...owners].toSorted()).toEqual([owner, other].toSorted());
  await parts.remove(owner);
  await expect(parts.read(owner, '0-1', 0, 1)).rejects.toThrow(/ENOENT|404|NoSuchKey/);
  expect((await parts.read(other, '0-0', 0, 6)).toString()).toBe('theirs');
  await parts.remove(other);
});

test('images stored by one node are read by another, and no drafts remain', async () => {
  const id = await keep({ '320.webp': 'small', '640.webp': 'large', '640.jpeg': 'for others' });
  expect(await readdir(path.join(folder, '.drafts'))).toEqual([]);
  const otherStore = await open(path.join(folder, 'of another node'));
  expect(await Promise.all(['320.webp', '640.webp', '640.jpeg', '640.avif'].map((name) => read(id, name, otherStore)))).toEqual([
    'small',
    'large',
    'for others',
    null,
  ]);
  expect(await read(id, '../secrets')).toBe(null);
  expect(await read('../secrets', '320.webp')).toBe(null);
});

test('files are added to stored images, but not to a removed image', async () => {
  const id = await keep({ '640.webp': 'a' });
  const draft = await store.draft();
  await writeFile(path.join(draft.folder, '640.avif'), 'smaller');
  expect(await store.add(newSecretId(), draft.folder)).toBe(false);
  expect(await store.add(id, draft.folder)).toBe(true);
  expect(await read(id, '640.avif')).toBe('smaller');
  await store.remove(id);
  expect(await store.add(id, draft.folder)).toBe(false);
  for (const name of ['640.webp', '640.avif']) expect(await read(id, name)).toBe(null);
  await store.remove(id);
});

test('images are listed once across pages, without recent ones', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => keep({ '320.webp': 'a', '320.jpeg': 'b', '640.webp': 'c' })));
  const all = await listIds(soon());
  expect(all.filter((id) => ids.includes(id)).sort()).toEqual(ids.toSorted());
  expect(new Set(all).size).toBe(all.length);
  expect(await listIds(new Date(Date.now() - 60_000))).toEqual([]);
});

test('while the store is unreachable, cached files are served and other calls fail, and afterwards everything works again', async () => {
  const [read1, unread] = [await keep({ '320.webp': 'read' }), await keep({ '320.webp': 'unread' })];
  await read(read1, '320.webp');
  await objects.stop();
  try {
    expect(await read(read1, '320.webp')).toBe('read');
    const away = { code: 'EIO', message: expect.stringContaining('the object store') };
    await expect(read(unread, '320.webp')).rejects.toMatchObject(away);
    await expect(keep({ '320.webp': 'new' })).rejects.toMatchObject(away);
    await expect(checkBucket(config())).rejects.toMatchObject(away);
    expect(await store.isWritable(), 'the node itself is well').toBe(true);
  } finally {
    await objects.start();
  }
  expect(await read(unread, '320.webp')).toBe('unread');
  await checkBucket(config());
});

test('a wrong bucket is reported without retries', async () => {
  await expect(checkBucket({ ...config(), bucket: 'nobodys' })).rejects.toThrow('the object store failed: 404');
});

test('a refused deletion is reported, though the store answers with status 200', async () => {
  const server = createServer((_request, response) =>
    response.end(
      '<DeleteResult><Deleted><Key>a</Key></Deleted><Error><Key>b</Key><Code>AccessDenied</Code><Message>no</Message></Error></DeleteResult>',
    ),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const bucket = openBucket({ ...config(), endpoint });
  try {
    await deleteAll(bucket, [{ Key: 'a' }]);
    await expect(deleteAll(bucket, [{ Key: 'a' }, { Key: 'b' }])).rejects.toMatchObject({
      code: 'EIO',
      message: 'the object store failed: it did not delete 1 of 2 objects, the first is b',
    });
  } finally {
    server.close();
  }
});

test('the disk cache is bounded and evicts the least recently used files', async () => {
  const cache = await openFileCache(path.join(folder, 'cache'), 10);
  const fetched: string[] = [];
  const readCached = async (name: string, text = name): Promise<string> => {
    const file = await cache.read(name, () => (fetched.push(name), Promise.resolve(Buffer.from(text))));
    return (await buffer(file!.stream())).toString();
  };
  expect([await readCached('aaaa'), await readCached('bbbb'), await readCached('aaaa'), await readCached('cccc')]).toEqual([
    'aaaa',
    'bbbb',
    'aaaa',
    'cccc',
  ]);
  expect(cache.bytes).toBeLessThanOrEqual(10);
  expect(fetched).toEqual(['aaaa', 'bbbb', 'cccc']);
  expect([await readCached('aaaa'), await readCached('bbbb')]).toEqual(['aaaa', 'bbbb']);
  expect(fetched, 'the oldest had gone').toEqual(['aaaa', 'bbbb', 'cccc', 'bbbb']);
  expect(await readCached('large', 'more than ten bytes')).toBe('more than ten bytes');
  expect(cache.bytes).toBeLessThanOrEqual(10);
  expect(await readdir(path.join(folder, 'cache'))).toHaveLength(2);
});

test('concurrent requests share one fetch, and an open stream survives eviction', async () => {
  const cache = await openFileCache(path.join(folder, 'cache'), 4);
  let times = 0;
  const fetch = () => Promise.resolve(Buffer.from(`go ${(times += 1)}`));
  const all = await Promise.all(Array.from({ length: 8 }, () => cache.read('a', fetch)));
  expect(times).toBe(1);
  const stream = all[0]!.stream();
  await cache.read('b', () => Promise.resolve(Buffer.from('more')));
  expect((await buffer(stream)).toString()).toBe('go 1');
  expect((await buffer(all[1]!.stream())).toString(), 'asked for too late, and fetched').toBe('go 2');
});

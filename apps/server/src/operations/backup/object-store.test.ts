import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BackupBucket } from '../../platform/config-storage.ts';
import { readConfig } from '../../platform/config.ts';
import { newId } from '../../platform/ids.ts';
import {
  addStoredImage,
  type BackedUp,
  contentOf,
  type EmptyDatabase,
  filesBelow,
  makeEmptyDatabase,
  startBackedUp,
} from '../../testing/backed-up.ts';
import { type ObjectStore, startObjectStore } from '../../testing/object-store.ts';
import { bucketArchive, deleteOldBackups } from './bucket-archive.ts';
import { createBucketBackup } from './create-backup.ts';
import { type EncryptedBucket, openEncryptedBucket } from './encrypted-bucket.ts';
import { checkArchive, DamagedArchive } from './read-archive.ts';
import { restoreBackup } from './restore-backup.ts';

let backedUp: BackedUp;
beforeAll(async () => void (backedUp = await startBackedUp()));
afterAll(() => backedUp.close());

let objects: ObjectStore;
let config: BackupBucket;
let bucket: EncryptedBucket;
let empty: EmptyDatabase;
let dataFolder: string;
beforeEach(async () => {
  objects = await startObjectStore();
  config = readConfig(objects.backupSettings, '/srv').backup!.bucket!;
  bucket = await openEncryptedBucket(config, { create: true });
  empty = await makeEmptyDatabase();
  dataFolder = path.join(backedUp.folder, newId());
});
afterEach(async () => {
  await objects.close();
  await empty.drop();
});

const [sunday, monday, tuesday] = ['mbari-2026-03-01T0300Z', 'mbari-2026-03-02T0300Z', 'mbari-2026-03-03T0300Z'] as const;
const backUp = (name: string) => createBucketBackup(backedUp.app.context, bucket, name, { withSecrets: true });
const restore = (name: string, from = bucket) =>
  restoreBackup({ dataFolder, signingKey: null, s3: null, database: empty.database }, bucketArchive(from, name));
const keysBelow = async (prefix: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { Key } of bucket.list(prefix)) keys.push(Key);
  return keys;
};
const flipByte = async (key: string): Promise<Buffer> => {
  const bytes = (await bucket.get(key))!;
  const changed = Buffer.from(bytes);
  changed[changed.length >> 1]! ^= 1;
  await bucket.put(key, changed);
  return bytes;
};

test('a restore from the object store brings back every row, file and secret', async () => {
  const { app } = backedUp;
  await backUp(sunday);
  const { manifest } = await restore(sunday, await openEncryptedBucket(config));
  expect(await contentOf(empty.pool)).toEqual(await contentOf(app.db.pool));
  expect(await filesBelow(path.join(dataFolder, 'uploads'))).toEqual(await filesBelow(path.join(app.context.config.dataFolder, 'uploads')));
  expect(await readFile(path.join(dataFolder, 'secrets', 'signing-key'))).toEqual(Buffer.alloc(32, 9));
  expect(manifest.pictures).toMatchObject({ files: 7, missing: 0 });
});

test('no object contains plain text of the community', async () => {
  await backUp(sunday);
  const { member } = backedUp;
  for (const key of await keysBelow('')) {
    const bytes = (await bucket.get(key))!;
    for (const text of ['"format"', ' webp', member.username, Buffer.alloc(16, 9), Buffer.from([0x1f, 0x8b, 8, 0, 0])])
      expect(bytes.includes(text), key).toBe(false);
  }
});

test('a wrong passphrase is refused in words, and an empty bucket too', async () => {
  await backUp(sunday);
  await expect(openEncryptedBucket({ ...config, passphrase: 'eight looms beside the river' }, { create: true })).rejects.toThrow(
    /^The passphrase is wrong: it does not open the backups in bucket pictures at 127.0.0.1:\d+\. Check BACKUP_PASSPHRASE/,
  );
  await bucket.delete(await keysBelow(''));
  await expect(openEncryptedBucket(config)).rejects.toThrow(/^There are no backups in bucket pictures/);
});

test('a lost key is not replaced while images are encrypted with it', async () => {
  await backUp(sunday);
  await bucket.delete([...(await keysBelow('backups/')), 'key']);
  await expect(openEncryptedBucket(config, { create: true })).rejects.toThrow(/^The key of bucket pictures at .* is lost/);
});

test('a changed, truncated or missing object is refused', async () => {
  await backUp(sunday);
  const check = () => checkArchive(bucketArchive(bucket, sunday));
  await check();
  const keys = (await keysBelow('')).filter((key) => key !== 'key' && key !== `backups/${sunday}/key`);
  expect(keys.length).toBeGreaterThan(30);
  for (const key of keys.filter((_key, n) => n % 9 === 0 || /manifest|sums|pictures/.test(keys[n]!))) {
    const bytes = await flipByte(key);
    await expect(check(), key).rejects.toThrow(DamagedArchive);
    await bucket.put(key, bytes.subarray(0, -1));
    await expect(check(), key).rejects.toThrow(`${key} was changed`);
    await bucket.delete([key]);
    await expect(check(), key).rejects.toThrow(`${key} is missing`);
    await bucket.put(key, bytes);
  }
  await check();
});

test('a changed image object restores nothing', async () => {
  await backUp(sunday);
  const [key = ''] = (await keysBelow('pictures/')).slice(-1);
  const bytes = await flipByte(key);
  await expect(restore(sunday)).rejects.toThrow(`The archive cannot be used: ${key} was changed. Use another one; nothing was restored.`);
  expect(await readdir(dataFolder)).toEqual([]);
  expect((await empty.pool.query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0);
  await bucket.put(key, bytes);
  await restore(sunday);
  expect(await contentOf(empty.pool)).toEqual(await contentOf(backedUp.app.db.pool));
});

test('a missing image object is found before anything is written', async () => {
  await backUp(sunday);
  const [key = ''] = await keysBelow('pictures/');
  await bucket.delete([key]);
  await expect(restore(sunday)).rejects.toThrow(`${key} is missing`);
  await expect(readdir(dataFolder)).rejects.toThrow('ENOENT');
});

test('a damaged key file is replaced by the copy in the newest backup', async () => {
  await backUp(sunday);
  await flipByte('key');
  await checkArchive(bucketArchive(await openEncryptedBucket(config), sunday));
});

test('a later backup writes no image again', async () => {
  const first = await backUp(sunday);
  const keys = await keysBelow('pictures/');
  const added = await addStoredImage(backedUp.app, backedUp.member, 'photo', [320]);
  const second = await backUp(monday);
  await backedUp.app.db.pool.query('delete from images where id = $1', [added]);
  const newKeys = (await keysBelow('pictures/')).filter((key) => !keys.includes(key));
  expect(newKeys.map((key) => key.slice(0, -65)).sort()).toEqual([`pictures/${added}/320.jpeg`, `pictures/${added}/320.webp`]);
  expect(second.pictures.files).toBe(first.pictures.files + 2);
  expect(second.unnamed).toEqual(new Set());
});

test('pruning deletes old and incomplete backups, and the images that no kept backup names', async () => {
  const { app, member } = backedUp;
  const remove = (id: string) => app.db.pool.query('delete from images where id = $1', [id]);
  const [early, late] = [await addStoredImage(app, member, 'photo', [320]), await addStoredImage(app, member, 'photo', [640])];
  await backUp(sunday);
  await remove(early);
  await backUp(monday);
  await remove(late);
  await bucket.put(`backups/mbari-2026-02-28T0300Z/database/members/000001.copy.gz`, Buffer.from('killed'));
  await bucket.put('backups/wiki/2026.tar', Buffer.from('another program'));
  const { unnamed } = await backUp(tuesday);
  expect(unnamed.size).toBe(4);
  expect(await deleteOldBackups(bucket, 2, unnamed)).toEqual([sunday, 'mbari-2026-02-28T0300Z']);
  expect(await keysBelow(`pictures/${early}/`)).toEqual([]);
  expect(await keysBelow(`pictures/${late}/`)).toHaveLength(2);
  for (const name of [monday, tuesday]) await checkArchive(bucketArchive(bucket, name));
  expect(new Set((await keysBelow('backups/')).map((key) => key.split('/')[1]))).toEqual(new Set([monday, tuesday, 'wiki']));
});

/** @module-tag world */
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { listMigrations } from '../../platform/db/migrate.ts';
import { newId } from '../../platform/ids.ts';
import type { TestApp } from '../../testing/app.ts';
import { type BackedUp, contentOf, type EmptyDatabase, filesBelow, makeEmptyDatabase, startBackedUp } from '../../testing/backed-up.ts';
import { createBackup } from './create-backup.ts';
import { archiveFile } from './read-archive.ts';
import { restoreBackup } from './restore-backup.ts';

let backedUp: BackedUp;
let app: TestApp;
let folder: string;
let file: string;
beforeAll(async () => void ({ app, folder, file } = backedUp = await startBackedUp()));
afterAll(() => backedUp.close());

let empty: EmptyDatabase;
let dataFolder: string;
beforeEach(async () => {
  empty = await makeEmptyDatabase();
  dataFolder = path.join(folder, newId());
});
afterEach(() => empty.drop());

const restoreFrom = (archive: string, options = {}) =>
  restoreBackup({ dataFolder, signingKey: null, s3: null, database: empty.database }, archiveFile(archive), options);
test('an archive of a newer version is refused, and nothing is changed', async () => {
  const migrations = await listMigrations();
  await expect(restoreFrom(file, { migrations: migrations.slice(0, -1) })).rejects.toThrow('newer version');
  const changed = migrations.map((migration, n) => (n === 0 ? { ...migration, checksum: '0'.repeat(64) } : migration));
  await expect(restoreFrom(file, { migrations: changed })).rejects.toThrow('newer version, or by a different build');
  await expect(readdir(dataFolder)).rejects.toThrow('ENOENT');
});

test('a folder that is not empty is refused, and its content is named', async () => {
  await mkdir(path.join(dataFolder, 'lost+found'), { recursive: true });
  await writeFile(path.join(dataFolder, 'diary.txt'), 'mine');
  await expect(restoreFrom(file)).rejects.toThrow('it contains diary.txt');
  expect(await filesBelow(dataFolder)).toEqual({ 'diary.txt': 'mine' });
  expect(await contentOf(empty.pool)).toEqual({});
  await rm(path.join(dataFolder, 'diary.txt'));
  await restoreFrom(file);
  expect((await readdir(dataFolder)).sort()).toEqual(['lost+found', 'secrets', 'uploads']);
});

test('a database that is not empty is refused, and the folder stays empty', async () => {
  await empty.pool.query('create table diary (words text)');
  await expect(restoreFrom(file)).rejects.toThrow('it contains diary');
  expect(await readdir(dataFolder)).toEqual([]);
  await expect(restoreBackup({ dataFolder, signingKey: null, s3: null, database: empty.database }, archiveFile(file))).rejects.toThrow(
    'it contains diary',
  );
});

test('a restore into a restored community is refused', async () => {
  await restoreFrom(file);
  await expect(restoreFrom(file)).rejects.toThrow('it contains secrets, uploads');
  await rm(dataFolder, { recursive: true });
  await expect(restoreFrom(file)).rejects.toThrow('The database is not empty');
});

test('a damaged archive restores nothing', async () => {
  const bytes = await readFile(file);
  const damaged = path.join(folder, 'damaged.tar');
  bytes[Math.floor(bytes.length / 2)]! ^= 1;
  await writeFile(damaged, bytes);
  await expect(restoreFrom(damaged)).rejects.toThrow('The archive cannot be used');
  await expect(readdir(dataFolder)).rejects.toThrow('ENOENT');
  expect(await contentOf(empty.pool)).toEqual({});
});

test('a restore stopped at any step leaves nothing, and the next one is complete', async () => {
  for (const moment of ['Starting', 'Creating', 'Rows: members', 'Waiting', 'Comparing']) {
    const stopped = restoreFrom(file, {
      onProgress: (text: string) => {
        if (text.startsWith(moment)) throw new Error(`stopped at ${moment}`);
      },
    });
    await expect(stopped).rejects.toThrow(`stopped at ${moment}`);
    expect(await readdir(dataFolder), moment).toEqual([]);
    expect(await contentOf(empty.pool), moment).toEqual({});
  }
  await restoreFrom(file);
  expect(await contentOf(empty.pool)).toEqual(await contentOf(app.db.pool));
});

test('a restore after a killed one replaces its partial files and completes', async () => {
  await mkdir(path.join(dataFolder, 'uploads', 'aa', 'half'), { recursive: true });
  await mkdir(path.join(dataFolder, 'secrets'));
  await writeFile(path.join(dataFolder, 'secrets', 'signing-key'), 'half');
  await writeFile(path.join(dataFolder, 'restore-under-way'), JSON.stringify({ id: newId(), pid: 2 ** 30, archive: 'another' }));
  await restoreFrom(file);
  expect((await readdir(dataFolder)).sort()).toEqual(['secrets', 'uploads']);
  expect(await readFile(path.join(dataFolder, 'secrets', 'signing-key'))).toEqual(Buffer.alloc(32, 9));
  expect(await filesBelow(path.join(dataFolder, 'uploads'))).toEqual(await filesBelow(path.join(app.context.config.dataFolder, 'uploads')));
});

test('a truncated marker does not block a restore', async () => {
  await mkdir(dataFolder);
  await writeFile(path.join(dataFolder, 'restore-under-way'), '{"id":');
  await writeFile(path.join(dataFolder, 'restore-under-way.partial-0a1b2c3d4e5f'), '{');
  await restoreFrom(file);
  expect((await readdir(dataFolder)).sort()).toEqual(['secrets', 'uploads']);
});

test('a restore killed after its commit is finished by the next run', async () => {
  const marker = path.join(dataFolder, 'restore-under-way');
  let noted = '';
  await restoreFrom(file, {
    onProgress: (text: string) => {
      if (text.startsWith('Comparing')) noted = readFileSync(marker, 'utf8');
    },
  });
  await writeFile(marker, noted);
  const earlierFiles = await filesBelow(path.join(dataFolder, 'uploads'));
  await restoreFrom(file);
  expect(await filesBelow(path.join(dataFolder, 'uploads'))).toEqual(earlierFiles);
  expect(await readdir(dataFolder)).toEqual(['secrets', 'uploads']);
});

test('committed rows survive a later failed run and a run with another archive', async () => {
  const marker = path.join(dataFolder, 'restore-under-way');
  let noted = '';
  await restoreFrom(file, {
    onProgress: (text: string) => {
      if (text.startsWith('Comparing')) noted = readFileSync(marker, 'utf8');
    },
  });
  await writeFile(marker, noted);
  const earlierFiles = await filesBelow(path.join(dataFolder, 'uploads'));
  const otherArchive = path.join(folder, 'another.tar');
  await createBackup(app.context, otherArchive, { withSecrets: true });

  const unreachable = { ...empty.database, url: empty.database.url.replace(/\/restored_\w+\?/, '/nowhere?') };
  await expect(restoreBackup({ dataFolder, signingKey: null, s3: null, database: unreachable }, archiveFile(file))).rejects.toThrow(
    'nowhere',
  );
  await expect(restoreFrom(otherArchive)).rejects.toThrow('The database is not empty');
  expect((await readdir(dataFolder)).sort()).toEqual(['restore-under-way', 'secrets', 'uploads']);
  expect(await filesBelow(path.join(dataFolder, 'uploads'))).toEqual(earlierFiles);

  await restoreFrom(file);
  expect((await readdir(dataFolder)).sort()).toEqual(['secrets', 'uploads']);
  expect(await filesBelow(path.join(dataFolder, 'uploads'))).toEqual(earlierFiles);
});

test('a restore stopped during its verification restores nothing', async () => {
  const stopping = new AbortController();
  const stopped = restoreFrom(file, {
    signal: stopping.signal,
    onProgress: (text: string) => {
      if (text.startsWith('Comparing')) stopping.abort(new Error('enough'));
    },
  });
  await expect(stopped).rejects.toThrow('enough');
  expect(await readdir(dataFolder)).toEqual([]);
  expect(await contentOf(empty.pool)).toEqual({});
});

test('restored images are readable by their owner only', async () => {
  await restoreFrom(file);
  expect((await stat(path.join(dataFolder, 'uploads'))).mode & 0o777).toBe(0o700);
});

test('a second restore into the same folder is refused', async () => {
  await mkdir(dataFolder, { recursive: true });
  await writeFile(path.join(dataFolder, 'restore-under-way'), JSON.stringify({ id: newId(), pid: process.ppid, archive: '' }));
  await expect(restoreFrom(file)).rejects.toThrow(`process ${process.ppid}`);
  // In a container, another process may get the killed restore's pid. The error therefore suggests setting `pid` to 0.
  await writeFile(path.join(dataFolder, 'restore-under-way'), JSON.stringify({ id: newId(), pid: 0, archive: '' }));
  await restoreFrom(file);
});

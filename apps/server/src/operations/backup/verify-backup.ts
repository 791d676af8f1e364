import { rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { openImageStore } from '../../platform/adapters/s3-image-store.ts';
import type { Config } from '../../platform/config.ts';
import { hasBinaries } from '../../platform/db/embedded/binaries.ts';
import { newSecretId } from '../../platform/ids.ts';
import { createDatabase, dropDatabase } from './copy-tables.ts';
import { imageAt } from './manifest.ts';
import { type Archive, checkArchive } from './read-archive.ts';
import { restoreBackup, type RestoreOptions, type RestoreResult } from './restore-backup.ts';

/** Restores an archive into a temporary folder and database, and compares every row and image with the archive. Throws on any difference. */
export const verifyBackup = (config: DatabaseConfig, archive: Archive, options: RestoreOptions = {}): Promise<RestoreResult> =>
  withTemporaryRestore(config, archive, options, async ({ dataFolder }, restored) => {
    await compareImages(dataFolder, archive, options);
    return restored;
  });

/** Like `verifyBackup`, but needs no room for the images: compares them with their checksums only. */
export const testRestore = (config: DatabaseConfig, archive: Archive, options: RestoreOptions = {}): Promise<RestoreResult> =>
  withTemporaryRestore(config, archive, { ...options, images: 'verify' }, (_place, restored) => Promise.resolve(restored));

type DatabaseConfig = Pick<Config, 'database'>;

/** Place of a temporary restore. Its database is stopped if it is an embedded one. */
export type TemporaryPlace = Pick<Config, 'dataFolder' | 'database'>;

/** Restores an archive into a temporary folder and database, and deletes both after `work`. */
export async function withTemporaryRestore<Result>(
  config: DatabaseConfig,
  archive: Archive,
  options: RestoreOptions,
  work: (place: TemporaryPlace, restored: RestoreResult) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), `mbari-verify-${process.pid}-`));
  // PostgreSQL may run as another user who needs access to its folder.
  await chmod(folder, 0o711);
  const dataFolder = path.join(folder, 'data');
  try {
    return await withTemporaryDatabase(config, async (database) => {
      const restored = await restoreBackup({ dataFolder, database, signingKey: null, s3: null }, archive, { ...options, durable: false });
      return work({ dataFolder, database }, restored);
    });
  } finally {
    // Not `rm`, which opens all folders at the same time: 50 MB of memory for 10,000 photos.
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Uses a temporary embedded database, or a new one on the server of DATABASE_URL. */
async function withTemporaryDatabase<Result>(
  { database }: DatabaseConfig,
  work: (database: Config['database']) => Promise<Result>,
): Promise<Result> {
  if (database.kind === 'embedded' || (await hasBinaries())) return work({ kind: 'embedded' });
  const name = `mbari_verify_${newSecretId().replaceAll('-', '')}`;
  // Not through a pooler, which may not know the new database.
  const ownUrl = database.directUrl ?? database.url;
  await withOwnerConnection(ownUrl, (client) => createDatabase(client, name));
  try {
    const url = new URL(ownUrl);
    url.pathname = `/${name}`;
    return await work({ kind: 'server', url: url.href, directUrl: null });
  } finally {
    // A new connection, because idle ones are often closed during a long verification.
    await withOwnerConnection(ownUrl, (client) => dropDatabase(client, name));
  }
}

async function withOwnerConnection(connectionString: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function compareImages(dataFolder: string, archive: Archive, { signal, onProgress }: RestoreOptions): Promise<void> {
  onProgress?.('Comparing every image');
  const store = await openImageStore({ dataFolder, s3: null });
  await checkArchive(archive, {
    onEntry: async ({ name, bytes }) => {
      signal?.throwIfAborted();
      const image = imageAt(name);
      if (!image) return;
      const file = await store.read(image.id, image.file);
      if (file === null || !bytes.equals(await buffer(file.stream()))) throw new Error(`${name} was restored with other content.`);
    },
  });
}

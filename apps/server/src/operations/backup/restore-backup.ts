import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { syncFolderIfPossible } from '../../platform/adapters/new-file.ts';
import { fillImageStore } from '../../platform/adapters/s3-image-store.ts';
import { fingerprintOf } from '../../platform/adapters/signing-key.ts';
import { measureFree } from '../../platform/adapters/storage-space.ts';
import type { Config } from '../../platform/config.ts';
import { connectionFor, requireSession, withoutTimeouts } from '../../platform/db/connect.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { type EmbeddedDatabase, startEmbedded } from '../../platform/db/embedded/launcher.ts';
import { listMigrations, migrateJobQueue, type Migration } from '../../platform/db/migrate.ts';
import { renewSigningKey } from '../renew-signing-key.ts';
import { claimDataFolder, type ClaimedFolder, joinNames } from './claim-data-folder.ts';
import { createDatabaseFiller, type DatabaseFiller, matchSchema } from './fill-database.ts';
import { entryNames, imageAt, isSecretName, type Manifest } from './manifest.ts';
import * as queries from './queries.ts';
import { type Archive, checkArchive } from './read-archive.ts';
import { type Takeover, takeOver } from './take-over.ts';
import { sha256 } from './write-archive.ts';

export interface RestoreOptions {
  signal?: AbortSignal;
  onProgress?: (text: string) => void;
  /** False skips fsync for a temporary restore. */
  durable?: boolean;
  /** `verify` reads image files without storing them; `skip` reads none from an object store. */
  images?: 'store' | 'verify' | 'skip';
  /** False restores the schema of the archive, without newer migrations. */
  migrates?: boolean;
  migrations?: readonly Migration[];
}

export interface RestoreResult {
  manifest: Manifest;
  newMigrations: string[];
  /** Unknown tables in the archive, which were skipped. */
  unknownTables: string[];
  /** Members whose second factor was turned off because the signing key is missing. They are mailed. */
  lockedOut: string[];
  /** Set if the community was handed over. */
  takeover: Takeover | null;
}

/** Without an address, the restore is a temporary one: the community is not taken over. */
type Target = Pick<Config, 'dataFolder' | 'database' | 's3' | 'signingKey'> & { publicUrl?: URL };

/**
 * Restores an archive into an empty folder and an empty database. Verifies the archive before writing anything, except for the content of
 * image files in an object store. All or nothing: after an interruption the server refuses the folder, and the next run starts clean.
 * Throws if the folder or database has content.
 */
export async function restoreBackup(target: Target, archive: Archive, options: RestoreOptions = {}): Promise<RestoreResult> {
  options.onProgress?.('Checking the archive');
  const manifest = await checkArchive(archive, { skipImages: true, onEntry: () => options.signal?.throwIfAborted() });
  const migrations = options.migrations ?? (await listMigrations());
  const { before } = matchSchema(manifest, migrations);
  const folder = await claimDataFolder(target.dataFolder, sha256(Buffer.from(JSON.stringify(manifest))));
  const work: Work = {
    ...{ archive, manifest, folder, migrations: options.migrates === false ? before : migrations },
    ...{ commitState: folder.wasInterrupted ? 'unknown' : 'none', isKeyLost: false },
  };
  let embedded: EmbeddedDatabase | null = null;
  try {
    options.onProgress?.('Starting the database');
    embedded = target.database.kind === 'server' ? null : await startEmbedded(target.dataFolder, { durable: options.durable ?? true });
    const result = await restoreRows(target, work, options);
    if (options.durable !== false && work.isKeyLost) await replaceSigningKey(target, work);
    return result;
  } finally {
    await embedded?.stop();
    if (work.commitState === 'committed') await folder.finish();
    // Keeps the folder if the commit is uncertain or the database still runs. The next run continues.
    else if (work.commitState === 'none' && !embedded?.adopted) await folder.empty();
  }
}

interface Work {
  archive: Archive;
  manifest: Manifest;
  migrations: readonly Migration[];
  folder: ClaimedFolder;
  /** State of the commit, by this run or an earlier one. */
  commitState: 'none' | 'unknown' | 'committed';
  isKeyLost: boolean;
}

async function restoreRows(target: Target, work: Work, options: RestoreOptions): Promise<RestoreResult> {
  const connection = await connectionFor(target);
  await requireSession(connection);
  const pool = new pg.Pool({ ...connection, max: 3 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const client = await pool.connect();
  try {
    await queries.prepareSession(client, 'mbari restore');
    await queries.lockSchema(client);
    const isRestored = (await queries.findRestore(client)) === work.folder.id;
    // An earlier run was interrupted after its commit, so the rows are complete.
    if (isRestored) {
      work.commitState = 'committed';
      const lockedOut = await listMembersLockedOut(client, target, work);
      return { manifest: work.manifest, newMigrations: [], unknownTables: [], lockedOut, takeover: null };
    }
    const existingContent = await queries.listExistingContent(client);
    if (existingContent.length > 0)
      throw new Error(
        `The database is not empty: it contains ${joinNames(existingContent)}. A restore overwrites nothing. Set DATABASE_URL to an empty database.`,
      );
    work.commitState = 'none';
    await work.folder.discardInterrupted();
    await requireDiskSpace(target, work.manifest, options);
    await migrateJobQueue(pool);
    await client.query('begin');
    const result = await restoreIntoTransaction(client, target, work, options);
    options.signal?.throwIfAborted();
    work.commitState = 'unknown';
    await client.query('commit');
    work.commitState = 'committed';
    // Optional: without statistics the first queries are slow.
    await client.query('analyze').catch(() => undefined);
    return result;
  } finally {
    client.release(true);
    await pool.end();
  }
}

async function restoreIntoTransaction(client: pg.PoolClient, target: Target, work: Work, options: RestoreOptions): Promise<RestoreResult> {
  const { archive, manifest, migrations, folder } = work;
  options.onProgress?.('Creating the tables');
  const filler = await createDatabaseFiller(client, manifest, migrations);
  await restoreEntries(target, archive, manifest, filler, options);
  options.onProgress?.('Comparing every row');
  const newMigrations = await filler.finish(options.signal);
  const takeover = await takeOver(client, manifest, target.publicUrl, options);
  await queries.setRestoreComment(client, folder.id);
  return {
    manifest,
    newMigrations,
    unknownTables: filler.unknownTables,
    lockedOut: await listMembersLockedOut(client, target, work),
    takeover,
  };
}

/** Creates a signing key, because the one that the database accepts is lost. Secrets encrypted with the lost key are deleted. */
async function replaceSigningKey(target: Target, work: Work): Promise<void> {
  work.commitState = 'unknown';
  const db = openDatabase(withoutTimeouts(await connectionFor(target)));
  try {
    await renewSigningKey(db, target);
  } finally {
    await db.close();
  }
  work.commitState = 'committed';
}

const isKeyMissing = ({ secrets }: Manifest): boolean => !secrets?.some(({ name }) => name === entryNames.secret('signing-key'));

async function listMembersLockedOut(client: pg.PoolClient, { signingKey }: Target, work: Work): Promise<string[]> {
  const fingerprint = signingKey === null ? null : fingerprintOf(signingKey);
  work.isKeyLost = isKeyMissing(work.manifest) && (fingerprint === null || !(await queries.findFingerprint(client))?.equals(fingerprint));
  return work.isKeyLost ? queries.listSealedSecondSteps(client) : [];
}

async function restoreEntries(
  target: Target,
  archive: Archive,
  manifest: Manifest,
  filler: DatabaseFiller,
  { signal, onProgress, durable = true, images = 'store' }: RestoreOptions,
): Promise<void> {
  const pictures = fillImageStore(target);
  const entries = archive.read({ skipImages: images === 'skip' });
  const writeQueue = createWriteQueue();
  let count = 0;
  let next = await entries.next();
  try {
    for (; !next.done; next = await entries.next()) {
      signal?.throwIfAborted();
      const { name, bytes } = next.value;
      const image = imageAt(name);
      if (image) {
        if (images === 'store') await writeQueue.add(() => pictures.put(image.id, image.file, bytes));
        count += 1;
        if (count % 500 === 0) onProgress?.(`Images: ${count} of ${manifest.pictures.files} files`);
      } else if (name.startsWith('secrets/')) {
        await restoreSecret(target.dataFolder, name, bytes);
      } else {
        if (name.startsWith('database/')) onProgress?.(`Rows: ${name.split('/')[1]}`);
        await filler.addEntry(name, bytes);
      }
    }
  } finally {
    await writeQueue.end();
  }
  if (JSON.stringify(next.value) !== JSON.stringify(manifest))
    throw new Error('The archive was changed while it was read. Nothing was restored.');
  if (!durable) return;
  onProgress?.('Waiting for the disk');
  await pictures.sync();
}

function createWriteQueue(concurrency = 8) {
  const pending = new Set<Promise<void>>();
  let failure: Error | undefined;
  return {
    async add(write: () => Promise<void>): Promise<void> {
      if (failure !== undefined) throw failure;
      const promise = write()
        .catch((error: Error) => void (failure ??= error))
        .finally(() => pending.delete(promise));
      pending.add(promise);
      if (pending.size >= concurrency) await Promise.race(pending);
    },
    async end(): Promise<void> {
      await Promise.all(pending);
      if (failure !== undefined) throw failure;
    },
  };
}

async function restoreSecret(dataFolder: string, entryName: string, bytes: Buffer): Promise<void> {
  const name = path.basename(entryName);
  if (!isSecretName(name)) throw new Error(`${entryName} is not a secret of Mbari.`);
  const folder = path.join(dataFolder, 'secrets');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const secret = await open(path.join(folder, name), 'wx', 0o600);
  try {
    await secret.writeFile(bytes);
    await secret.sync();
  } finally {
    await secret.close();
  }
  await syncFolderIfPossible(folder);
}

async function requireDiskSpace(
  { dataFolder, database }: Target,
  { pictures, tables }: Manifest,
  { images = 'store' }: RestoreOptions,
): Promise<void> {
  const compressedSize = tables.flatMap(({ parts }) => parts).reduce((sum, { size }) => sum + size, 0);
  // Estimates rows with indexes and WAL. A database server has its own disk.
  const rows = database.kind === 'server' ? 0 : compressedSize * 12;
  const needed = rows + (images === 'store' ? pictures.bytes : 0);
  if ((await measureFree(dataFolder)) < needed)
    throw new Error(`${dataFolder} has too little space: the restore needs about ${(needed / 1024 ** 3).toFixed(1)} GB.`);
}

import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { fillImageStore } from '../../platform/adapters/open-image-store.ts';
import { fingerprintOf } from '../../platform/adapters/signing-key.ts';
import { measureFree } from '../../platform/adapters/storage-space.ts';
import { syncFolderIfPossible } from '../../platform/adapters/sync.ts';
import type { Config } from '../../platform/config.ts';
import { connectionFor } from '../../platform/db/connect.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { type EmbeddedDatabase, startEmbedded } from '../../platform/db/embedded/launcher.ts';
import { listMigrations, migrateJobQueue, type Migration } from '../../platform/db/migrate.ts';
import { requireSession } from '../../platform/db/session.ts';
import { withoutTimeouts } from '../../platform/db/timeouts.ts';
import { renewSigningKey } from '../signing-key/renew-signing-key.ts';
import { claimDataFolder, type ClaimedFolder, named } from './claim-data-folder.ts';
import { type Filling, matchSchema, startFilling } from './fill-database.ts';
import { isSecretName, type Manifest, imageAt, entryNames } from './manifest.ts';
import * as queries from './queries.ts';
import { checkArchive, readArchive } from './read-archive.ts';
import { sha256 } from './write-archive.ts';

export interface RestoreOptions {
  signal?: AbortSignal;
  onProgress?: (text: string) => void;
  /** False skips fsync for a temporary restore. */
  durable?: boolean;
  migrations?: readonly Migration[];
}

export interface Restored {
  manifest: Manifest;
  migrated: string[];
  /** Unknown tables in the archive, which were skipped. */
  strangers: string[];
  /** Members whose second factor was turned off because the signing key is missing. They are mailed. */
  lockedOut: string[];
}

type Target = Pick<Config, 'dataFolder' | 'database' | 's3' | 'signingKey'>;

/**
 * Restores an archive into an empty folder and an empty database. Verifies the whole archive before writing anything. All or nothing: after an
 * interruption the server refuses the folder, and the next run starts clean. Throws if anything is in the way.
 */
export async function restoreBackup(target: Target, file: string, options: RestoreOptions = {}): Promise<Restored> {
  options.onProgress?.('Checking the archive');
  const manifest = await checkArchive(file, { onEntry: () => options.signal?.throwIfAborted() });
  const migrations = options.migrations ?? (await listMigrations());
  matchSchema(manifest, migrations);
  const folder = await claimDataFolder(target.dataFolder, sha256(Buffer.from(JSON.stringify(manifest))));
  const work: Work = { file, manifest, migrations, folder, kept: folder.wasBegun ? 'unknown' : 'not', isKeyLost: false };
  let embedded: EmbeddedDatabase | null = null;
  try {
    options.onProgress?.('Starting the database');
    embedded = target.database.kind === 'server' ? null : await startEmbedded(target.dataFolder, { durable: options.durable ?? true });
    const restored = await fill(target, work, options);
    if (options.durable !== false && work.isKeyLost) await makeNewKey(target, work);
    return restored;
  } finally {
    await embedded?.stop();
    if (work.kept === 'yes') await folder.finish();
    // If the commit is uncertain or the database still runs, the next run finds out and continues.
    else if (work.kept === 'not' && !embedded?.adopted) await folder.empty();
  }
}

interface Work {
  file: string;
  manifest: Manifest;
  migrations: readonly Migration[];
  folder: ClaimedFolder;
  /** State of the commit, by this run or an earlier one. */
  kept: 'not' | 'unknown' | 'yes';
  isKeyLost: boolean;
}

async function fill(target: Target, work: Work, options: RestoreOptions): Promise<Restored> {
  const connection = await connectionFor(target);
  await requireSession(connection);
  const pool = new pg.Pool({ ...connection, max: 3 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const client = await pool.connect();
  try {
    await queries.prepareSession(client, 'mbari restore');
    await queries.lockSchema(client);
    const restored = (await queries.findRestore(client)) === work.folder.id;
    // Interrupted after the commit: the rows are complete.
    if (restored) {
      work.kept = 'yes';
      return { manifest: work.manifest, migrated: [], strangers: [], lockedOut: await listLockedOut(client, target, work) };
    }
    const there = await queries.listWhatIsThere(client);
    if (there.length > 0)
      throw new Error(
        `The database is not empty: it contains ${named(there)}. A restore overwrites nothing. Set DATABASE_URL to an empty database.`,
      );
    work.kept = 'not';
    await work.folder.begin();
    await requireRoom(target, work.manifest);
    await migrateJobQueue(pool);
    await client.query('begin');
    const done = await fillAll(client, target, work, options);
    options.signal?.throwIfAborted();
    work.kept = 'unknown';
    await client.query('commit');
    work.kept = 'yes';
    // Optional: without statistics the first queries are slow.
    await client.query('analyze').catch(() => undefined);
    return done;
  } finally {
    client.release(true);
    await pool.end();
  }
}

async function fillAll(client: pg.PoolClient, target: Target, work: Work, options: RestoreOptions): Promise<Restored> {
  const { file, manifest, migrations, folder } = work;
  options.onProgress?.('Creating the tables');
  const filling = await startFilling(client, manifest, migrations);
  await putMembers(target, file, manifest, filling, options);
  options.onProgress?.('Comparing every row');
  const migrated = await filling.finish(options.signal);
  await queries.noteRestore(client, folder.id);
  return { manifest, migrated, strangers: filling.strangers, lockedOut: await listLockedOut(client, target, work) };
}

/** The database accepts only its own key, so it gets a new one. Secrets encrypted with the old key are lost. */
async function makeNewKey(target: Target, work: Work): Promise<void> {
  work.kept = 'unknown';
  const db = openDatabase(withoutTimeouts(await connectionFor(target)));
  try {
    await renewSigningKey(db, target);
  } finally {
    await db.close();
  }
  work.kept = 'yes';
}

const lacksKey = ({ secrets }: Manifest): boolean => !secrets?.some(({ name }) => name === entryNames.secret('signing-key'));

async function listLockedOut(client: pg.PoolClient, { signingKey }: Target, work: Work): Promise<string[]> {
  const given = signingKey === null ? null : fingerprintOf(signingKey);
  work.isKeyLost = lacksKey(work.manifest) && (given === null || !(await queries.findFingerprint(client))?.equals(given));
  return work.isKeyLost ? queries.listSealedSecondSteps(client) : [];
}

async function putMembers(
  target: Target,
  file: string,
  manifest: Manifest,
  filling: Filling,
  { signal, onProgress, durable = true }: RestoreOptions,
): Promise<void> {
  const pictures = fillImageStore(target);
  const entries = readArchive(file);
  const line = writeBehind();
  let count = 0;
  let next = await entries.next();
  try {
    for (; !next.done; next = await entries.next()) {
      signal?.throwIfAborted();
      const { name, bytes } = next.value;
      const image = imageAt(name);
      if (image) {
        await line.add(() => pictures.put(image.id, image.file, bytes));
        count += 1;
        if (count % 500 === 0) onProgress?.(`Images: ${count} of ${manifest.pictures.files} files`);
      } else if (name.startsWith('secrets/')) {
        await putSecret(target.dataFolder, name, bytes);
      } else {
        if (name.startsWith('database/')) onProgress?.(`Rows: ${name.split('/')[1]}`);
        await filling.take(name, bytes);
      }
    }
  } finally {
    await line.end();
  }
  if (JSON.stringify(next.value) !== JSON.stringify(manifest))
    throw new Error('The archive was changed while it was read. Nothing was restored.');
  if (!durable) return;
  onProgress?.('Waiting for the disk');
  await pictures.sync();
}

function writeBehind(atOnce = 8) {
  const writing = new Set<Promise<void>>();
  let failure: Error | undefined;
  return {
    async add(write: () => Promise<void>): Promise<void> {
      if (failure !== undefined) throw failure;
      const written = write()
        .catch((error: Error) => void (failure ??= error))
        .finally(() => writing.delete(written));
      writing.add(written);
      if (writing.size >= atOnce) await Promise.race(writing);
    },
    async end(): Promise<void> {
      await Promise.all(writing);
      if (failure !== undefined) throw failure;
    },
  };
}

async function putSecret(dataFolder: string, member: string, bytes: Buffer): Promise<void> {
  const name = path.basename(member);
  if (!isSecretName(name)) throw new Error(`${member} is not a secret of Mbari.`);
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

async function requireRoom({ dataFolder, database }: Target, { pictures, tables }: Manifest): Promise<void> {
  const packed = tables.flatMap(({ parts }) => parts).reduce((sum, { size }) => sum + size, 0);
  // Estimate with indexes and WAL. Another server has its own disk.
  const rows = database.kind === 'server' ? 0 : packed * 12;
  if ((await measureFree(dataFolder)) < pictures.bytes + rows)
    throw new Error(`${dataFolder} has too little space: the images alone need ${(pictures.bytes / 1024 ** 3).toFixed(1)} GB.`);
}

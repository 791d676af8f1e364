import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type pg from 'pg';
import type { ImageStore } from '../../platform/adapters/image-store.ts';
import { writeNewFile } from '../../platform/adapters/new-file.ts';
import { measureFree } from '../../platform/adapters/storage-space.ts';
import type { Context } from '../../platform/context.ts';
import { listMigrations, type Migration } from '../../platform/db/migrate.ts';
import { keepImageFiles } from '../../platform/images/queries.ts';
import { productVersion } from '../../platform/program.ts';
import { writeBucketArchive } from './bucket-archive.ts';
import { copyOut, type CopySource, tableReference } from './copy-tables.ts';
import type { EncryptedBucket } from './encrypted-bucket.ts';
import { type CopiedRows, entryNames, format, isSecretName, type Manifest, type Part } from './manifest.ts';
import * as queries from './queries.ts';
import { type ArchiveWriter, type ImageFile, maxEntrySize, writeArchive } from './write-archive.ts';

export interface BackupOptions {
  withSecrets: boolean;
  /** Hands the community over: a restore from the archive asks its admins to confirm. */
  isHandover?: boolean;
  signal?: AbortSignal;
  onProgress?: (text: string) => void;
  migrations?: readonly Migration[];
}

export interface BackupResult {
  size: number;
  rows: number;
  pictures: { files: number; bytes: number };
  /** Unreadable image files: their number, and the names of the first ones. */
  missing: { names: string[]; count: number };
}

export type Source = Pick<Context, 'config' | 'db' | 'store' | 'now'>;

/** Writes a backup into a new file. Throws if the file exists; deletes it on failure. */
export const createBackup = (source: Source, file: string, options: BackupOptions): Promise<BackupResult> =>
  copyCommunity(source, options, async (estimatedBytes, copy) => {
    await requireDiskSpace(path.dirname(file), estimatedBytes);
    return writeNewFile(file, async (handle) => copy(writeArchive(handle, source.now())));
  });

/**
 * Writes a backup into an object store. Returns the keys of image files that it does not name, too. Incomplete objects of a failure are
 * deleted after the next backup.
 */
export const createBucketBackup = (
  source: Source,
  bucket: EncryptedBucket,
  name: string,
  options: BackupOptions,
): Promise<BackupResult & { unnamed: Set<string> }> =>
  copyCommunity(source, options, async (_estimatedBytes, copy) => {
    const archive = await writeBucketArchive(bucket, name);
    const result = await copy(archive);
    return { ...result, unnamed: await archive.listUnnamed() };
  });

/** Copies one snapshot of all rows and their image files while the server runs. Streams, so memory use is bounded. */
async function copyCommunity<Result>(
  source: Source,
  options: BackupOptions,
  write: (estimatedBytes: number, copy: (archive: ArchiveWriter) => Promise<BackupResult>) => Promise<Result>,
): Promise<Result> {
  const client = await source.db.pool.connect();
  try {
    await queries.prepareSession(client, 'mbari backup');
    // Runs before the snapshot, so no sweep deletes its image files.
    await keepImageFiles(client);
    await queries.lockSchemaShared(client);
    const schema = await queries.listAppliedMigrations(client);
    if (schema === null) throw new Error('There is no community in this database yet: nothing to back up.');
    const knownMigrations = options.migrations ?? (await listMigrations());
    const unknownMigration = schema.find(({ name }) => !knownMigrations.some((migration) => migration.name === name));
    if (unknownMigration)
      throw new Error(
        `The database is newer than this program (${unknownMigration.name}), so a backup could be incomplete. Use the version that ran last.`,
      );
    const estimate = await queries.estimateSize(client);
    return await write(estimate.bytes, async (archive) => {
      const createdAt = source.now();
      const { postgresql, ...tables } = await writeTables(client, archive, options);
      const secrets = options.withSecrets ? await writeSecrets(source.config.dataFolder, archive) : null;
      const { missing, ...pictures } = await writeImages(client, source.store, archive, { ...options, imagesCount: estimate.pictures });
      const manifest: Manifest = {
        ...{ format, product: productVersion, made_at: createdAt.toISOString(), postgresql, schema },
        ...{ ...tables, pictures: { ...pictures, missing: missing.count }, secrets },
        ...(options.isHandover && { handed_over_from: source.config.publicUrl.origin }),
      };
      const size = await archive.finish(manifest);
      return { size, rows: tables.tables.reduce((sum, { rows }) => sum + rows, 0), pictures, missing };
    });
  } finally {
    client.release(true);
  }
}

/** Writes all rows in one transaction. Copying the images takes far longer and afterwards blocks only the sweep. */
async function writeTables(client: pg.PoolClient, archive: ArchiveWriter, { signal, onProgress }: BackupOptions) {
  await client.query('begin isolation level repeatable read, read only');
  const postgresql = await queries.findServerVersion(client);
  const write = async (source: CopySource, nameOf: (n: number) => string): Promise<CopiedRows> => {
    const parts: Part[] = [];
    const { rows, content } = await copyOut(client, source, async (raw) => {
      signal?.throwIfAborted();
      parts.push(await archive.add(nameOf(parts.length + 1), await promisify(gzip)(raw)));
    });
    return { columns: [...source.columns], rows, content, parts };
  };
  const tables: Manifest['tables'] = [];
  const tableColumns = await queries.listTables(client);
  for (const { name, columns } of tableColumns) {
    onProgress?.(`Rows: ${name}, table ${tables.length + 1} of ${tableColumns.length}`);
    tables.push({ name, ...(await write({ source: tableReference(name), columns }, (n) => entryNames.table(name, n))) });
  }
  const { columns, waiting } = queries.jobs;
  const jobs = await write({ source: waiting, columns }, entryNames.job);
  const sequences = await queries.listSequences(client);
  await queries.openImages(client);
  await client.query('commit');
  await queries.unlockSchemaShared(client);
  return { postgresql, tables, jobs, sequences };
}

async function writeSecrets(dataFolder: string, archive: ArchiveWriter): Promise<Part[]> {
  const folder = path.join(dataFolder, 'secrets');
  const parts: Part[] = [];
  for (const name of (await readdir(folder).catch(() => [])).filter(isSecretName).sort())
    parts.push(await archive.add(entryNames.secret(name), await readFile(path.join(folder, name))));
  return parts;
}

const maxMissingNames = 20;

async function writeImages(
  client: pg.PoolClient,
  store: ImageStore,
  archive: ArchiveWriter,
  { signal, onProgress, imagesCount }: BackupOptions & { imagesCount: number },
) {
  const images = { files: 0, bytes: 0, sums: [] as Part[], missing: { names: [] as string[], count: 0 } };
  let pictures = 0;
  for (let rows = await queries.nextImages(client); rows.length > 0; rows = await queries.nextImages(client)) {
    const lines: string[] = [];
    for (const row of rows) {
      signal?.throwIfAborted();
      const files = filesOf(store, row);
      for (const [n, part] of (await archive.addImage(row.id, files)).entries()) {
        if (part === null) {
          images.missing.count += 1;
          if (images.missing.names.length < maxMissingNames) images.missing.names.push(`${row.id}/${files[n]!.file}`);
          continue;
        }
        lines.push(`${part.sha256}  ${part.name}\n`);
        images.files += 1;
        images.bytes += part.size;
      }
      pictures += 1;
    }
    if (lines.length > 0) images.sums.push(await archive.add(entryNames.sums(images.sums.length + 1), Buffer.from(lines.join(''))));
    onProgress?.(`Images: ${pictures} of ${imagesCount}`);
  }
  return images;
}

const filesOf = (store: ImageStore, { id, widths, avif_widths }: queries.ImageRow): ImageFile[] =>
  [...widths.flatMap((width) => [`${width}.webp`, `${width}.jpeg`]), ...avif_widths.map((width) => `${width}.avif`)].map((file) => ({
    file,
    async read() {
      const stored = await store.read(id, file).catch(() => null);
      return stored && stored.size <= maxEntrySize ? buffer(stored.stream()).catch(() => null) : null;
    },
  }));

async function requireDiskSpace(folder: string, bytes: number): Promise<void> {
  // Ignores a missing folder; writing the backup reports it.
  const free = await measureFree(folder).catch(() => Infinity);
  if (free > bytes * 1.05) return;
  const gigabytes = (n: number): string => `${(n / 1024 ** 3).toFixed(1)} GB`;
  throw new Error(
    `${folder} has ${gigabytes(free)} left, and the backup needs about ${gigabytes(bytes)}. Free some space, or choose another folder.`,
  );
}

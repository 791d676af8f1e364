import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type pg from 'pg';
import { makeMigrationsTable, type Migration, runMigration } from '../../platform/db/migrate.ts';
import {
  addForeignKeys,
  copyIn,
  type CopyInStream,
  dropForeignKeys,
  emptyTables,
  type ForeignKey,
  partSize,
  hashRows,
  setTriggers,
  tableReference,
} from './copy-tables.ts';
import type { CopiedRows, Manifest } from './manifest.ts';
import * as queries from './queries.ts';

type Table = Manifest['tables'][number];

export interface DatabaseFiller {
  addEntry(name: string, bytes: Buffer): Promise<void>;
  /** Verifies the rows and runs newer migrations. Returns their names. */
  finish(signal?: AbortSignal): Promise<string[]>;
  /** Unknown tables in the archive, which are skipped. */
  unknownTables: string[];
}

/** Splits our migrations into those the archive contains and later ones. Throws if the archive's schema is unknown. */
export function matchSchema(
  { schema, product }: Manifest,
  knownMigrations: readonly Migration[],
): { before: Migration[]; after: Migration[] } {
  const unknownMigration = schema.find(
    ({ name, checksum }, n) => knownMigrations[n]?.name !== name || knownMigrations[n]?.checksum !== checksum,
  );
  if (unknownMigration)
    throw new Error(
      `The archive was made by a newer version, or by a different build (${product}, ${unknownMigration.name}). Install the version that made it, or a newer one, then restore.`,
    );
  return { before: knownMigrations.slice(0, schema.length), after: knownMigrations.slice(schema.length) };
}

export async function createDatabaseFiller(
  client: pg.PoolClient,
  manifest: Manifest,
  knownMigrations: readonly Migration[],
): Promise<DatabaseFiller> {
  const { before: archived, after: newer } = matchSchema(manifest, knownMigrations);
  await makeMigrationsTable(client);
  for (const migration of archived) await runMigration(client, migration);
  const knownTables = await queries.listTables(client);
  const names = knownTables.map(({ name }) => name);
  const tables = manifest.tables.filter(({ name }) => names.includes(name));
  requireSameTables(tables, knownTables);
  const keys = await queries.listForeignKeys(client);
  await dropForeignKeys(client, keys);
  await setTriggers(client, names, 'disable');
  await emptyTables(client, names);
  await queries.createRestoredJobsTable(client);

  const sources = [
    ...tables.map((table) => ({ ...table, source: tableReference(table.name) })),
    { ...manifest.jobs, source: queries.jobs.restored },
  ];
  const parts = new Map(sources.flatMap((source) => source.parts.map(({ name }) => [name, source] as const)));
  let currentCopy: { source: string; rows: CopyInStream } | null = null;
  return {
    unknownTables: manifest.tables.flatMap(({ name }) => (names.includes(name) ? [] : [name])),
    async addEntry(name, bytes) {
      const source = parts.get(name);
      if (!source) return;
      if (currentCopy?.source !== source.source) {
        await currentCopy?.rows.end();
        currentCopy = { source: source.source, rows: copyIn(client, source) };
      }
      // A part is at most one row larger than `partSize`.
      await currentCopy.rows.write(await promisify(gunzip)(bytes, { maxOutputLength: 4 * partSize }));
    },
    async finish(signal) {
      await currentCopy?.rows.end();
      for (const { name, ...expected } of tables) {
        signal?.throwIfAborted();
        await requireSameRows(client, name, tableReference(name), expected);
      }
      await finishRestore(client, manifest, tables, keys);
      for (const migration of newer) {
        signal?.throwIfAborted();
        await runMigration(client, migration);
      }
      return newer.map(({ name }) => name);
    },
  };
}

async function finishRestore(client: pg.PoolClient, manifest: Manifest, tables: Table[], keys: ForeignKey[]): Promise<void> {
  await addForeignKeys(client, keys);
  await setTriggers(
    client,
    tables.map(({ name }) => name),
    'enable',
  );
  for (const sequence of manifest.sequences) await queries.setSequence(client, sequence);
  await queries.insertRestoredJobs(client);
  await requireSameRows(client, 'jobs that wait', queries.jobs.waiting, manifest.jobs);
  const { files, missing } = manifest.pictures;
  if ((await queries.countImageFiles(client)) !== files + missing) throw new Error('The archive’s images do not match its rows.');
}

async function requireSameRows(client: pg.PoolClient, name: string, source: string, { columns, rows, content }: CopiedRows): Promise<void> {
  const actual = await hashRows(client, { source, columns });
  if (actual.rows !== rows || actual.content !== content)
    throw new Error(`${name}: ${actual.rows} of ${rows} rows were restored, or with other content. Nothing was changed.`);
}

function requireSameTables(tables: readonly Table[], knownTables: readonly queries.TableColumns[]): void {
  for (const { name, columns } of knownTables) {
    const table = tables.find((entry) => entry.name === name);
    if (table === undefined) throw new Error(`The archive has no table ${name}.`);
    const [missingColumn] = columns.filter((column) => !table.columns.includes(column));
    const [unknownColumn] = table.columns.filter((column) => !columns.includes(column));
    if (missingColumn ?? unknownColumn)
      throw new Error(`The archive’s table ${name} has other columns than its version (${missingColumn ?? unknownColumn}).`);
  }
}

import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type pg from 'pg';
import { makeMigrationsTable, type Migration, runMigration } from '../../platform/db/migrate.ts';
import {
  addForeignKeys,
  copyIn,
  type CopyingIn,
  dropForeignKeys,
  emptyTables,
  type ForeignKey,
  partSize,
  readContent,
  setTriggers,
  tableSource,
} from './copy-tables.ts';
import type { CopiedRows, Manifest } from './manifest.ts';
import * as queries from './queries.ts';

type Table = Manifest['tables'][number];

export interface Filling {
  take(name: string, bytes: Buffer): Promise<void>;
  /** Verifies the rows and runs newer migrations. Returns their names. */
  finish(signal?: AbortSignal): Promise<string[]>;
  /** Unknown tables in the archive, which are skipped. */
  strangers: string[];
}

/** Splits our migrations into those the archive contains and later ones. Throws if the archive's schema is unknown. */
export function matchSchema({ schema, product }: Manifest, ours: readonly Migration[]): { before: Migration[]; after: Migration[] } {
  const strange = schema.find(({ name, checksum }, n) => ours[n]?.name !== name || ours[n]?.checksum !== checksum);
  if (strange)
    throw new Error(
      `The archive was made by a newer version, or by a different build (${product}, ${strange.name}). Install the version that made it, or a newer one, then restore.`,
    );
  return { before: ours.slice(0, schema.length), after: ours.slice(schema.length) };
}

export async function startFilling(client: pg.PoolClient, manifest: Manifest, ours: readonly Migration[]): Promise<Filling> {
  const { before, after } = matchSchema(manifest, ours);
  await makeMigrationsTable(client);
  for (const migration of before) await runMigration(client, migration);
  const known = await queries.listTables(client);
  const names = known.map(({ name }) => name);
  const tables = manifest.tables.filter(({ name }) => names.includes(name));
  requireSameTables(tables, known);
  const keys = await queries.listForeignKeys(client);
  await dropForeignKeys(client, keys);
  await setTriggers(client, names, 'disable');
  await emptyTables(client, names);
  await queries.makeRestoredJobs(client);

  const sources = [
    ...tables.map((table) => ({ ...table, source: tableSource(table.name) })),
    { ...manifest.jobs, source: queries.jobs.restored },
  ];
  const parts = new Map(sources.flatMap((source) => source.parts.map(({ name }) => [name, source] as const)));
  let copying: { source: string; rows: CopyingIn } | null = null;
  return {
    strangers: manifest.tables.flatMap(({ name }) => (names.includes(name) ? [] : [name])),
    async take(name, bytes) {
      const source = parts.get(name);
      if (!source) return;
      if (copying?.source !== source.source) {
        await copying?.rows.end();
        copying = { source: source.source, rows: copyIn(client, source) };
      }
      // A part is at most one row larger than `partSize`.
      await copying.rows.write(await promisify(gunzip)(bytes, { maxOutputLength: 4 * partSize }));
    },
    async finish(signal) {
      await copying?.rows.end();
      for (const { name, ...copied } of tables) {
        signal?.throwIfAborted();
        await requireSameRows(client, name, tableSource(name), copied);
      }
      await finishFilling(client, manifest, tables, keys);
      for (const migration of after) {
        signal?.throwIfAborted();
        await runMigration(client, migration);
      }
      return after.map(({ name }) => name);
    },
  };
}

async function finishFilling(client: pg.PoolClient, manifest: Manifest, tables: Table[], keys: ForeignKey[]): Promise<void> {
  await addForeignKeys(client, keys);
  await setTriggers(
    client,
    tables.map(({ name }) => name),
    'enable',
  );
  for (const sequence of manifest.sequences) await queries.setSequence(client, sequence);
  await queries.addRestoredJobs(client);
  await requireSameRows(client, 'jobs that wait', queries.jobs.waiting, manifest.jobs);
  const { files, missing } = manifest.pictures;
  if ((await queries.countImageFiles(client)) !== files + missing) throw new Error('The archive’s images do not match its rows.');
}

async function requireSameRows(client: pg.PoolClient, name: string, source: string, { columns, rows, content }: CopiedRows): Promise<void> {
  const found = await readContent(client, { source, columns });
  if (found.rows !== rows || found.content !== content)
    throw new Error(`${name}: ${found.rows} of ${rows} rows were restored, or with other content. Nothing was changed.`);
}

function requireSameTables(tables: readonly Table[], known: readonly queries.TableColumns[]): void {
  for (const { name, columns } of known) {
    const table = tables.find((one) => one.name === name);
    if (table === undefined) throw new Error(`The archive has no table ${name}.`);
    const [missing] = columns.filter((column) => !table.columns.includes(column));
    const [strange] = table.columns.filter((column) => !columns.includes(column));
    if (missing ?? strange) throw new Error(`The archive’s table ${name} has other columns than its version (${missing ?? strange}).`);
  }
}

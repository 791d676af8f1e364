import { hash } from 'node:crypto';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';
import type { TextColumns } from './queries.ts';

// The only place that builds SQL from table names. The names come from the database catalogue or were compared with it, never from a request.

export interface CopySource {
  /** Table name, or a parenthesised `select` with these columns. */
  source: string;
  columns: readonly string[];
}

export const tableReference = (table: string): string => `public.${quoteIdentifier(table)}`;

/** Approximate bytes per part. */
export const partSize = 8 * 1024 ** 2;

export interface CopyResult {
  rows: number;
  /** Sum of the SHA-256 of every row, in hex. */
  content: string;
}

export async function copyOut(
  client: pg.PoolClient,
  { source, columns }: CopySource,
  onPart: (raw: Buffer) => Promise<unknown>,
): Promise<CopyResult> {
  const select = source.startsWith('(') ? source : `(select ${listColumns(columns)} from ${source})`;
  const rows = createRowCounter();
  let chunks: Buffer[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    const raw = Buffer.concat(chunks, size);
    chunks = [];
    size = 0;
    await onPart(raw);
  };
  for await (const chunk of client.query(to(`copy ${select} to stdout with (encoding 'UTF8')`)) as AsyncIterable<Buffer>) {
    rows.add(chunk);
    chunks.push(chunk);
    size += chunk.length;
    if (size >= partSize) await flush();
  }
  if (size > 0) await flush();
  return rows.total();
}

/** Counts and hashes rows without storing them. */
export const hashRows = (client: pg.PoolClient, source: CopySource): Promise<CopyResult> => copyOut(client, source, async () => undefined);

export interface CopyInStream {
  write(raw: Buffer): Promise<void>;
  end(): Promise<number>;
}

export function copyIn(client: pg.PoolClient, { source, columns }: CopySource): CopyInStream {
  const stream = client.query(from(`copy ${source} (${listColumns(columns)}) from stdin with (encoding 'UTF8')`));
  const finished = new Promise<number>((resolve, reject) => stream.once('finish', () => resolve(stream.rowCount)).once('error', reject));
  // Prevents an unhandled rejection; `write` and `end` report the error.
  finished.catch(() => undefined);
  return {
    async write(raw) {
      if (!stream.write(raw)) await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), finished]);
    },
    end() {
      stream.end();
      return finished;
    },
  };
}

/** Deletes rows that migrations inserted. */
export const emptyTables = async (client: pg.PoolClient, tables: readonly string[]): Promise<unknown> =>
  tables.length > 0 && client.query(`truncate ${tables.map(tableReference).join(', ')}`);

export interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Tables are filled one by one, and some reference each other. Adding a key back checks every row. */
export async function dropForeignKeys(client: pg.PoolClient, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name } of keys) await client.query(`alter table ${tableReference(table)} drop constraint ${quoteIdentifier(name)}`);
}

export async function addForeignKeys(client: pg.PoolClient, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${tableReference(table)} add constraint ${quoteIdentifier(name)} ${definition}`);
}

/** A restore disables triggers, because counters are restored, not recomputed. */
export async function setTriggers(client: pg.PoolClient, tables: readonly string[], state: 'enable' | 'disable'): Promise<void> {
  for (const table of tables) await client.query(`alter table ${tableReference(table)} ${state} trigger user`);
}

/** Replaces a pattern in columns of a table, ignoring case. Returns the number of changed rows. */
export async function replaceInTexts(
  client: pg.PoolClient,
  { name, columns }: TextColumns,
  pattern: string,
  replacement: string,
): Promise<number> {
  const texts = columns.map((column) => ({ name: quoteIdentifier(column.name), type: column.type }));
  const { rowCount } = await client.query(
    `update ${tableReference(name)}
        set ${texts.map((text) => `${text.name} = regexp_replace(${text.name}::text, $1, $2, 'gi')::${text.type}`).join(', ')}
      where ${texts.map((text) => `${text.name}::text ~* $1`).join(' or ')}`,
    [pattern, replacement],
  );
  return rowCount ?? 0;
}

export const createDatabase = (client: pg.Client, name: string): Promise<unknown> =>
  client.query(`create database ${quoteIdentifier(name)} template template0 encoding 'UTF8'`);
export const dropDatabase = (client: pg.Client, name: string): Promise<unknown> =>
  client.query(`drop database if exists ${quoteIdentifier(name)}`);

const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const listColumns = (columns: readonly string[]): string => columns.map(quoteIdentifier).join(', ');

const newline = 0x0a;

/** Splits rows at newlines. COPY ends each row with a newline and escapes newlines in values. */
function createRowCounter() {
  let rows = 0;
  let sum = 0n;
  let partialRow: Buffer[] = [];
  const addRow = (row: Buffer): void => {
    rows += 1;
    sum += BigInt(`0x${hash('sha256', row)}`);
  };
  return {
    add(chunk: Buffer): void {
      let start = 0;
      for (let newlineIndex = chunk.indexOf(newline); newlineIndex !== -1; newlineIndex = chunk.indexOf(newline, start)) {
        const row = chunk.subarray(start, newlineIndex + 1);
        addRow(partialRow.length > 0 ? Buffer.concat([...partialRow, row]) : row);
        partialRow = [];
        start = newlineIndex + 1;
      }
      if (start < chunk.length) partialRow.push(Buffer.from(chunk.subarray(start)));
    },
    total: (): CopyResult => ({ rows, content: (sum % 2n ** 256n).toString(16).padStart(64, '0') }),
  };
}

import { hash } from 'node:crypto';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';

// Whole tables, whatever they are called: the one place where SQL is made from names. They come from the catalogue of the
// database or were compared with it, never from a request.

/** Rows of one table, or of a question, as COPY takes and gives them. */
export interface Copied {
  /** A table, or a `select` in brackets whose columns are these. */
  source: string;
  columns: readonly string[];
}

export const tableSource = (table: string): string => `public.${quoted(table)}`;

/** Bytes of a part, about. */
export const partSize = 8 * 1024 ** 2;

export interface CopiedOut {
  rows: number;
  /** Sum of the SHA-256 of every row, in hex. */
  content: string;
}

/** Reads all rows in the transaction's snapshot and hands them over in parts. */
export async function copyOut(
  client: pg.PoolClient,
  { source, columns }: Copied,
  onPart: (raw: Buffer) => Promise<unknown>,
): Promise<CopiedOut> {
  const inside = source.startsWith('(') ? source : `(select ${listed(columns)} from ${source})`;
  const rows = countRows();
  let waiting: Buffer[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    const raw = Buffer.concat(waiting, size);
    waiting = [];
    size = 0;
    await onPart(raw);
  };
  for await (const chunk of client.query(to(`copy ${inside} to stdout with (encoding 'UTF8')`)) as AsyncIterable<Buffer>) {
    rows.add(chunk);
    waiting.push(chunk);
    size += chunk.length;
    if (size >= partSize) await flush();
  }
  if (size > 0) await flush();
  return rows.total();
}

/** Counts rows and sums what they say without keeping any. */
export const readContent = (client: pg.PoolClient, copied: Copied): Promise<CopiedOut> => copyOut(client, copied, async () => undefined);

export interface CopyingIn {
  write(raw: Buffer): Promise<void>;
  /** Answers how many rows there were. */
  end(): Promise<number>;
}

export function copyIn(client: pg.PoolClient, { source, columns }: Copied): CopyingIn {
  const stream = client.query(from(`copy ${source} (${listed(columns)}) from stdin with (encoding 'UTF8')`));
  const ended = new Promise<number>((resolve, reject) => stream.once('finish', () => resolve(stream.rowCount)).once('error', reject));
  // Whoever writes or ends hears of it.
  ended.catch(() => undefined);
  return {
    async write(raw) {
      if (!stream.write(raw)) await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), ended]);
    },
    end() {
      stream.end();
      return ended;
    },
  };
}

/** Takes what the migrations themselves put into the tables away. */
export const emptyTables = async (client: pg.PoolClient, tables: readonly string[]): Promise<unknown> =>
  tables.length > 0 && client.query(`truncate ${tables.map(tableSource).join(', ')}`);

export interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Rows come table after table, and some tables point at each other. Put back, each key is checked for every row. */
export async function dropForeignKeys(client: pg.PoolClient, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name } of keys) await client.query(`alter table ${tableSource(table)} drop constraint ${quoted(name)}`);
}

export async function addForeignKeys(client: pg.PoolClient, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${tableSource(table)} add constraint ${quoted(name)} ${definition}`);
}

/** Counts are restored as they were, not counted again. */
export async function setTriggers(client: pg.PoolClient, tables: readonly string[], state: 'enable' | 'disable'): Promise<void> {
  for (const table of tables) await client.query(`alter table ${tableSource(table)} ${state} trigger user`);
}

export const createDatabase = (client: pg.Client, name: string): Promise<unknown> =>
  client.query(`create database ${quoted(name)} template template0 encoding 'UTF8'`);
export const dropDatabase = (client: pg.Client, name: string): Promise<unknown> => client.query(`drop database if exists ${quoted(name)}`);

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const listed = (columns: readonly string[]): string => columns.map(quoted).join(', ');

const newline = 0x0a;

/** COPY ends every row with a line break, and writes those within a value otherwise. */
function countRows() {
  let rows = 0;
  let sum = 0n;
  let begun: Buffer[] = [];
  const end = (row: Buffer): void => {
    rows += 1;
    sum += BigInt(`0x${hash('sha256', row)}`);
  };
  return {
    add(chunk: Buffer): void {
      let start = 0;
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, start)) {
        const row = chunk.subarray(start, at + 1);
        end(begun.length > 0 ? Buffer.concat([...begun, row]) : row);
        begun = [];
        start = at + 1;
      }
      if (start < chunk.length) begun.push(Buffer.from(chunk.subarray(start)));
    },
    total: (): CopiedOut => ({ rows, content: (sum % 2n ** 256n).toString(16).padStart(64, '0') }),
  };
}

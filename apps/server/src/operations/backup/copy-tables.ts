import { hash } from 'node:crypto';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';

// The only place that builds SQL from table names. They come from the database catalogue or were compared with it, never from a request.

export interface Copied {
  /** Table name, or a parenthesised `select` with these columns. */
  source: string;
  columns: readonly string[];
}

export const tableSource = (table: string): string => `public.${quoted(table)}`;

/** Approximate bytes per part. */
export const partSize = 8 * 1024 ** 2;

export interface CopiedOut {
  rows: number;
  /** Sum of the SHA-256 of every row, in hex. */
  content: string;
}

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

/** Counts and hashes rows without storing them. */
export const readContent = (client: pg.PoolClient, copied: Copied): Promise<CopiedOut> => copyOut(client, copied, async () => undefined);

export interface CopyingIn {
  write(raw: Buffer): Promise<void>;
  end(): Promise<number>;
}

export function copyIn(client: pg.PoolClient, { source, columns }: Copied): CopyingIn {
  const stream = client.query(from(`copy ${source} (${listed(columns)}) from stdin with (encoding 'UTF8')`));
  const ended = new Promise<number>((resolve, reject) => stream.once('finish', () => resolve(stream.rowCount)).once('error', reject));
  // `write` and `end` report the error.
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

/** Deletes rows that migrations inserted. */
export const emptyTables = async (client: pg.PoolClient, tables: readonly string[]): Promise<unknown> =>
  tables.length > 0 && client.query(`truncate ${tables.map(tableSource).join(', ')}`);

export interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Dropped because tables are filled one by one and some reference each other. Adding a key back checks every row. */
export async function dropForeignKeys(client: pg.PoolClient, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name } of keys) await client.query(`alter table ${tableSource(table)} drop constraint ${quoted(name)}`);
}

export async function addForeignKeys(client: pg.PoolClient, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${tableSource(table)} add constraint ${quoted(name)} ${definition}`);
}

/** Disabled because counters are restored, not recomputed. */
export async function setTriggers(client: pg.PoolClient, tables: readonly string[], state: 'enable' | 'disable'): Promise<void> {
  for (const table of tables) await client.query(`alter table ${tableSource(table)} ${state} trigger user`);
}

export const createDatabase = (client: pg.Client, name: string): Promise<unknown> =>
  client.query(`create database ${quoted(name)} template template0 encoding 'UTF8'`);
export const dropDatabase = (client: pg.Client, name: string): Promise<unknown> => client.query(`drop database if exists ${quoted(name)}`);

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const listed = (columns: readonly string[]): string => columns.map(quoted).join(', ');

const newline = 0x0a;

/** COPY ends each row with a newline and escapes newlines in values. */
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

import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { TestApp } from './app.ts';

/** Returns a hash of all stored data: rows of logged tables, jobs and files. Ignores `version`, which also counts writes without a change. */
export async function fingerprint(app: TestApp): Promise<string> {
  const tables = await tablesOf(app);
  const sql = tables
    // A sum needs no sort, which would be most of the cost.
    .map((table) => `select '${table}' as t, count(*) as n, sum(hashtextextended(${contentOf(table)}, 0)::numeric) as h from ${table} r`)
    .join(' union all ');
  // PostgreSQL scans the tables in parallel, so their order varies.
  const { rows } = await app.db.pool.query({ text: `${sql} order by t` });
  return createHash('sha256')
    .update(JSON.stringify([rows, filesIn(app.context.config.dataFolder)]))
    .digest('hex');
}

const contentOf = (table: string): string =>
  ['public.members', 'public.photos'].includes(table) ? `(to_jsonb(r) - 'version')::text` : 'r::text';

const tableNames = new WeakMap<TestApp, Promise<string[]>>();

function tablesOf(app: TestApp): Promise<string[]> {
  const cached =
    tableNames.get(app) ??
    app.db.pool
      .query<{ name: string }>(
        `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where c.relkind in ('r', 'p') and c.relpersistence = 'p' and (n.nspname = 'public' or (n.nspname = 'graphile_worker' and c.relname = '_private_jobs')) order by 1`,
      )
      .then(({ rows }) => rows.map(({ name }) => name));
  tableNames.set(app, cached);
  return cached;
}

/** Lists files synchronously: promises would take four times as long. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => `${file} ${statSync(file).size}`);

export interface Watch {
  /** Returns whether stored data changed since the last call or since `forgive`. */
  hasChanged(): Promise<boolean>;
  /** Accepts all changes so far. */
  forgive(): void;
}

/** Detects unexpected writes. Triggers record each statement that changes a row. A rollback also undoes the record. */
export async function watchKept(app: TestApp): Promise<Watch> {
  const { pool } = app.db;
  await noteWrites(app);
  await pool.query('delete from writes.noted');
  const files = (): string => JSON.stringify(filesIn(app.context.config.dataFolder));
  let fileHash: string | null = files();
  return {
    async hasChanged() {
      const { wrote } = (await app.db.row<{ wrote: boolean }>('select exists (select from writes.noted) as wrote'))!;
      if (wrote) await pool.query('delete from writes.noted');
      const before = fileHash;
      fileHash = files();
      return before !== null && (wrote || fileHash !== before);
    },
    forgive: () => void (fileHash = null),
  };
}

const noting = new WeakMap<TestApp, Promise<unknown>>();

/** Creates a trigger for each kind of statement, as transition tables require. Ignores statements without affected rows. */
function noteWrites(app: TestApp): Promise<unknown> {
  const cached =
    noting.get(app) ?? tablesOf(app).then((tables) => app.db.pool.query(`${notes};\n${tables.flatMap(triggersOn).join(';\n')}`));
  noting.set(app, cached);
  return cached;
}

const notes = `
  create schema writes;
  create unlogged table writes.noted ();
  create function writes.note() returns trigger language plpgsql as
    $$ begin insert into writes.noted select from touched limit 1; return null; end $$;
  create function writes.note_truncate() returns trigger language plpgsql as
    $$ begin insert into writes.noted default values; return null; end $$`;

const triggersOn = (table: string): string[] => [
  ...(['insert', 'update', 'delete'] as const).map(
    (kind) => `create trigger note_${kind} after ${kind} on ${table}
       referencing ${kind === 'delete' ? 'old' : 'new'} table as touched for each statement execute function writes.note()`,
  ),
  `create trigger note_truncate after truncate on ${table} for each statement execute function writes.note_truncate()`,
];

import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { TestApp } from './app.ts';

/** Changes whenever anything kept does: a row of any table, a job, a file. Versions are left out: they count writes that change nothing, too. */
export async function fingerprint(app: TestApp): Promise<string> {
  const tables = await tablesOf(app);
  const sql = tables
    // A sum needs no sorting, which is most of what this would cost.
    .map((table) => `select '${table}' as t, count(*) as n, sum(hashtextextended(${contentOf(table)}, 0)::numeric) as h from ${table} r`)
    .join(' union all ');
  const { rows } = await app.db.pool.query({ text: sql });
  return createHash('sha256')
    .update(JSON.stringify([rows, filesIn(app.context.config.dataFolder)]))
    .digest('hex');
}

const contentOf = (table: string): string =>
  ['public.members', 'public.photos'].includes(table) ? `(to_jsonb(r) - 'version')::text` : 'r::text';

const tableNames = new WeakMap<TestApp, Promise<string[]>>();

function tablesOf(app: TestApp): Promise<string[]> {
  const found =
    tableNames.get(app) ??
    app.db.pool
      .query<{ name: string }>(
        `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where c.relkind in ('r', 'p') and (n.nspname = 'public' or (n.nspname = 'graphile_worker' and c.relname = '_private_jobs')) order by 1`,
      )
      .then(({ rows }) => rows.map(({ name }) => name));
  tableNames.set(app, found);
  return found;
}

/** In one go: asked some ten thousand times in a run, promises would cost four times what the questions do. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => `${file} ${statSync(file).size}`);

export interface Watch {
  /** Whether anything kept is other than when it was last asked, or forgiven. */
  hasChanged(): Promise<boolean>;
  /** What happened until now was meant. */
  forgive(): void;
}

/** What is kept at one moment. */
interface Kept {
  snapshot: string;
  /** How many rows each table has. */
  rows: string;
  files: string;
}

/**
 * Tells writes that should not have been. A database that gave out no transaction id since has written nothing: one cheap question. Else
 * whatever was inserted or updated is a row that the last snapshot does not see, and whatever was deleted is one row less.
 */
export async function watchKept(app: TestApp): Promise<Watch> {
  const sql = (await tablesOf(app))
    .map(
      (table) =>
        `select '${table}' as t, count(*) as n, count(*) filter (where not pg_visible_in_snapshot(xmin::text::xid8, $1)) as fresh from ${table}`,
    )
    .join(' union all ');
  const nextWrite = async (): Promise<string> =>
    (await app.db.pool.query<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as next')).rows[0]!.next;
  const files = (): string => JSON.stringify(filesIn(app.context.config.dataFolder));
  const look = async (since: string): Promise<Kept & { fresh: boolean }> => {
    const { rows } = await app.db.pool.query<{ snapshot: string; rows: string; fresh: boolean }>({
      name: 'look at all that is kept',
      text: `select pg_current_snapshot()::text as snapshot, string_agg(concat(t, n), ' ' order by t) as rows, sum(fresh) > 0 as fresh from (${sql}) as t`,
      values: [since],
    });
    return { ...rows[0]!, files: files() };
  };
  const everything = '1:1:';
  let known: Kept | null = await look(everything);
  return {
    async hasChanged() {
      const before = known;
      if (before !== null && before.snapshot.split(':')[1] === (await nextWrite()) && before.files === files()) return false;
      const now = await look(before?.snapshot ?? everything);
      known = now;
      return before !== null && (now.fresh || now.rows !== before.rows || now.files !== before.files);
    },
    forgive: () => void (known = null),
  };
}

import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { TestApp } from './app.ts';

/** Changes whenever anything kept does: a row of any table, a job, a file. */
export async function fingerprint(app: TestApp): Promise<string> {
  const tables = await tablesOf(app);
  const sql = tables
    // A sum needs no sorting, which is most of what this would cost.
    .map((table) => `select '${table}' as t, count(*) as n, sum(hashtextextended(r::text, 0)::numeric) as h from ${table} r`)
    .join(' union all ');
  const { rows } = await app.db.pool.query({ text: sql });
  return createHash('sha256')
    .update(JSON.stringify([rows, await filesIn(app.context.config.dataFolder)]))
    .digest('hex');
}

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

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return Promise.all(files.sort().map(async (file) => `${file} ${(await stat(file)).size}`));
}

export interface Watch {
  /** Whether anything kept is other than when it was last asked, or forgiven. */
  hasChanged(): Promise<boolean>;
  /** What happened until now was meant. */
  forgive(): void;
}

/** Tells writes that should not have been. A database that gave out no transaction id since has written nothing: one cheap question. */
export async function watchKept(app: TestApp): Promise<Watch> {
  const writes = async (): Promise<string> =>
    (await app.db.pool.query<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as next')).rows[0]!.next;
  const files = async (): Promise<string> => JSON.stringify(await filesIn(app.context.config.dataFolder));
  let known: { writes: string; files: string; print: string } | null = null;
  const look = async (): Promise<NonNullable<typeof known>> => ({
    writes: await writes(),
    files: await files(),
    print: await fingerprint(app),
  });
  known = await look();
  return {
    async hasChanged() {
      if (known !== null && known.writes === (await writes()) && known.files === (await files())) return false;
      const now = await look();
      const changed = known !== null && known.print !== now.print;
      known = now;
      return changed;
    },
    forgive: () => void (known = null),
  };
}

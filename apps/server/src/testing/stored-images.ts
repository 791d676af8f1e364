import type { TestApp } from './app.ts';

async function storedIds({ context }: TestApp): Promise<string[]> {
  const ids: string[] = [];
  for await (const some of context.store.list(new Date(Date.now() + 60_000))) ids.push(...some);
  return ids.toSorted();
}

/** Returns images whose files no row references. */
export async function listOrphanFiles(app: TestApp): Promise<string[]> {
  const { rows } = await app.db.pool.query<{ id: string }>('select id from images');
  const knownIds = new Set(rows.map(({ id }) => id));
  return (await storedIds(app)).filter((id) => !knownIds.has(id));
}

/** Returns those of the image ids whose row is not marked deleted. */
export async function listStoredImages({ db }: TestApp, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>('select id from images where id = any($1::uuid[]) and deleted_at is null', [ids]);
  return rows.map(({ id }) => id);
}

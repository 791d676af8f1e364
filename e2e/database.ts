import pg from 'pg';
import { connectionTo } from '../apps/server/src/platform/db/embedded/launcher.ts';

/** The data folder and environment of a community. The environment may name a database server. */
export interface Installation {
  dataFolder: string;
  env?: Record<string, string>;
}

/** Runs a function on the server's database, for states that members cannot reach quickly and rows they do not see. */
export async function withDatabase<Result>(
  { dataFolder, env = {} }: Installation,
  work: (db: pg.Client) => Promise<Result>,
): Promise<Result> {
  const url = env['DATABASE_DIRECT_URL'] ?? env['DATABASE_URL'];
  const db = new pg.Client(url === undefined ? await connectionTo(dataFolder) : { connectionString: url });
  await db.connect();
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

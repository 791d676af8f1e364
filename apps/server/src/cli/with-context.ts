import type pg from 'pg';
import { openContext } from '../open-context.ts';
import { openLog } from '../platform/adapters/log.ts';
import type { Config } from '../platform/config.ts';
import type { Context } from '../platform/context.ts';
import { connectionFor, jobTimeouts, startDatabase } from '../platform/db/connect.ts';
import { migrateDatabase } from '../platform/db/migrate.ts';
import { environment } from '../platform/environment.ts';

/** Uses the database of a running server, or starts the embedded one temporarily. */
export async function withDatabase<Result>(work: (config: Config, connection: pg.PoolConfig) => Promise<Result>): Promise<Result> {
  const { config } = environment();
  const embedded = await startDatabase(config);
  try {
    return await work(config, { ...(await connectionFor(config)), ...jobTimeouts });
  } finally {
    await embedded?.stop();
  }
}

/** Runs pending migrations, then `work`. */
export const withContext = <Result>(work: (context: Context) => Promise<Result>): Promise<Result> =>
  withDatabase(async (config, connection) => {
    await migrateDatabase(connection);
    const { context, close } = await openContext(config, connection, openLog('warn'));
    try {
      return await work(context);
    } finally {
      await close();
    }
  });

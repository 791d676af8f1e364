import type { Context } from '../context.ts';
import { connectionFor, startDatabase } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { environment } from '../environment.ts';
import { openContext } from '../open-context.ts';
import { openLog } from '../outside/log.ts';

/** Does something with the community: beside a running server on its database, else on the database started for as long as it takes. */
export async function withContext<Result>(work: (context: Context) => Promise<Result>): Promise<Result> {
  const { config } = environment();
  const embedded = await startDatabase(config);
  try {
    const { context, close } = await openContext(config, await connectionFor(config), openLog('warn'));
    try {
      await migrate(context.db.pool);
      return await work(context);
    } finally {
      await close();
    }
  } finally {
    await embedded?.stop();
  }
}

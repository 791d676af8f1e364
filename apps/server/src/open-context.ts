import type pg from 'pg';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { openDatabase } from './db/database.ts';
import { memoryLimits } from './http/rate-limits.ts';
import { openIdentityProvider } from './outside/identity-provider.ts';
import { openImageStore } from './outside/image-store.ts';
import { openImages } from './outside/images.ts';
import type { Logger } from './outside/log.ts';
import { openSecrets } from './outside/secrets.ts';

export interface OpenContext {
  context: Context;
  close: () => Promise<void>;
}

/** Everything a process needs, on a database that runs already: the server, the job runner and the command line start with it. */
export async function openContext(config: Config, connection: pg.PoolConfig, log: Logger): Promise<OpenContext> {
  const db = openDatabase({ ...connection, onError: (error) => log.warn({ err: error }, 'a database connection was lost') });
  const images = openImages(log);
  const context: Context = {
    config,
    db,
    log,
    now: () => new Date(),
    secrets: await openSecrets(config.dataFolder),
    limits: memoryLimits(config.rateLimitScale),
    images,
    store: await openImageStore(config),
    identityProvider: openIdentityProvider(config),
  };
  return {
    context,
    async close() {
      await images.close();
      await db.close();
    },
  };
}

import { openIdentityProvider } from './adapters/identity-provider.ts';
import { imagesFolder } from './adapters/image-store.ts';
import { openImages } from './adapters/images.ts';
import type { Logger } from './adapters/log.ts';
import { openMarkdown } from './adapters/markdown.ts';
import { openImageStore } from './adapters/open-image-store.ts';
import { secretsFrom } from './adapters/secrets.ts';
import { openStorageSpace } from './adapters/storage-space.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { type DatabaseOptions, openDatabase } from './db/database.ts';
import { noReplicas, openReplicas, type Replicas } from './db/replicas/open-replicas.ts';
import { openSharedCounters } from './features/rate-limits/open-shared-counters.ts';
import { openSigningKey } from './features/signing-key/open-signing-key.ts';
import { openSite } from './features/site/open-site.ts';
import { openRateLimits } from './http/limits/rate-limits.ts';

export interface OpenContext {
  context: Context;
  close: () => Promise<void>;
}

/**
 * Everything a process needs, on a database that runs and is up to date: the server, the job runner and the command line start with it.
 * Throws where the signing key is not this database's. Jobs and commands read from the writer alone: what they read is to be right, not soon there.
 */
export async function openContext(
  config: Config,
  connection: DatabaseOptions,
  log: Logger,
  { readsReplicas = false }: { readsReplicas?: boolean } = {},
): Promise<OpenContext> {
  const db = openDatabase({ ...connection, onError: (error) => log.warn({ err: error }, 'a database connection was lost') });
  const key = await openSigningKey(db, config).catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
  const counting = openDatabase({ ...connection, max: 2, onError: (error) => log.warn({ err: error }, 'a database connection was lost') });
  const secrets = secretsFrom(key);
  const replicas: Replicas = readsReplicas
    ? openReplicas(db, config.replicas, (level, text, error) => log[level]({ err: error }, text))
    : noReplicas(db);
  const images = openImages(log);
  const markdown = openMarkdown();
  const context: Context = {
    config,
    db,
    replicas,
    log,
    now: () => new Date(),
    secrets,
    limits: openRateLimits({ scale: config.rateLimitScale, counters: openSharedCounters(counting, secrets) }),
    images,
    markdown,
    store: await openImageStore(config),
    space: openStorageSpace(imagesFolder(config), log),
    identityProvider: openIdentityProvider(config),
    site: openSite(config, db),
  };
  return {
    context,
    async close() {
      await images.close();
      await markdown.close();
      await replicas.close();
      await counting.close();
      await db.close();
    },
  };
}

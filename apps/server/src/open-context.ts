import path from 'node:path';
import { openSigningKey } from './operations/open-signing-key.ts';
import { openIdentityProviders } from './platform/adapters/identity-provider.ts';
import { imagesFolder } from './platform/adapters/image-store.ts';
import type { Logger } from './platform/adapters/log.ts';
import { openImageStore } from './platform/adapters/s3-image-store.ts';
import { secretsFrom } from './platform/adapters/secrets.ts';
import { openStorageSpace } from './platform/adapters/storage-space.ts';
import type { Config } from './platform/config.ts';
import type { Context } from './platform/context.ts';
import { type DatabaseOptions, openDatabase } from './platform/db/database.ts';
import { noReplicas, openReplicas, type Replicas } from './platform/db/open-replicas.ts';
import { openRateLimits } from './platform/http/rate-limits.ts';
import { openSharedCounters } from './platform/http/window-counters.ts';
import { openImages } from './platform/images/images.ts';
import { openMarkdown } from './platform/markdown/markdown.ts';
import { openSite } from './platform/site/open-site.ts';

export interface OpenContext {
  context: Context;
  close: () => Promise<void>;
}

/**
 * Opens the context of a server, job runner or command on a migrated database. Throws if the signing key does not match the database. Jobs
 * and commands read only from the primary, because they need current data.
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
    identityProviders: openIdentityProviders(config),
    site: openSite(config, db),
    archiveWorker: path.join(import.meta.dirname, 'photos/imports/archive-worker.js'),
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

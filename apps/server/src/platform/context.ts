import type { IdentityProviders } from './adapters/identity-provider.ts';
import type { ImageStore } from './adapters/image-store.ts';
import type { Logger } from './adapters/log.ts';
import type { Secrets } from './adapters/secrets.ts';
import type { StorageSpace } from './adapters/storage-space.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Replicas } from './db/open-replicas.ts';
import type { RateLimits } from './http/rate-limits.ts';
import type { Images } from './images/images.ts';
import type { Markdown } from './markdown/markdown.ts';
import type { SiteSource } from './site.ts';

/** Everything a use case needs besides its arguments. Created once per process. */
export interface Context {
  readonly config: Config;
  readonly db: Database;
  /** Read replicas for lists that may lag slightly. */
  readonly replicas: Replicas;
  readonly log: Logger;
  readonly now: () => Date;
  readonly secrets: Secrets;
  readonly limits: RateLimits;
  /** Decodes and encodes images in a separate process, whose crash leaves the server running. */
  readonly images: Images;
  readonly markdown: Markdown;
  readonly store: ImageStore;
  readonly space: StorageSpace;
  readonly identityProviders: IdentityProviders;
  readonly site: SiteSource;
  /** Program of the process that reads archives. */
  readonly archiveWorker: string;
}

/** Creates a value once per context: a cache or a batch loader that all its requests share. */
export function oncePerContext<Value>(create: (context: Context) => Value): (context: Context) => Value {
  const created = new WeakMap<Context, { value: Value }>();
  return (context) => {
    let entry = created.get(context);
    if (!entry) created.set(context, (entry = { value: create(context) }));
    return entry.value;
  };
}

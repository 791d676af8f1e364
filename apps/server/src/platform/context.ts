import type { IdentityProvider } from './adapters/identity-provider.ts';
import type { ImageStore } from './adapters/image-store.ts';
import type { Images } from './adapters/images.ts';
import type { Logger } from './adapters/log.ts';
import type { Markdown } from './adapters/markdown.ts';
import type { Secrets } from './adapters/secrets.ts';
import type { StorageSpace } from './adapters/storage-space.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Replicas } from './db/replicas/open-replicas.ts';
import type { RateLimits } from './http/limits/rate-limits.ts';
import type { SiteSource } from './site.ts';

/** All that a use case may need from beyond its arguments. Made once in main.ts, given to plain functions. */
export interface Context {
  readonly config: Config;
  readonly db: Database;
  /** Where lists may be found that are allowed to be a moment old. */
  readonly replicas: Replicas;
  readonly log: Logger;
  /** Now. Tests move it. */
  readonly now: () => Date;
  readonly secrets: Secrets;
  readonly limits: RateLimits;
  /** Decodes and re-encodes images in a process that may die alone. */
  readonly images: Images;
  /** Makes HTML of Markdown, of long ones in a thread of its own. */
  readonly markdown: Markdown;
  /** Where the bytes of images are kept. */
  readonly store: ImageStore;
  /** How much room is left there. */
  readonly space: StorageSpace;
  /** Who vouches for members of another place; null: nobody. */
  readonly identityProvider: IdentityProvider | null;
  /** How the community presents itself, as its admins set it. */
  readonly site: SiteSource;
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

import type pg from 'pg';
import type { Config } from '../config.ts';
import { connectionTo, startEmbedded, type EmbeddedDatabase } from './embedded/launcher.ts';
import { refuseHalfRestored } from './half-restored.ts';

/** How to reach the database of a configuration: a server's own address, or the embedded one's socket. Starts nothing. */
export async function connectionFor(config: Pick<Config, 'database' | 'dataFolder'>): Promise<pg.PoolConfig> {
  const { database } = config;
  return database.kind === 'server' ? { connectionString: database.directUrl ?? database.url } : connectionTo(config.dataFolder);
}

/** The pooler that requests go through; null where there is none. */
export const poolerFor = ({ database }: Pick<Config, 'database'>): pg.ClientConfig | null =>
  database.kind === 'server' && database.directUrl !== null ? { connectionString: database.url } : null;

/** Starts the embedded database, or joins it where it runs; null where a server is configured. Throws where a restore was cut off. */
export async function startDatabase(config: Config): Promise<EmbeddedDatabase | null> {
  refuseHalfRestored(config.dataFolder);
  return config.database.kind === 'server' ? null : startEmbedded(config.dataFolder);
}

import type pg from 'pg';
import type { Config } from '../config.ts';
import { connectionTo, startEmbedded, type EmbeddedDatabase } from './embedded/launcher.ts';
import { requireCompleteRestore } from './restore-marker.ts';

/** Returns the address of the configured server or the socket of the embedded database. Starts nothing. */
export async function connectionFor(config: Pick<Config, 'database' | 'dataFolder'>): Promise<pg.PoolConfig> {
  const { database } = config;
  return database.kind === 'server' ? { connectionString: database.directUrl ?? database.url } : connectionTo(config.dataFolder);
}

export const poolerFor = ({ database }: Pick<Config, 'database'>): pg.ClientConfig | null =>
  database.kind === 'server' && database.directUrl !== null ? { connectionString: database.url } : null;

/** Starts the embedded database, or connects to it if it runs. Returns null if a server is configured. Throws after an interrupted restore. */
export async function startDatabase(config: Config): Promise<EmbeddedDatabase | null> {
  requireCompleteRestore(config.dataFolder);
  return config.database.kind === 'server' ? null : startEmbedded(config.dataFolder);
}

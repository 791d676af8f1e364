import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Config } from '../config.ts';
import { connectionTo, type EmbeddedDatabase, startEmbedded } from './embedded/launcher.ts';
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

/** Limits for requests. A statement beyond them is cancelled, and the client retries. */
export const requestTimeouts = { statement_timeout: 5_000, lock_timeout: 2_000, idle_in_transaction_session_timeout: 10_000 };

/** Set explicitly, so that the server's and the role's own settings do not matter. */
export const requestSettings = { random_page_cost: '1.1', plan_cache_mode: 'force_generic_plan', timezone: 'UTC' };

/** Limits for jobs and commands, whose sweeps read many rows. */
export const jobTimeouts = { statement_timeout: 60_000, lock_timeout: 10_000, idle_in_transaction_session_timeout: 60_000 };

export const asOptions = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

export const withoutTimeouts = <Config extends pg.ClientConfig>(connection: Config): Config => ({
  ...connection,
  options: `${connection.options ?? ''} -c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0`.trim(),
});

/** Error of a connection through a pooler, where the next client would inherit a session lock. */
export class PoolerError extends Error {
  constructor(cause?: unknown) {
    super(
      'A pooler stands between Mbari and the database. DATABASE_URL may lead through one, such as PgBouncer, but then DATABASE_DIRECT_URL must name ' +
        'PostgreSQL itself: migrations, jobs and backups need connections of their own. docs/operating/several-nodes.md has an example.',
      { cause },
    );
  }
}

/** Throws if a connection leads through a pooler. Detects the pooler by startup parameters, which poolers refuse or drop. */
export async function requireSession(connection: pg.ClientConfig): Promise<void> {
  const mark = randomUUID();
  const client = new pg.Client({ ...connection, options: `${connection.options ?? ''} -c mbari.session=${mark}`.trim() });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ mark: string | null }>(`select current_setting('mbari.session', true) as mark`);
    if (rows[0]?.mark !== mark) throw new PoolerError();
  } catch (error) {
    if (error instanceof Error && error.message.includes('unsupported startup parameter')) throw new PoolerError(error);
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

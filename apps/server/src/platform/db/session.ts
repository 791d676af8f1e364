import { randomUUID } from 'node:crypto';
import pg from 'pg';

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

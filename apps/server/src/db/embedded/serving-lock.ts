import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const lock = 7_220_300;

export interface ServingLock {
  release(): Promise<void>;
}

/** The data folder is served by another process. */
export class AlreadyServed extends Error {}

/**
 * Only one process serves an embedded data folder. The lock is a connection's: whatever becomes of its process, it ends with it.
 * Taken anew when the database was restarted.
 */
export async function takeServingLock(connection: pg.ClientConfig, url: string): Promise<ServingLock> {
  const released = new AbortController();
  let client = await takeOnce(connection, url);
  const watch = (): void => {
    client.once('end', () => void retake());
  };
  async function retake(): Promise<void> {
    while (!released.signal.aborted) {
      await wait(500, undefined, { ref: false });
      try {
        client = await takeOnce(connection, url);
        return watch();
      } catch {
        // The database is not back yet.
      }
    }
  }
  watch();
  return {
    async release() {
      released.abort();
      await client.end().catch(() => undefined);
    },
  };
}

async function takeOnce(connection: pg.ClientConfig, url: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    application_name: `process ${process.pid}, ${url}`.slice(0, 63),
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  // A process that was just killed may still be counted for a moment.
  for (let tries = 1; tries <= 5; tries += 1) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock]);
    if (rows[0]?.taken) return client;
    await wait(200);
  }
  const { rows } = await client.query<{ holder: string }>(
    `select a.application_name as holder from pg_locks l join pg_stat_activity a on a.pid = l.pid where l.locktype = 'advisory' and l.objid = $1`,
    [lock],
  );
  await client.end();
  throw new AlreadyServed(rows[0]?.holder ?? 'another process');
}

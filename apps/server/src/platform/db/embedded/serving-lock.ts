import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const lock = 7_220_300;

export interface ServingLock {
  /** From now on whoever starts on the folder waits for our end instead of giving up. */
  announceEnd(): Promise<void>;
  /** Ends the database, and only then the lock: a successor that had it before would lose the database under its feet. */
  releaseAfter(stopDatabase: () => Promise<void>): Promise<void>;
}

/** The data folder is served by another process. */
export class AlreadyServed extends Error {}

const leaving = 'leaving: ';
const between = 200;
/** Longest that a process may take to stop (a minute of draining, half a minute of photos), and a little. */
const patience = 105_000;

/**
 * Only one process serves an embedded data folder. The lock is a connection's: whatever becomes of its process, it ends with it.
 * Taken anew when the database was restarted.
 */
export async function takeServingLock(connection: pg.ClientConfig, url: string, onWait: () => void): Promise<ServingLock> {
  const released = new AbortController();
  const name = `process ${process.pid}, ${url}`;
  let client = await takeOnce(connection, name, onWait);
  const watch = (): void => {
    client.once('end', () => void retake());
  };
  async function retake(): Promise<void> {
    while (!released.signal.aborted) {
      await wait(500, undefined, { ref: false });
      try {
        client = await takeOnce(connection, name, () => undefined);
        if (released.signal.aborted) return await client.end();
        return watch();
      } catch {
        // The database is not back yet.
      }
    }
  }
  watch();
  return {
    async announceEnd() {
      const query = client.query(`select set_config('application_name', $1, false)`, [nameFor(leaving + name)]);
      // Where the database is down there is nobody to tell.
      await query.catch(() => undefined);
    },
    async releaseAfter(stopDatabase) {
      released.abort();
      try {
        await stopDatabase();
      } finally {
        await client.end().catch(() => undefined);
      }
    },
  };
}

async function takeOnce(connection: pg.ClientConfig, name: string, onWait: () => void): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: nameFor(name), connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    let waited = false;
    for (let tries = 0; ; tries += 1) {
      const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock]);
      if (rows[0]?.taken) return client;
      const holder = await findHolder(client);
      const stopping = holder?.startsWith(leaving) ?? false;
      if (stopping && !waited) onWait();
      waited ||= stopping;
      // A process that was just killed may still be counted for a moment.
      if (tries * between >= (waited ? patience : 1_000)) throw new AlreadyServed(holder ?? 'another process');
      await wait(between);
    }
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function findHolder(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ holder: string }>(
    `select a.application_name as holder from pg_locks l join pg_stat_activity a on a.pid = l.pid where l.locktype = 'advisory' and l.objid = $1`,
    [lock],
  );
  return rows[0]?.holder;
}

/** No more of a name is kept. */
const nameFor = (text: string): string => text.slice(0, 63);

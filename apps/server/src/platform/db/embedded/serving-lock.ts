import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const lock = 7_220_300;

export interface ServingLock {
  /** Marks this process as stopping, so that a new process waits instead of giving up. */
  announceEnd(): Promise<void>;
  /** Stops the database before it releases the lock. A successor with the lock would otherwise lose the database it has just joined. */
  releaseAfter(stopDatabase: () => Promise<void>): Promise<void>;
}

export class AlreadyServed extends Error {}

const leaving = 'leaving: ';
const between = 200;
/** Longest time in milliseconds that a process may take to stop: a minute of draining, half a minute for running requests, and a margin. */
const patience = 105_000;

/**
 * Takes the lock that allows only one process to serve an embedded data folder. The session lock ends with the process.
 * Takes the lock again after a restart of the database.
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
        // The database is still down.
      }
    }
  }
  watch();
  return {
    async announceEnd() {
      const query = client.query(`select set_config('application_name', $1, false)`, [nameFor(leaving + name)]);
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
    let hasWaited = false;
    for (let tries = 0; ; tries += 1) {
      const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock]);
      if (rows[0]?.taken) return client;
      const holder = await findHolder(client);
      const stopping = holder?.startsWith(leaving) ?? false;
      if (stopping && !hasWaited) onWait();
      hasWaited ||= stopping;
      if (tries * between >= (hasWaited ? patience : 1_000)) throw new AlreadyServed(holder ?? 'another process');
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

/** PostgreSQL truncates names to 63 bytes. */
const nameFor = (text: string): string => text.slice(0, 63);

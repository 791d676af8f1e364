import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { asAdmin, createDatabase, dropDatabase, openPool } from '../../testing/reused-databases.ts';
import { jobTimeouts, withoutTimeouts } from './connect.ts';
import { openDatabase } from './database.ts';
import { listHolders, migrateDatabase } from './migrate.ts';
import { checkPooler, preparePooler } from './pooler.ts';
import { inspectServer } from './state.ts';

describe('a pooler', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());

  const connection = () => ({ ...inject('postgres'), database: app.database }) as pg.ClientConfig;
  const settings = `select concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout'),
  current_setting('idle_in_transaction_session_timeout'), current_setting('plan_cache_mode'), current_setting('random_page_cost'), current_setting('timezone')) as set`;
  const forRequests = '5s 2s 10s force_generic_plan 1.1 UTC';

  test('the settings for requests are stored once for the role and apply to connections without startup settings', async () => {
    // The server itself acts as the pooler: this connection sends no startup settings either.
    const plain = connection();
    expect((await checkPooler(plain, plain)).doubts.join()).toContain('statement_timeout is 0ms and should be 5000ms');
    const [message, more] = await preparePooler(plain, plain);
    expect(message).toContain('statement_timeout = 5000ms');
    expect(more).toBeUndefined();
    expect(await preparePooler(plain, plain)).toEqual([]);

    const db = openDatabase({ ...plain, pooler: plain });
    expect(db.pool.options).not.toHaveProperty('options');
    expect(await db.row(settings)).toEqual({ set: forRequests });
    await expect(db.row('select pg_sleep(8)')).rejects.toThrow('canceling statement due to statement timeout');
    await db.close();
    const jobs = openDatabase({ ...plain, ...jobTimeouts });
    expect(await jobs.row(settings)).toEqual({ set: '1min 10s 1min force_generic_plan 1.1 UTC' });
    await jobs.close();
  });

  test('concurrent starts of nodes do not conflict', async () => {
    const plain = connection();
    await asAdmin(`alter role ${inject('postgres').user} in database ${app.database} reset all`);
    const messages = await Promise.all([1, 2, 3].map(() => preparePooler(plain, plain)));
    expect(messages.flat()).toHaveLength(1);
  });

  test('a pooler for another database is refused', async () => {
    const otherDatabase = `other_${randomUUID().replaceAll('-', '')}`;
    await createDatabase(otherDatabase);
    await expect(preparePooler(connection(), { ...connection(), database: otherDatabase })).rejects.toThrow('lead to different databases');
    await dropDatabase(otherDatabase);
  });

  test.each(['refuse', 'leave out'] as const)(
    'behind a pooler configured to %s startup parameters, no lock is taken and the error names the remedy',
    async (does) => {
      const pooler = await startPooler(connection(), does);
      const through = { ...connection(), host: pooler.host, port: pooler.port };
      await expect(migrateDatabase(through)).rejects.toThrow('DATABASE_DIRECT_URL must name PostgreSQL itself');
      expect(await listHolders(app.db.pool)).toEqual([]);
      // With PostgreSQL's direct address, the same pooler is accepted.
      await preparePooler(connection(), through);
      const db = openDatabase({ ...connection(), pooler: through });
      expect(await db.row(settings)).toEqual({ set: forRequests });
      await db.close();
      await pooler.stop();
    },
  );
});

describe('settings of a database server', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());

  const connection = () => ({ ...inject('postgres'), database: app.database }) as pg.PoolConfig;
  const timeouts = `select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') || ' ' ||
  current_setting('idle_in_transaction_session_timeout') as set`;

  test('requests time out after seconds, jobs later, migrations and backups never', async () => {
    const requests = openDatabase(connection());
    expect(await requests.row(timeouts)).toEqual({ set: '5s 2s 10s' });
    await requests.close();
    const jobs = openDatabase({ ...connection(), ...jobTimeouts });
    expect(await jobs.row(timeouts)).toEqual({ set: '1min 10s 1min' });
    await jobs.close();
    await asAdmin(`alter database ${app.database} set statement_timeout = '1s'`);
    const client = new pg.Client(withoutTimeouts(connection()));
    await client.connect();
    expect((await client.query(timeouts)).rows).toEqual([{ set: '0 0 0' }]);
    await client.end();
    await asAdmin(`alter database ${app.database} reset statement_timeout`);
  });

  test('requests, jobs and migrations need no superuser', async () => {
    const { rows } = await app.db.pool.query('select rolsuper, rolcreaterole, rolreplication from pg_roles where rolname = current_user');
    expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolreplication: false }]);
    for (const sql of [`copy members to program 'true'`, `select pg_read_file('PG_VERSION')`])
      await expect(app.db.pool.query(sql), sql).rejects.toThrow('permission denied');
  });

  test('unique indexes compare byte by byte, independent of the operating system’s collation', async () => {
    const { rows } = await app.db.pool.query(
      `select i.indexrelid::regclass::text as index
       from pg_index i join pg_class c on c.oid = i.indrelid cross join unnest(i.indcollation::oid[]) as used(collated)
      where i.indisunique and c.relnamespace = 'public'::regnamespace and used.collated not in (0, (select oid from pg_collation where collname = 'C'))`,
    );
    expect(rows).toEqual([]);
  });

  test('a start is refused if the operating system’s collation changed since the database was created', async () => {
    const version = (await asAdmin(`select datcollversion as was from pg_database where datname = '${app.database}'`)).rows[0]
      .was as string;
    await asAdmin(`update pg_database set datcollversion = 'before' where datname = '${app.database}'`);
    try {
      await expect(migrateDatabase(connection())).rejects.toThrow(
        `Run REINDEX DATABASE ${app.database}, then ALTER DATABASE ${app.database} REFRESH COLLATION VERSION.`,
      );
    } finally {
      await asAdmin(`update pg_database set datcollversion = '${version}' where datname = '${app.database}'`);
    }
    expect(await migrateDatabase(connection())).toEqual([]);
  });

  test('a superuser role causes a note, and an ordinary one does not', async () => {
    expect((await inspectServer(app.db.pool)).notes).toEqual([]);
    const pool = openPool({ ...(inject('postgresAdmin') as pg.PoolConfig), database: app.database, max: 1 });
    expect((await inspectServer(pool)).notes).toEqual([expect.stringContaining('is a superuser')]);
    await pool.end();
  });
});

/** Simulates a connection pooler: rejects connections that request `options`, or drops the `options`. Forwards everything else. */
async function startPooler(
  to: pg.ClientConfig,
  does: 'refuse' | 'leave out',
): Promise<{ host: string; port: number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client.on('error', () => client.destroy()));
    client.once('data', (first) => {
      const start = readStart(first);
      if (does === 'refuse' && start.delete('options')) return client.end(refusal('unsupported startup parameter: options'));
      start.delete('options');
      // A leading slash marks a socket's folder.
      const database = to.host?.startsWith('/')
        ? connect(`${to.host}/.s.PGSQL.${to.port}`)
        : connect(to.port ?? 5432, to.host ?? 'localhost');
      sockets.add(database.on('error', () => client.destroy()));
      database.write(writeStart(start));
      return client.pipe(database).pipe(client);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Reads length, version, then zero-terminated names and values. */
function readStart(packet: Buffer): Map<string, string> {
  const words = packet.subarray(8).toString().split('\0');
  return new Map(words.flatMap((word, index) => (index % 2 === 0 && word !== '' ? [[word, words[index + 1] ?? '']] : [])));
}

function writeStart(asked: Map<string, string>): Buffer {
  const body = Buffer.from(
    `${[...asked]
      .flat()
      .map((word) => `${word}\0`)
      .join('')}\0`,
  );
  const head = Buffer.alloc(8);
  head.writeInt32BE(body.length + 8, 0);
  head.writeInt32BE(3 << 16, 4);
  return Buffer.concat([head, body]);
}

function refusal(message: string): Buffer {
  const body = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`);
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

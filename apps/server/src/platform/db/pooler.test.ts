import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { startPooler } from '../../testing/pooler.ts';
import { asAdmin, createDatabase, dropDatabase } from '../../testing/reused-databases.ts';
import { openDatabase } from './database.ts';
import { listHolders, migrateDatabase } from './migrate.ts';
import { checkPooler, preparePooler } from './pooler.ts';
import { jobTimeouts } from './timeouts.ts';

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

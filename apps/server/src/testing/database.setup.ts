import { rm } from 'node:fs/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../platform/db/embedded/launcher.ts';
import { adminRole, findPassword } from '../platform/db/embedded/passwords.ts';
import { migrate } from '../platform/db/migrate.ts';
import { makeQuickFolder, removeAbandonedFolders } from './quick-folder.ts';
import { buildTestWorker } from './reused-databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Server with a migrated database `mbari`, which tests only copy. */
    postgres: pg.ClientConfig;
    /** Connection that may create databases there. */
    postgresAdmin: pg.ClientConfig;
    /** Path of the built image worker. */
    imagesWorker: string;
    /** Path of the built worker for long Markdown. */
    markdownWorker: string;
    /** Path of the built worker that reads archives. */
    archiveWorker: string;
  }
}

/**
 * Starts one PostgreSQL for the whole run. Every worker gets copies of the migrated database. TEST_DATABASE_URL names another server and a
 * user who may create databases; the setup recreates `mbari` there and drops the copies of earlier runs.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandonedFolders();
  const postgres = await (process.env['TEST_DATABASE_URL'] === undefined ? startOwn() : remakeOn(process.env['TEST_DATABASE_URL']));
  const pool = new pg.Pool(postgres.connection);
  await migrate(pool);
  await pool.end();
  project.provide('postgres', postgres.connection);
  project.provide('postgresAdmin', postgres.admin);
  project.provide('imagesWorker', await buildTestWorker('platform/images/images-worker'));
  project.provide('markdownWorker', await buildTestWorker('platform/markdown/markdown-worker'));
  project.provide('archiveWorker', await buildTestWorker('photos/imports/archive-worker'));
  return postgres.stop;
}

interface TestPostgres {
  connection: pg.ClientConfig;
  admin: pg.ClientConfig;
  stop: () => Promise<void>;
}

async function startOwn(): Promise<TestPostgres> {
  const folder = await makeQuickFolder('mbari-test-');
  // Enough connections for three test workers, some with two applications or clients of their own.
  const postgres = await startEmbedded(folder, { durable: false, maxConnections: 150 });
  const admin = { ...postgres.connection, user: adminRole, password: (await findPassword(folder, adminRole))!, database: 'postgres' };
  await prepareForTests(admin, postgres.connection);
  return {
    connection: postgres.connection,
    admin,
    async stop() {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function prepareForTests(admin: pg.ClientConfig, { user, password }: { user: string; password: string }): Promise<void> {
  const client = new pg.Client(admin);
  await client.connect();
  // Tests that insert thousands of rows skip the triggers.
  await client.query(`grant set on parameter session_replication_role to ${user}`);
  // Makes password checks cheap, because tests open a thousand connections.
  await client.query('set scram_iterations = 1');
  for (const [name, secret] of [
    [user, password],
    [adminRole, admin.password as string],
  ])
    await client.query(`alter role ${name} password ${pg.escapeLiteral(secret!)}`);
  await client.end();
}

async function remakeOn(address: string): Promise<TestPostgres> {
  const { hostname, port, username, password } = new URL(address);
  const connection = {
    host: hostname,
    port: Number(port || 5432),
    user: username,
    password: decodeURIComponent(password),
    database: 'mbari',
  };
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  const { rows: copies } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname ~ '^test_[0-9a-f]{32}$'`,
  );
  for (const name of ['mbari', ...copies.map((row) => row.name)]) await client.query(`drop database if exists ${name} with (force)`);
  await client.query(`create database mbari template template0 encoding 'UTF8' locale 'C.UTF-8'`);
  await client.end();
  return { connection, admin: connection, stop: async () => undefined };
}

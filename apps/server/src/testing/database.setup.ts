import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../db/embedded/launcher.ts';
import { migrate } from '../db/migrate.ts';
import { buildTestWorker } from './images.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A server with a migrated database `mbari` that tests copy and never touch. */
    postgres: pg.ClientConfig;
    /** The program of the worker for pictures. */
    imagesWorker: string;
  }
}

/** One real PostgreSQL for the whole run; every test file gets its own copy of the migrated database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mbari-test-'));
  const postgres = await startEmbedded(folder, { durable: false });
  const pool = new pg.Pool(postgres.connection);
  await migrate(pool);
  await pool.end();
  project.provide('postgres', postgres.connection);
  project.provide('imagesWorker', await buildTestWorker());
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** @module-tag world */
import { cp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listMigrations } from '../../platform/db/migrate.ts';
import { type BackedUp, startBackedUp } from '../../testing/backed-up.ts';
import { archiveFile } from './read-archive.ts';
import { rehearseUpgrade } from './rehearse-upgrade.ts';

let backedUp: BackedUp;
let migrationsFolder: string;
beforeAll(async () => {
  backedUp = await startBackedUp();
  migrationsFolder = path.join(backedUp.folder, 'migrations');
  await cp(path.join(import.meta.dirname, '../../../migrations'), migrationsFolder, { recursive: true });
});
afterAll(() => backedUp.close());

const rehearseWith = async (sql: string) => {
  await writeFile(path.join(migrationsFolder, '9998_planted.sql'), sql);
  const leftovers = async (): Promise<string[]> =>
    (await readdir(tmpdir())).filter((name) => name.startsWith(`mbari-verify-${process.pid}-`));
  const before = await leftovers();
  const rehearsal = await rehearseUpgrade({ database: { kind: 'embedded' } }, archiveFile(backedUp.file), { migrationsFolder });
  expect(await leftovers()).toEqual(before);
  return rehearsal;
};

test('a rehearsal runs the migrations of the new version on a copy of the rows, and leaves nothing behind', async () => {
  expect(await rehearseWith('-- The version before may run on this.\nalter table photos add column planted text;')).toMatchObject({
    ...{ migrations: ['9998_planted.sql'], olderMayRun: true, problem: null },
    manifest: { schema: (await listMigrations()).map(({ name }) => ({ name })) },
  });
});

test('a rehearsal reports a migration that fails on the rows', async () => {
  expect(await rehearseWith('alter table photos add constraint planted check (false);')).toMatchObject({
    olderMayRun: false,
    problem: expect.stringMatching(/^Migration 9998_planted\.sql failed: check constraint "planted"/),
  });
});

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { addPosts, destroy, expectSettled, inspect, nothingWrong, imagesOf, runCommand, settleIn, startAt } from '../backup-run.ts';
import type { Installation } from '../database.ts';
import { post } from '../posts.ts';
import { makeDataFolder } from '../server.ts';
import { type DebianPostgres, startDebianPostgres } from './debian-postgres.ts';

// Moves a community from the embedded PostgreSQL to the oldest supported one and back: npx playwright test -c e2e/servers backup
let postgres: DebianPostgres | null;
test.beforeAll(async () => {
  postgres = await startDebianPostgres();
  if (postgres === null) console.log('There is no PostgreSQL of Debian here (/usr/lib/postgresql): moving to it and back was not tried.');
});
test.afterAll(() => postgres?.stop());

test('a community moves from the embedded database to PostgreSQL 15 and back without a change', async () => {
  test.skip(postgres === null, 'no PostgreSQL of Debian');
  test.setTimeout(600_000);
  const folder = await makeDataFolder();
  const embedded = (name: string): Installation => ({ dataFolder: path.join(folder.dataFolder, name), env: { TMPDIR: folder.dataFolder } });
  const first = embedded('first');
  let server = await startAt(first);
  const proof = await settleIn(first, server);
  await addPosts(first, 50);
  const ledger = { comments: [], posts: [await post(proof.api, proof.owner, { title: 'Moving' })] };
  const images = await imagesOf(first, ledger.posts);
  const [there, back] = ['there.tar', 'back.tar'].map((name) => path.join(folder.dataFolder, name)) as [string, string];
  expect(await runCommand(first, 'backup', there)).toMatchObject({ code: 0 });
  await server.end();
  await destroy(first);

  const second: Installation = {
    ...embedded('second'),
    env: { TMPDIR: folder.dataFolder, DATABASE_URL: await postgres!.makeDatabase('moved') },
  };
  expect(await runCommand(second, 'restore', there)).toMatchObject({ code: 0 });
  expect(await readdir(second.dataFolder)).toEqual(['secrets', 'uploads']);
  const full = await runCommand({ ...second, dataFolder: path.join(folder.dataFolder, 'other') }, 'restore', there);
  expect(full).toMatchObject({ code: 1 });
  expect(full.output).toContain('The database is not empty');
  server = await startAt(second);
  expect(await inspect(second, ledger)).toEqual(nothingWrong);
  expect(await imagesOf(second, ledger.posts)).toEqual(images);
  await expectSettled(proof, server);
  expect(await runCommand(second, 'backup', back)).toMatchObject({ code: 0 });
  expect(await runCommand(second, 'backup', '--verify', back)).toMatchObject({ code: 0 });
  await server.end();

  const third = embedded('third');
  expect(await runCommand(third, 'restore', back)).toMatchObject({ code: 0 });
  server = await startAt(third);
  expect(await inspect(third, ledger)).toEqual(nothingWrong);
  expect(await imagesOf(third, ledger.posts)).toEqual(images);
  await expectSettled(proof, server);
  await server.end();
  await folder.remove();
});

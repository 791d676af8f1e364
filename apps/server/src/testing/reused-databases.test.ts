import { expect, test } from 'vitest';
import { addTestMember, startTestApp } from './app.ts';
import { fingerprint } from './fingerprint.ts';

test('the next application of a worker gets the same database with the migrated rows', async () => {
  const first = await startTestApp();
  const migrated = await fingerprint(first);
  await addTestMember(first);
  await first.db.run(`update site_settings set name = 'Ateliers'`);
  await first.db.run('delete from categories');
  await first.close();
  const second = await startTestApp();
  expect([second.database, await fingerprint(second)]).toEqual([first.database, migrated]);
  await second.close();
});

test.each(['create table leftovers ()', 'drop index likes_member', 'analyze categories'])('%s costs the database', async (statement) => {
  const first = await startTestApp();
  await first.db.run(statement);
  await first.close();
  const second = await startTestApp();
  expect(second.database).not.toBe(first.database);
  await second.close();
});

test('a file that leaves a transaction open fails', async () => {
  const app = await startTestApp();
  const client = await app.db.pool.connect();
  await client.query('begin');
  await expect(app.close()).rejects.toThrow('left statements, transactions or advisory locks open');
  client.release(true);
});

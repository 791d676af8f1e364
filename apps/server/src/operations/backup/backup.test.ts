/** @module-tag world */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { compareResults, countVotes } from '../../photos/challenges/count-votes.ts';
import { setChoice } from '../../photos/challenges/vote-queries.ts';
import { handOut } from '../../photos/challenges/vote.ts';
import { connectionFor } from '../../platform/db/connect.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { listMigrations, migrate } from '../../platform/db/migrate.ts';
import { newId } from '../../platform/ids.ts';
import { addTestMember, type TestApp, type TestMember } from '../../testing/app.ts';
import {
  addStoredImage,
  type BackedUp,
  contentOf,
  type EmptyDatabase,
  filesBelow,
  makeEmptyDatabase,
  startBackedUp,
  strangeText,
} from '../../testing/backed-up.ts';
import { fillAccount } from '../../testing/fill-account.ts';
import { addTestChallenge, addTestPhoto, setMember } from '../../testing/posts.ts';
import { openSigningKey } from '../open-signing-key.ts';
import { type BackupResult, createBackup } from './create-backup.ts';
import { archiveFile, checkArchive } from './read-archive.ts';
import { restoreBackup } from './restore-backup.ts';

let backedUp: BackedUp;
let app: TestApp;
let folder: string;
let member: TestMember;
let file: string;
let backup: BackupResult;
beforeAll(async () => void ({ app, folder, member, file, made: backup } = backedUp = await startBackedUp()));
afterAll(() => backedUp.close());

let empty: EmptyDatabase;
let dataFolder: string;
beforeEach(async () => {
  empty = await makeEmptyDatabase();
  dataFolder = path.join(folder, newId());
});
afterEach(() => empty.drop());

const run = (sql: string, values: unknown[] = []) => app.db.pool.query(sql, values);
const restoreFrom = (archive: string, options = {}) =>
  restoreBackup({ dataFolder, signingKey: null, s3: null, database: empty.database }, archiveFile(archive), options);
const listJobs = async (pool: Pick<EmptyDatabase['pool'], 'query'>) =>
  (
    await pool.query(
      `select t.identifier, j.key, j.payload::text, j.run_at, j.max_attempts, j.priority from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id where j.attempts < j.max_attempts order by j.id`,
    )
  ).rows;

test('a restore brings back every row, file, pending job and secret', async () => {
  const { newMigrations, unknownTables, lockedOut } = await restoreFrom(file);
  expect({ newMigrations, unknownTables, lockedOut }).toEqual({ newMigrations: [], unknownTables: [], lockedOut: [] });
  expect(await contentOf(empty.pool)).toEqual(await contentOf(app.db.pool));
  expect(await filesBelow(path.join(dataFolder, 'uploads'))).toEqual(await filesBelow(path.join(app.context.config.dataFolder, 'uploads')));
  const jobs = await listJobs(empty.pool);
  expect(jobs).toHaveLength(2);
  expect(jobs).toEqual(await listJobs(app.db.pool));
  expect(await readdir(dataFolder)).toEqual(['secrets', 'uploads']);
  expect(await readdir(path.join(dataFolder, 'secrets'))).toEqual(['signing-key']);
  expect(await readFile(path.join(dataFolder, 'secrets', 'signing-key'))).toEqual(Buffer.alloc(32, 9));
  expect((await stat(path.join(dataFolder, 'secrets', 'signing-key'))).mode & 0o777).toBe(0o600);
  expect((await stat(path.join(dataFolder, 'secrets'))).mode & 0o777).toBe(0o700);
});

test('a restored database has its keys, triggers and counters', async () => {
  await restoreFrom(file);
  const keys = `select conrelid::regclass::text as t, conname, pg_get_constraintdef(oid) as d, convalidated from pg_constraint
                 where connamespace = 'public'::regnamespace order by 1, 2`;
  expect((await empty.pool.query(keys)).rows).toEqual((await run(keys)).rows);
  const triggers = `select tgrelid::regclass::text as t, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`;
  expect((await empty.pool.query(triggers)).rows).toEqual((await run(triggers)).rows);
  await empty.pool.query('update members set suspended_at = now() where profile_visibility = $1', ['private']);
  expect((await empty.pool.query('select likes_count from photos')).rows).toEqual([{ likes_count: 0 }]);
  await expect(empty.pool.query(`update members set avatar_image_id = gen_random_uuid() where id = $1`, [member.id])).rejects.toThrow(
    'foreign key',
  );
});

test('rows added after a restore are found by the new cluster’s transaction ids', async () => {
  await restoreFrom(file);
  const { rows } = await empty.pool.query('select written_by < pg_current_xact_id() as is_past from notifications where member_id = $1', [
    member.id,
  ]);
  expect(rows).toEqual([{ is_past: true }]);
});

test('a restore migrates an archive of the first release', async () => {
  const older = await makeEmptyDatabase();
  const migrations = await listMigrations();
  const firstRelease = path.join(folder, 'first-release');
  await mkdir(firstRelease);
  for (const { name, sql } of migrations.slice(0, 1)) await writeFile(path.join(firstRelease, name), sql);
  await migrate(older.pool, firstRelease);
  await older.pool.query(`insert into members (id, username, name, email, bio) values ($1, 'then', 'Then', 'then@example.test', $2)`, [
    newId(),
    strangeText,
  ]);
  const archive = path.join(folder, 'older.tar');
  const db = openDatabase({ connectionString: older.database.url });
  await createBackup({ ...app.context, db }, archive, { withSecrets: true });
  await db.close();
  await older.drop();
  const { newMigrations } = await restoreFrom(archive);
  expect(newMigrations).toEqual(migrations.slice(1).map(({ name }) => name));
  expect((await empty.pool.query('select username, bio, popularity from members')).rows).toEqual([
    { username: 'then', bio: strangeText, popularity: 0 },
  ]);
  expect(await migrate(empty.pool)).toEqual([]);
});

test('restoring without secrets makes a new key, turns off two-step sign-in and mails those members', async () => {
  const bare = path.join(folder, 'bare.tar');
  await createBackup(app.context, bare, { withSecrets: false });
  expect((await checkArchive(archiveFile(bare))).secrets).toBeNull();
  const { lockedOut } = await restoreFrom(bare);
  expect(lockedOut).toEqual([member.username]);
  expect(await readdir(path.join(dataFolder, 'secrets'))).toEqual(['signing-key']);
  const db = openDatabase(await connectionFor({ dataFolder, database: empty.database }));
  try {
    expect(await openSigningKey(db, { dataFolder, signingKey: null })).toEqual(
      await readFile(path.join(dataFolder, 'secrets', 'signing-key')),
    );
  } finally {
    await db.close();
  }
  expect((await empty.pool.query('select from totp_secrets')).rowCount).toBe(0);
  expect((await empty.pool.query('select from push_subscriptions')).rowCount, 'a browser hears nobody but whom it subscribed with').toBe(0);
  expect((await listJobs(empty.pool)).filter(({ payload }) => payload.includes(member.id) && payload.includes('notice'))).toHaveLength(1);
});

test('a backup never overwrites a file, is readable by its owner only, and is deleted when stopped', async () => {
  await expect(createBackup(app.context, file, { withSecrets: true })).rejects.toThrow('already exists');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(file)).size).toBe(backup.size);
  const earlierNames = await readdir(folder);
  const stopped = createBackup(app.context, path.join(folder, 'stopped.tar'), {
    withSecrets: true,
    signal: AbortSignal.abort(new Error('enough')),
  });
  await expect(stopped).rejects.toThrow('enough');
  expect(await readdir(folder)).toEqual(earlierNames);
});

test('a missing image file is reported and counted, and everything else is restored', async () => {
  const lostImage = await addStoredImage(app, member, 'photo', [320]);
  await rm(path.join(app.context.config.dataFolder, 'uploads', lostImage.slice(0, 2), lostImage, '320.webp'));
  const { missing } = await createBackup(app.context, path.join(folder, 'lacking.tar'), { withSecrets: true });
  await run('delete from images where id = $1', [lostImage]);
  expect(missing).toEqual({ count: 1, names: [`${lostImage}/320.webp`] });
  const { manifest } = await restoreFrom(path.join(folder, 'lacking.tar'));
  expect(manifest.pictures.missing).toBe(1);
  expect(await readdir(path.join(dataFolder, 'uploads', lostImage.slice(0, 2), lostImage))).toEqual(['320.jpeg']);
});

test('deleted images are not backed up', async () => {
  const deletedImage = await addStoredImage(app, member, 'photo', [320], [], true);
  const { pictures } = await createBackup(app.context, path.join(folder, 'gone.tar'), { withSecrets: true });
  await run('delete from images where id = $1', [deletedImage]);
  expect(pictures.files).toBe(backup.pictures.files);
});

test('an operator’s own table is skipped and named', async () => {
  await run('create table diary (words text)');
  await run(`insert into diary values ('mine')`);
  await createBackup(app.context, path.join(folder, 'diary.tar'), { withSecrets: true });
  await run('drop table diary');
  expect((await restoreFrom(path.join(folder, 'diary.tar'))).unknownTables).toEqual(['diary']);
});

test('sequences continue after a restore', async () => {
  const migrations = [
    ...(await listMigrations()),
    { name: '9999_numbers.sql', checksum: 'f'.repeat(64), sql: 'create table numbers (n bigint generated always as identity, word text)' },
  ];
  await run(migrations.at(-1)!.sql);
  await run(`insert into numbers (word) values ('a'), ('b')`);
  await run(`insert into migrations values ('9999_numbers.sql', $1)`, ['f'.repeat(64)]);
  await expect(createBackup(app.context, path.join(folder, 'numbers.tar'), { withSecrets: true })).rejects.toThrow(
    'newer than this program',
  );
  await createBackup(app.context, path.join(folder, 'numbers.tar'), { withSecrets: true, migrations });
  await run(`drop table numbers; delete from migrations where name = '9999_numbers.sql'`);
  await restoreFrom(path.join(folder, 'numbers.tar'), { migrations });
  await empty.pool.query(`insert into numbers (word) values ('c')`);
  expect((await empty.pool.query('select n, word from numbers order by n')).rows).toEqual([
    { n: '1', word: 'a' },
    { n: '2', word: 'b' },
    { n: '3', word: 'c' },
  ]);
});

test('results of finished challenges are the same bits after a restore, and a recount agrees', async () => {
  const voters = await Promise.all(Array.from({ length: 30 }, () => addTestMember(app)));
  const photos = await Promise.all(voters.slice(0, 7).map((entrant) => addTestPhoto(app, entrant)));
  const ids: string[] = [];
  for (const method of ['pairs', 'points'] as const) {
    const { id } = await addTestChallenge(app, { state: 'voting', method, photos });
    ids.push(id);
    for (const [n, voter] of voters.entries())
      for (const [index, vote] of (await handOut(app.context, voter, id)).entries())
        expect(await setChoice(app.db, voter.id, id, vote.id, method === 'pairs' ? (n + index) % 3 : 1 + ((n * index) % 5))).toBe(1);
    await run('update challenges set voting_end_at = now() where id = $1', [id]);
  }
  await setMember(app, voters[8]!, { suspended_at: new Date() });
  await countVotes(app.db, new AbortController().signal);
  // The archive keeps that these votes are ignored, although the member is not suspended any more.
  await setMember(app, voters[8]!, { suspended_at: null });
  const resultsIn = async (pool: Pick<EmptyDatabase['pool'], 'query'>) =>
    (
      await pool.query(
        `select id, place, encode(float8send(score) || float8send(low) || float8send(high), 'hex') as bits, tally from challenge_entries
          where tally is not null order by id`,
      )
    ).rows;
  const results = await resultsIn(app.db.pool);
  expect(results).toHaveLength(14);
  expect(results.filter(({ place }) => place === null)).toEqual([]);
  const recounts = await Promise.all(ids.map((id) => compareResults(app.db, id)));

  await createBackup(app.context, path.join(folder, 'challenges.tar'), { withSecrets: true });
  await restoreFrom(path.join(folder, 'challenges.tar'));
  expect(await resultsIn(empty.pool)).toEqual(results);
  const db = openDatabase({ connectionString: empty.database.url });
  try {
    for (const [n, id] of ids.entries()) {
      const recount = await compareResults(db, id);
      expect(recount).toMatchObject({ entries: 7, missing: 0, different: 0 });
      expect(recount).toEqual(recounts[n]);
    }
  } finally {
    await db.close();
  }
});

test('every table has rows and is restored', async () => {
  const { member: busy } = await fillAccount(app, 'didall');
  for (const rows of [
    `billing_events (id, type) values ('evt_1', 'customer.deleted')`,
    `forum_departures (member_id, is_gone) values ('${busy.id}', false)`,
    `forum_moved_posts select topic_id, number + 1000, id from forum_posts limit 1`,
    `forum_post_images select (select id from forum_posts limit 1), 0, (select id from photos limit 1), null, 'A loom'`,
    `forum_topic_tags select (select key from tags limit 1), id, 'Loom' from forum_topics limit 1`,
    `untagged_posts (photo_id) select id from photos limit 1`,
    `series_photos select series.id, photos.id, 0 from series, photos limit 1`,
    `critiques (photo_id, id, category, question) select id, gen_random_uuid(), 'light', 'Too dark?' from photos limit 1`,
    `rules (id, position, title) values (gen_random_uuid(), 1, 'Be kind')`,
    `webhooks (id, url, secret, events) values (gen_random_uuid(), 'https://hooks.example.test/x', '', '{challenge_ended}')`,
    `webhook_deliveries (webhook_id, id, event, data) select id, id, 'test', '{}' from webhooks`,
    `error_counts values (now(), 'GET /api/v1/photos', 'Error', '', 1)`,
    `mail_failures (mail_id, member_id, kind, recipient, reason) values (gen_random_uuid(), '${busy.id}', 'reset', 'b…@example.test', '550')`,
    `daily_tallies (measure, day, value) values ('members', '2026-01-01', 44)`,
    `installation values (true, sha256('key'))`,
    `former_category_slugs select 'crafts-of-old', id from categories limit 1`,
    `former_forum_category_slugs select 'talk-of-old', id from forum_categories limit 1`,
    `subscriptions select 'sub_1', customer_id, 'active', 'Premium', now(), now(), 'evt_1' from billing_customers limit 1`,
  ])
    await run(`insert into ${rows}`);
  const empties = Object.entries(await contentOf(app.db.pool)).flatMap(([name, content]) => (content === '0 0' ? [name] : []));
  expect(empties.sort()).toEqual([]);
  await createBackup(app.context, path.join(folder, 'full.tar'), { withSecrets: true });
  await restoreFrom(path.join(folder, 'full.tar'));
  expect(await contentOf(empty.pool)).toEqual(await contentOf(app.db.pool));
});

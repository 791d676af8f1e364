/** @module-tag slow */
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../db/database.ts';
import { listMigrations, migrate } from '../../db/migrate.ts';
import { newId, newSecretId } from '../../ids.ts';
import { addJob } from '../../jobs/add-job.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { contentOf, type EmptyDatabase, makeEmptyDatabase } from '../../testing/restoring.ts';
import { type BackupMade, createBackup } from './create-backup.ts';
import { checkArchive } from './read-archive.ts';
import { restoreBackup } from './restore-backup.ts';

const strange = 'a\tb\\n\n"ẹ̀gbá" \r\n\\. \\N \u0001 {"x"} ሰላም 👩🏾‍🎨';

let app: TestApp;
let folder: string;
let member: TestMember;
let file: string;
let made: BackupMade;

beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'mbari-backups-'));
  await mkdir(path.join(app.context.config.dataFolder, 'secrets'), { mode: 0o700 });
  const secret = (name: string) => path.join(app.context.config.dataFolder, 'secrets', name);
  await writeFile(secret('signing-key'), Buffer.alloc(32, 9));
  await writeFile(secret('database-password'), 'of this machine alone');
  member = await fill();
  file = path.join(folder, 'whole.tar');
  made = await createBackup(app.context, file, { withSecrets: true });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

let empty: EmptyDatabase;
let dataFolder: string;
beforeEach(async () => {
  empty = await makeEmptyDatabase();
  dataFolder = path.join(folder, newId());
});
afterEach(() => empty.drop());

const run = (sql: string, values: unknown[] = []) => app.db.pool.query(sql, values);
const restoreInto = (from: string, options = {}) => restoreBackup({ dataFolder, database: empty.database }, from, options);

/** One of everything that is hard to copy. */
async function fill(): Promise<TestMember> {
  const member = await addTestMember(app, {
    bio: strange,
    social_links: JSON.stringify({ github: `https://x.test/${strange}` }),
    occupation: '',
  });
  const other = await addTestMember(app, {
    profile_visibility: 'private',
    created_at: '2020-02-29 23:59:59.123456+00',
    plan_ends_at: 'infinity',
  });
  const avatar = await addPicture(member, 'avatar', [320]);
  await run('update members set avatar_image_id = $2 where id = $1', [member.id, avatar]);
  const photo = newId();
  await run('insert into photos (id, member_id, title, description) values ($1, $2, $3, null)', [photo, member.id, strange]);
  await run('insert into photo_images values ($1, 0, $2, $3)', [photo, await addPicture(member, 'photo', [320, 640], [640]), strange]);
  await run('insert into likes (photo_id, member_id) values ($1, $2)', [photo, other.id]);
  await run('update photos set likes_count = 1 where id = $1', [photo]);
  await run(
    `insert into passkeys (id, member_id, credential_id, public_key, counter, transports, name, is_synced)
     values ($1, $2, '\\x00ff0a5c', '\\x', 9223372036854775807, $3, $4, true)`,
    [newId(), member.id, ['usb', 'a,"b"', ''], strange],
  );
  await run(`insert into totp_secrets (member_id, sealed_secret, confirmed_at) values ($1, 'sealed', now())`, [member.id]);
  await run(`update categories set name = 'Music of ours' where slug = 'music'`);
  await run(`delete from categories where slug = 'film'`);
  await addJob(
    app.db,
    'send_mail',
    { note: strange },
    { key: 'once', runAt: new Date('2030-01-01T00:00:00.123Z'), maxAttempts: 7, priority: 3 },
  );
  await addJob(app.db, 'send_mail', { n: 2 }, { runAt: new Date('2030-01-01') });
  await addJob(app.db, 'encode_avif', { given: 'up' }, { maxAttempts: 1 });
  await run(`update graphile_worker._private_jobs set attempts = 1 where payload::text like '%given%'`);
  return member;
}

async function addPicture(owner: TestMember, kind: string, widths: number[], avif: number[] = [], gone = false): Promise<string> {
  const id = newSecretId();
  const draft = await app.context.store.draft();
  for (const width of widths)
    for (const format of ['webp', 'jpeg']) await writeFile(path.join(draft.folder, `${width}.${format}`), `${id} ${width} ${format}`);
  for (const width of avif) await writeFile(path.join(draft.folder, `${width}.avif`), `${id} ${width} avif`);
  await app.context.store.keep(id, draft.folder);
  await run(
    `insert into images (id, member_id, kind, width, height, color, thumbhash, widths, avif_widths, bytes, deleted_at)
     values ($1, $2, $3, 640, 480, '#000000', '\\x0d0a', $4, $5, 60, $6)`,
    [id, owner.id, kind, widths, avif, gone ? new Date() : null],
  );
  return id;
}

const filesBelow = async (at: string): Promise<Record<string, string>> => {
  const entries = await readdir(at, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return Object.fromEntries(await Promise.all(files.map(async (one) => [path.relative(at, one), await readFile(one, 'utf8')] as const)));
};

const jobsIn = async (pool: Pick<EmptyDatabase['pool'], 'query'>) =>
  (
    await pool.query(
      `select t.identifier, j.key, j.payload::text, j.run_at, j.max_attempts, j.priority from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id where j.attempts < j.max_attempts order by j.id`,
    )
  ).rows;

test('everything comes back: each row of each table, each file, each job that waits, and the secrets', async () => {
  const { migrated, strangers, lockedOut } = await restoreInto(file);
  expect({ migrated, strangers, lockedOut }).toEqual({ migrated: [], strangers: [], lockedOut: [] });
  expect(await contentOf(empty.pool)).toEqual(await contentOf(app.db.pool));
  expect(await filesBelow(path.join(dataFolder, 'uploads'))).toEqual(await filesBelow(path.join(app.context.config.dataFolder, 'uploads')));
  const jobs = await jobsIn(empty.pool);
  expect(jobs).toHaveLength(2);
  expect(jobs).toEqual(await jobsIn(app.db.pool));
  expect(await readdir(dataFolder)).toEqual(['secrets', 'uploads']);
  expect(await readdir(path.join(dataFolder, 'secrets'))).toEqual(['signing-key']);
  expect(await readFile(path.join(dataFolder, 'secrets', 'signing-key'))).toEqual(Buffer.alloc(32, 9));
  expect((await stat(path.join(dataFolder, 'secrets', 'signing-key'))).mode & 0o777).toBe(0o600);
  expect((await stat(path.join(dataFolder, 'secrets'))).mode & 0o777).toBe(0o700);
});

test('what is restored is guarded as it was: keys, triggers and counts', async () => {
  await restoreInto(file);
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

test('an archive of an older version is brought up to date', async () => {
  const older = await makeEmptyDatabase();
  const migrations = await listMigrations();
  const seven = path.join(folder, 'seven');
  await mkdir(seven);
  for (const { name, sql } of migrations.slice(0, 7)) await writeFile(path.join(seven, name), sql);
  await migrate(older.pool, seven);
  await older.pool.query(`insert into members (id, username, name, email, bio) values ($1, 'then', 'Then', 'then@example.test', $2)`, [
    newId(),
    strange,
  ]);
  const archive = path.join(folder, 'older.tar');
  const db = openDatabase({ connectionString: older.database.url });
  await createBackup({ ...app.context, db }, archive, { withSecrets: true });
  await db.close();
  await older.drop();
  const { migrated } = await restoreInto(archive);
  expect(migrated).toEqual(migrations.slice(7).map(({ name }) => name));
  expect((await empty.pool.query('select username, bio, renown from members')).rows).toEqual([
    { username: 'then', bio: strange, renown: 0 },
  ]);
  expect(await migrate(empty.pool)).toEqual([]);
});

test('an archive of a newer version is refused, and nothing is touched', async () => {
  const migrations = await listMigrations();
  await expect(restoreInto(file, { migrations: migrations.slice(0, -1) })).rejects.toThrow('newer version');
  const changed = migrations.map((one, n) => (n === 2 ? { ...one, checksum: '0'.repeat(64) } : one));
  await expect(restoreInto(file, { migrations: changed })).rejects.toThrow('newer version, or by another one');
  await expect(readdir(dataFolder)).rejects.toThrow('ENOENT');
});

test('a folder that is not empty is refused, and what is there is named', async () => {
  await mkdir(path.join(dataFolder, 'lost+found'), { recursive: true });
  await writeFile(path.join(dataFolder, 'diary.txt'), 'mine');
  await expect(restoreInto(file)).rejects.toThrow('it holds diary.txt');
  expect(await filesBelow(dataFolder)).toEqual({ 'diary.txt': 'mine' });
  expect(await contentOf(empty.pool)).toEqual({});
  await rm(path.join(dataFolder, 'diary.txt'));
  await restoreInto(file);
  expect((await readdir(dataFolder)).sort()).toEqual(['lost+found', 'secrets', 'uploads']);
});

test('a database that is not empty is refused, and the folder stays empty', async () => {
  await empty.pool.query('create table diary (words text)');
  await expect(restoreInto(file)).rejects.toThrow('it holds diary');
  expect(await readdir(dataFolder)).toEqual([]);
  await expect(restoreBackup({ dataFolder, database: empty.database }, file)).rejects.toThrow('it holds diary');
});

test('a restored community is not restored over', async () => {
  await restoreInto(file);
  await expect(restoreInto(file)).rejects.toThrow('it holds secrets, uploads');
  await rm(dataFolder, { recursive: true });
  await expect(restoreInto(file)).rejects.toThrow('The database is not empty');
});

test('a damaged archive restores nothing at all', async () => {
  const bytes = await readFile(file);
  const damaged = path.join(folder, 'damaged.tar');
  bytes[Math.floor(bytes.length / 2)]! ^= 1;
  await writeFile(damaged, bytes);
  await expect(restoreInto(damaged)).rejects.toThrow('The archive cannot be used');
  await expect(readdir(dataFolder)).rejects.toThrow('ENOENT');
  expect(await contentOf(empty.pool)).toEqual({});
});

test('stopped at any moment a restore leaves nothing, and the next one is whole', async () => {
  for (const moment of ['Starting', 'Making', 'Rows: members', 'Waiting', 'Comparing']) {
    const stopped = restoreInto(file, {
      onProgress: (text: string) => {
        if (text.startsWith(moment)) throw new Error(`stopped at ${moment}`);
      },
    });
    await expect(stopped).rejects.toThrow(`stopped at ${moment}`);
    expect(await readdir(dataFolder), moment).toEqual([]);
    expect(await contentOf(empty.pool), moment).toEqual({});
  }
  await restoreInto(file);
  expect(await contentOf(empty.pool)).toEqual(await contentOf(app.db.pool));
});

test('what a restore that was killed left is taken up by the next one', async () => {
  await mkdir(path.join(dataFolder, 'uploads', 'aa', 'half'), { recursive: true });
  await mkdir(path.join(dataFolder, 'secrets'));
  await writeFile(path.join(dataFolder, 'secrets', 'signing-key'), 'half');
  await writeFile(path.join(dataFolder, 'restore-under-way'), JSON.stringify({ id: newId(), pid: 2 ** 30, archive: 'another' }));
  await restoreInto(file);
  expect((await readdir(dataFolder)).sort()).toEqual(['secrets', 'uploads']);
  expect(await readFile(path.join(dataFolder, 'secrets', 'signing-key'))).toEqual(Buffer.alloc(32, 9));
  expect(await filesBelow(path.join(dataFolder, 'uploads'))).toEqual(await filesBelow(path.join(app.context.config.dataFolder, 'uploads')));
});

test('killed after its last row was kept, a restore is finished by the next run', async () => {
  const marker = path.join(dataFolder, 'restore-under-way');
  let noted = '';
  await restoreInto(file, {
    onProgress: async (text: string) => void (text.startsWith('Comparing') && (noted = await readFile(marker, 'utf8'))),
  });
  await writeFile(marker, noted);
  const before = await filesBelow(path.join(dataFolder, 'uploads'));
  await restoreInto(file);
  expect(await filesBelow(path.join(dataFolder, 'uploads'))).toEqual(before);
  expect(await readdir(dataFolder)).toEqual(['secrets', 'uploads']);
});

test('another restore into the same folder is refused while one is under way', async () => {
  await mkdir(dataFolder, { recursive: true });
  await writeFile(path.join(dataFolder, 'restore-under-way'), JSON.stringify({ id: newId(), pid: process.ppid, archive: '' }));
  await expect(restoreInto(file)).rejects.toThrow(`process ${process.ppid}`);
});

test('without the secrets it is told whose second step is lost', async () => {
  const bare = path.join(folder, 'bare.tar');
  await createBackup(app.context, bare, { withSecrets: false });
  expect((await checkArchive(bare)).secrets).toBeNull();
  const { lockedOut } = await restoreInto(bare);
  expect(lockedOut).toEqual([member.username]);
  expect(await readdir(dataFolder)).toEqual(['uploads']);
});

test('a backup never overwrites, is for its owner alone, and one that is stopped leaves nothing', async () => {
  await expect(createBackup(app.context, file, { withSecrets: true })).rejects.toThrow('is there already');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(file)).size).toBe(made.size);
  const before = await readdir(folder);
  const stopped = createBackup(app.context, path.join(folder, 'stopped.tar'), {
    withSecrets: true,
    signal: AbortSignal.abort(new Error('enough')),
  });
  await expect(stopped).rejects.toThrow('enough');
  expect(await readdir(folder)).toEqual(before);
});

test('a picture that is gone from the disk is told of, counted, and keeps nothing else from being restored', async () => {
  const lost = await addPicture(member, 'photo', [320]);
  await rm(path.join(app.context.config.dataFolder, 'uploads', lost.slice(0, 2), lost, '320.webp'));
  const { missing } = await createBackup(app.context, path.join(folder, 'lacking.tar'), { withSecrets: true });
  await run('delete from images where id = $1', [lost]);
  expect(missing).toEqual({ count: 1, names: [`${lost}/320.webp`] });
  const { manifest } = await restoreInto(path.join(folder, 'lacking.tar'));
  expect(manifest.pictures.missing).toBe(1);
  expect(await readdir(path.join(dataFolder, 'uploads', lost.slice(0, 2), lost))).toEqual(['320.jpeg']);
});

test('pictures that were let go of are not taken along', async () => {
  const gone = await addPicture(member, 'photo', [320], [], true);
  const { pictures } = await createBackup(app.context, path.join(folder, 'gone.tar'), { withSecrets: true });
  await run('delete from images where id = $1', [gone]);
  expect(pictures.files).toBe(made.pictures.files);
});

test('a table that an operator made is left out, and named', async () => {
  await run('create table diary (words text)');
  await run(`insert into diary values ('mine')`);
  await createBackup(app.context, path.join(folder, 'diary.tar'), { withSecrets: true });
  await run('drop table diary');
  expect((await restoreInto(path.join(folder, 'diary.tar'))).strangers).toEqual(['diary']);
});

test('numbers that a sequence gave out are not given out again', async () => {
  const migrations = [
    ...(await listMigrations()),
    { name: '9999_numbers.sql', checksum: 'f'.repeat(64), sql: 'create table numbers (n bigint generated always as identity, word text)' },
  ];
  await run(migrations.at(-1)!.sql);
  await run(`insert into numbers (word) values ('a'), ('b')`);
  await run(`insert into migrations values ('9999_numbers.sql', $1)`, ['f'.repeat(64)]);
  await createBackup(app.context, path.join(folder, 'numbers.tar'), { withSecrets: true });
  await run(`drop table numbers; delete from migrations where name = '9999_numbers.sql'`);
  await restoreInto(path.join(folder, 'numbers.tar'), { migrations });
  await empty.pool.query(`insert into numbers (word) values ('c')`);
  expect((await empty.pool.query('select n, word from numbers order by n')).rows).toEqual([
    { n: '1', word: 'a' },
    { n: '2', word: 'b' },
    { n: '3', word: 'c' },
  ]);
});

import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { asAdmin, createDatabase, dropDatabase, openPool } from '../../testing/reused-databases.ts';
import { newId } from '../ids.ts';
import { migrate, migrationLock } from './migrate.ts';

describe('migrations', () => {
  let folder: string;
  let database: string;
  let pool: pg.Pool;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mbari-migrations-'));
    database = `migrations_${randomUUID().replaceAll('-', '')}`;
    await createDatabase(database);
    pool = openPool({ database });
  });

  afterEach(async () => {
    await pool.end();
    await dropDatabase(database);
    await rm(folder, { recursive: true });
  });

  test('each migration runs once, in order', async () => {
    await write('0002_second.sql', 'insert into seen values (2)');
    await write('0001_first.sql', 'create table seen (n int); insert into seen values (1)');
    expect(await migrate(pool, folder)).toEqual(['0001_first.sql', '0002_second.sql']);
    expect(await migrate(pool, folder)).toEqual([]);
    await write('0003_third.sql', 'insert into seen values (3)');
    expect(await migrate(pool, folder)).toEqual(['0003_third.sql']);
    expect(await listSeen()).toEqual([1, 2, 3]);
  });

  test('migrating also creates the job queue’s tables', async () => {
    await migrate(pool, folder);
    expect((await pool.query(`select to_regclass('graphile_worker.migrations') is not null as there`)).rows).toEqual([{ there: true }]);
  });

  test('concurrent starts run each migration once', async () => {
    await write('0001_first.sql', 'create table seen (n int); select pg_sleep(0.2); insert into seen values (1)');
    const otherPool = openPool({ database });
    const ran = await Promise.all([migrate(pool, folder), migrate(otherPool, folder)]);
    await otherPool.end();
    expect(ran.flat()).toEqual(['0001_first.sql']);
    expect(await listSeen()).toEqual([1]);
  });

  test('a start that waits for another start names the lock holder, then continues', { tags: ['world'] }, async () => {
    await write('0001_first.sql', 'create table seen (n int); insert into seen values (1)');
    const otherPool = openPool({ database, application_name: 'mbari start' });
    const locking = await otherPool.connect();
    await locking.query('select pg_advisory_lock($1)', [migrationLock]);
    const messages: string[] = [];
    const waiting = migrate(pool, folder, (text) => messages.push(text));
    await expect
      .poll(() => messages, { timeout: 10_000 })
      .toEqual([expect.stringMatching(/^The schema .* locked by "mbari start" \(process \d+/)]);
    locking.release(true);
    expect(await waiting).toEqual(['0001_first.sql']);
    expect(messages).toHaveLength(1);
    await otherPool.end();
    await migrate(pool, folder, (text) => messages.push(text));
    expect(messages).toHaveLength(1);
  });

  test('an interrupted migration leaves no changes, and the next run completes it', async () => {
    await write('0001_first.sql', 'create table seen (n int); insert into seen values (1)');
    await write('0002_second.sql', 'insert into seen values (2); select pg_sleep(60)');
    const cut = migrate(pool, folder).catch((error: Error) => error.message);
    await expect.poll(() => sleeping()).toBe(1);
    await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}' and wait_event = 'PgSleep'`);
    expect(await cut).toContain('Migration 0002_second.sql failed');
    expect(await listSeen()).toEqual([1]);
    await write('0002_second.sql', 'insert into seen values (2)');
    expect(await migrate(pool, folder)).toEqual(['0002_second.sql']);
    expect(await listSeen()).toEqual([1, 2]);
  });

  test('a migration that was changed after it ran is refused', async () => {
    await write('0001_first.sql', 'create table seen (n int)');
    await migrate(pool, folder);
    await write('0001_first.sql', 'create table seen (n bigint)');
    await expect(migrate(pool, folder)).rejects.toThrow('Migration 0001_first.sql was changed after it ran');
  });

  test('a database of a newer version is refused', async () => {
    await write('0001_first.sql', 'create table seen (n int)');
    await migrate(pool, folder);
    await rm(path.join(folder, '0001_first.sql'));
    await expect(migrate(pool, folder)).rejects.toThrow('newer than this program');
  });

  test('a previous version starts with a note after additive migrations, and is refused after others', async () => {
    await write('0001_first.sql', 'create table seen (n int)');
    await migrate(pool, folder);
    await write('0002_adds.sql', '-- Notes.\n-- The version before may run on this.\ncreate table notes (n int)');
    expect(await migrate(pool, folder)).toEqual(['0002_adds.sql']);
    await rm(path.join(folder, '0002_adds.sql'));
    const messages: string[] = [];
    expect(await migrate(pool, folder, (text) => messages.push(text))).toEqual([]);
    expect(messages).toEqual(['The database is newer than this program (0002_adds.sql), which may run on it until it is upgraded, too.']);
    await write('0003_renames.sql', 'alter table seen rename n to number');
    await migrate(pool, folder);
    await rm(path.join(folder, '0003_renames.sql'));
    await expect(migrate(pool, folder)).rejects.toThrow('newer than this program (0002_adds.sql, 0003_renames.sql)');
  });

  test('a pool with a single connection is refused, because it would deadlock', async () => {
    const single = openPool({ database, max: 1 });
    await expect(migrate(single, folder)).rejects.toThrow('two connections');
    await single.end();
  });

  const write = (name: string, sql: string): Promise<void> => writeFile(path.join(folder, name), sql);
  const listSeen = async (): Promise<number[]> =>
    (await pool.query<{ n: number }>('select n from seen order by n')).rows.map((row) => row.n);

  const sleeping = async (): Promise<number> =>
    (await asAdmin(`select from pg_stat_activity where datname = '${database}' and wait_event = 'PgSleep'`)).rowCount ?? 0;
});

describe('migrations of a filled database', () => {
  const folder = path.join(import.meta.dirname, '../../../migrations');
  const [ada, olu, topic, deleted, opening, answer, gone, indigo, camwood] = Array.from({ length: 9 }, () => newId());
  const welcome = '019ab000-0000-7000-8000-000000000001';

  async function fill(pool: pg.Pool): Promise<void> {
    const client = await pool.connect();
    await client.query('begin');
    for (const [id, name] of [
      [ada, 'ada'],
      [olu, 'olu'],
    ])
      await client.query(
        `insert into members (id, username, name, email, email_verified_at) values ($1, $2, $2, $2 || '@example.com', now())`,
        [id, name],
      );
    await client.query(
      `insert into forum_topics (id, category_id, author_id, title, slug, last_number, posts_count, others_count, latest_post_id, deleted_at) values
       ($1, $5, $6, 'A slow vat', 'a-slow-vat', 2, 2, 1, $3, null), ($2, $5, $6, 'Gone', 'gone', 1, 1, 0, $4, now())`,
      [topic, deleted, answer, gone, welcome, ada],
    );
    await client.query(
      `insert into forum_posts (id, topic_id, number, author_id, body, body_html, html_version, plain, reply_to_id)
     select id, topic_id, number, author_id, 'Words', '<p>Words</p>', 1, 'Words', reply_to
       from (values ($1::uuid, $4::uuid, 1, $6::uuid, null::uuid), ($2, $4, 2, $7, $1), ($3, $5, 1, $6, null)) as p(id, topic_id, number, author_id, reply_to)`,
      [opening, answer, gone, topic, deleted, ada, olu],
    );
    await client.query(
      `insert into photos (id, member_id, title, description, category_id)
     select p.id, p.member_id, 'A photo', '', (select id from categories limit 1) from (values ($1::uuid, $3::uuid), ($2, $4)) as p(id, member_id)`,
      [indigo, camwood, ada, olu],
    );
    const shown = [indigo, camwood, newId(), indigo].map(
      (id, index) => `<mb-photo id="${id}">Pot ${index} &amp; &quot;cloth&quot;</mb-photo>`,
    );
    await client.query('update forum_posts set body_html = $2 where id = any($1)', [[opening, gone], `<p>${shown.join(' ')}</p>`]);
    await client.query('insert into forum_tracks (member_id, topic_id, read_number, is_following) values ($1, $2, 2, true)', [ada, topic]);
    await client.query('insert into forum_category_tracks (member_id, category_id, is_following) values ($1, $2, true)', [olu, welcome]);
    await client.query(`insert into forum_drafts (member_id, topic_id, body) values ($1, $2, 'Begun')`, [olu, topic]);
    await client.query(`insert into moderation_log (id, actor_id, action, topic_id) values ($1, $2, 'delete_topic', $3)`, [
      newId(),
      olu,
      deleted,
    ]);
    await client.query(`insert into notifications (id, member_id, type, actor_id) values ($1, $2, 'follow', $3)`, [newId(), ada, olu]);
    await client.query('commit');
    client.release();
  }

  async function readAll(pool: pg.Pool): Promise<Record<string, unknown[]>> {
    const { rows: tables } = await pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations' order by 1`,
    );
    const contents: Record<string, unknown[]> = {};
    for (const { name } of tables) contents[name] = (await pool.query(`select * from ${name} t order by t::text collate "C"`)).rows;
    return contents;
  }

  test('a filled database of 0.1.0 is upgraded and keeps its rows', { tags: ['world'] }, async () => {
    const firstRelease = await mkdtemp(path.join(tmpdir(), 'mbari-migrations-'));
    const names = (await readdir(folder)).sort();
    await copyFile(path.join(folder, '0001_schema.sql'), path.join(firstRelease, '0001_schema.sql'));
    const database = `migrations_${randomUUID().replaceAll('-', '')}`;
    await createDatabase(database);
    const pool = openPool({ database });
    try {
      await migrate(pool, firstRelease);
      await fill(pool);
      const before = await readAll(pool);
      expect(before).toMatchObject({ members: [{}, {}], forum_posts: [{}, {}, {}], photos: [{}, {}], notifications: [{}] });
      expect(await migrate(pool, folder)).toEqual(names.slice(1));
      // A migration may add tables and columns. If it changes or moves rows on purpose, state the difference here.
      expect(await readAll(pool)).toMatchObject(before);
    } finally {
      await pool.end();
      await dropDatabase(database);
      await rm(firstRelease, { recursive: true });
    }
  });
});

import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { type BackupResult, createBackup } from '../operations/backup/create-backup.ts';
import type { Config } from '../platform/config.ts';
import { newId, newSecretId } from '../platform/ids.ts';
import { addJob } from '../platform/jobs/add-job.ts';
import { replacePhotoTags } from '../platform/tags/queries.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from './app.ts';
import { addTestSubscription } from './push.ts';
import { makeQuickFolder } from './quick-folder.ts';
import { asAdmin, dropDatabase } from './reused-databases.ts';

export interface BackedUp {
  app: TestApp;
  /** Member who has a second factor and wrote the posts. */
  member: TestMember;
  /** Folder of archives and restored data. */
  folder: string;
  /** Archive of all data. */
  file: string;
  made: BackupResult;
  close(): Promise<void>;
}

/** Starts an application with backup edge cases and secrets, and backs it up. */
export async function startBackedUp(): Promise<BackedUp> {
  const app = await startTestApp();
  const folder = await makeQuickFolder('mbari-backups-');
  const secrets = path.join(app.context.config.dataFolder, 'secrets');
  await mkdir(secrets, { mode: 0o700 });
  await writeFile(path.join(secrets, 'signing-key'), Buffer.alloc(32, 9));
  await writeFile(path.join(secrets, 'database-password'), 'of this machine alone');
  const member = await addBackupEdgeCases(app);
  const file = path.join(folder, 'whole.tar');
  const backup = await createBackup(app.context, file, { withSecrets: true });
  return {
    ...{ app, member, folder, file, made: backup },
    async close() {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface EmptyDatabase {
  database: Extract<Config['database'], { kind: 'server' }>;
  pool: pg.Pool;
  drop(): Promise<void>;
}

/** Creates an empty database on the test server. Its owner has no other privileges. Its URL contains a password, like an operator's. */
export async function makeEmptyDatabase(): Promise<EmptyDatabase> {
  const name = `restored_${randomUUID().replaceAll('-', '')}`;
  const server = inject('postgres');
  await asAdmin(`create role ${name} login password 'plain'`);
  await asAdmin(`create database ${name} owner ${name}`);
  const address = new URL(`postgres://${name}:plain@localhost/${name}`);
  address.searchParams.set('host', server.host ?? 'localhost');
  address.searchParams.set('port', String(server.port));
  const pool = new pg.Pool({ connectionString: address.href, max: 3, options: '-c timezone=UTC' });
  pool.on('error', () => undefined);
  return {
    database: { kind: 'server', url: address.href, directUrl: null },
    pool,
    async drop() {
      await pool.end();
      await dropDatabase(name);
      await asAdmin(`drop role ${name}`);
    },
  };
}

/**
 * Returns the content of each table, including generated columns, in a stable order. Transaction ids are omitted because they differ between
 * clusters.
 */
export async function contentOf(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string; transactions: string[] }>(
    `select relname::text as name,
            array(select attname::text from pg_attribute where attrelid = c.oid and atttypid = 'xid8'::regtype and attnum > 0) as transactions
       from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' and relname <> 'migrations'`,
  );
  const contents: Record<string, string> = {};
  for (const { name, transactions } of tables) {
    // Sorted by name, because a migrated table may have its columns in another order.
    const { rows } = await pool.query<{ n: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended((to_jsonb(r) - $1::text[])::text, 0)::numeric), 0) as n from ${name} r`,
      [transactions],
    );
    contents[name] = rows[0]!.n;
  }
  return contents;
}

/** Text with characters that break export formats. */
export const strangeText = 'a\tb\\n\n"ẹ̀gbá" \r\n\\. \\N \u0001 {"x"} ሰላም 👩🏾‍🎨';

async function addBackupEdgeCases(app: TestApp): Promise<TestMember> {
  const member = await addTestMember(app, {
    bio: strangeText,
    social_links: JSON.stringify({ github: `https://x.test/${strangeText}` }),
    occupation: '',
  });
  const otherMember = await addTestMember(app, {
    profile_visibility: 'private',
    created_at: '2020-02-29 23:59:59.123456+00',
    plan_ends_at: 'infinity',
  });
  const avatar = await addStoredImage(app, member, 'avatar', [320]);
  await app.db.pool.query('update members set avatar_image_id = $2 where id = $1', [member.id, avatar]);
  const photo = newId();
  await app.db.pool.query(`insert into photos (id, member_id, title, description, license) values ($1, $2, $3, null, 'CC0-1.0')`, [
    photo,
    member.id,
    strangeText,
  ]);
  await app.db.pool.query('insert into photo_images values ($1, 0, $2, $3, $4)', [
    photo,
    await addStoredImage(app, member, 'photo', [320, 640], [640]),
    strangeText,
    JSON.stringify({ lens: `\\ "${strangeText.replaceAll(/[\t\n\r\u0001]/g, ' ')}"`, exposure_time: 0.000125 }),
  ]);
  await app.db.pool.query('insert into likes (photo_id, member_id) values ($1, $2)', [photo, otherMember.id]);
  await app.db.pool.query('update photos set likes_count = 1 where id = $1', [photo]);
  await app.db.pool.query(`insert into saved_posts values ($1, $2, '2020-02-29 23:59:59.123456+00')`, [otherMember.id, photo]);
  await replacePhotoTags(app.db, [{ id: photo, tags: ['Ẹ̀gbá', 'ሰላም'] }]);
  // Simulates a transaction id that the restoring cluster has not reached.
  await app.db.pool.query(
    `insert into notifications (id, member_id, type, actor_id, photo_id, written_by) values ($1, $2, 'like', $3, $4, '9000000000')`,
    [newId(), member.id, otherMember.id, photo],
  );
  await app.db.pool.query(
    `insert into passkeys (id, member_id, credential_id, public_key, counter, transports, name, is_synced)
     values ($1, $2, '\\x00ff0a5c', '\\x', 9223372036854775807, $3, $4, true)`,
    [newId(), member.id, ['usb', 'a,"b"', ''], strangeText],
  );
  await app.db.pool.query(`insert into totp_secrets (member_id, sealed_secret, confirmed_at) values ($1, 'sealed', now())`, [member.id]);
  await addTestSubscription(app, member);
  await app.db.pool.query(`update categories set name = 'Music of ours' where slug = 'music'`);
  await app.db.pool.query(`delete from categories where slug = 'film'`);
  await addJob(app.db, 'send_mail', { note: strangeText } as never, {
    key: 'once',
    runAt: new Date('2030-01-01T00:00:00.123Z'),
    maxAttempts: 7,
    priority: 3,
  });
  await addJob(app.db, 'send_mail', { n: 2 } as never, { runAt: new Date('2030-01-01') });
  await addJob(app.db, 'encode_avif', { given: 'up' } as never, { maxAttempts: 1 });
  await app.db.pool.query(`update graphile_worker._private_jobs set attempts = 1 where payload::text like '%given%'`);
  return member;
}

/** Inserts an image and writes its files. */
export async function addStoredImage(
  app: TestApp,
  owner: TestMember,
  kind: string,
  widths: number[],
  avif: number[] = [],
  gone = false,
): Promise<string> {
  const id = newSecretId();
  const draft = await app.context.store.draft();
  for (const width of widths)
    for (const format of ['webp', 'jpeg']) await writeFile(path.join(draft.folder, `${width}.${format}`), `${id} ${width} ${format}`);
  for (const width of avif) await writeFile(path.join(draft.folder, `${width}.avif`), `${id} ${width} avif`);
  await app.context.store.keep(id, draft.folder);
  await app.db.pool.query(
    `insert into images (id, member_id, kind, width, height, color, thumbhash, widths, avif_widths, bytes, deleted_at)
     values ($1, $2, $3, 640, 480, '#000000', '\\x0d0a', $4, $5, 60, $6)`,
    [id, owner.id, kind, widths, avif, gone ? new Date() : null],
  );
  return id;
}

export const filesBelow = async (folder: string): Promise<Record<string, string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [path.relative(folder, file), await readFile(file, 'utf8')] as const)),
  );
};

/** @module-tag world */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { findBackupState, hasRestoreFailed } from '../../platform/db/state.ts';
import { newSecretId } from '../../platform/ids.ts';
import { keepImageFiles } from '../../platform/images/queries.ts';
import { scheduleOf } from '../../tasks.ts';
import { addTestMember, startTestApp, type TestApp } from '../../testing/app.ts';
import { type ObjectStore, startObjectStore } from '../../testing/object-store.ts';
import { checkBackups } from '../system/check-backups.ts';
import { findNewestBackup, placesOf } from './places.ts';
import { requireBackupLock } from './queries.ts';
import { archiveFile, checkArchive } from './read-archive.ts';

let app: TestApp;
let folder: string;
let now = new Date('2026-03-01T03:00:20Z');
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mbari-nights-'));
  app = await startTestApp({ BACKUP_DIR: folder, BACKUP_HOUR: '4', BACKUP_KEEP: '2' }, { now: () => now });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const aDay = 24 * 60 * 60 * 1000;
const backUp = async (): Promise<void> => {
  await app.db.pool.query(`select graphile_worker.add_job('make_backup', max_attempts => 1)`);
  await runJobs(app.context);
};
const restoreAsTest = async (): Promise<void> => {
  await app.db.pool.query(`select graphile_worker.add_job('test_restore', max_attempts => 1)`);
  await runJobs(app.context);
};
const metrics = async (): Promise<string> => (await app.call('GET', `${app.url}/metrics`)).text;

test('a backup is scheduled nightly at BACKUP_HOUR, and a test restore weekly, if BACKUP_DIR is set', () => {
  expect(scheduleOf(app.context.config)).toContain('\n0 4 * * * make_backup');
  expect(scheduleOf(app.context.config)).toContain('\n30 8 * * 0 test_restore');
  expect(scheduleOf({ backup: null })).not.toContain('make_backup');
});

test('the metric is 0 before the first backup', async () => {
  expect(await metrics()).toContain('mbari_backup_last_success_timestamp_seconds 0\n');
});

test('pruning keeps the newest backups and all other files', async () => {
  for (const name of ['mbari-2020-01-01T0300Z.tar.bak', 'holiday.tar', 'mbari-2020.tar']) await writeFile(path.join(folder, name), 'mine');
  const leftOver = 'mbari-2026-03-01T0300Z.tar.partial-0a1b2c3d4e5f';
  for (const name of [leftOver, 'holiday.tar.partial-7']) await writeFile(path.join(folder, name), 'half');
  for (let night = 0; night < 3; night += 1) {
    await backUp();
    now = new Date(now.getTime() + aDay);
  }
  expect((await readdir(folder)).sort()).toEqual([
    'holiday.tar',
    'holiday.tar.partial-7',
    'mbari-2020-01-01T0300Z.tar.bak',
    'mbari-2020.tar',
    'mbari-2026-03-02T0300Z.tar',
    'mbari-2026-03-03T0300Z.tar',
  ]);
  expect((await checkArchive(archiveFile(path.join(folder, 'mbari-2026-03-03T0300Z.tar')))).secrets).toEqual([]);
});

test('the last backup’s time and result are in the database and in /metrics', async () => {
  const state = (await findBackupState(app.db.pool))!;
  expect(state).toMatchObject({ file: 'mbari-2026-03-03T0300Z.tar', missing_files: 0, failures_count: 0, failure: null });
  const figures = await metrics();
  expect(figures).toContain(`mbari_backup_last_success_timestamp_seconds ${state.succeeded_at!.getTime() / 1000}\n`);
  expect(figures).toContain(`mbari_backup_last_size_bytes ${state.size_bytes}\n`);
  expect(figures).toContain('mbari_backup_failures_total 0\n');
  expect(Number(state.size_bytes)).toBeGreaterThan(1000);
});

test('the files of a killed backup are deleted before the next one starts', async () => {
  const leftOver = path.join(folder, 'mbari-2026-03-04T0300Z.tar.partial-0a1b2c3d4e5f');
  await writeFile(leftOver, 'half');
  const inTheWay = path.join(folder, placesOf(app.context.config.backup!)[0]!.nameAt(now));
  await writeFile(inTheWay, 'mine');
  await backUp();
  expect((await findBackupState(app.db.pool))!.failure).toContain('already exists');
  await expect(readFile(leftOver)).rejects.toThrow('ENOENT');
  await rm(inTheWay);
  await app.db.pool.query('update backup_state set failures_count = 0');
});

test('a failed backup is reported and deletes no older one', async () => {
  const broken = await startTestApp({ BACKUP_DIR: path.join(folder, 'unplugged') }, {}, { beside: app });
  await app.db.pool.query(`select graphile_worker.add_job('make_backup', max_attempts => 1)`);
  await runJobs(broken.context);
  await broken.close();
  const state = (await findBackupState(app.db.pool))!;
  expect(state).toMatchObject({ failures_count: 1, file: 'mbari-2026-03-03T0300Z.tar' });
  expect(state.failure).toContain('unplugged');
  expect((await readdir(folder)).filter((name) => name.endsWith('Z.tar'))).toHaveLength(2);
});

const check = (backup = app.context.config.backup) => checkBackups({ ...app.context.config, backup }, async () => app.db);

test('doctor reports the last backup and what prevents the next', async () => {
  const nowhere = { folder: path.join(folder, 'unplugged'), bucket: null, hour: 3, keep: 7 };
  expect(await check(null)).toContain('no nightly backups');
  await expect(check(nowhere)).rejects.toThrow('ENOENT');
  await expect(check()).rejects.toThrow(/mbari-2026-03-03T0300Z.tar was made 0 hours ago, but the last attempt failed: .*unplugged/);
  await app.db.pool.query(`update backup_state set succeeded_at = now() - interval '27 hours'`);
  await expect(check()).rejects.toThrow('made 27 hours ago. The last attempt failed');
  await app.db.pool.query('update backup_state set succeeded_at = now()');
  expect(await check()).toMatch(/at 4:00 UTC; mbari-2026-03-03T0300Z.tar was made 0 hours ago; no test restore yet$/);
  await app.db.run(`update backup_state set first_succeeded_at = now() - interval '10 days'`);
  await expect(check()).rejects.toThrow('no backup was ever restored as a test, and the first was made 10 days ago');
  expect(await metrics()).toContain('mbari_backup_restore_test_failed 1\n');
  await app.db.pool.query('update backup_state set missing_files = 3');
  await expect(check()).rejects.toThrow('3 image files could not be read');
});

test('the newest backup is restored as a test, and the result is stored and in /metrics', async () => {
  await restoreAsTest();
  const state = (await findBackupState(app.db.pool))!;
  expect(state).toMatchObject({ restored_file: 'mbari-2026-03-03T0300Z.tar', restore_failed_at: null });
  const figures = await metrics();
  expect(figures).toContain(`mbari_backup_last_restore_test_timestamp_seconds ${state.restored_at!.getTime() / 1000}\n`);
  expect(figures).toContain('mbari_backup_restore_test_failed 0\n');
});

test('a backup that cannot be restored fails the test restore, doctor and /metrics', async () => {
  const file = path.join(folder, 'mbari-2026-03-03T0300Z.tar');
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, -2000));
  await restoreAsTest();
  await writeFile(file, bytes);
  expect((await findBackupState(app.db.pool))!).toMatchObject({
    restored_file: 'mbari-2026-03-03T0300Z.tar',
    restore_failure: expect.stringContaining('The archive cannot be used'),
  });
  expect(await metrics()).toContain('mbari_backup_restore_test_failed 1\n');
  await app.db.pool.query('update backup_state set missing_files = 0');
  await expect(check()).rejects.toThrow('the weekly test restore failed: The archive cannot be used');
});

test('a backup does not start while another one runs, and is retried', async () => {
  const connection = await app.db.pool.connect();
  await requireBackupLock(connection);
  now = new Date('2026-04-01T03:00:00Z');
  await app.db.run(`select graphile_worker.add_job('make_backup', max_attempts => 2)`);
  await runJobs(app.context);
  connection.release(true);
  const [job] = await app.db.rows('delete from graphile_worker._private_jobs where attempts < max_attempts returning attempts, last_error');
  expect(job).toEqual({ attempts: 1, last_error: 'Another backup or test restore is running. Try again when it is done.' });
  expect((await readdir(folder)).filter((name) => name.startsWith('mbari-2026-04'))).toEqual([]);
  expect((await findBackupState(app.db.pool))!.failures_count).toBe(1);
});

test('the sweep deletes no image files during a backup; the next sweep deletes them', async () => {
  const member = await addTestMember(app);
  const id = newSecretId();
  const draft = await app.context.store.draft();
  await writeFile(path.join(draft.folder, '320.webp'), 'x');
  await app.context.store.keep(id, draft.folder);
  await app.db.pool.query(
    `insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes, deleted_at)
     values ($1, $2, 'photo', 320, 240, '#000000', '\\x00', '{320}', 1, now() - interval '2 hours')`,
    [id, member.id],
  );
  const sweep = async (): Promise<boolean> => {
    await app.db.pool.query(`select graphile_worker.add_job('sweep_images')`);
    await runJobs(app.context);
    return (await app.context.store.read(id, '320.webp')) === null;
  };
  const copying = await app.db.pool.connect();
  await keepImageFiles(copying);
  expect(await sweep()).toBe(false);
  copying.release(true);
  // PostgreSQL releases the lock shortly after the connection closes.
  await expect.poll(sweep).toBe(true);
  expect((await app.db.pool.query('select from images where id = $1', [id])).rowCount).toBe(0);
});

describe('with a folder and an object store', () => {
  let objects: ObjectStore;
  let both: TestApp;
  beforeAll(async () => {
    objects = await startObjectStore();
    const settings = { BACKUP_DIR: folder, BACKUP_KEEP: '2', ...objects.backupSettings };
    both = await startTestApp(settings, { now: () => now }, { beside: app });
  });
  afterAll(async () => {
    await both.close();
    await objects.close();
  });

  const places = () => placesOf(both.context.config.backup!);
  const namesInStore = async (): Promise<string[]> => (await places()[1]!.list()).map(({ name }) => name);
  const runBoth = async (job: 'make_backup' | 'test_restore', attempts = 1): Promise<void> => {
    await app.db.run('select graphile_worker.add_job($1, max_attempts => $2)', [job, attempts]);
    await runJobs(both.context);
  };
  const backUpAt = async (time: string): Promise<void> => {
    now = new Date(time);
    await runBoth('make_backup');
  };

  test('a retry writes only to the place that failed, and each place is pruned', async () => {
    now = new Date('2026-05-01T03:00:00Z');
    await objects.stop();
    await runBoth('make_backup', 2);
    expect((await findBackupState(app.db.pool))!.failure).toMatch(/^bucket pictures at .*: .*object store/);
    await objects.start();
    now = new Date('2026-05-01T03:05:00Z');
    await app.db.run('update graphile_worker._private_jobs set run_at = now()');
    await runJobs(both.context);
    expect((await places()[0]!.list())[0]!.name).toBe('mbari-2026-05-01T0300Z.tar');
    expect(await namesInStore()).toEqual(['mbari-2026-05-01T0305Z']);
    for (const day of ['02', '03']) await backUpAt(`2026-05-${day}T03:00:00Z`);
    expect(await namesInStore()).toEqual(['mbari-2026-05-03T0300Z', 'mbari-2026-05-02T0300Z']);
    await runBoth('test_restore');
    expect(hasRestoreFailed((await findBackupState(app.db.pool))!)).toBe(false);
  });

  test('a backup that cannot be deleted is reported, and the other place is pruned', async () => {
    const stuck = path.join(folder, 'mbari-2026-01-01T0300Z.tar');
    await mkdir(stuck);
    await backUpAt('2026-05-04T03:00:00Z');
    await rm(stuck, { recursive: true });
    expect(await namesInStore()).toEqual(['mbari-2026-05-04T0300Z', 'mbari-2026-05-03T0300Z']);
    expect(await findBackupState(app.db.pool)).toMatchObject({
      file: 'mbari-2026-05-04T0300Z.tar',
      failure: expect.stringContaining('mbari-2026-01-01T0300Z.tar'),
    });
  });

  test('the newest backup of all places is found, also while a place cannot be read', async () => {
    const [inFolder, inStore] = places();
    await rm(path.join(folder, (await inFolder!.list())[0]!.name));
    const newest = { name: (await namesInStore())[0] };
    expect(await findNewestBackup([inFolder!, inStore!])).toMatchObject({ newest, failures: [] });
    const [unplugged] = placesOf({ ...both.context.config.backup!, folder: path.join(folder, 'unplugged'), bucket: null });
    expect(await findNewestBackup([unplugged!, inStore!])).toMatchObject({ newest, failures: [expect.stringContaining('unplugged')] });
    expect(await findNewestBackup([unplugged!])).toMatchObject({ newest: null, failures: [expect.stringContaining('does not exist')] });
  });
});

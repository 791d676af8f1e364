import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { System, SystemFinding } from '@mbari/contract/operations/system';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { openLog } from '../../platform/adapters/log.ts';
import { openStorageSpace } from '../../platform/adapters/storage-space.ts';
import { errorCountsOf } from '../../platform/error-counts.ts';
import { withoutTexts } from '../../platform/mail/deliver-mail.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { addTestAccount, testPassword } from '../../testing/accounts.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { startTestMailServer, type TestMailServer } from '../../testing/mails.ts';
import { addTestSubscription, startTestPushService, type TestPushService } from '../../testing/push.ts';
import { releaseBackupLock, requireBackupLock } from '../backup/queries.ts';
import { checkClock, checkSpace } from './checks.ts';

const gigabyte = 1024 ** 3;

let app: TestApp;
let admin: TestMember;
let folder: string;
let mailServer: TestMailServer;
let push: TestPushService;
let refusal: string | null = null;
let disk = { total: 100 * gigabyte, free: 60 * gigabyte };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mbari-system-'));
  mailServer = await startTestMailServer({ refuse: () => refusal });
  push = await startTestPushService();
  app = await startTestApp(
    { SMTP_URL: mailServer.url, LOCAL_PUSH_SERVICE: push.origin, BACKUP_DIR: folder },
    { space: openStorageSpace(folder, openLog('silent'), { measure: async () => disk, keep: 0 }) },
  );
  admin = await addTestAccount(app, { role: 'admin', email: 'ada@example.org' });
});
afterAll(async () => {
  await app.close();
  await mailServer.stop();
  await push.stop();
  await rm(folder, { recursive: true, force: true });
});

const asAdmin = (json?: object) => ({ token: admin.token, ...(json && { json }) });
const retry = (task: string) => app.call('POST', '/admin/system/jobs/retry', asAdmin({ task }));
const backUp = (json: object) => app.call('POST', '/admin/system/backup', asAdmin(json));
const testRestore = () => app.call('POST', '/admin/system/backup/test', asAdmin());
const isRunning = { code: 'conflict', reason: 'backupRunning' };
const testMail = async () => (await app.call('POST', '/admin/system/test-mail', asAdmin())).json.data;
const testPush = async () => (await app.call('POST', '/admin/system/test-push', asAdmin())).json.data;

const readState = async (): Promise<System> => (await app.call('GET', '/admin/system', { token: admin.token })).json.data;

const readFinding = async (check: SystemFinding['check']): Promise<SystemFinding | undefined> =>
  ((await app.call('GET', '/admin/system/checks', { token: admin.token })).json.data as SystemFinding[]).find((one) => one.check === check);

const readMetrics = async (): Promise<string> => (await app.call('GET', `${app.url}/metrics`)).text;

test('an installation without problems shows none', async () => {
  const state = await readState();
  expect(state).toMatchObject({
    storage: { disk, full_on: null },
    jobs: [],
    mails: { has_server: true, sent: 0, failed: [] },
    errors: [],
    backups: { is_running: false, succeeded_at: null, failure: null },
  });
  expect(state.limits.find(({ limit }) => limit === 'database_connections')).toMatchObject({ most: 10 });
  expect(await readFinding('clock')).toEqual({ check: 'clock', state: 'ok', text: 'agrees with the database' });
});

test('a refusing mail server is shown with its answer and a shortened address, until the mail is sent', async () => {
  const member = await addTestMember(app, { email: 'kofi.mensah@example.org' });
  refusal = '550 5.1.1 <kofi.mensah@example.org>: Recipient address rejected';
  await queueMail(app.db, { kind: 'welcome', member_id: member.id });
  await runJobs(app.context);
  const { mails, jobs } = await readState();
  expect(mails?.failed).toMatchObject([{ kind: 'welcome', to: 'k…@example.org', tries: 1, given_up: false }]);
  expect(mails?.failed[0]?.reason).toContain('550 5.1.1 <k…@example.org>: Recipient address rejected');
  expect(jobs).toMatchObject([{ task: 'send_mail', retrying: 1, failed: 0 }]);
  expect(await readMetrics()).toContain('mbari_mails_unsent 1\n');

  expect(await testMail()).toMatchObject({
    is_sent: false,
    to: 'ada@example.org',
    answer: expect.stringContaining('550'),
  });

  refusal = null;
  expect((await retry('send_mail')).status).toBe(200);
  await runJobs(app.context);
  expect((await mailServer.take()).map(({ to }) => to)).toEqual(['kofi.mensah@example.org']);
  expect((await readState()).mails).toMatchObject({ sent: 1, failed: [] });
  expect(await testMail()).toMatchObject({ is_sent: true, answer: expect.stringMatching(/^250 /) });
  expect((await mailServer.take()).map(({ to }) => to)).toEqual(['ada@example.org']);
});

test('an unreachable mail server fails its check', async () => {
  await mailServer.stop();
  expect(await readFinding('mail')).toMatchObject({ state: 'failed', text: expect.stringContaining('refuses the connection') });
  mailServer = await startTestMailServer({ port: mailServer.port, refuse: () => refusal });
});

test('a failed job is shown with its reason, without quoted texts, and runs again', async () => {
  await app.db.run(`select graphile_worker.add_job('sweep_tags')`);
  await app.db.run(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no tag "my secret" of ada@example.org' || chr(10) || 'at secret.ts'`,
  );
  const { jobs } = await readState();
  expect(jobs).toMatchObject([{ task: 'sweep_tags', failed: 1, last_error: 'no tag "…" of a…@example.org' }]);
  expect((await retry('sweep_tags')).status).toBe(200);
  await runJobs(app.context);
  expect((await readState()).jobs).toEqual([]);
  expect((await retry('sweep_tags')).status).toBe(404);
  const log = await app.db.row(`select actor_id, note from moderation_log where action = 'retry_jobs' order by id desc limit 1`);
  expect(log).toEqual({ actor_id: admin.id, note: 'sweep_tags' });
});

test('a full disk is shown, and foretold by the growth of images', async () => {
  await app.db.run(
    `insert into daily_tallies (measure, day, value) values ('storage', current_date - 10, 0), ('storage', current_date, $1)
     on conflict (measure, day) do update set value = excluded.value`,
    [10 * gigabyte],
  );
  disk = { total: 100 * gigabyte, free: 11 * gigabyte };
  const inTenDays = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  expect((await readState()).storage).toMatchObject({ photos_bytes: 10 * gigabyte, full_on: inTenDays });
  await expect(checkSpace('/srv', async () => ({ total: 100 * gigabyte, free: gigabyte / 2 }))).rejects.toThrow(
    '/srv has 512 MB left. Free some space: below 1.0 GB uploads are refused',
  );
});

test('a stale backup fails its check, and a new one is made after the password only', async () => {
  await app.db.run(`update backup_state set succeeded_at = now() - interval '3 days', file = 'mbari-old.tar', missing_files = 0`);
  expect(await readFinding('backups')).toMatchObject({ state: 'failed', text: expect.stringContaining('made 72 hours ago') });
  expect((await backUp({})).json).toMatchObject({ code: 'validation', errors: { password: [expect.any(String)] } });
  expect((await backUp({ password: testPassword })).status).toBe(200);
  expect((await backUp({ password: testPassword })).json).toMatchObject(isRunning);
  expect((await testRestore()).json).toMatchObject(isRunning);
  expect((await readState()).backups).toMatchObject({ is_running: true, test_restore: { is_running: false } });
  await runJobs(app.context);
  const { backups } = await readState();
  expect(backups).toMatchObject({ is_running: false, file: expect.stringMatching(/^mbari-20.*\.tar$/), failure: null });
});

test('the newest backup is restored as a test at once, and a failure is shown', async () => {
  await app.db.run(`update backup_state set first_succeeded_at = now() - interval '10 days'`);
  expect((await readState()).backups).toMatchObject({ test_restore: { is_overdue: true } });
  expect((await testRestore()).status).toBe(200);
  expect((await testRestore()).json).toMatchObject(isRunning);
  expect((await readState()).backups).toMatchObject({ is_running: false, test_restore: { is_running: true, succeeded_at: null } });
  await runJobs(app.context);
  expect((await readState()).backups).toMatchObject({
    test_restore: {
      is_running: false,
      succeeded_at: expect.any(String),
      file: expect.stringMatching(/^mbari-20.*\.tar$/),
      failure: null,
      is_overdue: false,
    },
  });
  await app.db.run(`update backup_state set restore_failed_at = now() + interval '1 second', restore_failure = 'a photo is missing'`);
  expect((await readState()).backups).toMatchObject({ test_restore: { failure: { reason: 'a photo is missing' } } });
  await app.db.run('update backup_state set restore_failed_at = null, restore_failure = null');
});

test('no backup and no test restore starts during a backup by the command', async () => {
  const command = await app.db.pool.connect();
  await requireBackupLock(command);
  expect((await backUp({ password: testPassword })).json).toMatchObject(isRunning);
  expect((await testRestore()).json).toMatchObject(isRunning);
  await releaseBackupLock(command);
  command.release();
  expect((await readState()).backups).toMatchObject({ is_running: false, test_restore: { is_running: false } });
});

test('a failed backup is shown with its reason', async () => {
  await app.db.run(`update backup_state set failed_at = now() + interval '1 second', failure = 'the disk was unplugged'`);
  expect((await readState()).backups).toMatchObject({ failure: { reason: 'the disk was unplugged' } });
});

test('the slowest statements are listed on the page and in /metrics', async ({ skip }) => {
  await app.db.row('select pg_sleep(0.2)');
  const { database } = await readState();
  if (database?.slowest === null) skip('The PostgreSQL of these tests has no pg_stat_statements.');
  expect(database?.slowest?.[0]).toEqual({
    query: expect.any(String),
    calls: expect.any(Number),
    mean_ms: expect.any(Number),
    total_ms: expect.any(Number),
  });
  expect(await readMetrics()).toMatch(/^mbari_database_slowest_seconds\{query=".+"\} \d/m);
});

test('a clock that differs from the database fails its check', async () => {
  await expect(checkClock(app.db, () => Date.now() + 5_000)).rejects.toThrow('5.0 s ahead of the database');
});

test('a part that the database does not answer is left out, and the others are shown', async () => {
  const client = await app.db.pool.connect();
  try {
    await client.query('begin; lock table mail_failures in access exclusive mode');
    const state = await readState();
    expect(state.mails).toBeNull();
    expect(state.jobs).toEqual([]);
    expect(state.database?.latency).toBeGreaterThan(0);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('an unexpected error is counted by route, class and code, without its message', async () => {
  await app.db.run('alter table announcements rename to announcements_away');
  try {
    expect((await app.call('GET', '/admin/announcements', { token: admin.token })).status).toBe(500);
  } finally {
    await app.db.run('alter table announcements_away rename to announcements');
  }
  errorCountsOf(app.context).record(new TypeError('the words of a member'), 'send_mail');
  errorCountsOf(app.context).record(new TypeError('other words of a member'), 'send_mail');
  await expect
    .poll(async () => (await readState()).errors?.sort((a, b) => a.count - b.count))
    .toMatchObject([
      { place: 'GET /api/v1/admin/announcements', name: 'DatabaseError', code: '42P01', count: 1 },
      { place: 'send_mail', name: 'TypeError', code: '', count: 2 },
    ]);
  expect(await readMetrics()).toContain('mbari_errors_last_day 3\n');
});

test('counted errors end after a day, and reasons of failed mails after a week', async () => {
  const member = await addTestMember(app);
  await app.db.run(`update error_counts set hour = hour - interval '25 hours'`);
  await app.db.run(
    `insert into mail_failures (mail_id, member_id, kind, recipient, reason, failed_at) values (gen_random_uuid(), $1, 'welcome', '', '', now() - interval '8 days')`,
    [member.id],
  );
  expect((await readState()).errors).toEqual([]);
  await app.db.run(`select graphile_worker.add_job('sweep_failures')`);
  await runJobs(app.context);
  expect(
    await app.db.row('select (select count(*)::int from error_counts) as errors, (select count(*)::int from mail_failures) as mails'),
  ).toEqual({
    errors: 0,
    mails: 0,
  });
});

test('a test push reaches each device of the admin, and shows the refusal of a push service', async () => {
  expect(await testPush()).toEqual([]);
  await addTestSubscription(app, admin, { browser: push.subscribe() });
  expect(await testPush()).toMatchObject([{ is_sent: true }]);
  expect(push.take()).toMatchObject([{ message: { body: 'Test: this device receives pushes', url: '/admin/system' } }]);
  push.answer(503);
  expect(await testPush()).toMatchObject([{ is_sent: false, answer: 'the push service answered 503' }]);
});

test.each([
  ['550 <kofi@example.org>: no such user', '550 <k…@example.org>: no such user'],
  ['Unexpected token in "a text of Ada"', 'Unexpected token in "…"'],
  ['first line\nsecond line', 'first line'],
])('an error message is shown without texts and addresses: %s', (message, shown) => {
  expect(withoutTexts(message)).toBe(shown);
});

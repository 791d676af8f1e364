import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { runJobs, startRunner } from '../../job-runner.ts';
import { startJobsProcess } from '../../jobs-process.ts';
import { queueMinutelyJobs } from '../../minutely-jobs.ts';
import { scheduleOf, tasks } from '../../tasks.ts';
import { addTestMember, startTestApp, type TestApp } from '../../testing/app.ts';
import { openOutbox } from '../../testing/mails.ts';
import { addTestPhoto } from '../../testing/posts.ts';
import { newId } from '../ids.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { addJob, type Task } from './add-job.ts';

const custom = tasks as Record<string, Task<unknown>>;

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const jobs = async (): Promise<{ task_identifier: string; locked_by: string | null }[]> =>
  (await app.db.pool.query('select task_identifier, locked_by from graphile_worker.jobs order by id')).rows;
const clear = (): Promise<unknown> => app.db.pool.query('delete from graphile_worker._private_jobs');

test('a job runs only if its transaction commits', async () => {
  await clear();
  await expect(
    app.db.transaction(async (tx) => {
      await addJob(tx, 'sweep_sessions', null);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await jobs()).toEqual([]);
  await app.db.transaction((tx) => addJob(tx, 'sweep_sessions', null));
  expect(await jobs()).toHaveLength(1);
  await runJobs(app.context);
  expect(await jobs()).toEqual([]);
});

test('a job replaces a waiting job with the same key, and does not run before its time', async () => {
  await clear();
  await addJob(app.db, 'sweep_sessions', { first: true } as never, { key: 'one' });
  await addJob(app.db, 'sweep_sessions', { first: false } as never, { key: 'one', runAt: new Date(Date.now() + 60_000) });
  expect(await jobs()).toHaveLength(1);
  await runJobs(app.context);
  expect(await jobs()).toHaveLength(1);
  await clear();
});

test('a runner picks up jobs queued while it runs', async () => {
  await clear();
  const runner = await startRunner(app.context);
  try {
    const member = await addTestMember(app);
    await queueMail(app.db, { kind: 'welcome', member_id: member.id });
    const outbox = openOutbox(app);
    await expect.poll(async () => (await outbox.take()).map(({ to }) => to), { interval: 20 }).toEqual([member.email]);
  } finally {
    await runner.stop();
  }
});

test('mail is sent while image jobs and a backup hang', async () => {
  await clear();
  const { encode_avif, make_backup } = tasks;
  let markStarted: () => void = () => {};
  let finish: () => void = () => {};
  const running = new Promise<void>((resolve) => (markStarted = resolve));
  const finished = new Promise<void>((resolve) => (finish = resolve));
  let startCount = 0;
  custom['encode_avif'] = custom['make_backup'] = () => {
    startCount += 1;
    markStarted();
    return finished;
  };
  const runner = await startRunner(app.context);
  try {
    for (let n = 0; n < 4; n += 1) await addJob(app.db, 'encode_avif', { image_ids: [] });
    await addJob(app.db, 'make_backup', null);
    await running;
    const member = await addTestMember(app);
    await queueMail(app.db, { kind: 'welcome', member_id: member.id });
    const outbox = openOutbox(app);
    await expect.poll(async () => (await outbox.take()).map(({ to }) => to)).toEqual([member.email]);
    expect(startCount).toBe(1);
    // Keeps `recover_jobs` from freeing the hanging job.
    await app.db.pool.query(`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' where locked_by is not null`);
    await addJob(app.db, 'recover_jobs', null);
    await expect.poll(async () => (await jobs()).map(({ task_identifier }) => task_identifier)).not.toContain('recover_jobs');
    expect((await jobs()).filter(({ locked_by }) => locked_by !== null)).toHaveLength(1);
  } finally {
    finish();
    await runner.stop();
    Object.assign(custom, { encode_avif, make_backup });
    await clear();
  }
});

test('mail is sent while push services hang', async () => {
  await clear();
  const { send_push } = tasks;
  let finish: () => void = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  let startCount = 0;
  custom['send_push'] = () => {
    startCount += 1;
    return finished;
  };
  const runner = await startRunner(app.context);
  try {
    const order = { member_id: newId(), notification_id: newId(), subscription_id: newId(), tries: 0 };
    for (let n = 0; n < 10; n += 1) await addJob(app.db, 'send_push', order);
    await expect.poll(() => startCount).toBeGreaterThan(1);
    const member = await addTestMember(app);
    await queueMail(app.db, { kind: 'welcome', member_id: member.id });
    const outbox = openOutbox(app);
    await expect.poll(async () => (await outbox.take()).map(({ to }) => to)).toEqual([member.email]);
    expect(startCount, 'and none of them kept its place').toBeLessThan(10);
  } finally {
    finish();
    await runner.stop();
    Object.assign(custom, { send_push });
    await clear();
  }
});

test('a stopping runner releases the job it could not finish', { tags: ['world'] }, async () => {
  await clear();
  let markStarted: () => void = () => {};
  const running = new Promise<void>((resolve) => (markStarted = resolve));
  custom['hang'] = (_payload, { signal }) => {
    markStarted();
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
  };
  try {
    const runner = await startRunner(app.context);
    await addJob(app.db, 'hang' as never, null as never);
    await running;
    await runner.stop();
    expect((await jobs()).filter(({ task_identifier }) => task_identifier === 'hang')).toEqual([
      { task_identifier: 'hang', locked_by: null },
    ]);
  } finally {
    delete custom['hang'];
    await clear();
  }
});

test('jobs of a killed runner are freed, and those of a running one are not', async () => {
  await clear();
  let markStarted: () => void = () => {};
  let finish: () => void = () => {};
  const running = new Promise<void>((resolve) => (markStarted = resolve));
  custom['linger'] = () => {
    markStarted();
    return new Promise((resolve) => (finish = () => resolve()));
  };
  const runner = await startRunner(app.context);
  try {
    await addJob(app.db, 'linger' as never, null as never);
    await running;
    await app.db.pool.query(`select graphile_worker.add_job('sweep_sessions', run_at => now() + interval '1 hour')`);
    await app.db.pool.query(
      `update graphile_worker._private_jobs set locked_at = now() - interval '1 minute', locked_by = coalesce(locked_by, 'a dead runner')`,
    );
    await addJob(app.db, 'recover_jobs', null);
    await expect.poll(async () => (await jobs()).map(({ task_identifier }) => task_identifier)).not.toContain('recover_jobs');
    expect(await jobs()).toEqual([
      { task_identifier: 'linger', locked_by: expect.any(String) },
      { task_identifier: 'sweep_sessions', locked_by: null },
    ]);
  } finally {
    finish();
    await runner.stop();
    delete custom['linger'];
    await clear();
  }
});

/** Processes of the database that show runners to be alive. */
const living = async (): Promise<number[]> =>
  (
    await app.db.pool.query<{ pid: number }>(
      `select distinct pid from pg_locks where locktype = 'advisory' and classid = 7220302 and granted`,
    )
  ).rows.map(({ pid }) => pid);

test('a runner renews its heartbeat after a lost connection', { tags: ['world'] }, async () => {
  const runner = await startRunner(app.context);
  try {
    await expect.poll(living).toHaveLength(1);
    const [before = 0] = await living();
    await app.db.pool.query('select pg_terminate_backend($1)', [before]);
    await expect.poll(living).toEqual([expect.not.toSatisfy((pid) => pid === before)]);
  } finally {
    await runner.stop();
  }
  await expect.poll(living).toEqual([]);
});

test('a job that runs every minute is queued only while it has work, and once', async () => {
  await clear();
  await addTestPhoto(app, await addTestMember(app), { publish_at: new Date(Date.now() - 1_000) });
  const count = async (): Promise<number> => (await jobs()).filter(({ task_identifier }) => task_identifier === 'publish_due_posts').length;
  await queueMinutelyJobs(app.db, app.context.log);
  await queueMinutelyJobs(app.db, app.context.log);
  expect(await count()).toBe(1);
  await runJobs(app.context);
  await queueMinutelyJobs(app.db, app.context.log);
  expect(await jobs()).toEqual([]);
});

test('the schedule uses the quarters at which the job process starts, and catches up', () => {
  const lines = scheduleOf({ backup: { folder: '/', bucket: null, hour: 4, keep: 1 } })
    .trim()
    .split('\n');
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter((line) => !/^(?:0|15|30|45|\*\/15) .*\?fill=/.test(line))).toEqual([]);
});

test('the job process ends when it has nothing to do, and starts again for a due job', { tags: ['world'] }, async () => {
  await clear();
  const root = path.join(import.meta.dirname, '../../../../..');
  await promisify(execFile)(process.execPath, ['-e', `import('./scripts/build.mjs').then(({ buildPrograms }) => buildPrograms())`], {
    cwd: root,
  });
  const { user, password, host, port } = inject('postgres');
  const connectionString = `postgres://${user}:${encodeURIComponent(String(password))}@localhost:${port}/${app.database}?host=${encodeURIComponent(host!)}`;
  vi.stubEnv('DATABASE_URL', connectionString);
  vi.stubEnv('SIGNING_KEY', randomBytes(32).toString('hex'));
  vi.stubEnv('MBARI_DATA', app.context.config.dataFolder);
  const started = startJobsProcess({ connectionString }, app.context.log, path.join(root, 'apps/server/dist/jobs.js'));
  try {
    for (let turn = 0; turn < 2; turn += 1) {
      await addJob(app.db, 'sweep_sessions', null);
      await expect.poll(jobs, { timeout: 30_000 }).toEqual([]);
      await expect.poll(living, { timeout: 30_000 }).toEqual([]);
    }
  } finally {
    await started.stop();
    vi.unstubAllEnvs();
  }
});

import { afterAll, beforeAll, expect, test } from 'vitest';
/** @module-tag world */
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addManyRows, explaining } from '../../testing/many-rows.ts';
import { hasDueJobs } from './queries.ts';

let app: TestApp;
/** Adds fifty thousand failed jobs, and fifty thousand that are due tomorrow. */
beforeAll(async () => {
  app = await startTestApp();
  await addManyRows(app, [
    `select graphile_worker.add_job('send_mail')`,
    `insert into graphile_worker._private_jobs (task_id, attempts, max_attempts, run_at)
       select task_id, case when n % 2 = 0 then 3 else 0 end, 3, now() + interval '1 day' from graphile_worker._private_jobs, generate_series(1, 100000) n`,
    'delete from graphile_worker._private_jobs where run_at <= now()',
  ]);
});
afterAll(() => app.close());

test('the check for due jobs, once a second, reads an index and skips failed jobs', async () => {
  const plans: string[] = [];
  await hasDueJobs(explaining(app, plans));
  for (const plan of plans) {
    expect(plan).toMatch(/Index (?:Only )?Scan using jobs_main_index/);
    expect(plan).not.toContain('Seq Scan');
  }
});

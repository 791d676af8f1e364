import * as calls from '@mbari/contract/operations/system';
import { testPassword } from '../../accounts.ts';
import type { Actor } from '../actors.ts';
import type { Row } from '../driver.ts';
import { type Expected, ok, refused } from '../rules.ts';
import { asStandIn } from '../stand-in.ts';

const adminsOnly =
  (then: Expected) =>
  (actor: Actor): Expected =>
    actor === 'admin' ? then : refused('admin_only');

export const systemRows: Row[] = [
  { call: calls.readSystem, expect: adminsOnly(ok({ has: ['data.version.product', 'data.jobs'] })), ask: async () => ({}) },
  { call: calls.checkSystem, expect: adminsOnly(ok({ has: ['data', 'checked_at'] })), ask: async () => ({}) },
  {
    call: calls.retryJobs,
    expect: adminsOnly(ok({ has: ['message'], stores: true })),
    ask: async ({ app }) => {
      await app.db.run(`select graphile_worker.add_job('sweep_tags', job_key => 'failed', run_at => now() + interval '1 hour')`);
      await app.db.run(`update graphile_worker._private_jobs set attempts = max_attempts where key = 'failed'`);
      return { json: { task: 'sweep_tags' } };
    },
  },
  {
    call: calls.startBackup,
    expect: adminsOnly(ok({ has: ['message'], stores: true })),
    ask: (world, actor) => asStandIn(world, actor, { json: { password: testPassword } }),
  },
  // Null without UPDATE_URL.
  { call: calls.checkUpdate, expect: adminsOnly(ok()), ask: async () => ({}) },
  { call: calls.sendTestMail, expect: adminsOnly(ok({ has: ['data.to', 'data.answer'] })), ask: async () => ({}) },
  { call: calls.sendTestPush, expect: adminsOnly(ok({ has: ['data'] })), ask: async () => ({}) },
];

/** @module-tag world */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addManyRows, addMemberRows, explaining, rowId } from '../../testing/many-rows.ts';
import { listOpenCases } from './queries.ts';

let app: TestApp;
let moderator: TestMember;
/** 10,000 open reports by 250 members, among 100,000. */
beforeAll(async () => {
  app = await startTestApp();
  moderator = await addTestMember(app, { role: 'moderator' });
  await addManyRows(app, [
    addMemberRows(2_500),
    `insert into reports (id, member_id, reason, resolved_at)
     select ${rowId(3, 'n')}, ${rowId(1, '1 + n % 2500')}, 'spam', case when n % 10 > 0 then now() end
       from generate_series(1, 100000) n`,
  ]);
}, 240_000);
afterAll(() => app.close());

const first = { isUrgent: true, count: 2_000_000_000, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

test('the queue reads open reports from an index and skips resolved ones', async () => {
  const plans: string[] = [];
  await listOpenCases(explaining(app, plans), moderator.id, first, 21);
  expect(plans.join('\n')).toMatch(/reports_open/);
  expect(plans.filter((plan) => /Seq Scan on reports/.test(plan))).toEqual([]);
});

test('the first page of ten thousand open reports has the most reported subjects', async () => {
  const rows = await listOpenCases(app.db, moderator.id, first, 21);
  expect(rows).toHaveLength(21);
  expect(rows[0]).toMatchObject({ reports_count: 40, open_count: 250 });
  const { status, json } = await app.call('GET', '/moderation/reports', { token: moderator.token });
  expect([status, json.data.length]).toEqual([200, 20]);
});

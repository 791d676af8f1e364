import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../../job-runner.ts';
import { addTestMember, startTestApp, type TestApp } from '../../../testing/app.ts';

let nodeA: TestApp;
let nodeB: TestApp;
beforeAll(async () => {
  nodeA = await startTestApp({ RATE_LIMIT_SCALE: '1' });
  nodeB = await startTestApp({ RATE_LIMIT_SCALE: '1' }, {}, { beside: nodeA });
});
afterAll(async () => {
  await nodeB.close();
  await nodeA.close();
});

const spend = (app: TestApp, key: string) =>
  app.context.limits.spend('login by ip and account', key).then(
    () => 'taken' as const,
    (refusal: { code: string; retryAfter: number }) => refusal,
  );

test('a shared limit is counted across nodes and returns the time to wait', async () => {
  for (let n = 0; n < 5; n += 1) expect([await spend(nodeA, 'ada'), await spend(nodeB, 'ada')]).toEqual(['taken', 'taken']);
  for (const app of [nodeA, nodeB]) {
    const refusal = await spend(app, 'ada');
    expect(refusal).toMatchObject({ code: 'too_many_requests', limit: 10 });
    expect((refusal as { retryAfter: number }).retryAfter).toBeGreaterThan(0);
    expect((refusal as { retryAfter: number }).retryAfter).toBeLessThanOrEqual(900);
  }
  expect(await spend(nodeB, 'obi')).toBe('taken');
});

test('concurrent uses on both nodes never exceed the limit', async () => {
  const all = await Promise.all(Array.from({ length: 40 }, (_, n) => spend(n % 2 === 0 ? nodeA : nodeB, 'zuri')));
  expect(all.filter((each) => each === 'taken')).toHaveLength(10);
});

test('failures count against an account on every node', async () => {
  for (let n = 0; n < 13; n += 1) {
    await nodeA.context.limits.count('login failures by account', 'ada@example.test');
    await nodeB.context.limits.count('login failures by account', 'ada@example.test');
  }
  for (const { context } of [nodeA, nodeB]) expect(await context.limits.overrun('login failures by account', 'ada@example.test')).toBe(2);
});

test('signing in is refused on the second node after ten attempts on the first', async () => {
  const member = await addTestMember(nodeA);
  const signIn = (app: TestApp) => app.call('POST', '/auth/login', { json: { email: member.email, password: 'not the right one' } });
  for (let n = 0; n < 10; n += 1) expect((await signIn(nodeA)).status).toBe(422);
  const { status, json, headers } = await signIn(nodeB);
  expect([status, json.code]).toEqual([429, 'too_many_requests']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a window ends on all nodes simultaneously, and ended windows are swept', async () => {
  for (let n = 0; n < 10; n += 1) await spend(nodeA, 'ended');
  await nodeA.db.run(`update rate_limits set ends_at = now() - interval '1 second'`);
  expect(await spend(nodeB, 'ended')).toBe('taken');
  await nodeA.db.run(`update rate_limits set ends_at = now() - interval '1 second' where count > 1`);
  await nodeA.db.run(`insert into rate_limits (key, count, ends_at) values ('old', 3, now() - interval '1 hour')`);
  await nodeA.db.run(`select graphile_worker.add_job('sweep_rate_limits')`);
  await runJobs(nodeA.context);
  expect(await nodeA.db.rows(`select key from rate_limits where ends_at < now()`)).toEqual([]);
  expect(await nodeB.context.limits.overrun('login by ip and account', 'ended')).toBe(0);
});

test('the database does not reveal addresses or accounts', async () => {
  await nodeA.context.limits.count('mail by address', 'somebody@example.test');
  const rows = await nodeA.db.rows<{ key: string }>('select key from rate_limits');
  expect(rows.length).toBeGreaterThan(0);
  for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/);
});

test('flood limits are counted per node without the database', async () => {
  const before = await nodeA.db.rows('select key, count from rate_limits order by key');
  for (let n = 0; n < 5; n += 1) await nodeA.context.limits.spend('like by member', 'ada');
  expect(await nodeA.db.rows('select key, count from rate_limits order by key')).toEqual(before);
});

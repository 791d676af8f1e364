import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPhoto } from '../../testing/posts.ts';
import { listOpenCases } from './queries.ts';

let app: TestApp;
let moderator: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  moderator = await addTestMember(app, { role: 'moderator' });
  const owner = await addTestMember(app);
  await addTestPhoto(app, owner);
  await app.db.pool.query(
    `insert into photos (id, member_id, title) select ('019bb000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, 'Reported'
       from generate_series(1, 2500) n`,
    [owner.id],
  );
  await app.db.pool.query(
    `insert into reports (id, photo_id, reason) select ('019bc000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
            ('019bb000-0000-7000-8000-' || lpad(to_hex(1 + (n * n) % 2500), 12, '0'))::uuid, 'spam' from generate_series(1, 10000) n`,
  );
  await app.db.pool.query('analyze reports');
  await app.db.pool.query('analyze photos');
});
afterAll(() => app.close());

test('of ten thousand open reports a page is answered, and how long it takes is printed', { tags: ['slow'] }, async () => {
  const times: number[] = [];
  for (let count = 0; count < 15; count += 1) {
    const begun = performance.now();
    const rows = await listOpenCases(
      app.db,
      moderator.id,
      { isUrgent: true, count: 2_000_000_000, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
      21,
    );
    times.push(performance.now() - begun);
    expect(rows).toHaveLength(21);
  }
  const asked: number[] = [];
  for (let count = 0; count < 15; count += 1) {
    const begun = performance.now();
    expect((await app.call('GET', '/moderation/reports', { token: moderator.token })).status).toBe(200);
    asked.push(performance.now() - begun);
  }
  const middle = (list: number[]): number => list.sort((one, other) => one - other)[7]!;
  console.log(`the query takes ${middle(times).toFixed(1)} ms, the call ${middle(asked).toFixed(1)} ms`);
});

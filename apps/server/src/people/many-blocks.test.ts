import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp } from '../testing/app.ts';
import { addManyRows, addMemberRows, rowId } from '../testing/many-rows.ts';

const blockCount = 10_020;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await addManyRows(app, [addMemberRows(blockCount)]);
}, 120_000);
afterAll(() => app.close());

test('blocked and muted members are counted up to the last page, and the cursor reaches all', async () => {
  const { id, token } = await addTestMember(app);
  for (const [table, by, targetColumn] of [
    ['blocks', 'blocker_id', 'blocked_id'],
    ['mutes', 'muter_id', 'muted_id'],
  ] as const) {
    await app.db.pool.query(
      `insert into ${table} (${by}, ${targetColumn}, created_at)
       select $1, ${rowId(1, 'n')}, now() - n * interval '1 second' from generate_series(1, ${blockCount}) n`,
      [id],
    );
    const { json } = await app.call('GET', `/me/${table}?page=500`, { token });
    expect(json.meta).toMatchObject({ total: 10_000, last_page: 500, current_page: 500 });
    expect(json.data).toHaveLength(20);
    const behind = await app.call('GET', `/me/${table}?cursor=${json.meta.next_cursor}`, { token });
    expect(behind.json.data).toHaveLength(20);
    expect(behind.json.meta.next_cursor).toBeNull();
    // Blocks would hide members from the list of mutes, which is read next.
    await app.db.pool.query(`delete from ${table} where ${by} = $1`, [id]);
  }
});

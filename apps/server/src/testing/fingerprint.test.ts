import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from './app.ts';
import { type Watch, watchKept } from './fingerprint.ts';

let app: TestApp;
let member: TestMember;
let watch: Watch;
beforeAll(async () => {
  app = await startTestApp();
  member = await addTestMember(app);
  watch = await watchKept(app);
});
afterAll(() => app.close());

const change = 'update members set bio = $2 where id = $1';

test('reads, and statements without affected rows, count as no change', async () => {
  await app.call('GET', '/site');
  await app.db.run('delete from members where id = $1', ['00000000-0000-0000-0000-000000000000']);
  expect(await watch.hasChanged()).toBe(false);
});

test('an added, changed or deleted row and a queued job are detected once', async () => {
  const changes: [string, unknown[]][] = [
    [`insert into member_interests select $1, id from categories order by position desc limit 1`, [member.id]],
    [change, [member.id, 'I dye.']],
    ['delete from sessions where member_id = $1', [member.id]],
    [`select graphile_worker.add_job('sweep_sessions')`, []],
    ['truncate member_interests', []],
  ];
  for (const [sql, values] of changes) {
    await app.db.run(sql, values);
    expect(await watch.hasChanged(), sql).toBe(true);
    expect(await watch.hasChanged(), sql).toBe(false);
  }
});

test('a rolled-back write is not detected', async () => {
  const undone = app.db.transaction(async (tx) => {
    await tx.run(change, [member.id, 'I do not.']);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await watch.hasChanged()).toBe(false);
});

test('an added file is detected, and a forgiven change is not', async () => {
  await writeFile(path.join(app.context.config.dataFolder, 'left-behind'), 'x');
  expect(await watch.hasChanged()).toBe(true);
  await app.db.run(change, [member.id, 'I spin.']);
  watch.forgive();
  expect(await watch.hasChanged()).toBe(false);
});

test('a second watch starts from the current state', async () => {
  await app.db.run(change, [member.id, 'I weave.']);
  expect(await (await watchKept(app)).hasChanged()).toBe(false);
});

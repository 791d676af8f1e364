import { readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { setMember } from '../../testing/posts.ts';
import { outboxFolder } from '../adapters/mailer.ts';
import { addJob } from '../jobs/add-job.ts';
import { queueMail } from './queue-mail.ts';

let app: TestApp;
let member: TestMember;
beforeAll(async () => void (app = await startTestApp()));
beforeEach(async () => void (member = await addTestMember(app)));
afterAll(() => app.close());

const names = async (): Promise<string[]> => (await readdir(outboxFolder(app.context.config)).catch(() => [])).toSorted();

async function run(job: 'sweep_outbox' | 'erase_accounts'): Promise<void> {
  await addJob(app.db, job, null);
  await runJobs(app.context);
}

async function mailTo({ id }: TestMember): Promise<string> {
  const before = await names();
  await queueMail(app.db, { kind: 'welcome', member_id: id });
  await runJobs(app.context);
  return (await names()).find((name) => !before.includes(name))!;
}

const age = (name: string, days: number): Promise<void> => {
  const then = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
  return utimes(path.join(outboxFolder(app.context.config), name), then, then);
};

test('an outbox mail is kept for a week', async () => {
  const [old, young] = [await mailTo(member), await mailTo(member)];
  await age(old, 7.01);
  await age(young, 6.99);
  await run('sweep_outbox');
  expect(await names()).toEqual([young]);
});

test('mails of an erased account are deleted, and those of others stay', async () => {
  const otherMember = await addTestMember(app);
  const closed = await addTestMember(app);
  const [gone, waits] = [await mailTo(member), await mailTo(closed)];
  const stays = await mailTo(otherMember);
  await setMember(app, member, { closed_at: new Date(Date.now() - 15 * 24 * 60 * 60 * 1000) });
  await setMember(app, closed, { closed_at: new Date() });
  await run('erase_accounts');
  expect((await app.db.pool.query('select from members where id = $1', [member.id])).rowCount).toBe(0);
  expect(await names()).not.toContain(gone);
  expect(await names()).toEqual(expect.arrayContaining([waits, stays]));
});

test('a forged header in a mail’s body is ignored, and other files are left alone', async () => {
  const folder = outboxFolder(app.context.config);
  const stranger = '018f0000-0000-7000-8000-000000000000';
  const tricky = await mailTo(await addTestMember(app, { name: `X-Mbari-Member: ${stranger}` }));
  await writeFile(path.join(folder, 'notes.txt'), 'The operator’s own.');
  await writeFile(path.join(folder, '.half.draft'), 'X-Mbari');
  await age('notes.txt', 30);
  await age('.half.draft', 30);
  await run('sweep_outbox');
  expect(await names()).toEqual(expect.arrayContaining(['notes.txt', tricky]));
  expect(await names()).not.toContain('.half.draft');
});

test('the sweep does nothing without an outbox', async () => {
  const node = await startTestApp();
  await addJob(node.db, 'sweep_outbox', null);
  await runJobs(node.context);
  expect((await node.db.pool.query('select from graphile_worker.jobs')).rowCount).toBe(0);
  await node.close();
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '../job-runner.ts';
import { addJob } from '../platform/jobs/add-job.ts';
import { addTestMember, addTestMembers, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { addTestConversation, sendTestMessage, startTestConversation } from '../testing/messages.ts';
import { createModerationHelpers } from '../testing/moderation.ts';

let app: TestApp;
let use: ReturnType<typeof createModerationHelpers>;
let ada: TestMember;
let obi: TestMember;
let moderator: TestMember;
let conversation: { id: string };
beforeAll(async () => {
  app = await startTestApp();
  use = createModerationHelpers(app);
  moderator = await addTestMember(app, { role: 'moderator' });
});
afterAll(() => app.close());
beforeEach(async () => {
  [ada, obi] = await addTestMembers(app, 'Ada', 'Obi');
  conversation = await addTestConversation(app, ada, obi);
});

const run = async (job: 'sweep_expired_messages' | 'sweep_conversations'): Promise<void> => {
  await addJob(app.db, job, null);
  await runJobs(app.context);
};
const numbersLeft = async (): Promise<number[]> =>
  (await app.db.rows<{ number: number }>('select number from messages where conversation_id = $1 order by number', [conversation.id])).map(
    ({ number }) => number,
  );
const isThere = async (id = conversation.id): Promise<boolean> =>
  (await app.db.row('select from conversations where id = $1', [id])) !== undefined;
const setStates = (state: string, ...members: TestMember[]) =>
  app.db.run('update conversation_members set state = $3 where conversation_id = $1 and member_id = any($2::uuid[])', [
    conversation.id,
    members.map(({ id }) => id),
    state,
  ]);
const resolve = async (): Promise<unknown> => use.resolve(moderator, (await use.queue(moderator)).data[0].id, { outcome: 'dismissed' });

test('messages older than their conversation keeps them are deleted, except reported ones', async () => {
  const old: string[] = [];
  for (let n = 2; n <= 4; n += 1) old.push((await sendTestMessage(app, ada, conversation, `${n}`)).json.data.id);
  await sendTestMessage(app, ada, conversation, 'New');
  await app.db.run(`update members set created_at = created_at - interval '1 year'`);
  await app.db.run(`update messages set created_at = now() - interval '31 days' where id = any($1::uuid[])`, [old]);
  await run('sweep_expired_messages');
  expect(await numbersLeft()).toEqual([1, 2, 3, 4, 5]);
  await app.db.run('update conversations set retention_days = 365 where id = $1', [conversation.id]);
  await run('sweep_expired_messages');
  expect(await numbersLeft()).toEqual([1, 2, 3, 4, 5]);
  await app.db.run('update conversations set retention_days = 30 where id = $1', [conversation.id]);
  expect((await use.report(obi, 'message', old[1]!)).status).toBe(201);
  await run('sweep_expired_messages');
  expect(await numbersLeft()).toEqual([1, 3, 5]);
  await resolve();
  await run('sweep_expired_messages');
  expect(await numbersLeft()).toEqual([1, 5]);
});

test('a conversation is deleted once every member has left or declined it, and no message is reported', async () => {
  const asked = (await startTestConversation(app, ada, await addTestMember(app))).json.data;
  const { json } = await sendTestMessage(app, ada, conversation, 'Rude');
  await use.report(obi, 'message', json.data.id);
  await setStates('left', ada);
  await run('sweep_conversations');
  expect(await numbersLeft()).toEqual([1, 2]);
  await setStates('left', obi);
  await run('sweep_conversations');
  expect([await isThere(), await numbersLeft()]).toEqual([true, [2]]);
  await resolve();
  await run('sweep_conversations');
  expect([await isThere(), await isThere(asked.id)]).toEqual([false, true]);
});

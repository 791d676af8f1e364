import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '../job-runner.ts';
import { addJob } from '../platform/jobs/add-job.ts';
import { addTestMember, addTestMembers, addTestSession, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { startTestMailServer, type TestMailServer } from '../testing/mails.ts';
import { addTestConversation, sendTestMessage, startTestConversation } from '../testing/messages.ts';
import { addTestPhoto, block, mute, setMember } from '../testing/posts.ts';
import { addTestSubscription, startTestPushService, type TestPushService } from '../testing/push.ts';

let app: TestApp;
let mailServer: TestMailServer;
let pushService: TestPushService;
let ada: TestMember;
let bisi: TestMember;
let chi: TestMember;
beforeAll(async () => {
  [mailServer, pushService] = await Promise.all([startTestMailServer(), startTestPushService()]);
  app = await startTestApp({ SMTP_URL: mailServer.url, LOCAL_PUSH_SERVICE: pushService.origin });
});
afterAll(async () => {
  await app.close();
  await Promise.all([mailServer.stop(), pushService.stop()]);
});
beforeEach(async () => {
  [ada, bisi, chi] = await addTestMembers(app, 'Ada', 'Bisi', 'Chi');
  await addDevice(ada);
});
afterEach(async () => {
  pushService.take();
  await mailServer.take();
  await app.db.pool.query('delete from graphile_worker._private_jobs; delete from conversations');
});

const addDevice = (member: TestMember, showsContent = true) =>
  addTestSubscription(app, member, { browser: pushService.subscribe(), showsContent });
const ask = async (member: TestMember, method: string, path: string, json?: object) => {
  const answer = await app.call(method, path, { token: member.token, ...(json && { json }) });
  expect(answer.status, `${method} ${path} ${answer.text}`).toBeLessThan(300);
  return answer.json;
};
const prefer = (pace: 'off' | 'instant' | 'daily', push = true, member = ada) =>
  ask(member, 'PUT', '/me/forum-settings', {
    push_notification_preferences: { messages: push },
    email_notification_preferences: { messages: pace },
  });
const read = (conversation: { id: string }) => ask(ada, 'PUT', `/conversations/${conversation.id}/read`, { number: 1_000 });

async function pushed(): Promise<Record<string, string>[]> {
  await app.db.pool.query('update graphile_worker._private_jobs set run_at = now()');
  await runJobs(app.context);
  return pushService.take().map(({ message }) => message);
}
const bodies = async () => (await pushed()).map(({ body }) => body);

/** Moves all messages and mails into the past. */
const wait = (minutes = 16) =>
  app.db.pool.query(
    `update messages set created_at = created_at - interval '${minutes} minutes';
     update conversation_members set last_at = last_at - interval '${minutes} minutes', mailed_at = mailed_at - interval '${minutes} minutes'`,
  );
async function mailed(job: 'mail_messages_at_once' | 'mail_messages_daily' = 'mail_messages_at_once'): ReturnType<TestMailServer['take']> {
  // 07:00 in the default time zone.
  await addJob(app.db, job, job === 'mail_messages_daily' ? { _cron: { ts: '2026-11-23T07:00:00Z' } } : null);
  await app.db.pool.query(
    `delete from graphile_worker._private_jobs j using graphile_worker.jobs n where n.id = j.id and n.task_identifier = 'send_message_push'`,
  );
  await runJobs(app.context);
  return mailServer.take();
}
const subjects = async () => (await mailed()).map(({ to, subject }) => [to, subject]);

test('a message is pushed to each device of the other member, with its text where the device shows content', async () => {
  const other = await addTestSession(app, ada.id);
  await addTestSubscription(app, { ...ada, ...other }, { browser: pushService.subscribe() });
  await addDevice(bisi);
  const { id } = await addTestConversation(app, bisi, ada, { message: { body: 'Whose  hand\nwas this?' } });
  const messages = await pushed();
  expect(messages.map(({ body }) => body).toSorted()).toEqual(['Bisi: Whose hand was this?', 'You have a new message']);
  for (const message of messages) expect(message).toMatchObject({ title: 'Mbari', tag: `message ${id}`, url: `/messages/${id}` });
  await sendTestMessage(app, bisi, { id }, 'Yours?');
  await sendTestMessage(app, bisi, { id }, 'Or Olu’s?');
  expect((await bodies()).toSorted(), 'messages within seconds are one push').toEqual(['Bisi: Or Olu’s?', 'You have 3 new messages']);
});

test('a push of a group names its title, and stands for photos and shared posts', async () => {
  const group = await addTestConversation(app, bisi, [ada, chi]);
  expect(await bodies()).toEqual(['Bisi in “Weavers”: Ndewo']);
  const photo = await addTestPhoto(app, chi);
  await sendTestMessage(app, chi, group, { photo_id: photo.id });
  expect(await bodies()).toEqual(['Chi in “Weavers”: A shared post']);
});

const changes: [string, (conversation: { id: string }) => Promise<unknown>][] = [
  ['the conversation was read', read],
  ['the conversation was muted', ({ id }) => ask(ada, 'PATCH', `/conversations/${id}`, { is_muted: true })],
  ['the member left', ({ id }) => ask(ada, 'DELETE', `/conversations/${id}`)],
  ['the author was muted', () => mute(app, ada, bisi)],
  ['the author was blocked', () => block(app, ada, bisi)],
  ['the author blocked the member', () => block(app, bisi, ada)],
  ['the author was suspended', () => setMember(app, bisi, { suspended_at: new Date() })],
  ['the author closed their account', () => setMember(app, bisi, { closed_at: new Date() })],
  ['the member was suspended', () => setMember(app, ada, { suspended_at: new Date() })],
  ['the member turned it off', () => prefer('off', false)],
  ['the messages were taken back', () => app.db.run(`update messages set body = '', taken_back_at = now()`)],
];

test.each(changes)('nothing is pushed if %s', async (_why, change) => {
  const conversation = await addTestConversation(app, bisi, ada);
  await change(conversation);
  expect(await bodies()).toEqual([]);
});

test.each(changes)('nothing is mailed if %s, even once the mail is queued', async (_why, change) => {
  const conversation = await addTestConversation(app, bisi, ada);
  await wait();
  await change(conversation);
  expect(await subjects()).toEqual([]);
  await addJob(app.db, 'send_message_mail', { member_id: ada.id, conversation_ids: [conversation.id], mail_id: conversation.id });
  expect(await subjects()).toEqual([]);
});

test('requests and declined conversations are neither pushed nor mailed', async () => {
  const { json } = await startTestConversation(app, bisi, ada);
  await wait();
  expect([await bodies(), await subjects()]).toEqual([[], []]);
  await ask(ada, 'POST', `/conversations/${json.data.id}/answer`, { accept: false });
  await sendTestMessage(app, bisi, json.data);
  await wait();
  expect([await bodies(), await subjects()]).toEqual([[], []]);
});

test('only the members of a conversation are told, and in a group not of a blocked or muted member', async () => {
  const dayo = await addTestMember(app, { name: 'Dayo' });
  for (const member of [bisi, chi, dayo]) await addDevice(member);
  const group = await addTestConversation(app, bisi, [ada, chi]);
  await read(group);
  await pushed();
  await block(app, ada, bisi);
  await mute(app, ada, chi);
  await sendTestMessage(app, bisi, group, 'To Chi');
  expect(await bodies()).toEqual(['Bisi in “Weavers”: To Chi']);
  await wait();
  expect(await subjects()).toEqual([[chi.email, '2 new messages in “Weavers”']]);
  await sendTestMessage(app, chi, group, 'To Bisi');
  expect(await bodies()).toEqual(['Chi in “Weavers”: To Bisi']);
  await wait();
  expect(await subjects()).toEqual([[bisi.email, '1 new message in “Weavers”']]);
});

test('unread messages are mailed once after 15 minutes, by conversation and without their text', async () => {
  const [pair, group] = [await addTestConversation(app, bisi, ada), await addTestConversation(app, chi, [ada, bisi])];
  await sendTestMessage(app, bisi, pair, 'Canary');
  expect(await subjects(), 'it may still be read in the app').toEqual([]);
  await wait();
  const [mail, ...otherMails] = (await mailed()).filter(({ to }) => to === ada.email);
  expect(otherMails).toEqual([]);
  expect(mail).toMatchObject({ to: ada.email, subject: '3 new messages' });
  expect(mail!.text).toContain(`2 new messages from Bisi\nhttp://localhost:3000/messages/${pair.id}`);
  expect(mail!.text).toContain(`1 new message in “Weavers”\nhttp://localhost:3000/messages/${group.id}`);
  for (const word of ['Canary', 'Ndewo']) expect([mail!.text.includes(word), mail!.html.includes(word)]).toEqual([false, false]);
  expect(mail!.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  expect(await subjects()).toEqual([]);
});

test('further messages are mailed after an hour', async () => {
  const pair = await addTestConversation(app, bisi, ada);
  await wait();
  expect(await subjects()).toEqual([[ada.email, '1 new message from Bisi']]);
  await sendTestMessage(app, bisi, pair);
  await wait(30);
  expect(await subjects()).toEqual([]);
  await wait(31);
  expect(await subjects()).toEqual([[ada.email, '2 new messages from Bisi']]);
});

test('messages older than two days are not mailed, and daily mails wait for the morning', async () => {
  await prefer('daily');
  await addTestConversation(app, bisi, ada);
  await wait();
  expect(await subjects()).toEqual([]);
  expect((await mailed('mail_messages_daily')).map(({ subject }) => subject)).toEqual(['1 new message from Bisi']);
  await prefer('instant');
  await addTestConversation(app, chi, ada);
  await wait(49 * 60);
  expect(await subjects()).toEqual([]);
});

test('two nodes mail once, and a name does not become a link', async () => {
  await setMember(app, bisi, { name: 'evil.example' });
  await addTestConversation(app, bisi, ada);
  await wait();
  await Promise.all([addJob(app.db, 'mail_messages_at_once', null), addJob(app.db, 'mail_messages_at_once', null)]);
  await Promise.all([runJobs(app.context), runJobs(app.context)]);
  const mails = await mailServer.take();
  expect(mails.map(({ to, html }) => [to, html.includes('evil.example')])).toEqual([[ada.email, false]]);
});

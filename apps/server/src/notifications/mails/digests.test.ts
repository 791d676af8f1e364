import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestTopic } from '../../testing/forum.ts';
import { startTestMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { addTestPhoto, block, mute, setMember } from '../../testing/posts.ts';
import { queueDailyMails, queueWeeklyDigests } from './queue-activity-mails.ts';

let app: TestApp;
let server: TestMailServer;
let reader: TestMember;
let maker: TestMember;
beforeAll(async () => {
  server = await startTestMailServer();
  app = await startTestApp({ SMTP_URL: server.url, DEFAULT_TIME_ZONE: 'America/New_York' });
});
afterAll(async () => {
  await app.close();
  await server.stop();
});
beforeEach(async () => {
  [reader, maker] = await Promise.all([addTestMember(app, { name: 'Ada' }), addTestMember(app, { name: 'Bisi' })]);
  await changeSettings({ time_zone: 'Africa/Lagos', email_notification_preferences: { digest: 'weekly' } });
});
afterEach(async () => {
  await server.take();
  await app.db.pool.query(`
    delete from graphile_worker._private_jobs; delete from digests;
    update photos set created_at = created_at - interval '30 days';
    update forum_topics set created_at = created_at - interval '30 days';
    update members set email_notification_preferences = email_notification_preferences || '{"digest": "off"}'`);
});

const changeSettings = (settings: object, member = reader) =>
  app.call('PUT', '/me/forum-settings', { token: member.token, json: settings });
/** Monday, 07:00 in Lagos. */
const monday = '2026-11-23T06:00:00Z';
async function mailed(time = monday, task = queueWeeklyDigests): ReturnType<TestMailServer['take']> {
  await task({ _cron: { ts: time } }, { context: app.context, signal: new AbortController().signal, attempt: 1 });
  await runJobs(app.context);
  return server.take();
}

test('subscribers get one weekly digest on Monday morning with the posts of others', async () => {
  const photo = await addTestPhoto(app, maker, { title: 'Uli wall' });
  await addTestPhoto(app, reader, { title: 'Her own' });
  const topic = await addTestTopic(app, maker, { title: 'Which kiln?' });
  const [mail, ...otherMails] = await mailed();
  expect(otherMails).toEqual([]);
  expect(mail).toMatchObject({ to: reader.email, subject: 'This week on Mbari' });
  expect(mail!.text).toContain(`“Uli wall” by Bisi\nhttp://localhost:3000/post/${photo.id}`);
  expect(mail!.text).toContain(`In the forum: Which kiln?\nhttp://localhost:3000/forum/t/${topic.id}/`);
  expect(mail!.text).not.toContain('Her own');
  expect(mail!.html).toContain('<img src="http://localhost:3000/media/');
  expect(mail!.headers).toMatchObject({
    'list-unsubscribe': expect.stringMatching(/^<http:\/\/localhost:3000\/unsubscribe\/.+>$/),
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  });
  expect(await mailed(), 'once a week').toEqual([]);
  await app.db.pool.query(`update digests set queued_at = queued_at - interval '7 days'`);
  expect(await mailed()).toHaveLength(1);
});

test.each([
  ['before seven', '2026-11-23T05:00:00Z', 0],
  ['after eight', '2026-11-23T07:00:00Z', 0],
  ['on Tuesday', '2026-11-24T06:00:00Z', 0],
  ['at seven', monday, 1],
])('a digest is mailed at seven on Monday only: %s', async (_when, time, mails) => {
  await addTestPhoto(app, maker);
  expect(await mailed(time)).toHaveLength(mails);
});

test('members without a time zone get the digest in the community’s morning', async () => {
  await changeSettings({ time_zone: null });
  await addTestPhoto(app, maker);
  expect(await mailed(monday)).toEqual([]);
  expect(await mailed('2026-11-23T12:00:00Z')).toHaveLength(1);
});

test.each<[string, () => Promise<unknown>]>([
  ['nobody posted', async () => app.db.pool.query('update photos set deleted_at = now()')],
  ['the posts are older than a week', async () => app.db.pool.query(`update photos set created_at = now() - interval '8 days'`)],
  ['the member turned it off', () => changeSettings({ email_notification_preferences: { digest: 'off' } })],
  ['the author is blocked', () => block(app, reader, maker)],
  ['the author blocked the reader', () => block(app, maker, reader)],
  ['the author is muted', () => mute(app, reader, maker)],
  ['the author limits posts to followers', () => setMember(app, maker, { post_visibility: 'followers', plan_name: 'pro' })],
  ['the author’s profile is private', () => setMember(app, maker, { profile_visibility: 'private', plan_name: 'pro' })],
  ['the reader was suspended', () => setMember(app, reader, { suspended_at: new Date() })],
  ['the email address is unverified', () => setMember(app, reader, { email_verified_at: null })],
])('no digest is sent if %s', async (_why, arrange) => {
  await addTestPhoto(app, maker);
  await arrange();
  expect(await mailed()).toEqual([]);
});

test('the digest names a followers-only photo to a follower, without its image', async () => {
  await app.db.run('insert into follows (follower_id, followed_id) values ($1, $2)', [reader.id, maker.id]);
  await setMember(app, maker, { post_visibility: 'followers', plan_name: 'pro' });
  await addTestPhoto(app, maker, { title: 'Not for all' });
  const [mail] = await mailed();
  expect(mail!.text).toContain('“Not for all” by Bisi');
  expect(mail!.html).not.toContain('<img');
});

test('daily mails are sent in the reader’s morning', async () => {
  await changeSettings({ email_notification_preferences: { follows: 'daily' } });
  await app.call('POST', `/users/${reader.id}/follow`, { token: maker.token });
  await app.db.pool.query(`update notifications set created_at = created_at - interval '5 minutes'`);
  expect(await mailed('2026-11-24T12:00:00Z', queueDailyMails)).toEqual([]);
  expect((await mailed('2026-11-24T06:00:00Z', queueDailyMails)).map(({ to }) => to)).toEqual([reader.email]);
});

test('two nodes mail each reader once', async () => {
  await addTestPhoto(app, maker);
  await Promise.all([mailed(), mailed()]);
  const { rows } = await app.db.pool.query('select from digests');
  expect(rows).toHaveLength(1);
  expect(await mailed()).toEqual([]);
});

test('an unknown time zone is refused', async () => {
  expect((await changeSettings({ time_zone: 'africa/lagos' })).json.data.time_zone).toBe('Africa/Lagos');
  const refusal = await changeSettings({ time_zone: 'Mars/Olympus' });
  expect([refusal.status, refusal.json.errors]).toEqual([422, { time_zone: ['Choose a time zone from the list.'] }]);
});

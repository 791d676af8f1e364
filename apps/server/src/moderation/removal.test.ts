import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { addTestMember, startTestApp, type TestApp, type TestAnswer, type TestMember } from '../testing/app.ts';
import { addTestPhoto, setAudience } from '../testing/posts.ts';

let app: TestApp;
let server: FastifyInstance;
let author: TestMember;
let moderator: TestMember;
let post: { id: string };
beforeAll(async () => {
  app = await startTestApp();
  server = buildApp(app.context);
  moderator = await addTestMember(app, { role: 'moderator' });
});
afterAll(async () => {
  await server.close();
  await app.close();
});
beforeEach(async () => {
  await openTo('posts');
  await app.db.run('delete from reports');
  author = await addTestMember(app);
  post = await addTestPhoto(app, author, { title: 'At the well' });
});

async function openTo(visitors: 'front' | 'posts' | null): Promise<void> {
  await app.db.run('update site_settings set visitors = $1', [visitors]);
  app.context.site.forget();
}

let visitors = 0;
/** Each visitor has an address of their own. */
const newVisitor = (): string => `203.0.113.${(visitors += 1)}`;
const host = (): string => new URL(app.context.config.publicUrl.origin).host;
const send = (fields: Record<string, string>, { id = post.id, from = newVisitor(), to = server } = {}) =>
  to.inject({
    method: 'POST',
    url: `/post/${id}/removal`,
    remoteAddress: from,
    headers: { 'host': host(), 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
const request = { contact: 'Ngozi <ngozi@example.test>', reason: 'I did not agree.' };
const ask = (as: TestMember, id = post.id, reason = 'It shows me.'): Promise<TestAnswer> =>
  app.call('POST', `/photos/${id}/removal`, { token: as.token, json: { reason } });
const queue = async (): Promise<{ is_urgent: boolean; reports: object[]; subject: object }[]> =>
  (await app.call('GET', '/moderation/reports', { token: moderator.token })).json.data;
const newsOf = async ({ token }: TestMember): Promise<{ message: string; user: null; action_url: string }[]> =>
  (await app.call('GET', '/forum/notifications', { token })).json.data.notifications;

test('a visitor asks for the removal of a public photo without scripts; organisers and author are told', async () => {
  const page = await server.inject({ url: `/post/${post.id}/removal`, headers: { host: host() } });
  expect([page.statusCode, page.body.includes('<form method="post">'), page.body.includes('At the well')]).toEqual([200, true, true]);
  const sent = await send(request);
  expect([sent.statusCode, sent.body.includes(`href="/post/${post.id}"`)]).toEqual([200, true]);
  expect(await queue()).toMatchObject([
    {
      is_urgent: true,
      subject: { id: post.id },
      reports: [{ reporter: null, is_automatic: false, reason: 'person_shown', note: 'Ngozi <ngozi@example.test>\n\nI did not agree.' }],
    },
  ]);
  expect(await newsOf(author)).toMatchObject([
    {
      message: 'Somebody shown in your photo “At the well” asks for its removal. The organisers decide within a week.',
      user: null,
      action_url: `/post/${post.id}`,
    },
  ]);
  const { json } = await app.call('GET', '/moderation/log?action=ask_removal', { token: moderator.token });
  expect(json.data[0]).toMatchObject({ action: 'ask_removal', actor: null, member: { id: author.id } });
});

test.each([
  ['without a contact', { ...request, contact: ' ' }],
  ['without a reason', { contact: request.contact }],
  ['that is too long', { ...request, reason: 'x'.repeat(1001) }],
])('a request %s is shown again and tells nobody', async (_, fields) => {
  const { statusCode, body } = await send(fields);
  expect([statusCode, body.includes('role="alert"')]).toEqual([422, true]);
  expect([await queue(), await newsOf(author)]).toEqual([[], []]);
});

test('visitors ask only about posts that they may see', async () => {
  const url = (id: string) => ({ url: `/post/${id}/removal`, headers: { host: host() } });
  const statuses = async (id: string) => [(await send(request, { id })).statusCode, (await server.inject(url(id))).statusCode];
  expect(await statuses('nothing')).toEqual([404, 404]);
  await setAudience(app, post, 'followers');
  expect(await statuses(post.id)).toEqual([404, 404]);
  await setAudience(app, post, null);
  await openTo('front');
  expect(await statuses(post.id)).toEqual([404, 404]);
  expect(await queue()).toEqual([]);
});

test('a visitor may ask five times an hour', async () => {
  const strict = await startTestApp({ RATE_LIMIT_SCALE: '1' }, {}, { beside: app });
  await strict.context.site.read();
  const limited = buildApp(strict.context);
  const from = newVisitor();
  for (let n = 0; n < 5; n += 1) expect((await send(request, { from, to: limited })).statusCode).toBe(200);
  expect((await send(request, { from, to: limited })).statusCode).toBe(429);
  expect((await send(request, { to: limited })).statusCode).toBe(200);
  await limited.close();
  await strict.close();
});

test('twenty requests of visitors about a photo may wait', async () => {
  await app.db.run(`insert into reports (id, photo_id, reason) select gen_random_uuid(), $1, 'person_shown' from generate_series(1, 20)`, [
    post.id,
  ]);
  expect((await send(request)).statusCode).toBe(200);
  expect((await app.db.rows('select from reports where photo_id = $1', [post.id])).length).toBe(20);
});

test('a member asks for the removal, once, and the author is not told who', async () => {
  const member = await addTestMember(app, { name: 'Ngozi' });
  expect((await ask(member)).status).toBe(201);
  expect((await ask(member)).status).toBe(201);
  expect(await queue()).toMatchObject([
    { is_urgent: true, reports: [{ reporter: { id: member.id }, reason: 'person_shown', note: 'It shows me.' }] },
  ]);
  const news = await newsOf(author);
  expect([news.length, JSON.stringify(news).includes('Ngozi')]).toEqual([1, false]);
  expect((await ask(author)).json.code).toBe('own_content');
  expect((await ask(member, post.id, ' ')).status).toBe(422);
  const other = await addTestPhoto(app, author, { audience: 'me' });
  expect((await ask(member, other.id)).status).toBe(404);
});

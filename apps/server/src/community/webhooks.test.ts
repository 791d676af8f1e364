import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { runJobs, startRunner } from '../job-runner.ts';
import { advanceChallenges } from '../photos/challenges/count-votes.ts';
import { newId } from '../platform/ids.ts';
import { forgetFilters } from '../platform/screening/change-filters.ts';
import { addTestAccount, registration, setJoining, testPassword } from '../testing/accounts.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { openOutbox } from '../testing/mails.ts';
import { addTestChallenge, addTestPhoto } from '../testing/posts.ts';
import { sweepWebhookDeliveries } from './webhooks.ts';

interface Received {
  body: string;
  signature: string;
}

let receiver: Server;
let received: Received[] = [];
let respond: { status: number; headers?: Record<string, string> } = { status: 204 };
let url: string;
let app: TestApp;
let outbox: ReturnType<typeof openOutbox>;
let admin: TestMember;
let member: TestMember;
beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      received.push({ body, signature: String(request.headers['x-mbari-signature']) });
      response.writeHead(respond.status, respond.headers).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  url = `${origin}/hook`;
  app = await startTestApp({ LOCAL_PUSH_SERVICE: origin });
  outbox = openOutbox(app);
  admin = await addTestAccount(app, { role: 'admin', name: 'Admin' });
  member = await addTestMember(app);
});
afterAll(async () => {
  await app.close();
  await new Promise((resolve) => receiver.close(resolve));
});
afterEach(async () => {
  respond = { status: 204 };
  received = [];
  await app.db.run('delete from webhooks');
  await app.db.run('delete from graphile_worker._private_jobs');
  await outbox.take();
});

const everyEvent = ['report_opened', 'member_waiting', 'post_pending', 'challenge_ended'];
const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, json?: object, token = admin.token) =>
  app.call(method, path, { token, ...(json && { json }) });
const create = (changes: object = {}) => ask('POST', '/admin/webhooks', { url, events: everyEvent, password: testPassword, ...changes });
async function addWebhook(changes: object = {}): Promise<{ id: string; secret: string }> {
  const { status, json } = await create(changes);
  expect(status).toBe(201);
  return { id: json.data.id, secret: json.secret };
}
const listDeliveries = async (id: string) => (await ask('GET', `/admin/webhooks/${id}/deliveries`)).json.data;
async function report(note = ''): Promise<void> {
  const photo = await addTestPhoto(app, await addTestMember(app), { title: 'Canary title' });
  const json = { subject_type: 'photo', subject_id: photo.id, reason: 'spam', note };
  expect((await app.call('POST', '/reports', { token: member.token, json })).status).toBe(201);
}
async function deliverNow(): Promise<any[]> {
  received = [];
  await app.db.run('update graphile_worker._private_jobs set run_at = now()');
  await runJobs(app.context);
  return received.map(({ body }) => JSON.parse(body));
}

test('a delivery is signed with the secret that was shown once, and its time', async () => {
  const { id, secret } = await addWebhook();
  expect(secret).toMatch(/^mbari_whsec_[\w-]{43}$/);
  await report();
  const [body] = await deliverNow();
  expect(body).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    event: 'report_opened',
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    data: { report_id: expect.any(String), subject_type: 'photo', reason: 'spam', is_urgent: false },
  });
  const [, time, signature] = /^t=(\d+),v1=([\da-f]{64})$/.exec(received[0]!.signature)!;
  expect(signature).toBe(createHmac('sha256', secret).update(`${time}.${received[0]!.body}`).digest('hex'));
  expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(60);
  expect(await listDeliveries(id)).toMatchObject([{ id: body.id, event: 'report_opened', state: 'delivered', attempts: 1, status: 204 }]);
  const { json } = await ask('GET', '/admin/webhooks');
  expect(json.data).toMatchObject([{ id, url, events: everyEvent, failures: 0, disabled_at: null }]);
  const stored = await app.db.rows('select * from webhooks');
  expect(JSON.stringify([json, stored])).not.toContain(secret);
});

test('webhooks are told of members who wait, posts that wait and challenges that have ended, without their words', async () => {
  await addWebhook();
  await setJoining(app, { mode: 'approval', question: '' });
  const fields = registration({ name: 'Canary name' });
  const registered = await app.call('POST', '/auth/register', { json: fields });
  await runJobs(app.context);
  const link = new URL((await outbox.take()).find(({ to }) => to === fields['email'])!.links[0]!);
  await app.call('GET', link.pathname + link.search);
  const photo = await addTestPhoto(app, admin);
  await app.db.run(`update filters set entries = '[{"text": "canary", "action": "review"}]', version = version + 1`);
  forgetFilters(app.db);
  const { status } = await app.call('POST', `/photos/${photo.id}/comments`, { token: member.token, json: { content: 'Canary sings' } });
  expect(status).toBe(202);
  const challenge = await addTestChallenge(app, { title: 'Canary challenge', state: 'results' });
  for (let n = 0; n < 4; n += 1) await advanceChallenges(null, { context: app.context, signal: new AbortController().signal, attempt: 1 });
  const bodies = await deliverNow();
  expect(bodies).toHaveLength(3);
  expect(Object.fromEntries(bodies.map(({ event, data }) => [event, data]))).toEqual({
    member_waiting: { member_id: registered.json.user.id },
    post_pending: { pending_post_id: expect.any(String), kind: 'comment' },
    challenge_ended: { challenge_id: challenge.id },
  });
  expect(JSON.stringify(bodies)).not.toMatch(/canary/i);
});

test('an applicant who must answer a question is told of once, after the answer', async () => {
  await addWebhook({ events: ['member_waiting'] });
  await setJoining(app, { mode: 'approval', question: 'What do you make?' });
  const fields = registration({});
  const { json } = await app.call('POST', '/auth/register', { json: fields });
  await runJobs(app.context);
  const link = new URL((await outbox.take()).find(({ to }) => to === fields['email'])!.links[0]!);
  await app.call('GET', link.pathname + link.search);
  expect(await deliverNow()).toEqual([]);
  for (const answer of ['Chairs', 'Tables'])
    expect((await app.call('PUT', '/me/application', { token: json.token, json: { answer } })).status).toBe(200);
  expect((await deliverNow()).map(({ data }) => data)).toEqual([{ member_id: json.user.id }]);
});

test('a webhook is told only of its events, each webhook with the same id', async () => {
  const [first, second, other] = [await addWebhook(), await addWebhook(), await addWebhook({ events: ['challenge_ended'] })];
  await report();
  const bodies = await deliverNow();
  expect(bodies).toHaveLength(2);
  expect(new Set(bodies.map(({ id }) => id)).size).toBe(1);
  expect(await listDeliveries(other.id)).toEqual([]);
  for (const { id } of [first, second]) expect(await listDeliveries(id)).toHaveLength(1);
});

test('an event that is rolled back is not told, and one without webhooks queues nothing', async () => {
  await report();
  expect(await app.db.rows('select from webhook_deliveries')).toEqual([]);
  await addWebhook();
  const json = { subject_type: 'photo', subject_id: newId(), reason: 'spam' };
  expect((await app.call('POST', '/reports', { token: member.token, json })).status).toBe(404);
  expect(await deliverNow()).toEqual([]);
});

test('a failed delivery is tried eight times, later each time', async () => {
  const { id } = await addWebhook();
  await report();
  respond = { status: 500 };
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    expect(await deliverNow()).toHaveLength(1);
    const job = await app.db.row<{ seconds: number }>(
      `select extract(epoch from run_at - now())::int as seconds from graphile_worker.jobs where task_identifier = 'send_webhook'`,
    );
    if (job) waits.push(job.seconds);
  }
  expect(waits).toHaveLength(7);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  const total = waits.reduce((sum, seconds) => sum + seconds, 0);
  expect(total).toBeGreaterThan(20 * 3600);
  expect(total).toBeLessThan(28 * 3600);
  expect(await deliverNow()).toEqual([]);
  expect(await listDeliveries(id)).toMatchObject([{ state: 'failed', attempts: 8, status: 500 }]);
});

test('a redirect is not followed, and counts as a failure', async () => {
  const { id } = await addWebhook();
  await report();
  respond = { status: 302, headers: { location: `${url}/elsewhere` } };
  expect(await deliverNow()).toHaveLength(1);
  expect(await listDeliveries(id)).toMatchObject([{ state: 'waiting', attempts: 1, status: 302 }]);
});

test.each([
  'http://hooks.example/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://localhost/x',
  'https://printer.local/x',
  'https://hooks.example:8443/x',
  'https://user:word@hooks.example/x',
  'ftp://hooks.example/x',
  'hooks',
])('%s is refused as an address', async (address) => {
  const { status, json } = await create({ url: address });
  expect([status, Object.keys(json.errors)]).toEqual([422, ['url']]);
});

test.each(['https://localhost/hook', 'http://169.254.169.254/latest'])('nothing is sent to %s, however it was stored', async (address) => {
  const { id } = await addWebhook();
  await app.db.run('update webhooks set url = $1', [address]);
  await report();
  expect(await deliverNow()).toEqual([]);
  expect(await listDeliveries(id)).toMatchObject([{ state: 'waiting', attempts: 1, status: null, error: 'the address is not public' }]);
});

test('after twenty failures in a row, a webhook is turned off and the admins are mailed once', async () => {
  const { id } = await addWebhook();
  respond = { status: 410 };
  for (let n = 0; n < 21; n += 1) await report();
  await deliverNow();
  const [webhook] = (await ask('GET', '/admin/webhooks')).json.data;
  expect(webhook).toMatchObject({ failures: 20, disabled_at: expect.any(String) });
  const mails = await outbox.take();
  const admins = await app.db.rows<{ email: string }>(`select email from members where role = 'admin'`);
  expect(mails.map(({ to }) => to).sort()).toEqual(admins.map(({ email }) => email).sort());
  expect(mails[0]!.subject).toBe('Mbari: a webhook was turned off');
  expect(mails[0]!.text).toContain('did not accept the last 20 attempts');
  expect((await listDeliveries(id)).map(({ state }: { state: string }) => state)).toEqual(Array.from({ length: 21 }, () => 'failed'));
  await report();
  expect(await deliverNow()).toEqual([]);
  expect((await ask('POST', `/admin/webhooks/${id}/test`)).json).toMatchObject({ code: 'conflict', reason: 'webhookOff' });

  expect((await ask('POST', `/admin/webhooks/${id}/enable`)).status).toBe(200);
  respond = { status: 204 };
  await report();
  expect(await deliverNow()).toHaveLength(1);
  expect((await ask('GET', '/admin/webhooks')).json.data).toMatchObject([{ failures: 0, disabled_at: null }]);
});

test('a success ends the count of failures', async () => {
  await addWebhook();
  await report();
  respond = { status: 500 };
  await deliverNow();
  expect((await ask('GET', '/admin/webhooks')).json.data[0].failures).toBe(1);
  respond = { status: 204 };
  await deliverNow();
  expect((await ask('GET', '/admin/webhooks')).json.data[0].failures).toBe(0);
});

test('an admin sends a delivery again with the same id, also while it waits for its next attempt', async () => {
  const { id } = await addWebhook();
  await report();
  respond = { status: 500 };
  const [first] = await deliverNow();
  const resend = () => ask('POST', `/admin/webhooks/${id}/deliveries/${first.id}/resend`);
  expect((await resend()).status).toBe(200);
  respond = { status: 204 };
  expect(await deliverNow()).toEqual([first]);
  expect(await listDeliveries(id)).toMatchObject([{ id: first.id, state: 'delivered', attempts: 1 }]);
  expect((await resend()).status).toBe(200);
  expect(await deliverNow()).toEqual([first]);
  for (const path of [`/${id}/deliveries/${newId()}/resend`, `/${newId()}/deliveries/${first.id}/resend`, `/${id}/deliveries/x/resend`])
    expect((await ask('POST', `/admin/webhooks${path}`)).status).toBe(404);
});

test('a test delivery says that it is one', async () => {
  const { id } = await addWebhook();
  expect((await ask('POST', `/admin/webhooks/${id}/test`)).status).toBe(200);
  expect(await deliverNow()).toMatchObject([{ event: 'test', data: {} }]);
  expect((await ask('POST', `/admin/webhooks/${newId()}/test`)).status).toBe(404);
});

test('a removed webhook is told nothing more', async () => {
  const { id } = await addWebhook();
  await report();
  expect((await ask('DELETE', `/admin/webhooks/${id}`)).status).toBe(200);
  expect(await deliverNow()).toEqual([]);
  for (const [method, path] of [
    ['DELETE', `/${id}`],
    ['POST', `/${id}/enable`],
    ['GET', `/${id}/deliveries`],
    ['GET', '/x/deliveries'],
  ] as const)
    expect((await ask(method, `/admin/webhooks${path}`)).status).toBe(404);
});

test('adding a webhook needs the admin’s password; there are at most ten', async () => {
  for (const password of ['', 'wrong word 1999']) expect((await create({ password })).json.errors).toHaveProperty('password');
  for (const events of [[], ['report'], undefined])
    expect((await create({ events })).json.errors).toHaveProperty([Array.isArray(events) && events.length > 0 ? 'events.0' : 'events']);
  for (let n = 0; n < 10; n += 1)
    await app.db.run(
      `insert into webhooks (id, url, secret, events) values (gen_random_uuid(), 'https://a.example', '', '{challenge_ended}')`,
    );
  expect((await create()).json).toMatchObject({ code: 'conflict', reason: 'tooManyWebhooks' });
});

test('moderators and members cannot manage webhooks', async () => {
  const { id } = await addWebhook();
  const moderator = await addTestMember(app, { role: 'moderator' });
  for (const { token } of [moderator, member])
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/test`],
      ['GET', `/${id}/deliveries`],
    ] as const)
      expect((await ask(method, `/admin/webhooks${path}`, undefined, token)).json.code).toBe('admin_only');
});

test('every act is in the audit log, with the host alone', async () => {
  const { id } = await addWebhook();
  await ask('POST', `/admin/webhooks/${id}/test`);
  const [{ id: deliveryId }] = await listDeliveries(id);
  await ask('POST', `/admin/webhooks/${id}/deliveries/${deliveryId}/resend`);
  await ask('POST', `/admin/webhooks/${id}/enable`);
  await ask('DELETE', `/admin/webhooks/${id}`);
  const { data } = (await app.call('GET', '/moderation/log?per_page=5', { token: admin.token })).json;
  expect(data.map(({ action, note }: { action: string; note: string }) => [action, note])).toEqual(
    ['delete_webhook', 'enable_webhook', 'resend_webhook', 'test_webhook', 'create_webhook'].map((action) => [action, new URL(url).host]),
  );
});

test('two nodes send a delivery once', async () => {
  const otherNode = await startTestApp({ LOCAL_PUSH_SERVICE: new URL(url).origin }, {}, { beside: app });
  const { id } = await addWebhook();
  const runners = [await startRunner(app.context), await startRunner(otherNode.context)];
  try {
    for (let n = 0; n < 5; n += 1) await report();
    await expect
      .poll(async () => (await listDeliveries(id)).filter(({ state }: { state: string }) => state === 'delivered').length)
      .toBe(5);
  } finally {
    for (const runner of runners) await runner.stop();
    await otherNode.close();
  }
  expect(new Set(received.map(({ body }) => JSON.parse(body).id)).size).toBe(5);
  expect(received).toHaveLength(5);
});

test('deliveries are deleted after 30 days', async () => {
  const { id } = await addWebhook();
  await report();
  await report();
  await app.db.run(
    `update webhook_deliveries set created_at = now() - interval '31 days' where id = (select id from webhook_deliveries order by id limit 1)`,
  );
  await sweepWebhookDeliveries(null, { context: app.context, signal: new AbortController().signal, attempt: 1 });
  expect(await listDeliveries(id)).toHaveLength(1);
});

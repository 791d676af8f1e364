/** @module-tag world */
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { testPassword } from '../../testing/accounts.ts';
import { addTestMember, addTestMembers, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { type EventStream, readStream } from '../../testing/event-stream.ts';
import { addTestTopic } from '../../testing/forum.ts';
import { formOf, openConnection } from '../../testing/http-client.ts';
import { addTestPhoto, setMember } from '../../testing/posts.ts';
import { hashPassword } from '../adapters/passwords.ts';
import { stopServing } from '../http/connections/stop-serving.ts';
import { eventsOf } from './open-events.ts';

let nodeA: TestApp;
let nodeB: TestApp;
let ada: TestMember;
let olu: TestMember;
beforeAll(async () => {
  nodeA = await startTestApp();
  nodeB = await startTestApp({}, {}, { beside: nodeA });
});
afterAll(async () => {
  await nodeB.close();
  await nodeA.close();
});
beforeEach(async () => void ([ada, olu] = await addTestMembers(nodeA, 'Ada', 'Olu')));

async function stream(node: TestApp, of: TestMember, options?: Parameters<typeof readStream>[2]): Promise<EventStream> {
  const opened = await readStream(node, of.token, options);
  onTestFinished(() => opened.close());
  return opened;
}
const send = async (member: TestMember, method: string, path: string, json?: unknown): Promise<void> => {
  const answer = await nodeA.call(method, path, { token: member.token, ...(json !== undefined && { json }) });
  expect(answer.status, `${method} ${path}`).toBeLessThan(300);
};
const save = (member: TestMember, json: unknown): Promise<void> => send(member, 'PUT', '/me/forum-settings', json);
async function cutBus(): Promise<void> {
  const cut = (): Promise<unknown[]> =>
    nodeA.db.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'mbari events'`,
    );
  await expect.poll(cut).not.toEqual([]);
}

test('events on one node reach streams on the other', async () => {
  const [photo, topic] = [await addTestPhoto(nodeA, ada), await addTestTopic(nodeA, ada)];
  const watch = [`photo:${photo.id}`, `topic:${topic.id}`, `member:${olu.id}`];
  const reader = await stream(nodeB, ada, { watch });
  await stream(nodeA, olu);
  await reader.next('presence', olu.id);
  await send(olu, 'POST', `/photos/${photo.id}/like`);
  await reader.next('photo', photo.id);
  await expect.poll(() => reader.received.map(({ event }) => event)).toContain('notifications');
  await send(olu, 'POST', `/forum/topics/${topic.id}/replying`);
  await reader.next('replying', topic.id);
  const writing = await nodeB.call('GET', `/forum/topics/${topic.id}/replying`, { token: ada.token });
  expect(writing.json.data).toMatchObject([{ id: olu.id, name: 'Olu' }]);
  await send(olu, 'POST', `/forum/topics/${topic.id}/posts`, { body: 'Salt' });
  await reader.next('topic', topic.id);
});

test.each<[string, (photo: { id: string }, watcher: EventStream) => Promise<unknown>]>([
  ['a block of the watcher by the author', async () => send(ada, 'POST', `/users/${olu.id}/block`)],
  ['a block of the author by the watcher', async () => send(olu, 'POST', `/users/${ada.id}/block`)],
  ['posts that reach followers only', async () => save(ada, { post_visibility: 'followers' })],
  [
    'a post that reaches followers only',
    async ({ id }, watcher) => {
      await nodeA.call('POST', `/photos/${id}/update`, { token: ada.token, form: formOf({ audience: 'followers' }) });
      // The last event, for those who just lost the post.
      await watcher.next('photo', id);
    },
  ],
  ['a profile that closes', async () => save(ada, { profile_visibility: 'private' })],
  ['the author’s account that closes', async () => send(ada, 'DELETE', '/me', { password: testPassword })],
])('%s on one node ends the events about the photo on the other', async (_, change) => {
  await setMember(nodeA, ada, { plan_name: 'Premium', password_hash: await hashPassword(testPassword) });
  const [fan, bystander] = await addTestMembers(nodeA, 'Fan', 'Bystander');
  const [hidden, open] = [await addTestPhoto(nodeA, ada), await addTestPhoto(nodeA, bystander)];
  const watcher = await stream(nodeB, olu, { watch: [`photo:${hidden.id}`, `photo:${open.id}`] });
  await send(fan, 'POST', `/photos/${hidden.id}/like`);
  await watcher.next('photo', hidden.id);
  await change(hidden, watcher);
  const receivedCount = watcher.received.length;
  nodeA.db.hint('photo_likes', hidden.id, fan.id);
  await send(fan, 'POST', `/photos/${open.id}/like`);
  await watcher.next('photo', open.id);
  expect(watcher.received.slice(receivedCount).filter(({ id }) => id === hidden.id)).toEqual([]);
});

test('lifting a block or reopening a profile resumes the events', async () => {
  const photo = await addTestPhoto(nodeA, ada);
  const watcher = await stream(nodeB, olu, { watch: [`photo:${photo.id}`] });
  const fan = await addTestMember(nodeA);
  await send(ada, 'POST', `/users/${olu.id}/block`);
  await send(ada, 'DELETE', `/users/${olu.id}/block`);
  await send(fan, 'POST', `/photos/${photo.id}/like`);
  await watcher.next('photo', photo.id);
});

test('an audience change during a lost connection is applied after the reconnect', async () => {
  const [photo, fan] = [await addTestPhoto(nodeA, ada), await addTestMember(nodeA)];
  const watcher = await stream(nodeB, olu, { watch: [`photo:${photo.id}`] });
  await cutBus();
  await nodeA.db.run('insert into blocks (blocker_id, blocked_id) values ($1, $2)', [ada.id, olu.id]);
  await watcher.next('refresh');
  await send(fan, 'POST', `/photos/${photo.id}/like`);
  await send(fan, 'POST', `/users/${olu.id}/follow`);
  await watcher.next('notifications');
  expect(watcher.received.filter(({ event }) => event === 'photo')).toEqual([]);
});

test('a node that starts later learns who is online', async () => {
  await stream(nodeA, olu);
  const lateNode = await startTestApp({}, {}, { beside: nodeA });
  onTestFinished(() => lateNode.close());
  const readPresence = async (): Promise<unknown> =>
    (await lateNode.call('GET', `/presence?ids=${olu.id}`, { token: ada.token })).json.data;
  await expect.poll(readPresence).toEqual([{ id: olu.id, is_online: true }]);
});

test('signing out or a suspension on one node ends streams on another within a second, even without hints', async () => {
  const [adas, olus, othersStream] = [await stream(nodeB, ada), await stream(nodeB, olu), await stream(nodeB, await addTestMember(nodeA))];
  await cutBus();
  await send(ada, 'POST', '/auth/logout');
  await setMember(nodeA, olu, { suspended_at: new Date() });
  const startedAt = performance.now();
  for (const openStream of [adas, olus]) expect((await openStream.ended) - startedAt).toBeLessThan(1_500);
  await othersStream.next('refresh');
});

test('after a lost connection, notifications are found in the table and everything else is refreshed once', async () => {
  const photo = await addTestPhoto(nodeA, ada);
  const reader = await stream(nodeB, ada, { watch: [`photo:${photo.id}`] });
  await cutBus();
  await send(olu, 'POST', `/photos/${photo.id}/like`);
  await reader.next('refresh');
  await expect.poll(() => reader.received.filter(({ event }) => event === 'notifications').length).toBe(1);
  await send(olu, 'DELETE', `/photos/${photo.id}/like`);
  await reader.next('photo', photo.id);
  expect(reader.received.filter(({ event }) => event === 'refresh')).toHaveLength(1);
});

test('a stream resumes on another node', async () => {
  const first = await stream(nodeA, ada);
  await send(olu, 'POST', `/users/${ada.id}/follow`);
  await first.next('notifications');
  first.close();
  const quiet = await stream(nodeB, ada, { lastId: first.lastId() });
  await send(await addTestMember(nodeA), 'POST', `/users/${ada.id}/follow`);
  expect(await quiet.next('notifications')).toHaveLength(1);
});

test('a client that does not read is disconnected, and others are not', async () => {
  const photo = await addTestPhoto(nodeA, ada);
  const raw = await openConnection(nodeB.direct);
  raw.socket.write(`GET /api/v1/events HTTP/1.1\r\nHost: ${new URL(nodeB.direct).host}\r\nAuthorization: Bearer ${olu.token}\r\n\r\n`);
  const { streams } = eventsOf(nodeB.context);
  await expect.poll(() => [...streams.ofMember(olu.id)].length).toBe(1);
  raw.socket.pause();
  const reader = await stream(nodeB, ada, { watch: [`photo:${photo.id}`] });
  const [deaf] = streams.ofMember(olu.id);
  const frame = Buffer.from(`:${'-'.repeat(16_000)}\n\n`);
  for (let count = 0; deaf!.ended === undefined && count < 100_000; count += 1) {
    deaf!.write(frame);
    if (count % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(deaf!.ended).toBe('slow');
  await send(olu, 'POST', `/photos/${photo.id}/like`);
  await reader.next('photo', photo.id);
  expect((await nodeB.call('GET', `${nodeB.direct}/metrics`)).text).toMatch(/^mbari_event_streams_ended_total\{reason="slow"\} 1$/m);
});

test('a client that leaves before its stream begins leaves no stream behind', async () => {
  const { streams } = eventsOf(nodeB.context);
  for (let count = 0; count < 10; count += 1) {
    const raw = await openConnection(nodeB.direct);
    raw.socket.write(`GET /api/v1/events HTTP/1.1\r\nHost: ${new URL(nodeB.direct).host}\r\nAuthorization: Bearer ${olu.token}\r\n\r\n`);
    if (count % 2 === 1) await expect.poll(() => [...streams.ofMember(olu.id)].length, { interval: 1 }).toBeGreaterThan(0);
    raw.socket.destroy();
  }
  const opened = await stream(nodeB, ada);
  opened.close();
  await expect.poll(() => [...streams.ofMember(olu.id), ...streams.ofMember(ada.id)]).toEqual([]);
});

test('the configured number of streams may be open, and the next is refused with Retry-After', async () => {
  const small = await startTestApp({ EVENT_STREAMS: '1' }, {}, { beside: nodeA });
  onTestFinished(() => small.close());
  const only = await stream(small, ada);
  const { status, json, headers } = await small.call('GET', '/events', { token: olu.token });
  expect([status, json.code, headers.get('retry-after')]).toEqual([503, 'overloaded', '10']);
  only.close();
  await expect.poll(async () => (await small.call('GET', '/events', { token: olu.token })).status).toBe(200);
});

test('concurrent requests during start-up do not exceed the limit of streams', async () => {
  const small = await startTestApp({ EVENT_STREAMS: '1' }, {}, { beside: nodeA });
  onTestFinished(() => small.close());
  const statuses = await Promise.all([ada, olu, ada, olu].map(async (member) => (await stream(small, member)).status));
  expect(statuses.toSorted()).toEqual([200, 503, 503, 503]);
});

test('an idle stream outlives other connections, uses none of their slots, and ends first when the server stops', async () => {
  const limits = { anAddress: 3, inAll: 5, bodyWithinMs: 30, withinMs: 30, idleMs: 30, checkEveryMs: 10 };
  const app = buildApp(nodeA.context, { connectionLimits: limits });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const node = { ...nodeA, direct: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
  const streams: EventStream[] = [];
  for (let count = 0; count < 8; count += 1) streams.push(await stream(node, await addTestMember(nodeA)));
  const idle = await openConnection(node.direct);
  idle.socket.write(`GET /healthz HTTP/1.1\r\nHost: ${new URL(node.direct).host}\r\n\r\n`);
  await idle.closed;
  expect([...eventsOf(nodeA.context).streams.all].filter(({ ended }) => ended === undefined).length).toBeGreaterThanOrEqual(8);
  const lifecycle = { draining: false };
  const hurry = new AbortController();
  const stopped = stopServing(app, lifecycle, { drainMs: 60_000, hurry: hurry.signal });
  for (const openStream of streams) await openStream.ended;
  expect((await fetch(`${node.direct}/healthz`)).status).toBe(200);
  hurry.abort();
  await stopped;
});

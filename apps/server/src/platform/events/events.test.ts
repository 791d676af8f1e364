import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { addTestMember, addTestMembers, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { type EventStream, readStream } from '../../testing/event-stream.ts';
import { addTestTopic } from '../../testing/forum.ts';
import { addTestConversation, sendTestMessage } from '../../testing/messages.ts';
import { addTestPhoto, block, setMember } from '../../testing/posts.ts';
import { secretsFrom } from '../adapters/secrets.ts';
import { openEventId, parseSnapshot, sealEventId } from './event-id.ts';

let app: TestApp;
let ada: TestMember;
let olu: TestMember;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());
beforeEach(async () => void ([ada, olu] = await addTestMembers(app, 'Ada', 'Olu')));

async function stream(of: TestMember, options?: Parameters<typeof readStream>[2]): Promise<EventStream> {
  const opened = await readStream(app, of.token, options);
  onTestFinished(() => opened.close());
  return opened;
}
const send = async (member: TestMember, method: string, path: string, json?: unknown): Promise<any> => {
  const answer = await app.call(method, path, { token: member.token, ...(json !== undefined && { json }) });
  expect(answer.status, `${method} ${path}`).toBeLessThan(300);
  return answer.json.data;
};
const countOf = ({ received }: EventStream, event: string): number => received.filter((item) => item.event === event).length;
const follow = (member: TestMember, target: TestMember) => send(member, 'POST', `/users/${target.id}/follow`);

test('a stream needs a bearer token in a header and is never cached', async () => {
  const { status, headers } = await stream(ada);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
  });
  const query = await app.call('GET', `/events?token=${ada.token}`);
  expect([query.status, query.json.code]).toEqual([401, 'unauthenticated']);
});

test('a stream may follow a pipelined request on the same connection', async () => {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.setEncoding('latin1').on('data', (more) => (text += more));
  const requestFor = (path: string) =>
    `GET /api/v1${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${ada.token}\r\n\r\n`;
  socket.write(requestFor('/me') + requestFor('/events'));
  await expect.poll(() => text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
  expect(text).toContain('content-type: text/event-stream');
});

test('a like of a photo notifies its owner and sends an event to its watchers', async () => {
  const photo = await addTestPhoto(app, ada);
  const [owner, reader] = [await stream(ada), await stream(await addTestMember(app), { watch: [`photo:${photo.id}`] })];
  await send(olu, 'POST', `/photos/${photo.id}/like`);
  expect(await owner.next('notifications')).toEqual([{ event: 'notifications', id: undefined }]);
  expect(await reader.next('photo', photo.id)).toEqual([{ event: 'photo', id: photo.id }]);
  await send(olu, 'DELETE', `/photos/${photo.id}/like`);
  await reader.next('photo', photo.id);
  await send(olu, 'POST', `/photos/${photo.id}/comments`, { content: 'Lovely' });
  await reader.next('photo', photo.id);
  await owner.next('notifications');
});

test('a like of a comment notifies its author and sends an event to the photo’s watchers', async () => {
  const photo = await addTestPhoto(app, olu);
  const comment = await send(ada, 'POST', `/photos/${photo.id}/comments`, { content: 'Lovely' });
  const [writer, reader] = [await stream(ada), await stream(await addTestMember(app), { watch: [`photo:${photo.id}`] })];
  await send(olu, 'POST', `/comments/${comment.id}/like`);
  await writer.next('notifications');
  await reader.next('photo', photo.id);
  await send(olu, 'DELETE', `/comments/${comment.id}/like`);
  await reader.next('photo', photo.id);
});

test('a follow notifies the followed member and updates the follower’s other devices', async () => {
  const [followed, otherStream] = [await stream(ada), await stream(olu)];
  await follow(olu, ada);
  await followed.next('notifications');
  await otherStream.next('follow', ada.id);
  await send(olu, 'DELETE', `/users/${ada.id}/follow`);
  await followed.next('notifications');
  await otherStream.next('follow', ada.id);
});

test('marking notifications as read updates the member’s other windows', async () => {
  const window = await stream(ada);
  await follow(olu, ada);
  await window.next('notifications');
  await send(ada, 'POST', '/forum/notifications/mark-all-read');
  await window.next('notifications');
});

test('marking a group as read updates other windows, even if its newest notification was read before', async () => {
  const photo = await addTestPhoto(app, ada);
  const [window, efe] = [await stream(ada), await addTestMember(app)];
  for (const fan of [olu, efe]) {
    await send(fan, 'POST', `/photos/${photo.id}/like`);
    await window.next('notifications');
  }
  const [{ id }] = (await send(ada, 'GET', '/forum/notifications?grouped=1')).notifications;
  await send(ada, 'PATCH', `/forum/notifications/${id}/mark-read`);
  await window.next('notifications');
  await send(ada, 'PATCH', `/forum/notifications/${id}/mark-read?grouped=1`);
  expect((await send(ada, 'GET', '/forum/notifications')).unread_count).toBe(0);
  await window.next('notifications');
});

test('posts, likes and solutions in a topic send events to its readers', async () => {
  const topic = await addTestTopic(app, ada);
  const reader = await stream(olu, { watch: [`topic:${topic.id}`] });
  const post = await send(ada, 'POST', `/forum/topics/${topic.id}/posts`, { body: 'More' });
  await reader.next('topic', topic.id);
  await send(olu, 'POST', `/forum/topics/${topic.id}/posts/${post.id}/like`);
  await reader.next('topic', topic.id);
  await send(ada, 'POST', `/forum/topics/${topic.id}/solve`, { post_id: post.id });
  await reader.next('topic', topic.id);
});

test('a new post sends a feed event to members who can see it', async () => {
  const efe = await addTestMember(app);
  const [near, far] = [await stream(olu), await stream(efe)];
  await follow(olu, ada);
  await near.next('follow', ada.id);
  await setMember(app, ada, { post_visibility: 'followers', plan_name: 'pro' });
  const photo = await addTestPhoto(app, ada);
  app.db.hint('feed', photo.id);
  await near.next('feed');
  await follow(efe, olu);
  expect(await far.next('follow', olu.id)).toHaveLength(1);
});

test('watching hidden or missing subjects sends no events', async () => {
  const photo = await addTestPhoto(app, ada);
  await block(app, ada, olu);
  const watcher = await stream(olu, { watch: [`photo:${photo.id}`, 'photo:nothing', `topic:${photo.id}`, `member:${ada.id}`] });
  await send(await addTestMember(app), 'POST', `/photos/${photo.id}/like`);
  await follow(await addTestMember(app), olu);
  expect(await watcher.next('notifications')).toEqual([{ event: 'notifications', id: undefined }]);
});

test('a resumed stream gets exactly the missed events', async () => {
  const [adasPhoto, olusPhoto] = [await addTestPhoto(app, ada), await addTestPhoto(app, olu)];
  const watch = [`photo:${olusPhoto.id}`];
  const [first, openStream] = [await stream(ada, { watch }), await stream(ada, { watch })];
  await follow(olu, ada);
  await first.next('notifications');
  first.close();
  const quiet = await stream(ada, { lastId: first.lastId() });
  quiet.close();
  await send(olu, 'POST', `/photos/${adasPhoto.id}/like`);
  await send(olu, 'POST', `/photos/${olusPhoto.id}/like`);
  await expect.poll(() => [countOf(openStream, 'notifications'), countOf(openStream, 'photo')], { interval: 5 }).toEqual([2, 1]);
  const second = await stream(ada, { watch, lastId: quiet.lastId() });
  await second.next('photo', olusPhoto.id);
  second.close();
  expect(second.received.map(({ event }) => event).toSorted()).toEqual(['notifications', 'photo']);
  const third = await stream(ada, { lastId: second.lastId() });
  await send(ada, 'POST', `/users/${olu.id}/follow`);
  await third.next('follow', olu.id);
  expect([quiet.received, third.received]).toEqual([[], [{ event: 'follow', id: olu.id }]]);
});

test('a resumed stream gets the conversations of the member that changed meanwhile', async () => {
  const efe = await addTestMember(app);
  const [changed, other] = [await addTestConversation(app, olu, ada), await addTestConversation(app, efe, ada)];
  const [first, firstOfEfe] = [await stream(ada), await stream(efe)];
  await sendTestMessage(app, ada, other);
  await Promise.all([first.next('messages', other.id), firstOfEfe.next('messages', other.id)]);
  for (const open of [first, firstOfEfe]) open.close();
  await send(ada, 'PUT', `/messages/${changed.message.id}/reaction`, { reaction: 'love' });
  const [second, secondOfEfe] = [await stream(ada, { lastId: first.lastId() }), await stream(efe, { lastId: firstOfEfe.lastId() })];
  await second.next('messages', changed.id);
  await sendTestMessage(app, efe, other);
  await secondOfEfe.next('messages', other.id);
  expect(secondOfEfe.received.map(({ id }) => id)).not.toContain(changed.id);
});

test('an id that is forged, from another database or from the future causes a full refresh', async () => {
  const { secrets } = app.context;
  const firstStream = await stream(ada);
  const id = openEventId(secrets, firstStream.lastId())!;
  const lateSnapshot = parseSnapshot('999999999999:999999999999:')!;
  const forged = [
    'nonsense',
    `${id.identity}.3:3:.1`,
    `${firstStream.lastId().slice(0, -6)}AAAAAA`,
    sealEventId(secretsFrom(randomBytes(32)), id),
    sealEventId(secrets, { ...id, identity: 'x'.repeat(16) }),
    sealEventId(secrets, { ...id, snapshot: lateSnapshot }),
  ];
  for (const lastId of forged) expect((await stream(ada, { lastId })).received, lastId).toEqual([{ event: 'refresh', id: undefined }]);
  expect((await stream(ada, { lastId: firstStream.lastId() })).received).toEqual([]);
});

test('a transaction that commits late is reported once, wherever the stream resumes', async () => {
  const photo = await addTestPhoto(app, ada);
  const client = await app.db.pool.connect();
  onTestFinished(() => client.release());
  await client.query('begin');
  await client.query(`insert into notifications (id, member_id, type, actor_id, photo_id) values (gen_random_uuid(), $1, 'like', $2, $3)`, [
    ada.id,
    olu.id,
    photo.id,
  ]);
  const first = await stream(ada);
  await follow(olu, ada);
  await first.next('notifications');
  const going = await stream(ada);
  await client.query('commit');
  // No hint was sent; the periodic check finds it.
  expect(await going.next('notifications')).toHaveLength(1);
  expect(await first.next('notifications')).toHaveLength(1);
  const resumed = await stream(ada, { lastId: first.lastId() });
  await send(ada, 'POST', `/users/${olu.id}/follow`);
  await resumed.next('follow', olu.id);
  expect(resumed.received.map(({ event }) => event)).toEqual(['follow']);
});

test('the sixth stream of a member closes the first', async () => {
  const streams: EventStream[] = [];
  for (let count = 0; count < 6; count += 1) streams.push(await stream(ada));
  await streams[0]!.ended;
  await follow(olu, ada);
  for (const openStream of streams.slice(1)) await openStream.next('notifications');
});

test('suspending or closing an account, or signing out, ends the member’s streams within a second', async () => {
  const efe = await addTestMember(app);
  const [adas, olus, efes] = [await stream(ada), await stream(olu), await stream(efe)];
  await send(ada, 'POST', '/auth/logout');
  await setMember(app, olu, { suspended_at: new Date() });
  await setMember(app, efe, { closed_at: new Date() });
  const startedAt = performance.now();
  for (const open of [adas, olus, efes]) expect((await open.ended) - startedAt).toBeLessThan(1_500);
});

test.each([
  ['nobody', async () => undefined, 401],
  ['an address that nobody verified', () => addTestMember(app, { email_verified_at: null }), 403],
  ['whoever has not finished the steps', () => addTestMember(app, { gender: null }), 403],
])('%s is refused', async (_who, make, status) => {
  const member = await make();
  const topic = await addTestTopic(app, ada);
  for (const [method, path] of [
    ['GET', '/events'],
    ['POST', `/forum/topics/${topic.id}/replying`],
    ['GET', `/forum/topics/${topic.id}/replying`],
    ['GET', `/presence?ids=${ada.id}`],
  ] as const)
    expect((await app.call(method, path, { token: member?.token })).status, path).toBe(status);
});

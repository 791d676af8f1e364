import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { addTestMember, addTestMembers, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { type EventStream, readStream } from '../../testing/event-stream.ts';
import { addTestReply, addTestTopic } from '../../testing/forum.ts';
import { addTestPhoto } from '../../testing/posts.ts';
import { secretsFrom } from '../adapters/secrets.ts';
import { openEventId, parseSnapshot, rowVersion, sealEventId, sees } from './event-id.ts';

describe('changes since an event', () => {
  let app: TestApp;
  let ada: TestMember;
  let olu: TestMember;
  let reader: TestMember;
  beforeAll(async () => void (app = await startTestApp()));
  afterAll(() => app.close());
  beforeEach(
    async () => void ([ada, olu, reader] = (await addTestMembers(app, 'Ada', 'Olu', 'Efe')) as [TestMember, TestMember, TestMember]),
  );

  async function stream(of: TestMember, ...watch: string[]): Promise<EventStream> {
    const opened = await readStream(app, of.token, { watch });
    onTestFinished(() => opened.close());
    return opened;
  }
  const send = async (member: TestMember, method: string, path: string, json?: unknown): Promise<any> => {
    const answer = await app.call(method, path, { token: member.token, ...(json !== undefined && { json }) });
    expect(answer.status, `${method} ${path}`).toBeLessThan(300);
    return answer.json.data;
  };
  const about = ({ data }: EventStream, id: string) => data.filter((event) => event.id === id).map(({ id: _id, ...rest }) => rest);

  test('each event about a topic names the post, and a like has the current count', async () => {
    const topic = await addTestTopic(app, ada);
    const path = `/forum/topics/${topic.id}`;
    const watcher = await stream(reader, `topic:${topic.id}`);
    const changes = () => about(watcher, topic.id);
    const post = await send(olu, 'POST', `${path}/posts`, { body: 'More' });
    await expect.poll(changes).toEqual([{ change: 'post_added', post_id: post.id, number: 2 }]);
    await send(ada, 'POST', `${path}/posts/${post.id}/like`);
    await expect.poll(() => changes().at(-1)).toEqual({ change: 'likes', post_id: post.id, number: 2, likes_count: 1 });
    await send(await addTestMember(app), 'POST', `${path}/posts/${post.id}/like`);
    await expect.poll(() => changes().at(-1)).toMatchObject({ change: 'likes', likes_count: 2 });
    await send(ada, 'DELETE', `${path}/posts/${post.id}/like`);
    await expect.poll(() => changes().at(-1)).toMatchObject({ change: 'likes', likes_count: 1 });
    await send(olu, 'PUT', `${path}/posts/${post.id}`, { body: 'Much more' });
    await expect.poll(() => changes().at(-1)).toEqual({ change: 'post_changed', post_id: post.id, number: 2 });
    await send(ada, 'POST', `${path}/solve`, { post_id: post.id });
    await expect.poll(() => changes().at(-1)).toEqual({ change: 'details' });
    await send(olu, 'DELETE', `${path}/posts/${post.id}`);
    await expect.poll(() => changes().at(-1)).toEqual({ change: 'post_removed', post_id: post.id, number: 2 });
  });

  test('each event about a photo names the comment and has the current counts', async () => {
    const photo = await addTestPhoto(app, ada);
    const watcher = await stream(reader, `photo:${photo.id}`);
    const changes = () => about(watcher, photo.id);
    await send(olu, 'POST', `/photos/${photo.id}/like`);
    await expect.poll(changes).toEqual([{ change: 'likes', likes_count: 1 }]);
    const comment = await send(olu, 'POST', `/photos/${photo.id}/comments`, { content: 'Lovely' });
    await expect.poll(() => changes().at(-1)).toEqual({ change: 'comment_added', comment_id: comment.id, comments_count: 1 });
    await send(ada, 'POST', `/comments/${comment.id}/like`);
    await expect.poll(() => changes().at(-1)).toEqual({ change: 'likes', comment_id: comment.id, likes_count: 1 });
    await send(olu, 'DELETE', `/photos/${photo.id}/comments/${comment.id}`);
    await expect.poll(() => changes().at(-1)).toEqual({ change: 'comment_removed', comment_id: comment.id, comments_count: 0 });
    const form = new FormData();
    form.set('title', 'Another');
    expect((await app.call('POST', `/photos/${photo.id}/update`, { token: ada.token, form })).status).toBe(200);
    await expect.poll(() => changes().at(-1)).toEqual({});
  });

  test('counts in events leave out likes by members hidden from the reader', async () => {
    const [photo, topic] = [await addTestPhoto(app, ada), await addTestTopic(app, ada)];
    const post = await addTestReply(app, topic, ada);
    const otherMember = await addTestMember(app);
    await send(reader, 'POST', `/users/${olu.id}/mute`);
    const watch = [`photo:${photo.id}`, `topic:${topic.id}`];
    const [readerStream, otherStream] = [await stream(reader, ...watch), await stream(otherMember, ...watch)];
    for (const fan of [olu, await addTestMember(app)]) {
      await send(fan, 'POST', `/photos/${photo.id}/like`);
      await send(fan, 'POST', `/forum/topics/${topic.id}/posts/${post.id}/like`);
    }
    const last = (of: EventStream) => [about(of, photo.id).at(-1)?.likes_count, about(of, topic.id).at(-1)?.likes_count];
    await expect.poll(() => last(otherStream)).toEqual([2, 2]);
    await expect.poll(() => last(readerStream)).toEqual([1, 1]);
  });

  test('muting a member changes the counts that an open stream sends', async () => {
    const photo = await addTestPhoto(app, ada);
    const watcher = await stream(reader, `photo:${photo.id}`);
    await send(reader, 'POST', `/users/${olu.id}/mute`);
    await send(olu, 'POST', `/photos/${photo.id}/like`);
    await expect.poll(() => about(watcher, photo.id).at(-1)?.likes_count).toBe(0);
    await send(reader, 'DELETE', `/users/${olu.id}/mute`);
    await send(ada, 'POST', `/photos/${photo.id}/like`);
    await expect.poll(() => about(watcher, photo.id).at(-1)?.likes_count).toBe(2);
  });

  test('events about a blocked member’s content reach others, but not the blocker', async () => {
    const [photo, topic] = [await addTestPhoto(app, ada), await addTestTopic(app, ada)];
    await send(reader, 'POST', `/users/${olu.id}/block`);
    const watch = [`photo:${photo.id}`, `topic:${topic.id}`];
    const [readerStream, otherStream] = [await stream(reader, ...watch), await stream(await addTestMember(app), ...watch)];
    const post = await send(olu, 'POST', `/forum/topics/${topic.id}/posts`, { body: 'Unheard' });
    const comment = await send(olu, 'POST', `/photos/${photo.id}/comments`, { content: 'Unheard' });
    await send(ada, 'POST', `/forum/topics/${topic.id}/posts/${post.id}/like`);
    await expect.poll(() => about(otherStream, photo.id).length).toBe(1);
    await send(olu, 'DELETE', `/photos/${photo.id}/comments/${comment.id}`);
    await send(olu, 'DELETE', `/forum/topics/${topic.id}/posts/${post.id}`);
    const ownReply = await send(ada, 'POST', `/forum/topics/${topic.id}/posts`, { body: 'Heard' });
    await expect.poll(() => about(otherStream, topic.id).at(-1)?.post_id).toBe(ownReply.id);
    await expect.poll(() => about(readerStream, topic.id)).toEqual([{ change: 'post_added', post_id: ownReply.id, number: 3 }]);
    expect(about(readerStream, photo.id)).toEqual([]);
    expect(about(otherStream, photo.id).map(({ change }) => change)).toEqual(['comment_added', 'comment_removed']);
  });

  test('the other devices of a member who liked something read their own state from the server', async () => {
    const [photo, topic] = [await addTestPhoto(app, ada), await addTestTopic(app, ada)];
    const post = await addTestReply(app, topic, ada);
    const authorStream = await stream(olu, `photo:${photo.id}`, `topic:${topic.id}`);
    await send(olu, 'POST', `/photos/${photo.id}/like`);
    await send(olu, 'POST', `/forum/topics/${topic.id}/posts/${post.id}/like`);
    await expect.poll(() => about(authorStream, photo.id)).toEqual([{ change: 'likes' }]);
    await expect.poll(() => about(authorStream, topic.id)).toEqual([{ change: 'likes', post_id: post.id }]);
  });

  test('a repeated like causes no event', async () => {
    const topic = await addTestTopic(app, ada);
    const post = await addTestReply(app, topic, ada);
    const watcher = await stream(reader, `topic:${topic.id}`);
    for (const _ of [1, 2, 3]) await send(olu, 'POST', `/forum/topics/${topic.id}/posts/${post.id}/like`);
    await send(ada, 'POST', `/forum/topics/${topic.id}/posts`, { body: 'More' });
    await expect.poll(() => about(watcher, topic.id).map(({ change }) => change)).toEqual(['likes', 'post_added']);
  });

  test('deleting a photo sends one event to its watchers and none afterwards', async () => {
    const photo = await addTestPhoto(app, ada);
    const watcher = await stream(reader, `photo:${photo.id}`);
    await send(ada, 'DELETE', `/photos/${photo.id}`);
    await expect.poll(() => about(watcher, photo.id)).toEqual([{}]);
    app.db.hint('photo', photo.id);
    app.db.hint('photo_likes', photo.id, olu.id);
    await send(olu, 'POST', `/users/${reader.id}/follow`);
    await watcher.next('notifications');
    await send(reader, 'POST', `/users/${ada.id}/follow`);
    await watcher.next('follow', ada.id);
    expect(about(watcher, photo.id)).toEqual([{}]);
  });
});

describe('event ids', () => {
  const secrets = secretsFrom(randomBytes(32));
  const identity = 'a1'.repeat(8);
  const idOf = (text: string, behind: bigint) => ({ identity, snapshot: parseSnapshot(text)!, behind });

  test('an id is readable only by the installation that wrote it', () => {
    const id = idOf('100:105:101,103', 90n);
    const sealed = sealEventId(secrets, id);
    expect(openEventId(secrets, sealed)).toEqual(id);
    expect(openEventId(secretsFrom(randomBytes(32)), sealed)).toBeNull();
    expect(openEventId(secrets, `${identity}.100:105:101,103.90`)).toBeNull();
    expect(openEventId(secrets, secrets.seal('another purpose', `${identity}.100:105:101,103.90`))).toBeNull();
  });

  test('an id reveals neither transaction ids nor their number', () => {
    const [few, many] = ['100:105:', '100:105:101,102,103'].map((text) => sealEventId(secrets, idOf(text, 90n)));
    expect(Buffer.from(few!, 'base64url').toString('latin1')).not.toContain('100:105');
    expect(few).not.toBe(sealEventId(secrets, idOf('100:105:', 90n)));
    expect(few).toHaveLength(many!.length);
  });

  test.each([
    '',
    'nonsense',
    '100:105:',
    `${'a'.repeat(16)}.105:100:.1`,
    `${'a'.repeat(16)}.0:100:.1`,
    `${'a'.repeat(16)}.100:105:103,101.1`,
    `${'a'.repeat(16)}.100:105:99.1`,
    `${'a'.repeat(16)}.100:105:105.1`,
    `${'a'.repeat(16)}.100:105:,.1`,
    `${'a'.repeat(16)}.100:9999999999999999999:.1`,
    `${'a'.repeat(16)}.100:105:${Array.from({ length: 2_000 }, () => '101').join()}.1`,
  ])('%s is invalid even if sealed', (text) => {
    expect(openEventId(secrets, secrets.seal('event id', text))).toBeNull();
  });
});

describe('snapshots', () => {
  test('a snapshot sees only transactions committed before it was taken', () => {
    const snapshot = parseSnapshot('100:105:101,103')!;
    expect([99n, 100n, 101n, 102n, 103n, 104n, 105n].filter((xid) => sees(snapshot, xid))).toEqual([99n, 100n, 102n, 104n]);
  });

  test('a row’s 32-bit transaction id is completed, even beyond four billion transactions', () => {
    const lateSnapshot = parseSnapshot(`${2n ** 32n + 10n}:${2n ** 32n + 20n}:`)!;
    expect([rowVersion('15', lateSnapshot), rowVersion('4294967290', lateSnapshot)]).toEqual([2n ** 32n + 15n, 4294967290n]);
  });
});

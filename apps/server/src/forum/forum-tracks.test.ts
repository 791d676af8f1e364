import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { addTestReply, addTestTopic, type TestTopic, welcome } from '../testing/forum.ts';
import { block, mute, setMember } from '../testing/posts.ts';

let app: TestApp;
let [ada, olu]: TestMember[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [ada, olu] = [await addTestMember(app), await addTestMember(app)];
});
afterAll(() => app.close());

const upTo = async (topic: TestTopic, member: TestMember, number: number): Promise<number> => {
  const { status, json } = await app.call('POST', `/forum/topics/${topic.id}/read`, { token: member.token, json: { number } });
  expect(status).toBe(200);
  return json.data.unread_posts_count;
};
/** Returns the number of unread posts, and the first of them. */
const unread = async (topic: TestTopic, member: TestMember): Promise<[number, number | null]> => {
  const { json } = await app.call('GET', `/forum/topics/${topic.id}`, { token: member.token });
  return [json.data.unread_posts_count, json.data.first_unread];
};
const remove = (topic: TestTopic, post: { id: string }) =>
  app.call('DELETE', `/forum/topics/${topic.id}/posts/${post.id}`, { token: olu!.token });

test('posts after the read position are unread, and the position never moves back', async () => {
  const topic = await addTestTopic(app, ada!);
  for (let count = 0; count < 5; count += 1) await addTestReply(app, topic, ada!);
  expect(await unread(topic, olu!)).toEqual([6, 1]);
  expect(await upTo(topic, olu!, 4)).toBe(2);
  expect(await upTo(topic, olu!, 2)).toBe(2);
  expect(await unread(topic, olu!)).toEqual([2, 5]);
  expect(await upTo(topic, olu!, 900)).toBe(0);
  await addTestReply(app, topic, ada!);
  expect(await unread(topic, olu!)).toEqual([1, 7]);
});

test('a deleted post is not unread', async () => {
  const topic = await addTestTopic(app, ada!);
  await upTo(topic, ada!, 1);
  const [first, last] = [await addTestReply(app, topic, olu!), await addTestReply(app, topic, olu!)];
  expect(await unread(topic, ada!)).toEqual([2, 2]);
  await remove(topic, first);
  expect(await unread(topic, ada!)).toEqual([1, 3]);
  await remove(topic, last);
  expect(await unread(topic, ada!)).toEqual([0, null]);
});

test('posts of hidden members are not unread, even at the end of a topic', async () => {
  const [blocked, blocker, muted, departedMember] = await Promise.all(Array.from({ length: 4 }, () => addTestMember(app)));
  const topic = await addTestTopic(app, ada!);
  await upTo(topic, ada!, 1);
  for (const member of [olu!, blocked!, blocker!, muted!, departedMember!]) await addTestReply(app, topic, member);
  expect(await unread(topic, ada!)).toEqual([5, 2]);
  await block(app, ada!, blocked!);
  await block(app, blocker!, ada!);
  await mute(app, ada!, muted!);
  await setMember(app, departedMember!, { suspended_at: new Date() });
  expect(await unread(topic, ada!)).toEqual([1, 2]);
  expect(await upTo(topic, ada!, 2)).toBe(0);
  await setMember(app, departedMember!, { suspended_at: null });
  expect(await unread(topic, ada!)).toEqual([1, 6]);
});

test('replying marks only the reply as read', async () => {
  const topic = await addTestTopic(app, ada!);
  await upTo(topic, olu!, 1);
  await addTestReply(app, topic, ada!);
  await app.call('POST', `/forum/topics/${topic.id}/posts`, { token: olu!.token, json: { body: 'Mine' } });
  expect(await unread(topic, olu!)).toEqual([1, 2]);
});

test('unread posts are counted up to a hundred', async () => {
  const topic = await addTestTopic(app, ada!);
  for (let count = 0; count < 105; count += 1) await addTestReply(app, topic, ada!);
  expect(await unread(topic, olu!)).toEqual([100, 1]);
});

test('each reader counts as one view of a topic', async () => {
  const topic = await addTestTopic(app, ada!);
  for (const member of [ada!, olu!, olu!]) await upTo(topic, member, 1);
  await app.call('POST', `/forum/topics/${topic.id}/follow`, { token: ada!.token });
  expect((await app.call('GET', `/forum/topics/${topic.id}`, { token: olu!.token })).json.data.views_count).toBe(2);
});

test('a topic is followed, muted, or neither', async () => {
  const topic = await addTestTopic(app, ada!);
  const stands = async (): Promise<boolean[]> => {
    const { json } = await app.call('GET', `/forum/topics/${topic.id}`, { token: olu!.token });
    return [json.data.is_following, json.data.is_muted];
  };
  expect(await stands()).toEqual([false, false]);
  await app.call('POST', `/forum/topics/${topic.id}/follow`, { token: olu!.token });
  expect(await stands()).toEqual([true, false]);
  await app.call('POST', `/forum/topics/${topic.id}/mute`, { token: olu!.token });
  expect(await stands()).toEqual([false, true]);
  const listed = async (query: string): Promise<boolean> =>
    (await app.call('GET', `/forum/topics?${query}`, { token: olu!.token })).text.includes(topic.id);
  expect([await listed(''), await listed('category=welcome')]).toEqual([false, true]);
  await app.call('DELETE', `/forum/topics/${topic.id}/mute`, { token: olu!.token });
  expect(await stands()).toEqual([false, false]);
  // A member who unfollowed a topic does not follow it again by replying.
  await app.call('DELETE', `/forum/topics/${topic.id}/follow`, { token: olu!.token });
  await app.call('POST', `/forum/topics/${topic.id}/posts`, { token: olu!.token, json: { body: 'Mine' } });
  expect(await stands()).toEqual([false, false]);
});

test('replying follows the topic', async () => {
  const topic = await addTestTopic(app, ada!);
  await app.call('POST', `/forum/topics/${topic.id}/posts`, { token: olu!.token, json: { body: 'Mine' } });
  expect((await app.call('GET', `/forum/topics/${topic.id}`, { token: olu!.token })).json.data.is_following).toBe(true);
});

test('replying follows a topic read before, unless the member unfollowed it', async () => {
  const topic = await addTestTopic(app, ada!);
  const follows = async (): Promise<boolean> => {
    const { json } = await app.call('GET', `/forum/topics/${topic.id}`, { token: olu!.token });
    return json.data.is_following as boolean;
  };
  const write = (body: string) => app.call('POST', `/forum/topics/${topic.id}/posts`, { token: olu!.token, json: { body } });
  await app.call('POST', `/forum/topics/${topic.id}/read`, { token: olu!.token, json: { number: 1 } });
  expect(await follows()).toBe(false);
  await write('Mine');
  expect(await follows()).toBe(true);
  await app.call('DELETE', `/forum/topics/${topic.id}/follow`, { token: olu!.token });
  await app.call('POST', `/forum/topics/${topic.id}/read`, { token: olu!.token, json: { number: 2 } });
  await write('Mine again');
  expect(await follows()).toBe(false);
});

test('a category is followed or muted, and lists of all categories omit muted ones', async () => {
  const topic = await addTestTopic(app, ada!);
  const stands = async (): Promise<boolean[]> => {
    const { json } = await app.call('GET', '/forum/categories', { token: olu!.token });
    const result = json.data.find(({ id }: { id: string }) => id === welcome);
    return [result.is_following, result.is_muted];
  };
  await app.call('POST', `/forum/categories/${welcome}/follow`, { token: olu!.token });
  expect(await stands()).toEqual([true, false]);
  await app.call('POST', `/forum/categories/${welcome}/mute`, { token: olu!.token });
  expect(await stands()).toEqual([false, true]);
  await app.call('DELETE', `/forum/categories/${welcome}/follow`, { token: olu!.token });
  expect(await stands()).toEqual([false, true]);
  expect((await app.call('GET', '/forum/topics', { token: olu!.token })).text).not.toContain(topic.id);
  await app.call('DELETE', `/forum/categories/${welcome}/mute`, { token: olu!.token });
  expect(await stands()).toEqual([false, false]);
  expect((await app.call('GET', '/forum/topics', { token: olu!.token })).text).toContain(topic.id);
});

test('following a category follows its topics, and each new topic is unread until opened', async () => {
  const [reader, writer] = [await addTestMember(app), await addTestMember(app)];
  const id = newId();
  await app.db.run(`insert into forum_categories (id, name, slug, color, position) values ($1::uuid, $1::text, $1::text, '#112233', 9)`, [
    id,
  ]);
  const call = (method: string, path: string, json?: object) => app.call(method, path, { token: reader.token, ...(json && { json }) });
  const ids = async (filter: string): Promise<string[]> =>
    (await call('GET', `/forum/topics?filter=${filter}`)).json.data.map((topic: { id: string }) => topic.id);
  const unread = async (): Promise<number> =>
    (await call('GET', '/forum/categories')).json.data.find((item: { id: string }) => item.id === id).unread_topics_count;
  const before = await addTestTopic(app, writer, { category_id: id });
  await app.db.run(`update forum_topics set created_at = now() - interval '1 minute' where id = $1`, [before.id]);
  await call('POST', `/forum/categories/${id}/follow`);
  const [since, ownTopic] = [await addTestTopic(app, writer, { category_id: id }), await addTestTopic(app, reader, { category_id: id })];
  expect([await ids('following'), await ids('unread'), await unread()]).toEqual([[ownTopic.id, since.id, before.id], [since.id], 1]);
  const first = (await call('GET', '/forum/topics?filter=following&per_page=2')).json;
  const rest = (await call('GET', `/forum/topics?filter=following&per_page=2&cursor=${first.meta.next_cursor}`)).json;
  expect([first.meta.total, rest.data.map((topic: { id: string }) => topic.id)]).toEqual([3, [before.id]]);
  await call('POST', `/forum/topics/${since.id}/read`, { number: 1 });
  expect([await ids('unread'), await unread()]).toEqual([[], 0]);
  await addTestReply(app, since, writer);
  expect(await ids('unread')).toEqual([]);
  await call('POST', `/forum/topics/${since.id}/follow`);
  expect([await ids('unread'), await unread()]).toEqual([[since.id], 1]);
  await call('POST', `/forum/categories/${id}/mute`);
  expect([await ids('following'), await ids('unread'), await unread()]).toEqual([[], [], 0]);
});

test('two concurrent first reads count as one view', async () => {
  const [topic, reader] = [await addTestTopic(app, ada!), await addTestMember(app)];
  const reading = () => app.call('POST', `/forum/topics/${topic.id}/read`, { token: reader.token, json: { number: 1 } });
  await Promise.all(Array.from({ length: 8 }, reading));
  expect((await app.call('GET', `/forum/topics/${topic.id}`, { token: reader.token })).json.data.views_count).toBe(1);
});

test('missing topics and categories cannot be followed or read', async () => {
  const deletedTopic = await addTestTopic(app, ada!, { deleted_at: new Date() });
  for (const id of [deletedTopic.id, newId(), 'nothing']) {
    expect((await app.call('POST', `/forum/topics/${id}/follow`, { token: olu!.token })).status).toBe(404);
    expect((await app.call('POST', `/forum/topics/${id}/read`, { token: olu!.token, json: { number: 1 } })).status).toBe(404);
    expect((await app.call('POST', `/forum/categories/${id}/mute`, { token: olu!.token })).status).toBe(404);
  }
});

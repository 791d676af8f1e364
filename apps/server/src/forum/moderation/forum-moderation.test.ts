import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestReply, addTestTopic, wrongTopicCounts } from '../../testing/forum.ts';
import { readTopicOrMerged } from '../topics/list-topics.ts';

const craft = '019ab000-0000-7000-8000-000000000003';

let app: TestApp;
let [ada, mod]: TestMember[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [ada, mod] = [await addTestMember(app), await addTestMember(app, { role: 'moderator' })];
});
afterAll(async () => {
  expect(await wrongTopicCounts(app)).toEqual([]);
  await app.close();
});

const read = async (topic: { id: string }): Promise<any> =>
  (await app.call('GET', `/forum/topics/${topic.id}`, { token: ada!.token })).json.data;
const logged = async (topic: { id: string }): Promise<unknown[]> =>
  (
    await app.db.rows<{ action: string; actor_id: string; details: unknown }>(
      'select action, actor_id, details from moderation_log where topic_id = $1 order by id',
      [topic.id],
    )
  ).map(({ action, actor_id, details }) => [action, actor_id === mod!.id, details]);

test('an organiser locks and unlocks a topic, and both are logged', async () => {
  const topic = await addTestTopic(app, ada!);
  expect((await app.call('POST', `/forum/topics/${topic.id}/lock`, { token: ada!.token })).json.code).toBe('forbidden');
  expect((await app.call('POST', `/forum/topics/${topic.id}/lock`, { token: mod!.token })).status).toBe(200);
  expect(await read(topic)).toMatchObject({ is_locked: true, viewer: { may_reply: false, may_edit: false, may_moderate: false } });
  expect((await app.call('DELETE', `/forum/topics/${topic.id}/lock`, { token: mod!.token })).status).toBe(200);
  expect(await read(topic)).toMatchObject({ is_locked: false, viewer: { may_reply: true } });
  expect(await logged(topic)).toEqual([
    ['lock_topic', true, null],
    ['unlock_topic', true, null],
  ]);
});

test('a pinned topic is listed first until its pin ends', async () => {
  const [topic, newer] = [await addTestTopic(app, ada!, { category_id: craft }), await addTestTopic(app, ada!, { category_id: craft })];
  const listed = async (): Promise<string[]> =>
    (await app.call('GET', '/forum/topics?category=craft-and-technique', { token: ada!.token })).json.data.map(
      ({ id }: { id: string }) => id,
    );
  expect(await listed()).toEqual([newer.id, topic.id]);
  const pin = (until?: string) => app.call('POST', `/forum/topics/${topic.id}/pin`, { token: mod!.token, json: { until } });
  expect((await pin('2001-01-01T00:00:00Z')).json.errors).toHaveProperty('until');
  await pin('2999-01-01T00:00:00Z');
  expect(await listed()).toEqual([topic.id, newer.id]);
  expect(await read(topic)).toMatchObject({ is_pinned: true, pinned_until: '2999-01-01T00:00:00.000Z' });
  await app.db.run(`update forum_topics set pinned_until = now() - interval '1 second' where id = $1`, [topic.id]);
  expect(await listed()).toEqual([newer.id, topic.id]);
  expect(await read(topic)).toMatchObject({ is_pinned: false, pinned_until: null });
  await pin();
  expect(await listed()).toEqual([topic.id, newer.id]);
  await app.call('DELETE', `/forum/topics/${topic.id}/pin`, { token: mod!.token });
  expect(await listed()).toEqual([newer.id, topic.id]);
});

test('pages with pinned topics have per_page topics and no repeats, even if pins change meanwhile', async () => {
  const category = (await app.db.row<{ id: string }>(`select id from forum_categories where slug = 'feedback'`))?.id ?? craft;
  await app.db.run('update forum_topics set deleted_at = now() where category_id = $1', [category]);
  const ids: string[] = [];
  for (let n = 0; n < 8; n += 1) ids.unshift((await addTestTopic(app, ada!, { category_id: category })).id);
  const pin = (id: string) => app.call('POST', `/forum/topics/${id}/pin`, { token: mod!.token, json: {} });
  const unpin = (id: string) => app.call('DELETE', `/forum/topics/${id}/pin`, { token: mod!.token });
  const page = async (query: string) =>
    (await app.call('GET', `/forum/topics?category=${category}&per_page=3${query}`, { token: ada!.token })).json;
  const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
  await pin(ids[7]!);
  const first = await page('');
  expect(idsOf(first)).toEqual([ids[7], ids[0], ids[1]]);
  expect(first.meta).toMatchObject({ per_page: 3, total: 8, last_page: 3 });
  expect(idsOf(await page('&page=2'))).toEqual([ids[2], ids[3], ids[4]]);
  expect(idsOf(await page('&page=3'))).toEqual([ids[5], ids[6]]);
  await pin(ids[3]!);
  await unpin(ids[7]!);
  const second = await page(`&cursor=${first.meta.next_cursor}`);
  expect(idsOf(second)).toEqual([ids[2], ids[3], ids[4]]);
  expect(idsOf(await page(`&cursor=${second.meta.next_cursor}`))).toEqual([ids[5], ids[6]]);
});

test('an organiser moves a topic to another category', async () => {
  const topic = await addTestTopic(app, ada!);
  const move = (category_id: string) => app.call('POST', `/forum/topics/${topic.id}/move`, { token: mod!.token, json: { category_id } });
  expect((await move(topic.id)).status).toBe(404);
  expect((await move(craft)).status).toBe(200);
  expect((await read(topic)).category.id).toBe(craft);
  expect(await logged(topic)).toEqual([['move_topic', true, { type: 'moved', category: 'Welcome' }]]);
});

test('a restored post returns with its number', async () => {
  const topic = await addTestTopic(app, ada!);
  const [first, last] = [await addTestReply(app, topic, mod!), await addTestReply(app, topic, ada!)];
  for (const { id } of [first, last]) {
    await app.call('DELETE', `/forum/topics/${topic.id}/posts/${id}`, { token: mod!.token });
    const restore = () => app.call('POST', `/forum/topics/${topic.id}/posts/${id}/restore`, { token: mod!.token });
    expect((await restore()).status).toBe(200);
    expect((await restore()).status).toBe(404);
  }
  const { json } = await app.call('GET', `/forum/topics/${topic.id}/posts`, { token: ada!.token });
  expect(json.data.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3]);
  expect((await read(topic)).latest_post.id).toBe(last.id);
  // The moderator's deletion of their own post is not logged.
  expect(await logged(topic)).toEqual([
    ['restore_post', true, null],
    ['delete_post', true, null],
    ['restore_post', true, null],
  ]);
});

test('edits and deletions by organisers are logged', async () => {
  const topic = await addTestTopic(app, ada!);
  const { id } = await addTestReply(app, topic, ada!);
  await app.call('PUT', `/forum/topics/${topic.id}/posts/${id}`, { token: mod!.token, json: { body: 'Milder words' } });
  await app.call('PUT', `/forum/topics/${topic.id}`, { token: mod!.token, json: { title: 'A milder title' } });
  await app.call('DELETE', `/forum/topics/${topic.id}`, { token: mod!.token });
  expect((await logged(topic)).map((entry) => (entry as unknown[])[0])).toEqual(['edit_post', 'edit_topic', 'delete_topic']);
});

test('merging into a topic that is merged meanwhile redirects to the final topic', async () => {
  const [topic, targetTopic, third] = [await addTestTopic(app, ada!), await addTestTopic(app, ada!), await addTestTopic(app, ada!)];
  for (const [from, to] of [
    [topic, targetTopic],
    [targetTopic, third],
  ] as const)
    await app.call('POST', `/forum/topics/${from.id}/merge`, { token: mod!.token, json: { into: to.id } });
  const organiser = {
    id: mod!.id,
    session_id: '',
    role: 'moderator',
    email_verified: true,
    has_onboarding: true,
    rules_accepted: true,
    is_paid: false,
  } as const;
  expect(await readTopicOrMerged(app.context, organiser, topic.id)).toMatchObject({ id: third.id, posts_count: 3 });
  await app.call('DELETE', `/forum/topics/${third.id}`, { token: mod!.token });
  await expect(readTopicOrMerged(app.context, organiser, topic.id)).rejects.toMatchObject({ code: 'not_found' });
});

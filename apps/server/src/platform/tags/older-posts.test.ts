import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestReply, addTestTopic } from '../../testing/forum.ts';
import { addTestPhoto } from '../../testing/posts.ts';
import { tagOlderPosts } from './set-tags.ts';

let app: TestApp;
let ada: TestMember;
let organiser: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  [ada, organiser] = [await addTestMember(app), await addTestMember(app, { role: 'admin' })];
});
afterAll(() => app.close());

const idsIn = async (path: string): Promise<string[]> =>
  (await app.call('GET', path, { token: ada.token })).json.data.map(({ id }: { id: string }) => id);

test('a job finds the tags of posts from before tags existed', async () => {
  const photos = await Promise.all(Array.from({ length: 3 }, (_, n) => addTestPhoto(app, ada, { title: `#older ${n}` })));
  const topic = await addTestTopic(app, ada);
  await app.db.run(`update forum_posts set body = '#older and \`#code\`' where id = $1`, [topic.opening_id]);
  await app.db.run('insert into untagged_posts (photo_id) select id from photos');
  await app.db.run('insert into untagged_posts (topic_id) values ($1)', [topic.id]);
  const run = () => tagOlderPosts(null, { context: app.context, signal: new AbortController().signal, attempt: 1 });
  await Promise.all([run(), run()]);
  expect(new Set(await idsIn('/photos?tag=older'))).toEqual(new Set(photos.map(({ id }) => id)));
  expect(await idsIn('/tags/older/topics')).toEqual([topic.id]);
  expect(await idsIn('/tags/code/topics')).toEqual([]);
  expect(await app.db.rows('select from untagged_posts')).toEqual([]);
});

test('a split topic gets the tags of its opening, and a merged one loses its tags', async () => {
  const topic = await addTestTopic(app, ada);
  await app.call('PUT', `/forum/topics/${topic.id}`, { token: ada.token, json: { body: '#whole' } });
  const reply = await addTestReply(app, topic, ada, { body: 'More about #splinters' });
  const { json, status } = await app.call('POST', `/forum/topics/${topic.id}/split`, {
    token: organiser.token,
    json: { post_ids: [reply.id], title: 'Of its own', category_id: '019ab000-0000-7000-8000-000000000001' },
  });
  expect([status, json.code]).toEqual([expect.any(Number), undefined]);
  await runJobs(app.context);
  const [splitOff] = await idsIn('/tags/splinters/topics');
  expect(splitOff).not.toBe(topic.id);
  expect(await idsIn('/tags/whole/topics')).toEqual([topic.id]);
  const merged = await app.call('POST', `/forum/topics/${splitOff}/merge`, { token: organiser.token, json: { into: topic.id } });
  expect(merged.json.code).toBeUndefined();
  expect(await idsIn('/tags/splinters/topics')).toEqual([]);
  expect(await app.db.row(`select uses_count from tags where key = 'splinters'`)).toEqual({ uses_count: 0 });
});

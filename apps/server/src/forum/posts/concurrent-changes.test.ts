import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestReply, addTestTopic, wrongTopicCounts } from '../../testing/forum.ts';
import { waitingFor } from '../../testing/run-concurrently.ts';
import { markPostRestored } from '../moderation/queries.ts';
import { eraseDeletedPosts } from './delete-post.ts';

let [app, beside]: TestApp[] = [];
let [ada, mod]: TestMember[] = [];
beforeAll(async () => {
  app = await startTestApp();
  beside = await startTestApp({}, {}, { beside: app });
  [ada, mod] = [await addTestMember(app), await addTestMember(app, { role: 'moderator' })];
});
afterAll(async () => {
  expect(await wrongTopicCounts(app!)).toEqual([]);
  await beside!.close();
  await app!.close();
});

test('concurrent edits from several devices keep every version', { tags: ['world'] }, async () => {
  const topic = await addTestTopic(app!, ada!);
  const path = `/forum/topics/${topic.id}/posts/${topic.opening_id}`;
  const texts = Array.from({ length: 12 }, (_, index) => `Text ${index}`);
  const answers = await Promise.all(
    texts.map((body, index) => (index % 2 ? app! : beside!).call('PUT', path, { token: (index % 3 ? ada! : mod!).token, json: { body } })),
  );
  expect(answers.map(({ status, text }) => (status === 200 ? '' : text))).toEqual(texts.map(() => ''));
  const before = await app!.call('GET', `${path}/versions`, { token: ada!.token });
  expect(before.json.data.map(({ version }: { version: number }) => version)).toEqual(texts.map((_, index) => texts.length - index));
  const { body: now } = (await app!.call('GET', `/forum/topics/${topic.id}`, { token: ada!.token })).json.data;
  expect([now, ...before.json.data.map(({ body }: { body: string }) => body)].toSorted()).toEqual(['The *opening*', ...texts].toSorted());
});

test('a post restored just before its erasure keeps its text', async () => {
  const topic = await addTestTopic(app!, ada!);
  const { id } = await addTestReply(app!, topic, ada!);
  await app!.call('DELETE', `/forum/topics/${topic.id}/posts/${id}`, { token: ada!.token });
  await app!.db.run(`update forum_posts set deleted_at = now() - interval '31 days' where id = $1`, [id]);
  let isSwept = false;
  const sweep = await app!.db.transaction(async (tx) => {
    await markPostRestored(tx, topic.id, id);
    const swept = eraseDeletedPosts(beside!.db).then(() => (isSwept = true));
    // The sweep waits for the post or skips it.
    await expect.poll(async () => isSwept || (await waitingFor(app!)) > 0).toBe(true);
    return { swept };
  });
  await sweep.swept;
  const { json } = await app!.call('GET', `/forum/topics/${topic.id}/posts`, { token: ada!.token });
  expect(json.data.map(({ body }: { body: string }) => body)).toEqual(['The *opening*', 'Reply 2']);
});

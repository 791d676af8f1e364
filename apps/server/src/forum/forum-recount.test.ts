import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { addTestPoll, addTestReply, addTestTopic, addTestVote, wrongPollCounts, wrongTopicCounts } from '../testing/forum.ts';
import { recountForum } from './recount-forum.ts';

let app: TestApp;
let [ada, olu]: TestMember[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [ada, olu] = [await addTestMember(app), await addTestMember(app)];
});
afterAll(() => app.close());

test('a recount corrects wrong counts and leaves right ones alone', async () => {
  const [topic, right] = [await addTestTopic(app, ada!), await addTestTopic(app, ada!)];
  const replies = [await addTestReply(app, topic, olu!), await addTestReply(app, topic, olu!)];
  await addTestReply(app, right, olu!);
  await app.call('POST', `/forum/topics/${topic.id}/posts/${replies[0]!.id}/like`, { token: ada!.token });
  await app.db.run('update forum_posts set likes_count = 7 where id = $1', [replies[0]!.id]);
  await app.db.run(
    'update forum_topics set posts_count = 40, others_count = 0, likes_count = 9, latest_post_id = $2, last_number = 1 where id = $1',
    [topic.id, topic.opening_id],
  );
  await app.db.run('update forum_category_counts set posts_count = posts_count + 5');
  await app.db.run('update forum_author_counts set posts_count = posts_count + 3');
  expect(await wrongTopicCounts(app)).not.toEqual([]);
  expect(await recountForum(app.db)).toMatchObject({ topics: 1, posts: 1, categories: expect.any(Number) });
  expect(await wrongTopicCounts(app)).toEqual([]);
  expect((await app.call('GET', `/forum/topics/${topic.id}`, { token: olu!.token })).json.data).toMatchObject({
    posts_count: 3,
    last_number: 3,
    latest_post: { number: 3 },
  });
  expect(await recountForum(app.db)).toEqual({ topics: 0, posts: 0, polls: 0, categories: 0 });
});

test('a recount keeps the latest post of a topic into which an older topic was merged', async () => {
  const older = await addTestTopic(app, ada!);
  await addTestReply(app, older, olu!);
  const topic = await addTestTopic(app, ada!);
  const newest = await addTestReply(app, topic, olu!);
  const mod = await addTestMember(app, { role: 'moderator' });
  const merged = await app.call('POST', `/forum/topics/${older.id}/merge`, { token: mod.token, json: { into: topic.id } });
  expect(merged.status).toBe(200);
  expect(await recountForum(app.db)).toEqual({ topics: 0, posts: 0, polls: 0, categories: 0 });
  const { json } = await app.call('GET', `/forum/topics/${topic.id}`, { token: ada!.token });
  expect(json.data.latest_post.id).toBe(newest.id);
});

test('a recount corrects wrong poll counts and leaves right ones alone', async () => {
  const topics = [await addTestTopic(app, ada!), await addTestTopic(app, ada!), await addTestTopic(app, ada!)];
  const [byChoice, byVoters, right] = await Promise.all(topics.map(({ opening_id }) => addTestPoll(app, opening_id, { several: true })));
  for (const poll of [byChoice!, byVoters!, right!]) {
    await addTestVote(app, ada!, poll, 'Indigo', 'Kola');
    await addTestVote(app, olu!, poll, 'Indigo');
  }
  await app.db.run('update forum_poll_choices set votes_count = votes_count + 4 where id = $1', [byChoice!.choices[1]!.id]);
  await app.db.run('update forum_polls set voters_count = 9 where post_id = $1', [byVoters!.post_id]);
  expect(await wrongPollCounts(app)).toHaveLength(2);
  expect(await recountForum(app.db)).toEqual({ topics: 0, posts: 0, polls: 2, categories: 0 });
  expect(await wrongPollCounts(app)).toEqual([]);
  expect(await recountForum(app.db)).toEqual({ topics: 0, posts: 0, polls: 0, categories: 0 });
});

test('a vote cast during a poll recount counts once', async () => {
  const topic = await addTestTopic(app, ada!);
  const poll = await addTestPoll(app, topic.opening_id);
  await app.db.run('update forum_polls set voters_count = 3 where post_id = $1', [poll.post_id]);
  const voters = await Promise.all(Array.from({ length: 6 }, () => addTestMember(app)));
  const votes = voters.map(({ token }, index) =>
    app.call('PUT', `/forum/topics/${topic.id}/posts/${poll.post_id}/poll/vote`, {
      token,
      json: { choices: [poll.choices[index % 3]!.id] },
    }),
  );
  const answers = await Promise.all([...votes.slice(0, 3), recountForum(app.db).then(() => ({ status: 200 })), ...votes.slice(3)]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await wrongPollCounts(app)).toEqual([]);
});

test('members can post during a recount without losing anything', { tags: ['world'] }, async () => {
  const topics = [];
  for (let n = 0; n < 5; n += 1) topics.push(await addTestTopic(app, ada!));
  const write = (topic: { id: string }) =>
    app.call('POST', `/forum/topics/${topic.id}/posts`, { token: olu!.token, json: { body: 'Meanwhile' } });
  for (let round = 0; round < 5; round += 1)
    await Promise.all([...topics.map(write), recountForum(app.db), ...topics.map(write), recountForum(app.db)]);
  expect(await wrongTopicCounts(app)).toEqual([]);
  // Expects no deadlock. PostgreSQL takes a second to resolve a deadlock.
  expect(await app.db.row('select deadlocks::int from pg_stat_database where datname = current_database()')).toEqual({ deadlocks: 0 });
});

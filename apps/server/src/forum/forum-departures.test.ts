import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '../job-runner.ts';
import type { Statements } from '../platform/db/database.ts';
import { addJob } from '../platform/jobs/add-job.ts';
import { testPassword } from '../testing/accounts.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import {
  addTestPoll,
  addTestReply,
  addTestTopic,
  addTestVote,
  type TestTopic,
  welcome,
  wrongPollCounts,
  wrongTopicCounts,
} from '../testing/forum.ts';
import { setMember } from '../testing/posts.ts';
import { recountForum, recountMember } from './recount-forum.ts';

let app: TestApp;
let [ada, olu]: TestMember[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [ada, olu] = [await addTestMember(app), await addTestMember(app)];
});
afterAll(() => app.close());

const departures = async (): Promise<number> => (await app.db.pool.query('select from forum_departures')).rowCount ?? 0;
const crowd = 250;

/** Adds a member with many replies and likes, and a topic that others answered. */
async function addWriter(): Promise<{ writer: TestMember; written: TestTopic; liked: TestTopic }> {
  const writer = await addTestMember(app);
  const [written, liked] = [await addTestTopic(app, ada!), await addTestTopic(app, ada!)];
  await addTestReply(app, await addTestTopic(app, writer), olu!);
  await addTestReply(app, written, olu!);
  for (const [topic, author] of [
    [written, writer],
    [liked, olu!],
  ] as const)
    await app.db.run(
      `insert into forum_posts (id, topic_id, number, author_id, body, body_html, html_version, plain)
       select gen_random_uuid(), $1, 10 + n, $2, 'Words', '<p>Words</p>', 1, 'Words' from generate_series(1, ${crowd}) n`,
      [topic.id, author.id],
    );
  await app.db.run(
    'insert into forum_post_likes (post_id, member_id) select id, $2 from forum_posts where topic_id = $1 and author_id <> $2 and number > 1',
    [liked.id, writer.id],
  );
  await app.db.run('update forum_posts set likes_count = 1 where topic_id = $1 and number > 1', [liked.id]);
  await app.db.run('update forum_topics set last_number = 300 where id = any($1)', [[written.id, liked.id]]);
  await app.db.rows('select recount_forum_topics($1)', [[written.id, liked.id]]);
  expect(await wrongTopicCounts(app)).toEqual([]);
  return { writer, written, liked };
}

/** Returns the counts as another member sees them. */
async function seen({ written, liked }: { written: TestTopic; liked: TestTopic }): Promise<unknown[]> {
  const read = async (path: string) => (await app.call('GET', path, { token: ada!.token })).json;
  const [topic, posts, likes, categories] = await Promise.all([
    read(`/forum/topics/${written.id}`),
    read(`/forum/topics/${written.id}/posts`),
    read(`/forum/topics/${liked.id}/posts?around=200`),
    read('/forum/categories'),
  ]);
  const { posts_count: inCategory } = categories.data.find(({ id }: { id: string }) => id === welcome);
  const { posts_count: inTopic, unread_posts_count: unread, latest_post: latest } = topic.data;
  return [inTopic, posts.meta.total, unread, latest.number > 2, likes.data[0].likes_count, inCategory];
}

test('a departing member disappears immediately, and counts are right after every transaction of the recount', async () => {
  const made = await addWriter();
  const { writer } = made;
  const there = await seen(made);
  expect(there.slice(0, 5)).toEqual([crowd + 2, crowd + 2, 100, true, 1]);
  await setMember(app, writer, { suspended_at: new Date() });
  const gone = [2, 2, 1, false, 0, (there[5] as number) - crowd - 1];
  expect(await seen(made)).toEqual(gone);

  const stop = new AbortController();
  let steps = 0;
  // Checks the counts after every transaction, and aborts after the second.
  const db = {
    ...app.db,
    transaction: async <Result>(work: (tx: Statements) => Promise<Result>): Promise<Result> => {
      const result = await app.db.transaction(work);
      expect(await seen(made)).toEqual(gone);
      expect(await wrongTopicCounts(app)).toEqual([]);
      steps += 1;
      if (steps === 2) stop.abort();
      return result;
    },
  };
  await expect(recountMember(db, writer.id, stop.signal)).rejects.toThrow('aborted');
  await recountMember(db, writer.id, new AbortController().signal);
  // Two transactions precede the abort; three for posts and three for likes follow.
  expect(steps).toBe(8);
  expect([await departures(), await seen(made)]).toEqual([0, gone]);

  await setMember(app, writer, { suspended_at: null });
  await recountMember(app.db, writer.id, stop.signal).catch(() => undefined);
  await recountMember(app.db, writer.id, new AbortController().signal);
  expect([await departures(), await seen(made), await wrongTopicCounts(app)]).toEqual([0, there, []]);
});

test('a member who returns before the recount is visible and counted as before', async () => {
  const writer = await addWriter();
  const there = await seen(writer);
  await setMember(app, writer.writer, { suspended_at: new Date() });
  await setMember(app, writer.writer, { suspended_at: null });
  expect(await seen(writer)).toEqual(there);
  await recountMember(app.db, writer.writer.id, new AbortController().signal);
  expect([await departures(), await seen(writer), await wrongTopicCounts(app)]).toEqual([0, there, []]);
});

test('counts stay right when a departed author’s topic loses its last post by others', async () => {
  const writer = await addTestMember(app);
  const topic = await addTestTopic(app, writer);
  const reply = await addTestReply(app, topic, olu!);
  await setMember(app, writer, { suspended_at: new Date() });
  expect((await app.call('DELETE', `/forum/topics/${topic.id}/posts/${reply.id}`, { token: olu!.token })).status).toBe(200);
  expect((await app.call('GET', `/forum/topics/${topic.id}`, { token: ada!.token })).status).toBe(404);
  expect(await wrongTopicCounts(app)).toEqual([]);
  await setMember(app, writer, { suspended_at: null });
  expect(await wrongTopicCounts(app)).toEqual([]);
});

test('an unfinished recount resumes within a minute', async () => {
  const { writer, written } = await addWriter();
  await setMember(app, writer, { suspended_at: new Date() });
  await app.db.run(`update forum_departures set started_at = now() - interval '2 minutes'`);
  await addJob(app.db, 'resume_forum_recounts', null);
  await runJobs(app.context);
  expect(await departures()).toBe(0);
  expect(await app.db.row('select posts_count from forum_topics where id = $1', [written.id])).toEqual({ posts_count: 2 });
});

test('closing an account removes its posts from the counts', async () => {
  const { writer, written } = await addWriter();
  expect((await app.call('DELETE', '/me', { token: writer.token, json: { password: testPassword } })).status).toBe(200);
  await runJobs(app.context);
  expect(await departures()).toBe(0);
  expect(await app.db.row('select posts_count from forum_topics where id = $1', [written.id])).toEqual({ posts_count: 2 });
});

test('a departing member’s votes stop counting immediately and count again on return', async () => {
  const [voter, topic] = [await addTestMember(app), await addTestTopic(app, ada!)];
  const poll = await addTestPoll(app, topic.opening_id, { several: true });
  await addTestVote(app, voter, poll, 'Indigo', 'Kola');
  await addTestVote(app, ada!, poll, 'Kola');
  const read = async (): Promise<unknown[]> => {
    const { choices, voters_count } = (await app.call('GET', `/forum/topics/${topic.id}`, { token: ada!.token })).json.data.poll;
    return [voters_count, ...choices.map(({ votes_count }: { votes_count: number }) => votes_count)];
  };
  const recount = () => recountMember(app.db, voter.id, new AbortController().signal);
  expect(await read()).toEqual([2, 1, 0, 2]);
  await setMember(app, voter, { suspended_at: new Date() });
  expect(await read()).toEqual([1, 0, 0, 1]);
  await recount();
  await recount();
  expect([await read(), await wrongPollCounts(app)]).toEqual([[1, 0, 0, 1], []]);

  await setMember(app, voter, { suspended_at: null });
  // The member votes again before the job counts the earlier vote. Only one vote counts.
  const path = `/forum/topics/${topic.id}/posts/${topic.opening_id}/poll/vote`;
  await app.call('PUT', path, { token: voter.token, json: { choices: [poll.choices[2]!.id] } });
  expect([await read(), await wrongPollCounts(app)]).toEqual([[2, 0, 0, 2], []]);
  await recount();
  expect([await read(), await wrongPollCounts(app)]).toEqual([[2, 0, 0, 2], []]);
});

describe('a recount of everything', () => {
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
});

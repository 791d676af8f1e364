/** @module-tag world */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestReply, addTestTopic, type TestTopic, welcome, wrongTopicCounts } from '../../testing/forum.ts';
import { setMember } from '../../testing/posts.ts';
import { recountMember } from '../recount-member.ts';

let [app, beside]: TestApp[] = [];
let crowd: TestMember[];
let mods: TestMember[];
beforeAll(async () => {
  app = await startTestApp();
  beside = await startTestApp({}, {}, { beside: app });
  crowd = await Promise.all(Array.from({ length: 50 }, () => addTestMember(app!)));
  mods = await Promise.all(Array.from({ length: 4 }, () => addTestMember(app!, { role: 'moderator' })));
});
afterAll(async () => {
  expect(await wrongTopicCounts(app!)).toEqual([]);
  expect(await wrongNumbers()).toEqual([]);
  // Expects no deadlock. PostgreSQL takes a second to resolve a deadlock.
  expect(await app!.db.row('select deadlocks::int from pg_stat_database where datname = current_database()')).toEqual({ deadlocks: 0 });
  await beside!.close();
  await app!.close();
});

/** Returns numbers that a present and a moved post share, and numbers of no post. */
const wrongNumbers = (): Promise<unknown[]> =>
  app!.db.rows(
    `select p.topic_id, p.number from forum_posts p join forum_moved_posts mp on mp.topic_id = p.topic_id and mp.number = p.number
      union all
     select t.id, n from forum_topics t cross join lateral generate_series(1, t.last_number) n
      where t.merged_into is null and not exists (select from forum_posts p where p.topic_id = t.id and p.number = n)
        and not exists (select from forum_moved_posts mp where mp.topic_id = t.id and mp.number = n)`,
  );

const nodeOf = (index: number): TestApp => (index % 2 ? app! : beside!);
const post = (index: number, path: string, member: TestMember, json: object): Promise<TestAnswer> =>
  nodeOf(index).call('POST', path, { token: member.token, json });

async function topicOfCrowd(posts: number): Promise<TestTopic & { replies: { id: string }[] }> {
  const topic = await addTestTopic(app!, crowd[0]!);
  const replies = [];
  for (let n = 0; n < posts; n += 1) replies.push(await addTestReply(app!, topic, crowd[n % crowd.length]!));
  return { ...topic, replies };
}

/** Expects late requests to be rejected without a server error. */
const expectAnswers = (answers: readonly TestAnswer[]): void => {
  expect(
    answers.filter(({ status }) => ![200, 201, 404, 409, 422].includes(status)).map(({ status, text }) => `${status} ${text}`),
  ).toEqual([]);
};

test('fifty concurrent replies, likes and deletions during splits on two nodes keep counts and numbers right', async () => {
  const topic = await topicOfCrowd(40);
  const answers = await Promise.all([
    ...crowd.flatMap((member, index) => [
      post(index, `/forum/topics/${topic.id}/posts`, member, { body: 'At once' }),
      post(index + 1, `/forum/topics/${topic.id}/posts/${topic.replies[index % 40]!.id}/like`, member, {}),
      ...(index < 40
        ? [nodeOf(index).call('DELETE', `/forum/topics/${topic.id}/posts/${topic.replies[index]!.id}`, { token: member.token })]
        : []),
    ]),
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((index) =>
      post(index, `/forum/topics/${topic.id}/split`, mods[index % 4]!, {
        post_ids: topic.replies.slice(index * 5, index * 5 + 2 + (index % 3)).map(({ id }) => id),
        title: `Part ${index}`,
        category_id: welcome,
      }),
    ),
  ]);
  expectAnswers(answers);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
  expect(await wrongTopicCounts(app!)).toEqual([]);
  expect(await wrongNumbers()).toEqual([]);
});

test('topics merged into each other concurrently become one, even during replies', async () => {
  const topics = [await topicOfCrowd(10), await topicOfCrowd(10), await topicOfCrowd(10), await topicOfCrowd(10)];
  const merges = topics.flatMap((topic, index) =>
    topics
      .filter((targetTopic) => targetTopic !== topic)
      .map((targetTopic, n) => post(index + n, `/forum/topics/${topic.id}/merge`, mods[index]!, { into: targetTopic.id })),
  );
  const replies = crowd.map((member, index) => post(index, `/forum/topics/${topics[index % 4]!.id}/posts`, member, { body: 'At once' }));
  const answers = await Promise.all([...merges, ...replies]);
  expectAnswers(answers);
  expect(answers.slice(0, merges.length).filter(({ status }) => status === 200)).toHaveLength(3);
  const ids = topics.map(({ id }) => id);
  const rows = await app!.db.rows<{ posts_count: number }>('select posts_count from forum_topics where id = any($1::uuid[]) and is_there', [
    ids,
  ]);
  const added = answers.slice(merges.length).filter(({ status }) => status === 201).length;
  expect(rows).toEqual([{ posts_count: 44 + added }]);
  expect(await wrongNumbers()).toEqual([]);
});

test('counts stay right while splits and a merge run during the recount of a departing member', async () => {
  const topic = await topicOfCrowd(100);
  const into = await topicOfCrowd(1);
  const goes = crowd[7]!;
  await setMember(app!, goes, { suspended_at: new Date() });
  const [, ...answers] = await Promise.all([
    recountMember(app!.db, goes.id, new AbortController().signal),
    ...[0, 1, 2].map((index) =>
      post(index, `/forum/topics/${topic.id}/split`, mods[index]!, {
        post_ids: topic.replies.filter((_, n) => n % 50 !== 7 && n % 3 === index).map(({ id }) => id),
        title: `Part ${index}`,
        category_id: welcome,
      }),
    ),
    post(0, `/forum/topics/${topic.id}/merge`, mods[3]!, { into: into.id }),
  ]);
  expectAnswers(answers);
  await recountMember(app!.db, goes.id, new AbortController().signal);
  expect(await wrongTopicCounts(app!)).toEqual([]);
});

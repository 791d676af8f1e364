import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestReply, addTestTopic, type TestTopic, welcome, wrongTopicCounts } from '../../testing/forum.ts';
import { block, setMember } from '../../testing/posts.ts';
import { recountMember } from '../recount-forum.ts';

describe('moved posts', () => {
  const craft = '019ab000-0000-7000-8000-000000000003';

  let app: TestApp;
  let [ada, olu, mod]: TestMember[] = [];
  beforeAll(async () => {
    app = await startTestApp();
    [ada, olu, mod] = [await addTestMember(app), await addTestMember(app), await addTestMember(app, { role: 'moderator' })];
  });
  afterAll(async () => {
    expect(await wrongTopicCounts(app)).toEqual([]);
    await app.close();
  });

  interface Post {
    id: string;
    number: number;
  }
  type HasId = { id: string };

  const split = (topic: HasId, posts: readonly HasId[], member = mod!, more: object = {}): Promise<TestAnswer> =>
    app.call('POST', `/forum/topics/${topic.id}/split`, {
      token: member.token,
      json: { post_ids: posts.map(({ id }) => id), title: 'About mordants', category_id: craft, ...more },
    });
  const merge = (topic: HasId, target: HasId, member = mod!): Promise<TestAnswer> =>
    app.call('POST', `/forum/topics/${topic.id}/merge`, { token: member.token, json: { into: target.id } });
  const read = (topic: HasId, member = ada!): Promise<TestAnswer> => app.call('GET', `/forum/topics/${topic.id}`, { token: member.token });
  const list = (topic: HasId, query = '', member = ada!): Promise<TestAnswer> =>
    app.call('GET', `/forum/topics/${topic.id}/posts?${query}`, { token: member.token });
  const numbers = async (topic: HasId, member = ada!): Promise<number[]> =>
    (await list(topic, 'per_page=50', member)).json.data.map((post: Post) => post.number);
  const markRead = (topic: HasId, number: number, member: TestMember): Promise<TestAnswer> =>
    app.call('POST', `/forum/topics/${topic.id}/read`, { token: member.token, json: { number } });
  const unread = async (topic: HasId, member: TestMember): Promise<number> => (await read(topic, member)).json.data.unread_posts_count;

  async function topicWithReplies(count: number): Promise<TestTopic & { replies: Post[] }> {
    const topic = await addTestTopic(app, ada!);
    const replies: Post[] = [];
    for (let n = 0; n < count; n += 1) replies.push(await addTestReply(app, topic, olu!));
    return { ...topic, replies };
  }

  test('a split creates a topic whose opening is the first chosen post', async () => {
    const topic = await topicWithReplies(5);
    const [, second, third, , last] = topic.replies;
    const { status, json } = await split(topic, [last!, third!, second!]);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      title: 'About mordants',
      category: { id: craft },
      author: { id: olu!.id },
      posts_count: 3,
      last_number: 3,
      body: 'Reply 3',
      latest_post: { id: last!.id, number: 3 },
    });
    expect(await numbers(json.data)).toEqual([1, 2, 3]);
    expect(await numbers(topic)).toEqual([1, 2, 5]);
    const source = (await read(topic)).json.data;
    expect(source).toMatchObject({ posts_count: 3, last_number: 6, latest_post: { number: 5 } });
    // Numbers are never reused.
    const reply = await app.call('POST', `/forum/topics/${topic.id}/posts`, { token: ada!.token, json: { body: 'On we go' } });
    expect(reply.json.data.number).toBe(7);
    const log = await app.db.rows('select action, actor_id, details from moderation_log where topic_id = $1', [topic.id]);
    expect(log).toEqual([{ action: 'split_topic', actor_id: mod!.id, details: { type: 'split', topic_id: json.data.id, posts_count: 3 } }]);
  });

  test('a post’s old number redirects to its current place after any number of moves', async () => {
    const topic = await topicWithReplies(4);
    const first = (await split(topic, [topic.replies[1]!, topic.replies[2]!])).json.data;
    const moved = topic.replies[2]!;
    expect((await list(topic, `around=${moved.number}`)).json.meta.moved_to).toEqual({
      topic_id: first.id,
      slug: 'about-mordants',
      number: 2,
    });
    expect((await list(topic, 'around=2')).json.meta.moved_to).toBe(null);
    expect((await list(topic)).json.meta.moved_to).toBe(null);
    const second = (await split(first, [moved], mod, { title: 'About alum' })).json.data;
    expect((await list(topic, `around=${moved.number}`)).json.meta.moved_to).toEqual({
      topic_id: second.id,
      slug: 'about-alum',
      number: 1,
    });
    expect((await list(first, 'around=2')).json.meta.moved_to).toEqual({ topic_id: second.id, slug: 'about-alum', number: 1 });
    // A viewer who blocks the author, and a request for a deleted post, get no redirect.
    const blocker = await addTestMember(app);
    await block(app, blocker, olu!);
    expect((await list(topic, `around=${moved.number}`, blocker)).json.meta.moved_to).toBe(null);
    await app.call('DELETE', `/forum/topics/${second.id}`, { token: mod!.token });
    expect((await list(topic, `around=${moved.number}`)).json.meta.moved_to).toBe(null);
  });

  test('a merged topic is appended to the other one, and old addresses redirect', async () => {
    const [topic, into] = [await topicWithReplies(3), await topicWithReplies(2)];
    const { status, json } = await merge(topic, into);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ id: into.id, posts_count: 7, last_number: 7 });
    expect(await numbers(into)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const slug = 'how-do-you-dye-it';
    const deletedResponse = await read(topic);
    expect(deletedResponse).toMatchObject({
      status: 404,
      json: { code: 'moved', data: { moved_to: { topic_id: into.id, slug, number: 4 } } },
    });
    expect((await list(topic, 'around=3')).json.data).toEqual({ moved_to: { topic_id: into.id, slug, number: 6 } });
    expect((await list(topic, 'around=900')).json.data.moved_to.number).toBe(4);
    const third = await topicWithReplies(0);
    await merge(into, third);
    expect((await read(topic)).json.data.moved_to).toEqual({ topic_id: third.id, slug, number: 5 });
    // A deleted topic gives no redirect, like one that never existed.
    await app.call('DELETE', `/forum/topics/${third.id}`, { token: mod!.token });
    expect((await read(topic)).json).toMatchObject({ code: 'not_found' });
    expect((await read(topic)).json).not.toHaveProperty('data');
  });

  test('only organisers split, merge and restore topics', async () => {
    const [topic, other] = [await topicWithReplies(2), await topicWithReplies(0)];
    expect((await split(topic, topic.replies, ada)).json.code).toBe('forbidden');
    expect((await merge(topic, other, ada)).json.code).toBe('forbidden');
    expect((await app.call('POST', `/forum/topics/${topic.id}/restore`, { token: ada!.token, json: {} })).json.code).toBe('forbidden');
    expect(await numbers(topic)).toEqual([1, 2, 3]);
  });

  test('a split rejects an opening, and posts that are in another topic, deleted or hidden from the organiser', async () => {
    const [topic, other] = [await topicWithReplies(2), await topicWithReplies(1)];
    expect((await split(topic, [{ id: topic.opening_id }, topic.replies[0]!])).json.code).toBe('conflict');
    expect((await split(topic, [topic.replies[0]!, other.replies[0]!])).json.errors).toHaveProperty('post_ids');
    expect((await split(topic, [{ id: 'nothing' }])).json.errors).toHaveProperty('post_ids');
    expect((await split(topic, [])).json.errors).toHaveProperty('post_ids');
    expect(
      (
        await split(
          topic,
          Array.from({ length: 201 }, () => topic.replies[0]!),
        )
      ).json.errors,
    ).toHaveProperty('post_ids');
    expect((await split(topic, topic.replies, mod, { category_id: topic.id })).json.errors).toHaveProperty('category_id');
    const hiding = await addTestMember(app, { role: 'moderator' });
    await block(app, hiding, olu!);
    expect((await split(topic, topic.replies, hiding)).json.errors).toHaveProperty('post_ids');
    await app.call('DELETE', `/forum/topics/${topic.id}/posts/${topic.replies[0]!.id}`, { token: mod!.token });
    expect((await split(topic, topic.replies)).json.errors).toHaveProperty('post_ids');
    expect(await numbers(topic)).toEqual([1, 3]);
  });

  test('a topic cannot be merged into itself or a missing topic', async () => {
    const [topic, deletedTopic] = [await topicWithReplies(1), await addTestTopic(app, ada!, { deleted_at: new Date() })];
    for (const into of [topic, deletedTopic, { id: 'nothing' }]) expect((await merge(topic, into)).json.errors).toHaveProperty('into');
    expect((await merge(deletedTopic, topic)).status).toBe(404);
    await app.db.run('update forum_topics set last_number = 5001 where id = $1', [topic.id]);
    expect((await merge(topic, await topicWithReplies(0))).json.code).toBe('conflict');
  });

  test('a split keeps read posts read and unread posts unread', async () => {
    const topic = await topicWithReplies(6);
    const [reader, stranger] = [await addTestMember(app), await addTestMember(app)];
    await markRead(topic, 4, reader);
    const [, , third, fourth, fifth] = topic.replies;
    const { json } = await split(topic, [third!, fourth!, fifth!]);
    // Post 4 was read. Posts 5 and 6 moved unread. Post 7 stayed unread in the old topic.
    expect(await unread(json.data, reader)).toBe(2);
    expect((await read(json.data, reader)).json.data.first_unread).toBe(2);
    expect(await unread(topic, reader)).toBe(1);
    expect(await unread(json.data, stranger)).toBe(3);
    expect((await read(json.data)).json.data.views_count).toBe(1);
  });

  test('a merge keeps posts read only for members who had read both topics', async () => {
    const [topic, into] = [await topicWithReplies(3), await topicWithReplies(2)];
    const [ofBoth, ofHalf, ofSource, ofTarget] = await Promise.all(Array.from({ length: 4 }, () => addTestMember(app)));
    await markRead(topic, 4, ofBoth!);
    await markRead(into, 3, ofBoth!);
    await markRead(topic, 2, ofHalf!);
    await markRead(into, 3, ofHalf!);
    await markRead(topic, 4, ofSource!);
    await markRead(into, 3, ofTarget!);
    await merge(topic, into);
    expect(await unread(into, ofBoth!)).toBe(0);
    expect(await unread(into, ofHalf!)).toBe(2);
    // This reader has not read the target's posts, which come first, so the moved posts count as unread.
    expect(await unread(into, ofSource!)).toBe(7);
    expect(await unread(into, ofTarget!)).toBe(4);
    expect((await read(into)).json.data.views_count).toBe(3);
  });

  test('followers of a topic follow its moved posts, unless they muted the target', async () => {
    const [topic, into] = [await topicWithReplies(2), await topicWithReplies(0)];
    const [follower, muter] = [await addTestMember(app), await addTestMember(app)];
    for (const member of [follower, muter]) await app.call('POST', `/forum/topics/${topic.id}/follow`, { token: member.token });
    await app.call('POST', `/forum/topics/${into.id}/mute`, { token: muter.token });
    const { json } = await split(topic, [topic.replies[1]!]);
    expect((await read(json.data, follower)).json.data.is_following).toBe(true);
    expect((await read(topic, follower)).json.data.is_following).toBe(true);
    await merge(topic, into);
    expect((await read(into, follower)).json.data).toMatchObject({ is_following: true, is_muted: false });
    expect((await read(into, muter)).json.data).toMatchObject({ is_following: false, is_muted: true });
  });

  test('likes, replies and quotes move with their posts', async () => {
    const topic = await topicWithReplies(1);
    const [asked] = topic.replies;
    const body = `> [!quote ${asked!.id}]\n> Reply 2\n\nSo it is`;
    const answer = (await app.call('POST', `/forum/topics/${topic.id}/posts`, { token: ada!.token, json: { body, reply_to: asked!.id } }))
      .json.data;
    await app.call('POST', `/forum/topics/${topic.id}/posts/${answer.id}/like`, { token: olu!.token });
    const { json } = await split(topic, [answer]);
    const [post] = (await list(json.data, '', olu)).json.data;
    expect(post).toMatchObject({
      id: answer.id,
      number: 1,
      likes_count: 1,
      is_liked: true,
      reply_to: { id: asked!.id, number: 2, topic: { id: topic.id, slug: 'how-do-you-dye-it' } },
    });
    expect(post.body_html).toContain(`/forum/t/${topic.id}/how-do-you-dye-it/2`);
    const unliked = await app.call('DELETE', `/forum/topics/${json.data.id}/posts/${answer.id}/like`, { token: olu!.token });
    expect(unliked.json.data).toEqual({ likes_count: 0, is_liked: false });
  });

  test('splitting off the solution clears it, and a merge moves the solution to the target', async () => {
    const [topic, into] = [await topicWithReplies(2), await topicWithReplies(0)];
    const solve = (of: HasId, post: HasId): Promise<TestAnswer> =>
      app.call('POST', `/forum/topics/${of.id}/solve`, { token: mod!.token, json: { post_id: post.id } });
    await solve(topic, topic.replies[1]!);
    const { json } = await split(topic, [topic.replies[1]!]);
    expect(json.data.is_solved).toBe(false);
    expect((await read(topic)).json.data.is_solved).toBe(false);
    await solve(topic, topic.replies[0]!);
    expect((await merge(topic, into)).json.data.solved_post_id).toBe(topic.replies[0]!.id);
  });

  test('merging an older topic into a newer topic keeps the newer topic’s latest post', async () => {
    const older = await topicWithReplies(1);
    const [into, newest] = [await topicWithReplies(1), await topicWithReplies(0)];
    await merge(older, into);
    const { json } = await app.call('GET', '/forum/topics?per_page=2', { token: ada!.token });
    expect(json.data.map(({ id }: HasId) => id)).toEqual([newest.id, into.id]);
    expect(json.data[1].latest_post.id).toBe(into.replies[0]!.id);
    // The newest remaining post becomes the latest.
    await app.call('DELETE', `/forum/topics/${into.id}/posts/${into.replies[0]!.id}`, { token: mod!.token });
    expect((await read(into)).json.data.latest_post.id).toBe(into.opening_id);
  });

  test('a repeated reply returns the earlier post even after a move', async () => {
    const topic = await topicWithReplies(0);
    const reply = (): Promise<TestAnswer> =>
      app.call('POST', `/forum/topics/${topic.id}/posts`, {
        token: olu!.token,
        json: { body: 'Once' },
        headers: { 'idempotency-key': 'moved-meanwhile' },
      });
    const first = await reply();
    const { json } = await split(topic, [first.json.data]);
    expect((await reply()).json.data).toMatchObject({ id: first.json.data.id, topic_id: json.data.id, number: 1 });
    await merge(topic, await topicWithReplies(0));
    expect((await reply()).json.code).toBe('moved');
  });

  test('deleted posts keep their numbers in a merge and can be restored there', async () => {
    const [topic, into] = [await topicWithReplies(2), await topicWithReplies(0)];
    const [deletedPost] = topic.replies;
    await app.call('DELETE', `/forum/topics/${topic.id}/posts/${deletedPost!.id}`, { token: mod!.token });
    await merge(topic, into);
    expect(await numbers(into)).toEqual([1, 2, 4]);
    expect((await app.call('POST', `/forum/topics/${into.id}/posts/${deletedPost!.id}/restore`, { token: mod!.token })).status).toBe(200);
    expect(await numbers(into)).toEqual([1, 2, 3, 4]);
  });

  test('reply drafts move with a merged topic', async () => {
    const [topic, into] = [await topicWithReplies(0), await topicWithReplies(0)];
    await app.call('PUT', `/forum/drafts/topic:${topic.id}`, { token: olu!.token, json: { body: 'Begun', version: 0 } });
    await merge(topic, into);
    expect((await app.call('GET', `/forum/drafts/topic:${into.id}`, { token: olu!.token })).json.data.body).toBe('Begun');
  });

  test('a deleted topic is restored, to another category if its own is gone', async () => {
    const topic = await topicWithReplies(1);
    const restore = (json: object = {}): Promise<TestAnswer> =>
      app.call('POST', `/forum/topics/${topic.id}/restore`, { token: mod!.token, json });
    expect((await restore()).status).toBe(404);
    await app.call('DELETE', `/forum/topics/${topic.id}`, { token: mod!.token });
    expect((await restore()).json.data).toMatchObject({ id: topic.id, category: { id: welcome }, posts_count: 2 });
    await app.call('DELETE', `/forum/topics/${topic.id}`, { token: mod!.token });
    await app.db.run('update forum_topics set category_id = null where id = $1', [topic.id]);
    expect((await restore()).json.errors).toHaveProperty('category_id');
    expect((await restore({ category_id: craft })).json.data.category.id).toBe(craft);
    const into = await topicWithReplies(0);
    await merge(topic, into);
    expect((await restore()).status).toBe(404);
  });
});

describe('concurrent moves', { tags: ['world'] }, () => {
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
    const rows = await app!.db.rows<{ posts_count: number }>(
      'select posts_count from forum_topics where id = any($1::uuid[]) and is_there',
      [ids],
    );
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
});

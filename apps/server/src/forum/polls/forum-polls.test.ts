import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import {
  addTestPoll,
  addTestReply,
  addTestTopic,
  addTestVote,
  type TestPoll,
  type TestTopic,
  welcome,
  wrongPollCounts,
} from '../../testing/forum.ts';
import { block, mute, setMember } from '../../testing/posts.ts';
import { waitingFor } from '../../testing/run-concurrently.ts';

let app: TestApp;
let second: TestApp;
let [ada, olu, moderator]: TestMember[] = [];
beforeAll(async () => {
  app = await startTestApp();
  second = await startTestApp({}, {}, { beside: app });
  [ada, olu, moderator] = [await addTestMember(app), await addTestMember(app), await addTestMember(app, { role: 'moderator' })];
});
afterAll(async () => {
  expect(await wrongPollCounts(app)).toEqual([]);
  await second.close();
  await app.close();
});

const days = (count: number): string => new Date(Date.now() + count * 24 * 60 * 60 * 1000).toISOString();
const pollOf = (topic: TestTopic): string => `/forum/topics/${topic.id}/posts/${topic.opening_id}/poll`;
const vote = (topic: TestTopic, member: TestMember, choices: string[], node = app) =>
  node.call('PUT', `/forum/topics/${topic.id}/posts/${topic.opening_id}/poll/vote`, { token: member.token, json: { choices } });
const read = async (topic: TestTopic, member: TestMember) =>
  (await app.call('GET', `/forum/topics/${topic.id}`, { token: member.token })).json.data.poll;
const counts = (poll: { choices: { votes_count: number | null }[] }): (number | null)[] =>
  poll.choices.map(({ votes_count }) => votes_count);

async function addPoll(options: Parameters<typeof addTestPoll>[2] = {}): Promise<{ topic: TestTopic; poll: TestPoll; ids: string[] }> {
  const topic = await addTestTopic(app, ada!);
  const poll = await addTestPoll(app, topic.opening_id, options);
  return { topic, poll, ids: poll.choices.map(({ id }) => id) };
}

test('a topic and a reply can have a poll, which is shown with its choices in order', async () => {
  const closes_at = days(3);
  const body = { question: ' Which dye? ', choices: ['Kola', 'Indigo', ' Camwood '], several: true, closes_at };
  const shown = {
    question: 'Which dye?',
    choices: ['Kola', 'Indigo', 'Camwood'].map((text) => ({ id: expect.any(String), text, votes_count: null })),
    several: true,
    closes_at,
    is_closed: false,
    voters_count: 0,
    mine: [],
    viewer: { may_vote: true, may_close: true },
  };
  const topic = await app.call('POST', '/forum/topics', {
    token: ada!.token,
    json: { category_id: welcome, title: 'The vat', body: 'Say', poll: body },
  });
  expect(topic.status).toBe(201);
  expect(topic.json.data.poll).toEqual(shown);
  const path = `/forum/topics/${topic.json.data.id}/posts`;
  const reply = await app.call('POST', path, { token: olu!.token, json: { body: 'And', poll: { choices: ['Yes', 'No'] } } });
  expect(reply.json.data.poll).toMatchObject({ question: '', several: false, closes_at: null });
  const plain = await app.call('POST', path, { token: olu!.token, json: { body: 'Well', poll: null } });
  expect(plain.json.data.poll).toBeNull();
  const posts = (await app.call('GET', path, { token: olu!.token })).json.data;
  expect(posts[0].poll).toEqual({ ...shown, viewer: { may_vote: true, may_close: false } });
  expect(posts[1].poll.choices.map(({ text }: { text: string }) => text)).toEqual(['Yes', 'No']);
});

test('a reply sent twice has one poll', async () => {
  const topic = await addTestTopic(app, ada!);
  const send = () =>
    app.call('POST', `/forum/topics/${topic.id}/posts`, {
      token: olu!.token,
      json: { body: 'Say', poll: { choices: ['Yes', 'No'] } },
      headers: { 'idempotency-key': 'one-poll' },
    });
  const [first, secondResponse] = [await send(), await send()];
  expect(secondResponse.json.data.poll).toEqual(first.json.data.poll);
});

test.each([
  [{ choices: ['Kola'] }, 'at least 2'],
  [{ choices: Array.from({ length: 13 }, (_, n) => `${n}`) }, 'at most 12'],
  [{ choices: ['Kola', ' kola '] }, 'different'],
  [{ choices: ['Kola', '​'] }, 'required'],
  [{ choices: ['Kola', 'k'.repeat(121)] }, 'at most 120'],
  [{ choices: ['Kola', 'Indigo'], closes_at: days(-1) }, 'future'],
  [{ choices: ['Kola', 'Indigo'], closes_at: days(367) }, 'a year'],
  [{ choices: ['Kola', 'Indigo'], closes_at: 'soon' }, 'UTC'],
])('a poll such as %j is rejected together with its post', async (poll, reason) => {
  const topic = await addTestTopic(app, ada!);
  const { status, text } = await app.call('POST', `/forum/topics/${topic.id}/posts`, { token: olu!.token, json: { body: 'Say', poll } });
  expect([status, text]).toEqual([422, expect.stringContaining(reason)]);
  expect((await app.call('GET', `/forum/topics/${topic.id}/posts`, { token: olu!.token })).json.data).toHaveLength(1);
});

test('a vote replaces the earlier one, repeating changes nothing, and an empty vote removes it', async () => {
  const { topic, ids } = await addPoll();
  expect((await vote(topic, olu!, [ids[0]!])).json.data).toMatchObject({ voters_count: 1, mine: [ids[0]] });
  expect(counts((await vote(topic, olu!, [ids[0]!, ids[0]!])).json.data)).toEqual([1, 0, 0]);
  expect(counts((await vote(topic, olu!, [ids[2]!])).json.data)).toEqual([0, 0, 1]);
  const back = await vote(topic, olu!, []);
  expect(back.json.data).toMatchObject({ voters_count: 0, mine: [] });
  expect(counts(back.json.data)).toEqual([null, null, null]);
});

test('a poll accepts a vote for one of its choices, or for several if the poll allows it', async () => {
  const [poll, several] = [await addPoll(), await addPoll({ several: true })];
  expect((await vote(poll.topic, olu!, poll.ids.slice(0, 2))).json.errors).toEqual({ choices: ['Choose one.'] });
  expect(counts((await vote(several.topic, olu!, several.ids.slice(0, 2))).json.data)).toEqual([1, 1, 0]);
  expect(counts((await vote(several.topic, olu!, several.ids.slice(1))).json.data)).toEqual([0, 1, 1]);
  for (const other of [poll.ids[0]!, olu!.id, 'nothing'])
    expect((await vote(several.topic, olu!, [other])).json.errors).toEqual({ choices: ['There is no such choice in this poll.'] });
  expect((await read(several.topic, olu!)).voters_count).toBe(1);
});

test('voters see the counts, and everyone sees counts and voters after closing; before, not even the author sees voters', async () => {
  const { topic, ids } = await addPoll();
  await vote(topic, olu!, [ids[1]!]);
  const voters = (member: TestMember) =>
    app.call('GET', `/forum/topics/${topic.id}/posts/${topic.opening_id}/poll/voters?choice=${ids[1]}`, { token: member.token });
  expect([counts(await read(topic, olu!)), counts(await read(topic, ada!))]).toEqual([
    [0, 1, 0],
    [null, null, null],
  ]);
  for (const member of [ada!, olu!, moderator!]) expect((await voters(member)).json.code).toBe('forbidden');

  expect((await app.call('POST', `/forum/topics/${topic.id}/posts/${topic.opening_id}/poll/close`, { token: olu!.token })).json.code).toBe(
    'not_author',
  );
  const closed = await app.call('POST', `${pollOf(topic)}/close`, { token: ada!.token });
  expect(closed.json.data).toMatchObject({ is_closed: true, voters_count: 1, viewer: { may_vote: false, may_close: false } });
  expect(counts(closed.json.data)).toEqual([0, 1, 0]);
  expect((await voters(ada!)).json.data.map(({ username }: { username: string }) => username)).toEqual([olu!.username]);
  expect((await vote(topic, ada!, [ids[0]!])).json).toMatchObject({ code: 'poll_closed', message: 'This poll is closed.' });
  expect((await app.call('GET', `${pollOf(topic)}/voters?choice=${ada!.id}`, { token: ada!.token })).status).toBe(404);
  // Closing the poll again does not change its end.
  expect((await app.call('POST', `${pollOf(topic)}/close`, { token: ada!.token })).json.data.closes_at).toBe(closed.json.data.closes_at);
});

test('an organiser can close a poll, and the moderation log records it', async () => {
  const { topic } = await addPoll();
  expect((await app.call('POST', `${pollOf(topic)}/close`, { token: moderator!.token })).status).toBe(200);
  expect(await app.db.rows('select actor_id, action, note from moderation_log where post_id = $1', [topic.opening_id])).toEqual([
    { actor_id: moderator!.id, action: 'close_poll', note: null },
  ]);
});

test('nobody can vote in a locked topic, and everyone sees the counts', async () => {
  const { topic, poll, ids } = await addPoll();
  await addTestVote(app, olu!, poll, 'Kola');
  await app.call('POST', `/forum/topics/${topic.id}/lock`, { token: moderator!.token });
  for (const member of [olu!, moderator!]) expect((await vote(topic, member, [ids[0]!])).json.code).toBe('locked');
  expect(counts(await read(topic, ada!))).toEqual([0, 0, 1]);
});

test.each<[string, string, (topic: TestTopic) => Promise<unknown>]>([
  ['poll_closed', 'the poll was closed', (topic) => app.call('POST', `${pollOf(topic)}/close`, { token: ada!.token })],
  ['locked', 'the topic was locked', (topic) => app.call('POST', `/forum/topics/${topic.id}/lock`, { token: moderator!.token })],
])('a waiting vote is rejected (%s) if meanwhile %s', async (code, _what, meanwhile) => {
  const { topic, ids } = await addPoll();
  const voter = await addTestMember(app);
  const { late } = await app.db.transaction(async (tx) => {
    // Takes the same lock as a profile update, so the vote waits.
    await tx.row('select id from members where id = $1 for update', [voter.id]);
    const waiting = vote(topic, voter, [ids[0]!], second);
    await expect.poll(() => waitingFor(app)).toBeGreaterThan(0);
    await meanwhile(topic);
    return { late: waiting };
  });
  expect((await late).json.code).toBe(code);
  expect((await read(topic, ada!)).voters_count).toBe(0);
});

test('viewers who may not read a post get 404 for its poll', async () => {
  const [topic, blocked] = [await addTestTopic(app, olu!), await addTestMember(app)];
  const post = await addTestReply(app, topic, ada!);
  const { choices } = await addTestPoll(app, post.id, { closes_at: new Date(0) });
  await block(app, ada!, blocked);
  const path = `/forum/topics/${topic.id}/posts/${post.id}/poll`;
  const ask = (member: TestMember) =>
    Promise.all([
      app.call('PUT', `${path}/vote`, { token: member.token, json: { choices: [] } }),
      app.call('POST', `${path}/close`, { token: member.token }),
      app.call('GET', `${path}/voters?choice=${choices[0]!.id}`, { token: member.token }),
    ]);
  expect((await ask(blocked)).map(({ status }) => status)).toEqual([404, 404, 404]);
  await app.call('DELETE', `/forum/topics/${topic.id}/posts/${post.id}`, { token: ada!.token });
  expect((await ask(ada!)).map(({ status }) => status)).toEqual([404, 404, 404]);
});

test('votes by members hidden from the viewer are neither counted nor named', async () => {
  const { topic, poll, ids } = await addPoll({ several: true, closes_at: new Date(0) });
  const [blocked, muted, departedMember] = [await addTestMember(app), await addTestMember(app), await addTestMember(app)];
  for (const member of [blocked, muted, departedMember, olu!]) await addTestVote(app, member, poll, 'Kola', 'Indigo');
  await block(app, blocked, ada!);
  await mute(app, ada!, muted);
  await setMember(app, departedMember, { suspended_at: new Date() });
  const seen = async (member: TestMember) => {
    const { json } = await app.call('GET', `${pollOf(topic)}/voters?choice=${ids[2]}`, { token: member.token });
    const { voters_count, choices } = await read(topic, member);
    expect(json.meta.total).toBe(json.data.length);
    return [voters_count, choices[0].votes_count, choices[2].votes_count, json.data.length];
  };
  expect(await seen(ada!)).toEqual([1, 1, 1, 1]);
  expect(await seen(olu!)).toEqual([3, 3, 3, 3]);
});

test('voters are listed page by page without repeats or gaps', async () => {
  const { topic, poll, ids } = await addPoll({ closes_at: new Date(0) });
  const voters = await Promise.all(Array.from({ length: 5 }, () => addTestMember(app)));
  for (const voter of voters) await addTestVote(app, voter, poll, 'Indigo');
  const results: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const path = `${pollOf(topic)}/voters?choice=${ids[0]}&per_page=2${cursor && `&cursor=${cursor}`}`;
    const { json } = await app.call('GET', path, { token: olu!.token });
    results.push(...json.data.map(({ id }: { id: string }) => id));
    cursor = json.meta.next_cursor;
  }
  expect(results).toEqual(
    voters
      .map(({ id }) => id)
      .sort()
      .reverse(),
  );
});

test('concurrent votes on two nodes count once each', { tags: ['world'] }, async () => {
  const { topic, ids } = await addPoll();
  const crowd = await Promise.all(Array.from({ length: 8 }, () => addTestMember(app)));
  await Promise.all(
    crowd.flatMap((member) => [0, 1, 2, 0, 1].map((choice, n) => vote(topic, member, [ids[choice]!], n % 2 ? app : second))),
  );
  const { voters_count, choices } = await read(topic, crowd[0]!);
  expect(voters_count).toBe(8);
  expect(choices.reduce((sum: number, { votes_count }: { votes_count: number }) => sum + votes_count, 0)).toBe(8);
  expect(await wrongPollCounts(app)).toEqual([]);
  await Promise.all(crowd.map((member, n) => vote(topic, member, [], n % 2 ? app : second)));
  expect((await read(topic, ada!)).voters_count).toBe(0);
});

test('erasing a post erases its poll, and poll counts can be recounted', async () => {
  const { topic, poll } = await addPoll();
  await addTestVote(app, olu!, poll, 'Kola');
  await app.db.run('update forum_polls set voters_count = 9 where post_id = $1', [topic.opening_id]);
  await app.db.run('update forum_poll_choices set votes_count = 9 where post_id = $1', [topic.opening_id]);
  await app.db.rows('select recount_forum_polls(array[$1::uuid])', [topic.opening_id]);
  expect(await wrongPollCounts(app)).toEqual([]);
  await app.db.run('update forum_posts set author_id = null where id = $1', [topic.opening_id]);
  expect(await app.db.rows('select from forum_polls where post_id = $1', [topic.opening_id])).toEqual([]);
});

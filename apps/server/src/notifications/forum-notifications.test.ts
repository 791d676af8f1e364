import type { Notification } from '@mbari/contract/notifications/notifications';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '../job-runner.ts';
import { addTestMember, addTestMembers, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { welcome } from '../testing/forum.ts';
import { block, mute, setMember } from '../testing/posts.ts';
import { notifyFollowers } from './notify.ts';

let app: TestApp;
let ada: TestMember;
let olu: TestMember;
let efe: TestMember;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());
beforeEach(async () => void ([ada, olu, efe] = await addTestMembers(app, 'Ada', 'Olu', 'Efe')));

interface Topic {
  id: string;
  slug: string;
}
const send = async (caller: TestMember, method: string, path: string, json?: unknown): Promise<any> => {
  const response = await app.call(method, path, { token: caller.token, ...(json !== undefined && { json }) });
  expect(response.status, `${method} ${path}`).toBeLessThan(300);
  return response.json.data;
};
const addTopic = (caller: TestMember, body = 'How do you dye it?', title = 'Turmeric on cotton'): Promise<Topic> =>
  send(caller, 'POST', '/forum/topics', { category_id: welcome, title, body });
const reply = (caller: TestMember, topic: Topic, body: string, answers?: { id: string }): Promise<{ id: string; number: number }> =>
  send(caller, 'POST', `/forum/topics/${topic.id}/posts`, { body, ...(answers && { reply_to: answers.id }) });

const listNotifications = async (caller: TestMember): Promise<Notification[]> => {
  await runJobs(app.context);
  return (await send(caller, 'GET', '/forum/notifications')).notifications;
};
const listEvents = async (caller: TestMember): Promise<(string | undefined)[]> =>
  (await listNotifications(caller)).map(({ forum }) => forum?.event);

test('a reply to the reader’s post or topic links to the exact post', async () => {
  const topic = await addTopic(ada);
  const first = await reply(olu, topic, 'With salt and vinegar');
  const second = await reply(efe, topic, 'How much **salt**?', first);
  expect(await listNotifications(olu)).toMatchObject([
    {
      type: 'comment',
      message: 'Efe replied to you in “Turmeric on cotton”',
      user: { id: efe.id },
      read_at: null,
      action_url: `/forum/t/${topic.id}/${topic.slug}/3`,
      forum: {
        event: 'reply',
        post_id: second.id,
        topic_id: topic.id,
        slug: topic.slug,
        number: 3,
        title: 'Turmeric on cotton',
        excerpt: 'How much salt?',
      },
    },
  ]);
  expect((await listNotifications(ada)).map(({ message }) => message)).toEqual([
    'Efe replied in your topic “Turmeric on cotton”',
    'Olu replied in your topic “Turmeric on cotton”',
  ]);
  expect(await listEvents(efe)).toEqual([]);
});

test('a post notifies each member once; a mention outranks a reply, and a reply outranks a followed topic', async () => {
  const topic = await addTopic(ada);
  const first = await reply(olu, topic, 'With salt');
  await reply(efe, topic, `@${ada.username} and @${olu.username}, see this`, first);
  expect(await listEvents(olu)).toEqual(['mention']);
  expect(await listEvents(ada)).toEqual(['mention', 'reply']);
  await reply(ada, topic, 'Thank you both');
  expect(await listEvents(efe)).toEqual(['followed_topic']);
  expect(await listEvents(olu)).toEqual(['followed_topic', 'mention']);
});

test('an edit notifies newly mentioned members but not those mentioned before', async () => {
  const topic = await addTopic(ada, `Ask @${olu.username}`);
  expect(await listEvents(olu)).toEqual(['mention']);
  await send(olu, 'POST', '/forum/notifications/mark-all-read');
  await send(ada, 'PUT', `/forum/topics/${topic.id}`, { body: `Ask @${olu.username} or @${efe.username}` });
  await send(ada, 'PUT', `/forum/topics/${topic.id}`, { body: `Ask @${efe.username} or @${olu.username}!` });
  expect([await listEvents(olu), await listEvents(efe)]).toEqual([['mention'], ['mention']]);
});

test('followers of a topic are notified of its posts, and followers of a category of its new topics', async () => {
  const earlierTopic = await addTopic(ada);
  await send(efe, 'POST', `/forum/topics/${earlierTopic.id}/follow`);
  await send(olu, 'POST', `/forum/categories/${welcome}/follow`);
  await reply(ada, earlierTopic, 'More of it');
  expect([await listEvents(efe), await listEvents(olu)]).toEqual([['followed_topic'], []]);
  const topic = await addTopic(ada, 'New here', 'Hello from Jos');
  expect(await listNotifications(olu)).toMatchObject([
    { type: 'other', message: 'Ada started “Hello from Jos” in Welcome', action_url: `/forum/t/${topic.id}/hello-from-jos/1` },
  ]);
  expect(await listEvents(ada)).toEqual([]);
  await send(olu, 'DELETE', `/forum/categories/${welcome}/follow`);
});

test('posts the member has already read do not notify', async () => {
  const topic = await addTopic(ada);
  await send(efe, 'POST', `/forum/topics/${topic.id}/follow`);
  await reply(olu, topic, 'First');
  await send(efe, 'POST', `/forum/topics/${topic.id}/read`, { number: 2 });
  expect(await listEvents(efe)).toEqual([]);
});

test('marking a solution notifies its author and the topic’s author once; unmarking withdraws the notification', async () => {
  const [topic, mod] = [await addTopic(ada), await addTestMember(app, { name: 'Mod', role: 'moderator' })];
  const answer = await reply(olu, topic, 'Salt');
  const markSolution = (caller: TestMember, id: string | null) => send(caller, 'POST', `/forum/topics/${topic.id}/solve`, { post_id: id });
  const listSolvedNotifications = async (caller: TestMember) =>
    (await listNotifications(caller)).filter(({ forum }) => forum?.event === 'solved').map(({ message }) => message);
  await markSolution(ada, answer.id);
  expect([await listSolvedNotifications(olu), await listSolvedNotifications(ada)]).toEqual([
    ['Ada marked your post as the answer in “Turmeric on cotton”'],
    [],
  ]);
  await markSolution(ada, null);
  expect(await listSolvedNotifications(olu)).toEqual([]);
  await markSolution(ada, answer.id);
  expect(await listSolvedNotifications(olu)).toHaveLength(1);
  await markSolution(mod, answer.id);
  expect(await listSolvedNotifications(ada)).toEqual(['Mod marked an answer in your topic “Turmeric on cotton”']);
});

test('liking, unliking and liking again notifies once; members’ own likes never notify', async () => {
  const topic = await addTopic(ada);
  const post = await reply(olu, topic, 'Salt');
  const like = (caller: TestMember, method: 'POST' | 'DELETE') => send(caller, method, `/forum/topics/${topic.id}/posts/${post.id}/like`);
  await like(ada, 'POST');
  await like(ada, 'DELETE');
  await like(ada, 'POST');
  await like(olu, 'POST');
  expect((await listNotifications(olu)).map(({ type, message }) => [type, message])).toEqual([
    ['like', 'Ada liked your post in “Turmeric on cotton”'],
  ]);
});

/** Lets Efe follow the topic and be answered, mentioned and liked. */
async function everything(): Promise<{ topic: Topic; posts: { id: string }[] }> {
  const topic = await addTopic(efe);
  const ownReply = await reply(efe, topic, 'And why?');
  const posts = [await reply(olu, topic, 'Because', ownReply), await reply(olu, topic, `@${efe.username}`), await reply(olu, topic, 'So')];
  await send(olu, 'POST', `/forum/topics/${topic.id}/posts/${ownReply.id}/like`);
  return { topic, posts };
}

test.each<[string, () => Promise<unknown>]>([
  ['the reader blocked the actor', () => block(app, efe, olu)],
  ['the actor blocked the reader', () => block(app, olu, efe)],
  ['the reader muted the actor', () => mute(app, efe, olu)],
])('if %s, nothing is notified and earlier notifications are hidden', async (_name, happens) => {
  await everything();
  expect(await listEvents(efe)).toEqual(['like', 'reply', 'mention', 'reply']);
  await happens();
  expect(await listEvents(efe)).toEqual([]);
  const topic = await addTopic(efe, 'Another');
  await reply(olu, topic, `@${efe.username}`);
  await runJobs(app.context);
  const { rows } = await app.db.pool.query('select from notifications where member_id = $1', [efe.id]);
  expect(rows).toHaveLength(4);
});

test.each<[string, (topic: Topic) => Promise<unknown>]>([
  ['the topic', (topic) => send(efe, 'POST', `/forum/topics/${topic.id}/mute`)],
  ['its category', () => send(efe, 'POST', `/forum/categories/${welcome}/mute`)],
])('members who muted %s are not notified', async (_name, quiet) => {
  const topic = await addTopic(efe);
  await quiet(topic);
  const ownReply = await reply(efe, topic, 'And why?');
  await reply(olu, topic, `@${efe.username}`, ownReply);
  await send(olu, 'POST', `/forum/topics/${topic.id}/posts/${ownReply.id}/like`);
  expect(await listEvents(efe)).toEqual([]);
  await send(efe, 'DELETE', `/forum/categories/${welcome}/mute`);
});

test.each<[string, string[]]>([
  ['notify_on_reply', ['mention']],
  ['notify_on_mention', ['reply', 'reply', 'reply']],
])('turning off %s keeps the other notifications', async (name, expected) => {
  await setMember(app, efe, { [name]: false });
  await everything();
  expect((await listEvents(efe)).filter((event) => event !== 'like' && event !== 'followed_topic')).toEqual(expected);
  if (name === 'notify_on_reply') expect(await listEvents(efe)).not.toContain('followed_topic');
});

test('members without reply notifications are still notified of topics they follow', async () => {
  await setMember(app, efe, { notify_on_reply: false });
  const topic = await addTopic(ada);
  await send(efe, 'POST', `/forum/topics/${topic.id}/follow`);
  await reply(olu, topic, 'Salt');
  expect(await listEvents(efe)).toEqual(['followed_topic']);
});

test('authors who unfollow their topic are notified only of answers to their own posts', async () => {
  const topic = await addTopic(ada);
  const ownReply = await reply(ada, topic, 'I forgot to say');
  await send(ada, 'DELETE', `/forum/topics/${topic.id}/follow`);
  await reply(olu, topic, 'Salt');
  expect(await listEvents(ada)).toEqual([]);
  await reply(olu, topic, 'Vinegar', ownReply);
  expect(await listEvents(ada)).toEqual(['reply']);
});

test('a notification disappears with its post or topic, and returns with a restored post', async () => {
  const mod = await addTestMember(app, { role: 'moderator' });
  const topic = await addTopic(ada);
  const post = await reply(olu, topic, 'Salt');
  await send(olu, 'DELETE', `/forum/topics/${topic.id}/posts/${post.id}`);
  expect(await listEvents(ada)).toEqual([]);
  await send(mod, 'POST', `/forum/topics/${topic.id}/posts/${post.id}/restore`);
  expect(await listEvents(ada)).toEqual(['reply']);
  await send(mod, 'DELETE', `/forum/topics/${topic.id}`);
  expect(await listNotifications(ada)).toEqual([]);
});

test('notifications from a suspended author are hidden, and a hidden author’s topic notifies nobody', async () => {
  const topic = await addTopic(ada);
  await reply(olu, topic, `@${efe.username}`);
  await setMember(app, olu, { suspended_at: new Date() });
  expect([await listEvents(efe), await listEvents(ada)]).toEqual([[], []]);
  await setMember(app, olu, { suspended_at: null });
  expect(await listEvents(efe)).toEqual(['mention']);
  await block(app, efe, ada);
  expect(await listEvents(efe)).toEqual([]);
});

test('a topic with many followers notifies each once, in batches, also after a crash or in two processes', async () => {
  const topic = await addTopic(ada);
  const crowd = 2_300;
  await app.db.run(
    `insert into members (id, username, name, email, email_verified_at)
     select gen_random_uuid(), 'crowd_' || n, 'Crowd', 'crowd' || n || '@example.test', now() from generate_series(1, ${crowd}) n`,
  );
  await app.db.run(
    `insert into forum_tracks (member_id, topic_id, is_following) select id, $1, true from members where username like 'crowd\\_%'`,
    [topic.id],
  );
  const post = await reply(olu, topic, 'To all of you');
  const notified = async (): Promise<number> =>
    (await app.db.pool.query(`select from notifications where forum_post_id = $1 and type = 'followed_topic'`, [post.id])).rowCount ?? 0;
  const payload = { followed: 'topic' as const, id: topic.id, post_ids: [post.id] };
  expect(await notified()).toBe(0);

  const stop = new AbortController();
  const db = {
    ...app.db,
    row: (async (sql: string, values: unknown[]) => {
      const row = await app.db.row(sql, values);
      stop.abort();
      return row;
    }) as typeof app.db.row,
  };
  await expect(notifyFollowers(payload, { context: { ...app.context, db }, signal: stop.signal, attempt: 1 })).rejects.toThrow('aborted');
  const first = await notified();
  // The topic's author and the writers also follow the topic, but are not notified.
  expect(first).toBeGreaterThanOrEqual(998);
  expect(first).toBeLessThanOrEqual(1_000);

  const runTask = () => notifyFollowers(payload, { context: app.context, signal: new AbortController().signal, attempt: 2 });
  await Promise.all([runTask(), runTask()]);
  expect(await notified()).toBe(crowd);
  await runJobs(app.context);
  expect(await notified()).toBe(crowd);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '../job-runner.ts';
import { newId } from '../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { readStream } from '../testing/event-stream.ts';
import { addTestReply, addTestTopic, welcome } from '../testing/forum.ts';
import { openOutbox } from '../testing/outbox.ts';
import { addTestCrowd, addTestPhoto, setMember } from '../testing/posts.ts';
import { mailAtOnce } from './mails/queue-activity-mails.ts';

/** Notifications whose cause was undone on another node. */
let app: TestApp;
let other: TestApp;
let owner: TestMember;
let fan: TestMember;
let second: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({}, {}, { beside: app });
});
afterAll(async () => {
  await other.close();
  await app.close();
});
beforeEach(async () => {
  [owner, fan, second] = await Promise.all([addTestMember(app, { name: 'Ada' }), addTestMember(app), addTestMember(app)]);
});

const send = async (who: TestMember, method: string, path: string, json?: unknown): Promise<any> => {
  const { status, json: answer } = await app.call(method, path, { token: who.token, ...(json !== undefined && { json }) });
  expect(status, `${method} ${path}`).toBeLessThan(300);
  return answer.data;
};
const read = async (who: TestMember) => {
  const { json } = await other.call('GET', '/forum/notifications?grouped=1', { token: who.token });
  const { notifications, unread_count, unread_groups_count } = json.data;
  return { messages: notifications.map(({ message }: { message: string }) => message), unread_count, unread_groups_count };
};
const nothing = { messages: [], unread_count: 0, unread_groups_count: 0 };

async function addFollowedTopic(who: TestMember): Promise<{ id: string }> {
  const topic = await addTestTopic(app, second);
  await send(owner, 'POST', `/forum/topics/${topic.id}/follow`);
  await send(who, 'POST', `/forum/topics/${topic.id}/posts`, { body: 'An answer' });
  await runJobs(app.context);
  return topic;
}

/** Creates a notification for the owner and returns the call that undoes its cause. */
const undone: Record<string, (who: TestMember) => Promise<() => Promise<unknown>>> = {
  'unliking a photo': async (who) => {
    const photo = await addTestPhoto(app, owner);
    await send(who, 'POST', `/photos/${photo.id}/like`);
    return () => send(who, 'DELETE', `/photos/${photo.id}/like`);
  },
  'unliking a comment': async (who) => {
    const photo = await addTestPhoto(app, second);
    const comment = await send(owner, 'POST', `/photos/${photo.id}/comments`, { content: 'Fine light' });
    await send(who, 'POST', `/comments/${comment.id}/like`);
    return () => send(who, 'DELETE', `/comments/${comment.id}/like`);
  },
  'unliking a forum post': async (who) => {
    const topic = await addTestTopic(app, second);
    const post = await addTestReply(app, topic, owner);
    await send(who, 'POST', `/forum/topics/${topic.id}/posts/${post.id}/like`);
    return () => send(who, 'DELETE', `/forum/topics/${topic.id}/posts/${post.id}/like`);
  },
  'unfollowing a member': async (who) => {
    await send(who, 'POST', `/users/${owner.id}/follow`);
    return () => send(who, 'DELETE', `/users/${owner.id}/follow`);
  },
  'editing out a mention': async (who) => {
    const topic = await addTestTopic(app, second);
    const post = await send(who, 'POST', `/forum/topics/${topic.id}/posts`, { body: `Ask @${owner.username}` });
    return () => send(who, 'PUT', `/forum/topics/${topic.id}/posts/${post.id}`, { body: 'Ask somebody' });
  },
  'deleting a comment': async (who) => {
    const photo = await addTestPhoto(app, owner);
    const comment = await send(who, 'POST', `/photos/${photo.id}/comments`, { content: 'Fine light' });
    return () => send(who, 'DELETE', `/photos/${photo.id}/comments/${comment.id}`);
  },
  'unfollowing a topic': async (who) => {
    const topic = await addFollowedTopic(who);
    return () => send(owner, 'DELETE', `/forum/topics/${topic.id}/follow`);
  },
  'muting a followed topic': async (who) => {
    const topic = await addFollowedTopic(who);
    return () => send(owner, 'POST', `/forum/topics/${topic.id}/mute`);
  },
  'unfollowing a category': async (who) => {
    await send(owner, 'POST', `/forum/categories/${welcome}/follow`);
    await send(who, 'POST', '/forum/topics', { category_id: welcome, title: 'Turmeric on cotton', body: 'How?' });
    await runJobs(app.context);
    return () => send(owner, 'DELETE', `/forum/categories/${welcome}/follow`);
  },
  'unmarking a solution': async (who) => {
    const topic = await addTestTopic(app, who);
    const post = await addTestReply(app, topic, owner);
    await send(who, 'POST', `/forum/topics/${topic.id}/solve`, { post_id: post.id });
    return () => send(who, 'POST', `/forum/topics/${topic.id}/solve`, { post_id: null });
  },
  'moving a mention into a quote': async (who) => {
    const topic = await addTestTopic(app, second);
    const post = await send(who, 'POST', `/forum/topics/${topic.id}/posts`, { body: `Ask @${owner.username}` });
    return () => send(who, 'PUT', `/forum/topics/${topic.id}/posts/${post.id}`, { body: `> Ask @${owner.username}` });
  },
  'deleting a forum reply': async (who) => {
    const topic = await addTestTopic(app, owner);
    const post = await send(who, 'POST', `/forum/topics/${topic.id}/posts`, { body: 'An answer' });
    return () => send(who, 'DELETE', `/forum/topics/${topic.id}/posts/${post.id}`);
  },
};

const everyKind = { likes: 'instant', comments: 'instant', follows: 'instant', mentions: 'instant', replies: 'instant', forum: 'instant' };

async function queueMail(): Promise<void> {
  await setMember(app, owner, { email_notification_preferences: JSON.stringify(everyKind) });
  await app.db.run(`update notifications set created_at = now() - interval '20 minutes' where member_id = $1`, [owner.id]);
  await openOutbox(app).take();
  await mailAtOnce(null, { context: app.context, signal: new AbortController().signal, attempt: 1 });
}
const mailsSent = async (): Promise<number> => {
  await runJobs(app.context);
  return (await openOutbox(app).take()).filter(({ to }) => to === owner.email).length;
};

test('a notification whose cause remains is mailed', async () => {
  await send(fan, 'POST', `/users/${owner.id}/follow`);
  await queueMail();
  expect(await mailsSent()).toBe(1);
});

test.each(Object.entries(undone))('%s leaves no notification, count or queued mail, and updates the open page', async (_, cause) => {
  const undo = await cause(fan);
  expect((await read(owner)).unread_count).toBe(1);
  await queueMail();
  const stream = await readStream(other, owner.token);
  await undo();
  await stream.next('notifications');
  stream.close();
  expect(await read(owner)).toEqual(nothing);
  expect(await mailsSent()).toBe(0);
});

test('unliking updates the count of a group', async () => {
  const photo = await addTestPhoto(app, owner, { title: 'Uli wall' });
  for (const who of [fan, second]) await send(who, 'POST', `/photos/${photo.id}/like`);
  expect(await read(owner)).toMatchObject({ unread_count: 2, unread_groups_count: 1 });
  await send(second, 'DELETE', `/photos/${photo.id}/like`);
  const { messages, ...counts } = await read(owner);
  expect(counts).toEqual({ unread_count: 1, unread_groups_count: 1 });
  expect(messages[0]).not.toContain('other');
});

test('an edit keeps existing mentions and notifies new ones once', async () => {
  const topic = await addTestTopic(app, second);
  const post = await send(fan, 'POST', `/forum/topics/${topic.id}/posts`, { body: `Ask @${owner.username}` });
  const edit = (body: string) => send(fan, 'PUT', `/forum/topics/${topic.id}/posts/${post.id}`, { body });
  await edit(`Please ask @${owner.username} and @${second.username}`);
  await edit(`Do ask @${owner.username} and @${second.username}`);
  for (const who of [owner, second]) expect((await read(who)).messages).toHaveLength(1);
});

test('an unread mention that is edited out of an answer becomes a reply notification', async () => {
  const topic = await addTestTopic(app, second, { title: 'Looms' });
  const own = await addTestReply(app, topic, owner);
  const answer = () =>
    send(fan, 'POST', `/forum/topics/${topic.id}/posts`, { body: `@${owner.username}, how much?`, reply_to: own.id }) as Promise<{
      id: string;
    }>;
  const edit = ({ id }: { id: string }) => send(fan, 'PUT', `/forum/topics/${topic.id}/posts/${id}`, { body: 'How much?' });
  const unread = await answer();
  await edit(unread);
  expect((await read(owner)).messages).toEqual([expect.stringContaining('replied to you in “Looms”')]);
  const seen = await answer();
  await send(owner, 'POST', '/forum/notifications/mark-all-read');
  await edit(seen);
  expect((await read(owner)).messages).toEqual([expect.stringContaining('replied to you in “Looms”')]);
});

test.each(['a topic', 'a post'])('%s that an organiser restores is listed again, and updates the open page', async (what) => {
  const organiser = await addTestMember(app, { role: 'moderator' });
  const topic = await addTestTopic(app, owner);
  const post = await send(fan, 'POST', `/forum/topics/${topic.id}/posts`, { body: 'An answer' });
  const path = what === 'a topic' ? `/forum/topics/${topic.id}` : `/forum/topics/${topic.id}/posts/${post.id}`;
  await send(organiser, 'DELETE', path);
  const before = await read(owner);
  expect(before.messages).not.toContainEqual(expect.stringContaining('replied'));
  const stream = await readStream(other, owner.token);
  await send(organiser, 'POST', `${path}/restore`, {});
  await stream.next('notifications');
  stream.close();
  expect((await read(owner)).messages).toContainEqual(expect.stringContaining('replied'));
});

test('a mention inside a quote notifies nobody; outside it does', async () => {
  const topic = await addTestTopic(app, second);
  const quoted = await send(fan, 'POST', `/forum/topics/${topic.id}/posts`, { body: `> Hi @${owner.username}\n\nagreed` });
  expect(quoted.body_html).toContain(`Hi @${owner.username}`);
  expect(await read(owner)).toEqual(nothing);
  await send(fan, 'POST', `/forum/topics/${topic.id}/posts`, { body: `> Hi @${owner.username}\n\n@${owner.username} agreed` });
  expect((await read(owner)).unread_count).toBe(1);
});

test('counts above a hundred are marked as capped', async () => {
  await app.db.run(
    `insert into notifications (id, member_id, type, actor_id)
     select ids.id, $1, 'other', $2 from unnest($3::uuid[]) as ids(id)`,
    [owner.id, fan.id, Array.from({ length: 142 }, () => newId())],
  );
  const { json } = await other.call('GET', '/forum/notifications?filter=unread', { token: owner.token });
  expect(json.data).toMatchObject({ unread_count: 100, unread_count_is_capped: true });
  expect(json.meta).toMatchObject({ total: 100, total_is_capped: true });
  await app.db.run('delete from notifications where id in (select id from notifications where member_id = $1 limit 42)', [owner.id]);
  const exact = (await other.call('GET', '/forum/notifications?filter=unread', { token: owner.token })).json;
  expect(exact.data).toMatchObject({ unread_count: 100, unread_count_is_capped: false });
  expect(exact.meta).toMatchObject({ total: 100, total_is_capped: false });
});

test('a low count is marked as capped if more notifications exist than were examined', async () => {
  const photo = await addTestPhoto(app, owner);
  await send(fan, 'POST', `/users/${owner.id}/follow`);
  await addTestCrowd(app, { ownerId: owner.id, photoId: photo.id, count: 1_100, idsFrom: 'ffff0000' });
  const { json } = await other.call('GET', '/forum/notifications?grouped=1', { token: owner.token });
  expect(json.data).toMatchObject({
    unread_count: 100,
    unread_count_is_capped: true,
    unread_groups_count: 1,
    unread_groups_count_is_capped: true,
  });
  expect(json.meta).toMatchObject({ total: 1, total_is_capped: true });
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '../job-runner.ts';
import { newId } from '../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { readStream } from '../testing/event-stream.ts';
import { addTestReply, addTestTopic, welcome } from '../testing/forum.ts';
import { openOutbox } from '../testing/mails.ts';
import { addTestCrowd, addTestPhoto, setMember } from '../testing/posts.ts';
import { queueInstantMails } from './mails/queue-activity-mails.ts';

/** Members act on `app` and read on `secondApp`, another node on the same database. */
let app: TestApp;
let secondApp: TestApp;
let owner: TestMember;
let fan: TestMember;
let second: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  secondApp = await startTestApp({}, {}, { beside: app });
});
afterAll(async () => {
  await secondApp.close();
  await app.close();
});
beforeEach(async () => {
  [owner, fan, second] = await Promise.all([addTestMember(app, { name: 'Ada' }), addTestMember(app), addTestMember(app)]);
});

const send = async (caller: TestMember, method: string, path: string, json?: unknown): Promise<any> => {
  const { status, json: answer } = await app.call(method, path, { token: caller.token, ...(json !== undefined && { json }) });
  expect(status, `${method} ${path}`).toBeLessThan(300);
  return answer.data;
};
const readNotifications = async (caller: TestMember) => {
  const { json } = await secondApp.call('GET', '/forum/notifications?grouped=1', { token: caller.token });
  const { notifications, unread_count, unread_groups_count } = json.data;
  return { messages: notifications.map(({ message }: { message: string }) => message), unread_count, unread_groups_count };
};
const noNotifications = { messages: [], unread_count: 0, unread_groups_count: 0 };

async function addFollowedTopic(caller: TestMember): Promise<{ id: string }> {
  const topic = await addTestTopic(app, second);
  await send(owner, 'POST', `/forum/topics/${topic.id}/follow`);
  await send(caller, 'POST', `/forum/topics/${topic.id}/posts`, { body: 'An answer' });
  await runJobs(app.context);
  return topic;
}

/** Creates a notification for the owner and returns the call that undoes its cause. */
const undoActs: Record<string, (caller: TestMember) => Promise<() => Promise<unknown>>> = {
  'unliking a photo': async (caller) => {
    const photo = await addTestPhoto(app, owner);
    await send(caller, 'POST', `/photos/${photo.id}/like`);
    return () => send(caller, 'DELETE', `/photos/${photo.id}/like`);
  },
  'unliking a comment': async (caller) => {
    const photo = await addTestPhoto(app, second);
    const comment = await send(owner, 'POST', `/photos/${photo.id}/comments`, { content: 'Fine light' });
    await send(caller, 'POST', `/comments/${comment.id}/like`);
    return () => send(caller, 'DELETE', `/comments/${comment.id}/like`);
  },
  'unliking a forum post': async (caller) => {
    const topic = await addTestTopic(app, second);
    const post = await addTestReply(app, topic, owner);
    await send(caller, 'POST', `/forum/topics/${topic.id}/posts/${post.id}/like`);
    return () => send(caller, 'DELETE', `/forum/topics/${topic.id}/posts/${post.id}/like`);
  },
  'unfollowing a member': async (caller) => {
    await send(caller, 'POST', `/users/${owner.id}/follow`);
    return () => send(caller, 'DELETE', `/users/${owner.id}/follow`);
  },
  'editing out a mention': async (caller) => {
    const topic = await addTestTopic(app, second);
    const post = await send(caller, 'POST', `/forum/topics/${topic.id}/posts`, { body: `Ask @${owner.username}` });
    return () => send(caller, 'PUT', `/forum/topics/${topic.id}/posts/${post.id}`, { body: 'Ask somebody' });
  },
  'deleting a comment': async (caller) => {
    const photo = await addTestPhoto(app, owner);
    const comment = await send(caller, 'POST', `/photos/${photo.id}/comments`, { content: 'Fine light' });
    return () => send(caller, 'DELETE', `/photos/${photo.id}/comments/${comment.id}`);
  },
  'unfollowing a topic': async (caller) => {
    const topic = await addFollowedTopic(caller);
    return () => send(owner, 'DELETE', `/forum/topics/${topic.id}/follow`);
  },
  'muting a followed topic': async (caller) => {
    const topic = await addFollowedTopic(caller);
    return () => send(owner, 'POST', `/forum/topics/${topic.id}/mute`);
  },
  'unfollowing a category': async (caller) => {
    await send(owner, 'POST', `/forum/categories/${welcome}/follow`);
    await send(caller, 'POST', '/forum/topics', { category_id: welcome, title: 'Turmeric on cotton', body: 'How?' });
    await runJobs(app.context);
    return () => send(owner, 'DELETE', `/forum/categories/${welcome}/follow`);
  },
  'unmarking a solution': async (caller) => {
    const topic = await addTestTopic(app, caller);
    const post = await addTestReply(app, topic, owner);
    await send(caller, 'POST', `/forum/topics/${topic.id}/solve`, { post_id: post.id });
    return () => send(caller, 'POST', `/forum/topics/${topic.id}/solve`, { post_id: null });
  },
  'moving a mention into a quote': async (caller) => {
    const topic = await addTestTopic(app, second);
    const post = await send(caller, 'POST', `/forum/topics/${topic.id}/posts`, { body: `Ask @${owner.username}` });
    return () => send(caller, 'PUT', `/forum/topics/${topic.id}/posts/${post.id}`, { body: `> Ask @${owner.username}` });
  },
  'deleting a forum reply': async (caller) => {
    const topic = await addTestTopic(app, owner);
    const post = await send(caller, 'POST', `/forum/topics/${topic.id}/posts`, { body: 'An answer' });
    return () => send(caller, 'DELETE', `/forum/topics/${topic.id}/posts/${post.id}`);
  },
};

const everyKind = { likes: 'instant', comments: 'instant', follows: 'instant', mentions: 'instant', replies: 'instant', forum: 'instant' };

async function queueMail(): Promise<void> {
  await setMember(app, owner, { email_notification_preferences: JSON.stringify(everyKind) });
  await app.db.run(`update notifications set created_at = now() - interval '20 minutes' where member_id = $1`, [owner.id]);
  await openOutbox(app).take();
  await queueInstantMails(null, { context: app.context, signal: new AbortController().signal, attempt: 1 });
}
const countMails = async (): Promise<number> => {
  await runJobs(app.context);
  return (await openOutbox(app).take()).filter(({ to }) => to === owner.email).length;
};

test('a notification is mailed while its cause exists', async () => {
  await send(fan, 'POST', `/users/${owner.id}/follow`);
  await queueMail();
  expect(await countMails()).toBe(1);
});

test.each(Object.entries(undoActs))('%s leaves no notification, count or queued mail, and updates the open page', async (_, cause) => {
  const undo = await cause(fan);
  expect((await readNotifications(owner)).unread_count).toBe(1);
  await queueMail();
  const stream = await readStream(secondApp, owner.token);
  await undo();
  await stream.next('notifications');
  stream.close();
  expect(await readNotifications(owner)).toEqual(noNotifications);
  expect(await countMails()).toBe(0);
});

test('unliking updates the count of a group', async () => {
  const photo = await addTestPhoto(app, owner, { title: 'Uli wall' });
  for (const caller of [fan, second]) await send(caller, 'POST', `/photos/${photo.id}/like`);
  expect(await readNotifications(owner)).toMatchObject({ unread_count: 2, unread_groups_count: 1 });
  await send(second, 'DELETE', `/photos/${photo.id}/like`);
  const { messages, ...counts } = await readNotifications(owner);
  expect(counts).toEqual({ unread_count: 1, unread_groups_count: 1 });
  expect(messages[0]).not.toContain('other');
});

test('an edit keeps existing mentions and notifies new ones once', async () => {
  const topic = await addTestTopic(app, second);
  const post = await send(fan, 'POST', `/forum/topics/${topic.id}/posts`, { body: `Ask @${owner.username}` });
  const edit = (body: string) => send(fan, 'PUT', `/forum/topics/${topic.id}/posts/${post.id}`, { body });
  await edit(`Please ask @${owner.username} and @${second.username}`);
  await edit(`Do ask @${owner.username} and @${second.username}`);
  for (const caller of [owner, second]) expect((await readNotifications(caller)).messages).toHaveLength(1);
});

test('an unread mention that is edited out of an answer becomes a reply notification', async () => {
  const topic = await addTestTopic(app, second, { title: 'Looms' });
  const ownReply = await addTestReply(app, topic, owner);
  const answer = () =>
    send(fan, 'POST', `/forum/topics/${topic.id}/posts`, { body: `@${owner.username}, how much?`, reply_to: ownReply.id }) as Promise<{
      id: string;
    }>;
  const edit = ({ id }: { id: string }) => send(fan, 'PUT', `/forum/topics/${topic.id}/posts/${id}`, { body: 'How much?' });
  const unread = await answer();
  await edit(unread);
  expect((await readNotifications(owner)).messages).toEqual([expect.stringContaining('replied to you in “Looms”')]);
  const answered = await answer();
  await send(owner, 'POST', '/forum/notifications/mark-all-read');
  await edit(answered);
  expect((await readNotifications(owner)).messages).toEqual([expect.stringContaining('replied to you in “Looms”')]);
});

test.each(['a topic', 'a post'])('%s that an organiser restores is listed again, and updates the open page', async (kind) => {
  const organiser = await addTestMember(app, { role: 'moderator' });
  const topic = await addTestTopic(app, owner);
  const post = await send(fan, 'POST', `/forum/topics/${topic.id}/posts`, { body: 'An answer' });
  const path = kind === 'a topic' ? `/forum/topics/${topic.id}` : `/forum/topics/${topic.id}/posts/${post.id}`;
  await send(organiser, 'DELETE', path);
  const earlier = await readNotifications(owner);
  expect(earlier.messages).not.toContainEqual(expect.stringContaining('replied'));
  const stream = await readStream(secondApp, owner.token);
  await send(organiser, 'POST', `${path}/restore`, {});
  await stream.next('notifications');
  stream.close();
  expect((await readNotifications(owner)).messages).toContainEqual(expect.stringContaining('replied'));
});

test('a mention inside a quote notifies nobody; outside it does', async () => {
  const topic = await addTestTopic(app, second);
  const quoted = await send(fan, 'POST', `/forum/topics/${topic.id}/posts`, { body: `> Hi @${owner.username}\n\nagreed` });
  expect(quoted.body_html).toContain(`Hi @${owner.username}`);
  expect(await readNotifications(owner)).toEqual(noNotifications);
  await send(fan, 'POST', `/forum/topics/${topic.id}/posts`, { body: `> Hi @${owner.username}\n\n@${owner.username} agreed` });
  expect((await readNotifications(owner)).unread_count).toBe(1);
});

test('counts above a hundred are marked as capped', async () => {
  await app.db.run(
    `insert into notifications (id, member_id, type, actor_id)
     select ids.id, $1, 'other', $2 from unnest($3::uuid[]) as ids(id)`,
    [owner.id, fan.id, Array.from({ length: 142 }, () => newId())],
  );
  const { json } = await secondApp.call('GET', '/forum/notifications?filter=unread', { token: owner.token });
  expect(json.data).toMatchObject({ unread_count: 100, unread_count_is_capped: true });
  expect(json.meta).toMatchObject({ total: 100, total_is_capped: true });
  await app.db.run('delete from notifications where id in (select id from notifications where member_id = $1 limit 42)', [owner.id]);
  const exact = (await secondApp.call('GET', '/forum/notifications?filter=unread', { token: owner.token })).json;
  expect(exact.data).toMatchObject({ unread_count: 100, unread_count_is_capped: false });
  expect(exact.meta).toMatchObject({ total: 100, total_is_capped: false });
});

test('a low count is marked as capped if more notifications exist than were examined', async () => {
  const photo = await addTestPhoto(app, owner);
  await send(fan, 'POST', `/users/${owner.id}/follow`);
  await addTestCrowd(app, { ownerId: owner.id, photoId: photo.id, count: 1_100, idsFrom: 'ffff0000' });
  const { json } = await secondApp.call('GET', '/forum/notifications?grouped=1', { token: owner.token });
  expect(json.data).toMatchObject({
    unread_count: 100,
    unread_count_is_capped: true,
    unread_groups_count: 1,
    unread_groups_count_is_capped: true,
  });
  expect(json.meta).toMatchObject({ total: 1, total_is_capped: true });
});

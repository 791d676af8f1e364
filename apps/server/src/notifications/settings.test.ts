import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '../job-runner.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { welcome } from '../testing/forum.ts';
import { addTestPhoto, mute } from '../testing/posts.ts';

let app: TestApp;
let ada: TestMember;
let olu: TestMember;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());
beforeEach(async () => {
  [ada, olu] = await Promise.all([addTestMember(app, { name: 'Ada' }), addTestMember(app, { name: 'Olu' })]);
});

const send = async (caller: TestMember, method: string, path: string, json?: unknown): Promise<any> => {
  const response = await app.call(method, path, { token: caller.token, ...(json !== undefined && { json }) });
  expect(response.status, `${method} ${path}`).toBeLessThan(300);
  return response.json.data;
};

/** Lets Olu trigger every notification for Ada. Returns those that Ada received. */
async function everything(): Promise<string[]> {
  const photo = await addTestPhoto(app, ada);
  await send(olu, 'POST', `/photos/${photo.id}/like`);
  await send(olu, 'POST', `/photos/${photo.id}/comments`, { content: 'Ndewo' });
  const comment = await send(ada, 'POST', `/photos/${photo.id}/comments`, { content: 'Mine' });
  await send(olu, 'POST', `/comments/${comment.id}/like`);
  const olusPhoto = await addTestPhoto(app, olu);
  const commentOnOlusPhoto = await send(ada, 'POST', `/photos/${olusPhoto.id}/comments`, { content: 'Mine' });
  await send(olu, 'POST', `/photos/${olusPhoto.id}/comments`, { content: 'Yours', reply_to: commentOnOlusPhoto.id });
  await send(olu, 'POST', `/users/${ada.id}/follow`);
  const topic = await send(ada, 'POST', '/forum/topics', { category_id: welcome, title: 'Indigo vats', body: 'How warm?' });
  const answer = await send(olu, 'POST', `/forum/topics/${topic.id}/posts`, { body: 'As a hand' });
  await send(olu, 'POST', `/forum/topics/${topic.id}/posts`, { body: `@${ada.username}, look` });
  const opening = (await send(ada, 'GET', `/forum/topics/${topic.id}/posts`))[0];
  await send(olu, 'POST', `/forum/topics/${topic.id}/posts/${opening.id}/like`);
  const olusTopic = await send(olu, 'POST', '/forum/topics', { category_id: welcome, title: 'Slow vats', body: 'For days' });
  await send(ada, 'POST', `/forum/topics/${olusTopic.id}/follow`);
  await send(olu, 'POST', `/forum/topics/${olusTopic.id}/posts`, { body: 'For weeks' });
  const moderator = await addTestMember(app, { name: 'Mod', role: 'moderator' });
  await send(moderator, 'POST', `/forum/topics/${topic.id}/solve`, { post_id: answer.id });
  return listReasons(ada);
}

async function listReasons(caller: TestMember): Promise<string[]> {
  await runJobs(app.context);
  const { notifications } = await send(caller, 'GET', '/forum/notifications');
  return notifications.map(({ reason }: { reason: string }) => reason).sort();
}

const kinds = {
  notify_on_like: ['commentLiked', 'photoLiked', 'postLiked'],
  notify_on_comment: ['photoCommented'],
  notify_on_follow: ['followed'],
  notify_on_mention: ['mentionedInPost'],
  notify_on_reply: ['repliedInYourTopic', 'repliedToComment'],
  notify_on_forum: ['repliedInFollowedTopic', 'yourTopicSolved'],
};
const allReasons = Object.values(kinds).flat().sort();

test('members with all settings on get every notification', async () => {
  expect(await everything()).toEqual(allReasons);
});

test.each(Object.entries(kinds))('turning off %s keeps the other notifications', async (name, kind) => {
  await send(ada, 'PUT', '/me/forum-settings', { [name]: false });
  const reasons = await everything();
  // With mention notifications off, a mention counts as a reply.
  const expectedReasons = name === 'notify_on_mention' ? [...allReasons, 'repliedInYourTopic'].sort() : allReasons;
  expect(reasons).toEqual(expectedReasons.filter((reason) => !kind.includes(reason)));
});

test('a muted member’s acts do not notify, and stay hidden when the mute ends', async () => {
  await mute(app, ada, olu);
  expect(await everything()).toEqual([]);
  await send(ada, 'DELETE', `/users/${olu.id}/mute`);
  expect(await listReasons(ada)).toEqual([]);
});

test('a member without comment notifications is still notified of mentions', async () => {
  const photo = await addTestPhoto(app, ada);
  await send(ada, 'PUT', '/me/forum-settings', { notify_on_comment: false });
  await send(olu, 'POST', `/photos/${photo.id}/comments`, { content: 'Ndewo' });
  await send(olu, 'POST', `/photos/${photo.id}/comments`, { content: `@${ada.username}, ndewo` });
  expect(await listReasons(ada)).toEqual(['mentionedInComment']);
});

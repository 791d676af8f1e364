import { afterAll, beforeAll, expect, test } from 'vitest';
import { viewerWithoutBlocks, type Viewer } from '../../platform/http/viewer.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestReply, addTestTopic, addTestUpload, type TestTopic } from '../../testing/forum.ts';
import { addTestPoll } from '../../testing/polls.ts';
import { addTestPhoto, block, setAudience, setMember, setPhotoGone, unblock } from '../../testing/posts.ts';
import { findPostsPage } from './find-posts-page.ts';
import { presentForumPosts } from './present-posts.ts';

let app: TestApp;
let beside: TestApp;
let [ada, olu, efe]: TestMember[] = [];
let topic: TestTopic;
let reply: { id: string };
let photo: { id: string };
let choice: string;
beforeAll(async () => {
  app = await startTestApp();
  beside = await startTestApp({}, {}, { beside: app });
  [ada, olu, efe] = [await addTestMember(app), await addTestMember(app), await addTestMember(app)];
  topic = await addTestTopic(app, ada);
  choice = (await addTestPoll(app, topic.opening_id)).choices[0]!.id;
  [photo, reply] = [await addTestPhoto(app, olu, { title: 'Indigo' }), await addTestReply(app, topic, olu)];
  await write(photo.id);
});
afterAll(async () => {
  await beside.close();
  await app.close();
});

const write = (imageId: string): Promise<unknown> =>
  app.call('PUT', `/forum/topics/${topic.id}/posts/${reply.id}`, {
    token: olu!.token,
    json: { body: `Look\n\n![Cloth](photo:${imageId})` },
  });

/** Returns every reader's page from one node. */
async function readAll(node: TestApp): Promise<unknown[]> {
  const all = [];
  for (const member of [efe!, ada!, olu!]) {
    const { status, json } = await node.call('GET', `/forum/topics/${topic.id}/posts`, { token: member.token });
    expect(status).toBe(200);
    all.push(json.data);
  }
  return all;
}

/** Returns the same pages, built separately for each reader. */
async function makeAll(): Promise<unknown[]> {
  const all = [];
  for (const member of [efe!, ada!, olu!]) {
    const viewer: Viewer = { ...viewerWithoutBlocks, id: member.id };
    const page = await findPostsPage(app.context, viewer, topic.id, { per_page: 20 });
    all.push(await presentForumPosts(app.context, viewer, page.rows, page.topic));
  }
  return all;
}

const changes: [string, () => Promise<unknown>][] = [
  [
    'a vote',
    () =>
      app.call('PUT', `/forum/topics/${topic.id}/posts/${topic.opening_id}/poll/vote`, {
        token: efe!.token,
        json: { choices: [choice] },
      }),
  ],
  ['limiting a photo to followers', () => setMember(app, olu!, { post_visibility: 'followers' })],
  ['following the owner of the photo', () => app.call('POST', `/users/${olu!.id}/follow`, { token: efe!.token })],
  ['opening the photo to all again', () => setMember(app, olu!, { post_visibility: 'public' })],
  ['limiting this photo to followers', () => setAudience(app, photo, 'followers')],
  ['hiding this photo from all others', () => setAudience(app, photo, 'me')],
  ['opening this photo', () => setAudience(app, photo, null)],
  ['an upload in place of the photo', async () => write((await addTestUpload(app, olu!)).id)],
  ['the photo again', () => write(photo.id)],
  ['a like', () => app.call('POST', `/forum/topics/${topic.id}/posts/${reply.id}/like`, { token: efe!.token })],
  ['a removed photo', () => setPhotoGone(app, photo, 'removed_at')],
  ['a block', () => block(app, efe!, olu!)],
  ['the end of a block', () => unblock(app, efe!, olu!)],
  ['a new name of the author', () => setMember(app, olu!, { name: 'Olu the dyer' })],
  ['a lock', () => app.db.run('update forum_topics set locked_at = now() where id = $1', [topic.id])],
];

test.each(changes)('%s is visible to the next reader of a page with a poll and a photo, on both nodes', async (_name, change) => {
  for (const node of [app, beside]) await readAll(node);
  const before = await readAll(app);
  await change();
  const after = await makeAll();
  expect(after).not.toEqual(before);
  expect(await readAll(beside)).toEqual(after);
  expect(await readAll(app)).toEqual(after);
});

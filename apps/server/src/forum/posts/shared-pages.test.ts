import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Viewer, viewerWithoutBlocks } from '../../platform/http/viewer.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPoll, addTestReply, addTestTopic, addTestUpload, type TestTopic } from '../../testing/forum.ts';
import { addTestPhoto, block, setAudience, setMember, setPhotoGone, unblock } from '../../testing/posts.ts';
import { findPostsPage } from './find-posts-page.ts';
import { presentForumPosts } from './present-posts.ts';

describe('shared pages of posts', () => {
  let app: TestApp;
  let [ada, olu, efe, mod]: TestMember[] = [];
  let topic: TestTopic;
  let reply: { id: string };
  beforeAll(async () => {
    app = await startTestApp();
    [ada, olu, efe] = [await addTestMember(app), await addTestMember(app), await addTestMember(app)];
    mod = await addTestMember(app, { role: 'moderator' });
    topic = await addTestTopic(app, ada);
    reply = await addTestReply(app, topic, olu);
  });
  afterAll(() => app.close());

  /** Reads twice; the second page comes from the cache. */
  async function read(member: TestMember): Promise<any> {
    await app.call('GET', `/forum/topics/${topic.id}/posts`, { token: member.token });
    return (await app.call('GET', `/forum/topics/${topic.id}/posts`, { token: member.token })).json;
  }

  test('readers share a page except for their likes and permissions', async () => {
    await app.call('POST', `/forum/topics/${topic.id}/posts/${reply.id}/like`, { token: ada!.token });
    const [author, writer, reader, organiser] = [await read(ada!), await read(olu!), await read(efe!), await read(mod!)];
    const may = ({ data }: any): unknown[] => data.map(({ is_liked, viewer }: any) => [is_liked, viewer.may_edit, viewer.may_report]);
    expect(may(author)).toEqual([
      [false, true, false],
      [true, false, true],
    ]);
    expect(may(writer)).toEqual([
      [false, false, true],
      [false, true, false],
    ]);
    expect(may(reader)).toEqual([
      [false, false, true],
      [false, false, true],
    ]);
    expect(may(organiser)).toEqual([
      [false, true, true],
      [false, true, true],
    ]);
    const withoutViewerState = ({ data, meta }: any): unknown => [
      meta,
      data.map((post: any) => ({ ...post, is_liked: null, viewer: null })),
    ];
    for (const other of [author, writer, organiser]) expect(withoutViewerState(other)).toEqual(withoutViewerState(reader));
  });

  test('every change is visible to the next reader', async () => {
    await read(efe!);
    const words = async (member = efe!): Promise<string[]> => (await read(member)).data.map(({ body }: { body: string }) => body);
    const post = (await app.call('POST', `/forum/topics/${topic.id}/posts`, { token: olu!.token, json: { body: 'One more' } })).json.data;
    expect(await words()).toContain('One more');
    await app.call('PUT', `/forum/topics/${topic.id}/posts/${post.id}`, { token: olu!.token, json: { body: 'Another' } });
    expect(await words()).toContain('Another');
    const like = (method: string) => app.call(method, `/forum/topics/${topic.id}/posts/${post.id}/like`, { token: efe!.token });
    const liked = async (): Promise<unknown> => {
      const { likes_count, is_liked } = (await read(efe!)).data.at(-1);
      return [likes_count, is_liked];
    };
    await like('POST');
    expect(await liked()).toEqual([1, true]);
    await like('DELETE');
    expect(await liked()).toEqual([0, false]);
    await app.call('DELETE', `/forum/topics/${topic.id}/posts/${post.id}`, { token: olu!.token });
    expect(await words()).not.toContain('Another');
  });

  test('a block hides posts from the blocker alone at the next read, and a suspension from everyone', async () => {
    const writers = async (member: TestMember): Promise<string[]> => (await read(member)).data.map(({ author }: any) => author.id);
    expect(await writers(efe!)).toContain(olu!.id);
    await block(app, efe!, olu!);
    expect(await writers(efe!)).toEqual([ada!.id]);
    expect(await writers(olu!)).toContain(olu!.id);
    expect((await read(efe!)).meta.total).toBe(1);
    expect(await writers(mod!)).toContain(olu!.id);
    await setMember(app, olu!, { suspended_at: new Date() });
    expect(await writers(mod!)).toEqual([ada!.id]);
    await setMember(app, olu!, { suspended_at: null });
  });

  test('nobody reads a page of a missing topic', async () => {
    const deletedTopic = await addTestTopic(app, ada!, { deleted_at: new Date() });
    for (let times = 0; times < 3; times += 1)
      expect((await app.call('GET', `/forum/topics/${deletedTopic.id}/posts`, { token: efe!.token })).status).toBe(404);
  });
});

describe('what a page says about its viewer', () => {
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
});

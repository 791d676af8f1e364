import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestReply, addTestTopic, wrongTopicCounts } from '../../testing/forum.ts';
import { setMember } from '../../testing/posts.ts';
import { waitingFor } from '../../testing/run-concurrently.ts';
import { markPostRestored } from '../moderation/queries.ts';
import { eraseDeletedPosts } from './delete-post.ts';

describe('versions of a post', () => {
  let app: TestApp;
  let ada: TestMember;
  let olu: TestMember;
  let mod: TestMember;
  beforeAll(async () => {
    app = await startTestApp();
    [ada, olu, mod] = [await addTestMember(app), await addTestMember(app), await addTestMember(app)];
    await setMember(app, mod, { role: 'moderator' });
  });
  afterAll(() => app.close());

  const versionsOf = (post: { topic_id?: string; id: string }, topic: { id: string }, member: TestMember) =>
    app.call('GET', `/forum/topics/${topic.id}/posts/${post.id}/versions`, { token: member.token });

  const edit = (topic: { id: string }, post: { id: string }, member: TestMember, json: object) =>
    app.call('PUT', `/forum/topics/${topic.id}/posts/${post.id}`, { token: member.token, json });

  const logged = async (topic: { id: string }): Promise<unknown[]> =>
    (
      await app.db.rows<{ action: string; actor_id: string }>(
        'select action, actor_id from moderation_log where topic_id = $1 order by id',
        [topic.id],
      )
    ).map(({ action, actor_id }) => [action, actor_id]);

  test('only the author and organisers read earlier versions', async () => {
    const topic = await addTestTopic(app, olu);
    const post = await addTestReply(app, topic, ada, { body: 'My number is 0801 234' });
    expect((await edit(topic, post, ada, { body: 'Write to me here' })).status).toBe(200);
    for (const member of [ada, mod])
      expect((await versionsOf(post, topic, member)).json.data).toMatchObject([{ version: 1, body: 'My number is 0801 234' }]);
    const refusal = await versionsOf(post, topic, olu);
    expect([refusal.status, refusal.json.code, refusal.json.reason]).toEqual([403, 'not_author', 'versionsOfOther']);
    expect(refusal.text).not.toContain('0801');
    const mayRead = async (member: TestMember) => {
      const { json } = await app.call('GET', `/forum/topics/${topic.id}/posts`, { token: member.token });
      return json.data.at(-1).viewer.may_read_versions;
    };
    expect([await mayRead(ada), await mayRead(mod), await mayRead(olu)]).toEqual([true, true, false]);
  });

  test('an author who saves a post can erase its earlier versions from all calls and exports, even without changing the text', async () => {
    const topic = await addTestTopic(app, ada);
    const post = { id: topic.opening_id };
    await edit(topic, post, ada, { body: 'I live at Kejetia 7' });
    expect((await edit(topic, post, ada, { body: 'I live in Kumasi' })).status).toBe(200);
    expect((await versionsOf(post, topic, ada)).json.data).toHaveLength(2);
    expect((await edit(topic, post, ada, { body: 'I live in Kumasi', remove_versions: true })).status).toBe(200);
    for (const member of [ada, mod]) expect((await versionsOf(post, topic, member)).json.data).toEqual([]);
    // Both endpoints also remove the version replaced by the same edit.
    for (const [path, body] of [
      [`/forum/topics/${topic.id}/posts/${post.id}`, 'Ghana 1'],
      [`/forum/topics/${topic.id}`, 'Ghana 2'],
    ] as const) {
      expect((await app.call('PUT', path, { token: ada.token, json: { body, remove_versions: true } })).status).toBe(200);
      expect(await app.db.rows('select from forum_post_versions where post_id = $1', [post.id])).toEqual([]);
    }
    expect((await app.call('PUT', `/forum/topics/${topic.id}`, { token: ada.token, json: { remove_versions: true } })).status).toBe(200);
    const search = await app.call('GET', '/forum/search?q=Kejetia', { token: mod.token });
    expect(search.text).not.toContain('Kejetia 7');
    expect(await logged(topic)).toEqual([]);
  });

  test('erasing versions as an organiser is logged once, if there were any', async () => {
    const topic = await addTestTopic(app, ada);
    const post = { id: topic.opening_id };
    await edit(topic, post, ada, { body: 'Her house is at Kejetia 7' });
    expect((await edit(topic, post, mod, { body: 'Removed by organisers', remove_versions: true })).status).toBe(200);
    expect(await logged(topic)).toEqual([
      ['edit_post', mod.id],
      ['remove_versions', mod.id],
    ]);
    expect((await versionsOf(post, topic, mod)).json.data).toEqual([]);
    expect((await edit(topic, post, olu, { body: 'Removed by organisers', remove_versions: true })).status).toBe(403);
    expect((await app.call('PUT', `/forum/topics/${topic.id}`, { token: mod.token, json: { remove_versions: true } })).status).toBe(200);
    expect(await logged(topic)).toHaveLength(3);
    expect((await edit(topic, post, mod, { body: 'x', remove_versions: 'yes' })).status).toBe(422);
  });
});

describe('concurrent edits', () => {
  let [app, beside]: TestApp[] = [];
  let [ada, mod]: TestMember[] = [];
  beforeAll(async () => {
    app = await startTestApp();
    beside = await startTestApp({}, {}, { beside: app });
    [ada, mod] = [await addTestMember(app), await addTestMember(app, { role: 'moderator' })];
  });
  afterAll(async () => {
    expect(await wrongTopicCounts(app!)).toEqual([]);
    await beside!.close();
    await app!.close();
  });

  test('concurrent edits from several devices keep every version', { tags: ['world'] }, async () => {
    const topic = await addTestTopic(app!, ada!);
    const path = `/forum/topics/${topic.id}/posts/${topic.opening_id}`;
    const texts = Array.from({ length: 12 }, (_, index) => `Text ${index}`);
    const answers = await Promise.all(
      texts.map((body, index) =>
        (index % 2 ? app! : beside!).call('PUT', path, { token: (index % 3 ? ada! : mod!).token, json: { body } }),
      ),
    );
    expect(answers.map(({ status, text }) => (status === 200 ? '' : text))).toEqual(texts.map(() => ''));
    const before = await app!.call('GET', `${path}/versions`, { token: ada!.token });
    expect(before.json.data.map(({ version }: { version: number }) => version)).toEqual(texts.map((_, index) => texts.length - index));
    const { body: now } = (await app!.call('GET', `/forum/topics/${topic.id}`, { token: ada!.token })).json.data;
    expect([now, ...before.json.data.map(({ body }: { body: string }) => body)].toSorted()).toEqual(['The *opening*', ...texts].toSorted());
  });

  test('a post restored just before its erasure keeps its text', async () => {
    const topic = await addTestTopic(app!, ada!);
    const { id } = await addTestReply(app!, topic, ada!);
    await app!.call('DELETE', `/forum/topics/${topic.id}/posts/${id}`, { token: ada!.token });
    await app!.db.run(`update forum_posts set deleted_at = now() - interval '31 days' where id = $1`, [id]);
    let isSwept = false;
    const sweep = await app!.db.transaction(async (tx) => {
      await markPostRestored(tx, topic.id, id);
      const swept = eraseDeletedPosts(beside!.db).then(() => (isSwept = true));
      // The sweep waits for the post or skips it.
      await expect.poll(async () => isSwept || (await waitingFor(app!)) > 0).toBe(true);
      return { swept };
    });
    await sweep.swept;
    const { json } = await app!.call('GET', `/forum/topics/${topic.id}/posts`, { token: ada!.token });
    expect(json.data.map(({ body }: { body: string }) => body)).toEqual(['The *opening*', 'Reply 2']);
  });
});

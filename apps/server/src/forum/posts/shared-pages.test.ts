import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestReply, addTestTopic, type TestTopic } from '../../testing/forum.ts';
import { block, setMember } from '../../testing/posts.ts';

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
  const withoutViewerState = ({ data, meta }: any): unknown => [meta, data.map((post: any) => ({ ...post, is_liked: null, viewer: null }))];
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

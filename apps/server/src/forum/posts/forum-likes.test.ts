import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestReply, addTestTopic, wrongTopicCounts } from '../../testing/forum.ts';
import { block, setMember } from '../../testing/posts.ts';

let app: TestApp;
let [ada, olu]: TestMember[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [ada, olu] = [await addTestMember(app), await addTestMember(app)];
});
afterAll(async () => {
  expect(await wrongTopicCounts(app)).toEqual([]);
  await app.close();
});

test('concurrent likes by one member count once, and likes by hidden members do not count', async () => {
  const topic = await addTestTopic(app, ada!);
  const { id } = await addTestReply(app, topic, olu!);
  const like = (member: TestMember) => app.call('POST', `/forum/topics/${topic.id}/posts/${id}/like`, { token: member.token });
  const answers = await Promise.all([like(ada!), like(ada!), like(ada!)]);
  expect(answers.map(({ json }) => json.data)).toEqual(answers.map(() => ({ likes_count: 1, is_liked: true })));
  const blocked = await addTestMember(app);
  expect((await like(blocked)).json.data.likes_count).toBe(2);
  await block(app, olu!, blocked);
  expect((await app.call('GET', `/forum/topics/${topic.id}/posts`, { token: olu!.token })).json.data[1]).toMatchObject({ likes_count: 1 });
  expect((await like(blocked)).status).toBe(404);
  await setMember(app, blocked, { closed_at: new Date() });
  const unlike = await app.call('DELETE', `/forum/topics/${topic.id}/posts/${id}/like`, { token: ada!.token });
  expect(unlike.json.data).toEqual({ likes_count: 0, is_liked: false });
});

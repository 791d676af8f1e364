import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { addTestMember, addTestMembers, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { type EventStream, readStream } from '../../testing/event-stream.ts';
import { addTestTopic } from '../../testing/forum.ts';
import { block, mute, setMember } from '../../testing/posts.ts';

let app: TestApp;
let ada: TestMember;
let olu: TestMember;
let efe: TestMember;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());
beforeEach(async () => void ([ada, olu, efe] = await addTestMembers(app, 'Ada', 'Olu', 'Efe')));

async function stream(of: TestMember, watch: string[] = []): Promise<EventStream> {
  const opened = await readStream(app, of.token, { watch });
  onTestFinished(() => opened.close());
  return opened;
}
const online = async (viewer: TestMember, ...members: TestMember[]): Promise<boolean[]> => {
  const { status, json } = await app.call('GET', `/presence?ids=${members.map(({ id }) => id).join()}`, { token: viewer.token });
  expect(status).toBe(200);
  return members.map(({ id }) => json.data.find((item: { id: string }) => item.id === id)?.is_online);
};
const writing = async (viewer: TestMember, topic: { id: string }): Promise<string[]> =>
  (await app.call('GET', `/forum/topics/${topic.id}/replying`, { token: viewer.token })).json.data.map(
    ({ name }: { name: string }) => name,
  );
const write = (member: TestMember, topic: { id: string }) =>
  app.call('POST', `/forum/topics/${topic.id}/replying`, { token: member.token });

test('a member with an open stream is online for members who can see them', async () => {
  expect(await online(olu, ada, efe)).toEqual([false, false]);
  const watcher = await stream(olu, [`member:${ada.id}`]);
  await stream(ada);
  await watcher.next('presence', ada.id);
  expect(await online(olu, ada, olu, efe)).toEqual([true, true, false]);
});

test('the presence of members who hide it, are blocked or have a private profile is not revealed', async () => {
  await stream(ada);
  expect(await online(olu, ada)).toEqual([true]);
  await setMember(app, ada, { show_online_status: false });
  expect(await online(olu, ada)).toEqual([undefined]);
  await setMember(app, ada, { show_online_status: true });
  await block(app, ada, olu);
  expect([await online(olu, ada), await online(efe, ada)]).toEqual([[undefined], [true]]);
  await setMember(app, ada, { profile_visibility: 'private', plan_name: 'pro' });
  expect([await online(efe, ada), await online(ada, ada)]).toEqual([[undefined], [true]]);
});

test('a member who hides their presence causes no presence events', async () => {
  await setMember(app, ada, { show_online_status: false });
  const watcher = await stream(olu, [`member:${ada.id}`, `member:${efe.id}`]);
  await stream(ada);
  await stream(efe);
  expect(await watcher.next('presence', efe.id)).toHaveLength(1);
});

test('a member stays online between two page loads', async () => {
  (await stream(ada)).close();
  expect(await online(olu, ada)).toEqual([true]);
});

test('asking for the presence of more than fifty members is refused, and invalid ids are ignored', async () => {
  const readPresence = (ids: string) => app.call('GET', `/presence?ids=${ids}`, { token: ada.token });
  expect((await readPresence(Array.from({ length: 51 }, (_, n) => n).join())).json).toMatchObject({
    code: 'validation',
    errors: { ids: [expect.any(String)] },
  });
  expect((await app.call('GET', '/presence', { token: ada.token })).status).toBe(422);
  expect((await readPresence('nobody,,nothing')).json).toEqual({ data: [] });
});

test('a typing member is shown to the topic’s readers until the reply appears', async () => {
  const topic = await addTestTopic(app, ada);
  const reader = await stream(olu, [`topic:${topic.id}`]);
  for (const _ of [1, 2]) expect((await write(ada, topic)).status).toBe(200);
  expect(await reader.next('replying', topic.id)).toHaveLength(1);
  expect([await writing(olu, topic), await writing(ada, topic)]).toEqual([['Ada'], []]);
  const posted = await app.call('POST', `/forum/topics/${topic.id}/posts`, { token: ada.token, json: { body: 'Done' } });
  expect(posted.status).toBe(201);
  await reader.next('topic', topic.id);
  await expect.poll(() => writing(olu, topic)).toEqual([]);
  expect(reader.received.map(({ event }) => event).sort()).toEqual(['replying', 'replying', 'topic']);
});

test('hidden members are not shown as typing', async () => {
  const topic = await addTestTopic(app, efe);
  await block(app, ada, olu);
  await mute(app, efe, ada);
  await write(ada, topic);
  const otherMember = await addTestMember(app);
  expect([await writing(olu, topic), await writing(efe, topic), await writing(otherMember, topic)]).toEqual([[], [], ['Ada']]);
});

test('nobody can type in a locked or missing topic, except organisers in a locked one', async () => {
  const [open, locked] = [await addTestTopic(app, ada), await addTestTopic(app, ada, { locked_at: new Date() })];
  expect((await write(olu, locked)).json.code).toBe('locked');
  expect((await write(await addTestMember(app, { role: 'moderator' }), locked)).status).toBe(200);
  await app.db.run('update forum_topics set deleted_at = now() where id = $1', [open.id]);
  for (const id of [open.id, 'nothing']) {
    expect((await write(olu, { id })).status).toBe(404);
    expect((await app.call('GET', `/forum/topics/${id}/replying`, { token: olu.token })).status).toBe(404);
  }
});

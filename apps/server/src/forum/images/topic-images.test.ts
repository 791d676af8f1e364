import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestTopic, addTestUpload, type TestTopic } from '../../testing/forum.ts';
import { addTestPhoto, block, mute, setMember } from '../../testing/posts.ts';

let app: TestApp;
let [ada, olu]: TestMember[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [ada, olu] = [await addTestMember(app), await addTestMember(app)];
});
afterAll(() => app.close());

const reply = async (topic: TestTopic, member: TestMember, body: string): Promise<{ id: string; number: number }> => {
  const { status, json } = await app.call('POST', `/forum/topics/${topic.id}/posts`, { token: member.token, json: { body } });
  expect(status).toBe(201);
  return json.data;
};
const gallery = (topic: { id: string }, member: TestMember, query = '') =>
  app.call('GET', `/forum/topics/${topic.id}/images?${query}`, { token: member.token });
const shownTo = async (topic: TestTopic, member: TestMember): Promise<string[]> =>
  (await gallery(topic, member)).json.data.map(({ image }: { image: { id: string } }) => image.id);

test('the gallery lists images by post number, with credit and description', async () => {
  const topic = await addTestTopic(app, ada!);
  const [upload, photo] = [await addTestUpload(app, olu!), await addTestPhoto(app, ada!, { title: 'Indigo' })];
  const first = await reply(topic, olu!, `![at *work*](photo:${upload.id})`);
  await reply(topic, olu!, 'No image');
  const last = await reply(topic, ada!, `![](photo:${photo.id})`);
  const { status, json } = await gallery(topic, ada!);
  expect(status).toBe(200);
  expect(json).toMatchObject({
    data: [
      { image: { id: upload.id, alt: 'at work' }, author: { id: olu!.id }, post: { id: first.id, number: 2 }, photo: null },
      {
        image: { id: photo.image_id, alt: 'Dancers' },
        author: { id: ada!.id },
        post: { id: last.id, number: 4 },
        photo: { id: photo.id, title: 'Indigo' },
      },
    ],
    meta: { next_cursor: null },
  });
});

test('the next gallery page continues after the last image without repeats', async () => {
  const topic = await addTestTopic(app, ada!);
  const ids = (await Promise.all(Array.from({ length: 5 }, () => addTestUpload(app, ada!)))).map(({ id }) => id);
  await reply(
    topic,
    ada!,
    ids
      .slice(0, 3)
      .map((id) => `![](photo:${id})`)
      .join(' '),
  );
  await reply(
    topic,
    ada!,
    ids
      .slice(3)
      .map((id) => `![](photo:${id})`)
      .join(' '),
  );
  const results: string[] = [];
  for (let query = 'per_page=2'; query !== '';) {
    const { json } = await gallery(topic, olu!, query);
    results.push(...json.data.map(({ image }: { image: { id: string } }) => image.id));
    query = json.meta.next_cursor === null ? '' : `per_page=2&cursor=${json.meta.next_cursor}`;
  }
  expect(results).toEqual(ids);
  expect((await gallery(topic, olu!, 'cursor=elsewhere')).status).toBe(422);
});

test('the gallery leaves out restricted photos, images by blocked and muted members, and deleted posts', async () => {
  const [author, blocker, muted] = await Promise.all(Array.from({ length: 3 }, () => addTestMember(app)));
  const topic = await addTestTopic(app, ada!);
  const [photo, ofBlocker, ofMuted, deletedUpload] = [
    await addTestPhoto(app, author!),
    await addTestUpload(app, blocker!),
    await addTestUpload(app, muted!),
    await addTestUpload(app, author!),
  ];
  await reply(topic, author!, `![](photo:${photo.id})`);
  await reply(topic, blocker!, `![](photo:${ofBlocker.id})`);
  await reply(topic, muted!, `![](photo:${ofMuted.id})`);
  const { id } = await reply(topic, author!, `![](photo:${deletedUpload.id})`);
  expect(await shownTo(topic, olu!)).toHaveLength(4);
  await setMember(app, author!, { post_visibility: 'followers' });
  await block(app, blocker!, olu!);
  await mute(app, olu!, muted!);
  await app.call('DELETE', `/forum/topics/${topic.id}/posts/${id}`, { token: author!.token });
  expect(await shownTo(topic, olu!)).toEqual([]);
  expect(await shownTo(topic, author!)).toEqual([photo.image_id, ofBlocker.id, ofMuted.id]);
});

test('the gallery needs an existing topic and a session', async () => {
  const topic = await addTestTopic(app, ada!, { deleted_at: new Date() });
  expect((await gallery(topic, ada!)).status).toBe(404);
  expect((await gallery({ id: 'nothing' }, ada!)).status).toBe(404);
  expect((await app.call('GET', `/forum/topics/${topic.id}/images`)).status).toBe(401);
});

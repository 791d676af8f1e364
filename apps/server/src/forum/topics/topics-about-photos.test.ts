import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestTopic, addTestUpload, welcome } from '../../testing/forum.ts';
import { addTestPhoto, block, mute, setMember, setPhotoGone } from '../../testing/posts.ts';

let app: TestApp;
let [ada, olu]: TestMember[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [ada, olu] = [await addTestMember(app), await addTestMember(app)];
});
afterAll(() => app.close());

const begin = (member: TestMember, photoId: string): Promise<TestAnswer> =>
  app.call('POST', '/forum/topics', {
    token: member.token,
    json: { category_id: welcome, title: 'About this one', body: 'What is it?', photo_id: photoId },
  });
const read = (id: string, member: TestMember): Promise<TestAnswer> => app.call('GET', `/forum/topics/${id}`, { token: member.token });
const about = (photo: { id: string }, member: TestMember, query = ''): Promise<TestAnswer> =>
  app.call('GET', `/photos/${photo.id}/topics?${query}`, { token: member.token });
const idsIn = ({ json }: TestAnswer): string[] => json.data.map(({ id }: { id: string }) => id);

test('a topic can be about any photo that its author may see', async () => {
  const photo = await addTestPhoto(app, ada!, { title: 'Indigo' });
  const { status, json } = await begin(olu!, photo.id);
  expect(status).toBe(201);
  const shown = { id: photo.id, title: 'Indigo', image: { id: photo.image_id, alt: 'Dancers' } };
  expect(json.data.photo).toMatchObject(shown);
  const { json: list } = await app.call('GET', '/forum/topics', { token: ada!.token });
  expect(list.data.find(({ id }: { id: string }) => id === json.data.id).photo).toMatchObject(shown);
  expect(idsIn(await about(photo, ada!))).toEqual([json.data.id]);
});

test('hidden photos, missing photos and uploads give the same error', async () => {
  const hermit = await addTestMember(app, { post_visibility: 'followers' });
  const said = new Set<string>();
  const [hidden, deletedPhoto] = [await addTestPhoto(app, hermit), await addTestPhoto(app, ada!)];
  await setPhotoGone(app, deletedPhoto, 'deleted_at');
  for (const id of [hidden.id, deletedPhoto.id, hidden.image_id, (await addTestUpload(app, olu!)).id, 'nothing']) {
    const { status, json } = await begin(olu!, id);
    said.add(JSON.stringify([status, json.errors]));
  }
  expect([...said]).toEqual(['[422,{"photo_id":["There is no such photo."]}]']);
});

test('a reader who may not see the photo reads the topic without it from the next request on', async () => {
  const owner = await addTestMember(app);
  const photo = await addTestPhoto(app, owner);
  const { json } = await begin(olu!, photo.id);
  await setMember(app, owner, { post_visibility: 'followers' });
  expect((await read(json.data.id, olu!)).json.data.photo).toBeNull();
  expect((await read(json.data.id, owner)).json.data.photo.image.image_path).toMatch(/\?exp=/);
  expect((await about(photo, olu!)).status).toBe(404);
  expect(idsIn(await about(photo, owner))).toEqual([json.data.id]);
  await setMember(app, owner, { post_visibility: 'public' });
  expect((await read(json.data.id, olu!)).json.data.photo.id).toBe(photo.id);
  await setPhotoGone(app, photo, 'deleted_at');
  expect((await read(json.data.id, owner)).json.data.photo).toBeNull();
});

test('topics about a photo are listed newest first, without those hidden from the reader', async () => {
  const [photo, muted, blocker] = [await addTestPhoto(app, ada!), await addTestMember(app), await addTestMember(app)];
  const mine: string[] = [];
  for (let n = 0; n < 3; n += 1) mine.unshift((await addTestTopic(app, ada!, { photo_id: photo.id })).id);
  await addTestTopic(app, muted, { photo_id: photo.id });
  await addTestTopic(app, blocker, { photo_id: photo.id });
  await addTestTopic(app, ada!, { photo_id: photo.id, deleted_at: new Date() });
  await mute(app, olu!, muted);
  await block(app, blocker, olu!);
  const first = await about(photo, olu!, 'per_page=2');
  expect(idsIn(first)).toEqual(mine.slice(0, 2));
  const second = await about(photo, olu!, `per_page=2&cursor=${first.json.meta.next_cursor}`);
  expect([idsIn(second), second.json.meta.next_cursor]).toEqual([mine.slice(2), null]);
  expect((await about(photo, olu!, 'cursor=elsewhere')).status).toBe(422);
  expect((await app.call('GET', `/photos/${photo.id}/topics`)).status).toBe(401);
});

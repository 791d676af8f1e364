import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestReply, addTestTopic, welcome } from '../../testing/forum.ts';
import { block, mute, setMember } from '../../testing/posts.ts';

let app: TestApp;
let [ada, olu, admin]: TestMember[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [ada, olu, admin] = [await addTestMember(app), await addTestMember(app), await addTestMember(app, { role: 'admin' })];
});
afterAll(() => app.close());

const create = (json: object, member = admin!) => app.call('POST', '/forum/categories', { token: member.token, json });
const read = async (id: string, member: TestMember): Promise<any> => {
  const { json } = await app.call('GET', '/forum/categories', { token: member.token });
  return json.data.find((item: { id: string }) => item.id === id);
};
const names = async (): Promise<string[]> =>
  (await app.call('GET', '/forum/categories', { token: ada!.token })).json.data.map(({ name }: { name: string }) => name);

test('a new forum has some categories in order', async () => {
  expect(await names()).toEqual(['Welcome', 'Work in progress', 'Craft and technique', 'Events and opportunities', 'About this place']);
});

test('admins add and edit categories with unique names and addresses', async () => {
  const { status, json } = await create({ name: 'Ọ̀rọ̀ àti Àwòrán', description: 'Words', color: '#AABBCC' });
  expect(status).toBe(201);
  expect(json.data).toMatchObject({
    slug: 'oro-ati-aworan',
    color: '#aabbcc',
    position: 6,
    topics_count: 0,
    posts_count: 0,
    latest_topic: null,
  });
  expect((await create({ name: 'ọ̀rọ̀ ÀTI Àwòrán' })).json.errors).toEqual({ name: ['There is a category of that name.'] });
  for (const member of [ada!, await addTestMember(app, { role: 'moderator' })])
    expect((await create({ name: 'Mine' }, member)).json.code).toBe('admin_only');
  const change = (body: object) => app.call('PUT', `/forum/categories/${json.data.id}`, { token: admin!.token, json: body });
  expect((await change({ name: 'Words' })).json.data).toMatchObject({
    name: 'Words',
    slug: 'words',
    description: 'Words',
    color: '#aabbcc',
  });
  expect((await change({ position: 2 })).json.data.position).toBe(2);
  expect(await names()).toEqual([
    'Welcome',
    'Words',
    'Work in progress',
    'Craft and technique',
    'Events and opportunities',
    'About this place',
  ]);
  expect((await change({ position: 900 })).json.data.position).toBe(6);
  expect((await change({ name: 'Welcome' })).status).toBe(422);
  expect((await app.call('DELETE', `/forum/categories/${json.data.id}`, { token: admin!.token })).status).toBe(200);
});

test('deleting a category with topics needs a target category', async () => {
  const [from, to] = [(await create({ name: 'From' })).json.data, (await create({ name: 'To' })).json.data];
  const topic = await addTestTopic(app, ada!, { category_id: from.id });
  await addTestTopic(app, ada!, { category_id: from.id, deleted_at: new Date() });
  const remove = (query = '') => app.call('DELETE', `/forum/categories/${from.id}${query}`, { token: admin!.token });
  expect((await remove()).json.code).toBe('not_empty');
  for (const invalid of [from.id, topic.id, 'nothing']) expect((await remove(`?move_to=${invalid}`)).json.errors).toHaveProperty('move_to');
  expect((await remove(`?move_to=${to.id}`)).status).toBe(200);
  expect((await app.call('GET', `/forum/topics/${topic.id}`, { token: olu!.token })).json.data.category.id).toBe(to.id);
  expect((await remove()).status).toBe(404);
});

test('each category counts the topics and posts that the viewer can list, and shows the latest post', async () => {
  const { id } = (await create({ name: 'Counted' })).json.data;
  const [blocked, muted, departedMember] = [await addTestMember(app), await addTestMember(app), await addTestMember(app)];
  const topic = await addTestTopic(app, olu!, { category_id: id, title: 'The oldest' });
  const otherTopic = await addTestTopic(app, blocked, { category_id: id, title: 'Of the blocked' });
  const reply = await addTestReply(app, topic, olu!);
  for (const member of [muted, blocked, departedMember]) await addTestReply(app, topic, member);
  await addTestReply(app, otherTopic, olu!);
  expect(await read(id, ada!)).toMatchObject({ topics_count: 2, posts_count: 7, latest_topic: { title: 'Of the blocked' } });
  await block(app, blocked, ada!);
  await mute(app, ada!, muted);
  await setMember(app, departedMember, { closed_at: new Date() });
  expect(await read(id, ada!)).toMatchObject({
    topics_count: 1,
    posts_count: 2,
    latest_topic: { id: topic.id, latest_post: { id: reply.id, number: 2, author: { id: olu!.id } } },
  });
  const { json } = await app.call('GET', `/forum/topics?category=${id}`, { token: ada!.token });
  expect(json.meta.total).toBe(1);
});

test('each category counts followed topics with unread posts', async () => {
  const topic = await addTestTopic(app, olu!);
  await app.call('POST', `/forum/topics/${topic.id}/follow`, { token: ada!.token });
  expect((await read(welcome, ada!)).unread_topics_count).toBe(1);
  await app.call('POST', `/forum/topics/${topic.id}/read`, { token: ada!.token, json: { number: 1 } });
  expect((await read(welcome, ada!)).unread_topics_count).toBe(0);
});

test('positions have no gaps after a category is deleted', async () => {
  const add = async (name: string): Promise<string> =>
    (await app.call('POST', '/forum/categories', { token: admin!.token, json: { name } })).json.data.id;
  const [gone, last] = [await add('Gone soon'), await add('Stays last')];
  await app.db.run('update forum_categories set position = position + 10 where id = $1', [last]);
  await app.call('DELETE', `/forum/categories/${gone}`, { token: admin!.token });
  const { json } = await app.call('GET', '/forum/categories', { token: admin!.token });
  const count = json.data.length;
  await app.call('PUT', `/forum/categories/${last}`, { token: admin!.token, json: { position: count - 1 } });
  const after = await app.call('GET', '/forum/categories', { token: admin!.token });
  expect(after.json.data.map(({ position }: { position: number }) => position)).toEqual(
    Array.from({ length: count }, (_, index) => index + 1),
  );
  expect(after.json.data[count - 2].id).toBe(last);
});

test('a renamed category keeps its old addresses, and a deleted one redirects to the target', async () => {
  const make = async (name: string): Promise<string> =>
    (await app.call('POST', '/forum/categories', { token: admin!.token, json: { name } })).json.data.id;
  const rename = (id: string, name: string) => app.call('PUT', `/forum/categories/${id}`, { token: admin!.token, json: { name } });
  const list = async () => (await app.call('GET', '/forum/categories', { token: ada!.token })).json.data;
  const formerOf = async (id: string) => (await list()).find((item: { id: string }) => item.id === id).former_slugs;
  const topicsOf = async (category: string) =>
    (await app.call('GET', `/forum/topics?category=${category}`, { token: ada!.token })).json.data.map(({ id }: { id: string }) => id);
  const [gear, light] = [await make('Gear talk'), await make('Light')];
  const topic = await addTestTopic(app, ada!, { category_id: gear });
  await rename(gear, 'Tools');
  await rename(gear, 'Cameras');
  expect(await formerOf(gear)).toEqual(['gear-talk', 'tools']);
  for (const slug of ['gear-talk', 'tools', 'cameras']) expect(await topicsOf(slug)).toEqual([topic.id]);
  await rename(light, 'Tools');
  expect(await topicsOf('tools'), 'a present slug wins').toEqual([]);
  await app.call('DELETE', `/forum/categories/${gear}?move_to=${light}`, { token: admin!.token });
  expect(await formerOf(light)).toEqual(['cameras', 'gear-talk', 'light', 'tools']);
  for (const slug of ['gear-talk', 'cameras', 'light', 'tools']) expect(await topicsOf(slug)).toEqual([topic.id]);
});

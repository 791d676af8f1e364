import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestTopic, type TestTopic, welcome } from '../../testing/forum.ts';
import { formOf } from '../../testing/http-client.ts';
import { photoFile } from '../../testing/image-files.ts';
import { addTestPhoto } from '../../testing/posts.ts';

let app: TestApp;
let ada: TestMember;
let topic: TestTopic;
let photo: { id: string };
let [file, otherFile]: Buffer[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [file, otherFile] = [await photoFile(60, 40), await photoFile(64, 40)];
});
beforeEach(async () => {
  ada = await addTestMember(app);
  topic = await addTestTopic(app, ada);
  photo = await addTestPhoto(app, ada);
});
afterAll(() => app.close());

type Send = (words: string, key: string) => Promise<TestAnswer>;

const json = (path: string, body: object, key: string) =>
  app.call('POST', path, { token: ada.token, json: body, headers: { 'idempotency-key': key } });
const form = (path: string, fields: Record<string, string | Buffer>, key: string) =>
  app.call('POST', path, { token: ada.token, form: formOf(fields), headers: { 'idempotency-key': key } });

const calls: Record<string, Send> = {
  'a topic': (body, key) => json('/forum/topics', { category_id: welcome, title: 'What we make', body }, key),
  'a reply': (body, key) => json(`/forum/topics/${topic.id}/posts`, { body }, key),
  'a comment': (content, key) => json(`/photos/${photo.id}/comments`, { content }, key),
  'a photo': (title, key) => form('/photos', { title, 'images[0]': file! }, key),
  'an image of the forum': (alt, key) => form('/forum/images', { alt, image: file! }, key),
};

test.each(Object.keys(calls))('%s sent twice with one key is stored once', async (kind) => {
  const [first, second] = [await calls[kind]!('A loom', 'one'), await calls[kind]!('A loom', 'one')];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.json.data.id).toBe(first.json.data.id);
});

test.each(Object.keys(calls))('reusing the key of %s with other content is refused, and the first content stays', async (kind) => {
  const first = await calls[kind]!('A loom', 'two');
  const response = await calls[kind]!('Something else', 'two');
  expect([response.status, response.json.code, response.json.reason]).toEqual([422, 'idempotency_key_reused', 'keyReused']);
  expect((await calls[kind]!('A loom', 'two')).json.data.id).toBe(first.json.data.id);
});

test.each(Object.keys(calls))('%s sent by two concurrent connections is stored once', async (kind) => {
  const answers = await Promise.all([1, 2, 3].map(() => calls[kind]!('A loom', 'three')));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(({ json: { data } }) => data.id)).size).toBe(1);
});

test.each(Object.keys(calls))('of two concurrent requests with the key of %s and other content, one is refused', async (kind) => {
  const answers = await Promise.all(['A loom', 'A kiln'].map((words) => calls[kind]!(words, 'four')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
});

test('reusing the key of a reply in another topic is refused', async () => {
  const elsewhere = await addTestTopic(app, ada);
  expect((await calls['a reply']!('A loom', 'five')).status).toBe(201);
  const { status, json: answer } = await json(`/forum/topics/${elsewhere.id}/posts`, { body: 'A loom' }, 'five');
  expect([status, answer.code]).toEqual([422, 'idempotency_key_reused']);
});

test('reusing the key of a comment below another post is refused', async () => {
  const elsewhere = await addTestPhoto(app, ada);
  expect((await calls['a comment']!('A loom', 'six')).status).toBe(201);
  const { status, json: answer } = await json(`/photos/${elsewhere.id}/comments`, { content: 'A loom' }, 'six');
  expect([status, answer.code]).toEqual([422, 'idempotency_key_reused']);
});

test('reusing the key of a photo with another file is refused', async () => {
  expect((await calls['a photo']!('A loom', 'seven')).status).toBe(201);
  const { status, json: answer } = await form('/photos', { 'title': 'A loom', 'images[0]': otherFile! }, 'seven');
  expect([status, answer.code]).toEqual([422, 'idempotency_key_reused']);
});

test('a comment that was deleted is not restored by sending its key again', async () => {
  const { id } = (await calls['a comment']!('A loom', 'eight')).json.data;
  await app.call('DELETE', `/photos/${photo.id}/comments/${id}`, { token: ada.token });
  expect((await calls['a comment']!('A loom', 'eight')).status).toBe(404);
});

test('two members may use the same key, and one key may serve two kinds of content', async () => {
  await calls['a comment']!('A loom', 'nine');
  expect((await calls['a photo']!('A loom', 'nine')).status).toBe(201);
  ada = await addTestMember(app);
  expect((await calls['a comment']!('A kiln', 'nine')).status).toBe(201);
});

test('a comment sent twice with one key counts and notifies once', async () => {
  const olu = await addTestMember(app);
  const below = await addTestPhoto(app, olu);
  const send = () => json(`/photos/${below.id}/comments`, { content: 'A loom' }, 'ten');
  await Promise.all([send(), send()]);
  await send();
  expect((await app.call('GET', `/photos/${below.id}`, { token: olu.token })).json.data.comments_count).toBe(1);
  const rows = await app.db.rows('select from notifications where member_id = $1', [olu.id]);
  expect(rows).toHaveLength(1);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestReply, addTestTopic } from '../../testing/forum.ts';
import { formOf } from '../../testing/http-client.ts';
import { photoFile } from '../../testing/image-files.ts';
import { addTestPhoto, listOrphanFiles } from '../../testing/posts.ts';
import { newId } from '../ids.ts';

let app: TestApp;
let [admin, ada]: TestMember[] = [];
beforeAll(async () => {
  app = await startTestApp();
  [admin, ada] = [await addTestMember(app, { role: 'admin' }), await addTestMember(app)];
});
afterAll(() => app.close());

type Words = Record<string, string>;

interface Editable {
  read: () => Promise<{ version: number } & Words>;
  edit: (words: Words, version?: number) => Promise<TestAnswer>;
  field: string;
}

const callAs = (member: TestMember, method: string, path: string, json?: object) =>
  app.call(method, path, { token: member.token, ...(json && { json }) });
const byAdmin = (method: string, path: string, json?: object) => callAs(admin!, method, path, json);
const byAda = (method: string, path: string, json?: object) => callAs(ada!, method, path, json);

const findListed = async (path: string, id: string) =>
  (await byAdmin('GET', path)).json.data.find((item: { id: string }) => item.id === id);

const editables: Record<string, () => Promise<Editable>> = {
  'the title of a topic': async () => {
    const path = `/forum/topics/${(await addTestTopic(app, ada!)).id}`;
    return {
      read: async () => (await byAda('GET', path)).json.data,
      edit: (words, version) => byAda('PUT', path, { ...words, version }),
      field: 'title',
    };
  },
  'the opening of a topic': async () => {
    const path = `/forum/topics/${(await addTestTopic(app, ada!)).id}`;
    return {
      read: async () => (await byAda('GET', path)).json.data,
      edit: (words, version) => byAdmin('PUT', path, { ...words, version }),
      field: 'body',
    };
  },
  'a post of a topic': async () => {
    const topic = await addTestTopic(app, ada!);
    const post = await addTestReply(app, topic, ada!);
    const path = `/forum/topics/${topic.id}/posts`;
    return {
      read: async () => (await byAda('GET', `${path}?around=2`)).json.data[0],
      edit: (words, version) => byAda('PUT', `${path}/${post.id}`, { ...words, version }),
      field: 'body',
    };
  },
  'a photo': async () => {
    const path = `/photos/${(await addTestPhoto(app, ada!)).id}`;
    return {
      read: async () => (await byAda('GET', path)).json.data,
      edit: (words, version) =>
        app.call('POST', `${path}/update`, {
          token: ada!.token,
          form: formOf({ ...words, ...(version !== undefined && { version: String(version) }) }),
        }),
      field: 'description',
    };
  },
  'a photo category': async () => {
    const { id } = (await byAdmin('POST', '/admin/categories', { name: newId() })).json.data;
    return {
      read: () => findListed('/categories', id),
      edit: (words, version) => byAdmin('PUT', `/admin/categories/${id}`, { ...words, version }),
      field: 'name',
    };
  },
  'a category of the forum': async () => {
    const { id } = (await byAdmin('POST', '/forum/categories', { name: newId() })).json.data;
    return {
      read: () => findListed('/forum/categories', id),
      edit: (words, version) => byAdmin('PUT', `/forum/categories/${id}`, { ...words, version }),
      field: 'description',
    };
  },
  'an announcement': async () => {
    const { id } = (await byAdmin('POST', '/admin/announcements', { text: 'We meet on Friday.' })).json.data;
    return {
      read: () => findListed('/admin/announcements', id),
      edit: (words, version) => byAdmin('PUT', `/admin/announcements/${id}`, { ...words, version }),
      field: 'text',
    };
  },
  'who may join': async () => ({
    read: async () => (await byAdmin('GET', '/admin/joining')).json.data,
    edit: (words, version) => byAdmin('PUT', '/admin/joining', { ...words, version }),
    field: 'question',
  }),
};

test.each(Object.keys(editables))('an edit of an older version of %s is refused with the stored version', async (kind) => {
  const { read, edit, field } = await editables[kind]!();
  const { version } = await read();
  const first = await edit({ [field]: 'What the first one wrote' }, version);
  expect(first.json).toMatchObject({ data: { [field]: 'What the first one wrote' } });
  expect(first.json.data.version).toBeGreaterThan(version);
  const second = await edit({ [field]: 'What the second one wrote' }, version);
  expect([second.status, second.json.code, second.json.reason]).toEqual([409, 'conflict', 'changedMeanwhile']);
  expect(second.json.data).toMatchObject({ [field]: 'What the first one wrote', version: (await read()).version });
  const thirdEdit = await edit({ [field]: 'What the second one wrote' }, second.json.data.version);
  expect([thirdEdit.status, (await read())[field]]).toEqual([200, 'What the second one wrote']);
});

test.each(Object.keys(editables))('an edit of %s without a version overwrites', async (kind) => {
  const { read, edit, field } = await editables[kind]!();
  const { version } = await read();
  for (const words of ['What the first one writes', 'What the second one writes'])
    expect((await edit({ [field]: words })).status).toBe(200);
  const now = await read();
  expect([now[field], now.version > version]).toEqual(['What the second one writes', true]);
});

test.each(Object.keys(editables))('one of two concurrent edits of %s is refused', async (kind) => {
  const { read, edit, field } = await editables[kind]!();
  const { version } = await read();
  const answers = await Promise.all(['What one wrote here', 'What another wrote'].map((words) => edit({ [field]: words }, version)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const saved = answers.find(({ status }) => status === 200)!;
  expect((await read())[field]).toBe(saved.json.data[field]);
});

test('likes, comments and views do not change the version of a photo', async () => {
  const { id } = await addTestPhoto(app, ada!);
  const versionOf = async () => (await byAda('GET', `/photos/${id}`)).json.data.version as number;
  const before = await versionOf();
  await byAdmin('POST', `/photos/${id}/like`);
  await byAdmin('POST', `/photos/${id}/comments`, { content: 'How fine' });
  expect(await versionOf()).toBe(before);
});

test('replies and likes do not change the version of a topic', async () => {
  const topic = await addTestTopic(app, ada!);
  const versionOf = async () => (await byAda('GET', `/forum/topics/${topic.id}`)).json.data.version as number;
  const before = await versionOf();
  await byAdmin('POST', `/forum/topics/${topic.id}/posts`, { body: 'Good people' });
  await byAdmin('POST', `/forum/topics/${topic.id}/posts/${topic.opening_id}/like`);
  await byAdmin('POST', `/forum/topics/${topic.id}/lock`);
  expect(await versionOf()).toBe(before);
});

test('a refused edit of a photo keeps its images and stores no new images', async () => {
  const { id } = await addTestPhoto(app, ada!);
  const { version } = (await byAda('GET', `/photos/${id}`)).json.data;
  const file = await photoFile(40, 30);
  const edit = (fields: Record<string, string | Buffer>) =>
    app.call('POST', `/photos/${id}/update`, { token: ada!.token, form: formOf({ ...fields, version: String(version) }) });
  const { images } = (await edit({ title: 'First' })).json.data;
  const { status, json } = await edit({ 'title': 'Second', 'images[0]': file });
  expect([status, json.data.title, json.data.images]).toEqual([409, 'First', images]);
  expect(images).toHaveLength(1);
  expect(await listOrphanFiles(app)).toEqual([]);
});

test.each(['0', '-1', '1.5', 'x', '99999999999'])('%s is not a valid version of a photo', async (version) => {
  const { id } = await addTestPhoto(app, ada!);
  const answer = await app.call('POST', `/photos/${id}/update`, { token: ada!.token, form: formOf({ title: 'A title', version }) });
  expect([answer.status, Object.keys(answer.json.errors ?? {})]).toEqual([422, ['version']]);
});

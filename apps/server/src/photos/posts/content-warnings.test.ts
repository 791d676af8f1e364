import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertFollow } from '../../people/follows/queries.ts';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestReply, addTestTopic, showInPost } from '../../testing/forum.ts';
import { formOf } from '../../testing/http-client.ts';
import { photoFile } from '../../testing/image-files.ts';
import { addNotification } from '../../testing/matrix/world.ts';

let app: TestApp;
let beside: TestApp;
let jpeg: Buffer;
let author: TestMember;
let viewer: TestMember;
/** A post with a content warning. */
let post: { id: string; image: string };
beforeAll(async () => {
  app = await startTestApp();
  beside = await startTestApp({}, {}, { beside: app });
  jpeg = await photoFile(80, 60);
});
afterAll(async () => {
  await beside.close();
  await app.close();
});
beforeEach(async () => {
  [author, viewer] = await Promise.all([addTestMember(app), addTestMember(app)]);
  await insertFollow(app.db, viewer.id, author.id);
  const { json } = await upload({ warning: 'death', category: 'film', description: 'A #funeral at dawn' });
  post = { id: json.data.id, image: json.data.images[0].id };
});

const upload = (fields: Record<string, string>): Promise<TestAnswer> =>
  app.call('POST', '/photos', {
    token: author.token,
    form: formOf({ 'title': 'The old king', 'alt[0]': 'A bier', ...fields, 'images[0]': jpeg }),
  });
const edit = (fields: Record<string, string>): Promise<TestAnswer> =>
  app.call('POST', `/photos/${post.id}/update`, { token: author.token, form: formOf(fields) });
const read = (path: string, { token }: { token?: string | undefined } = viewer, node = app): Promise<TestAnswer> =>
  node.call('GET', path, { token });
const set = (sensitive_photos: string): Promise<TestAnswer> =>
  app.call('PUT', '/me/forum-settings', { token: viewer.token, json: { sensitive_photos } });
const statusOf = async (address: string): Promise<number> => (await fetch(app.url + address)).status;

const sharpIn = ({ text }: TestAnswer): boolean => new RegExp(`${post.image}/\\d`).test(text);
const blurredIn = ({ text }: TestAnswer): boolean => text.includes(`${post.image}/blur.png`);

const lists = (): string[] => [
  '/photos',
  '/photos?per_page=50&page=2',
  '/photos?feed=following',
  '/photos?feed=following&per_page=50&page=1',
  '/photos?category=film',
  '/photos?search=old+king',
  '/photos?tag=funeral',
  `/photos?username=${author.username}`,
  '/saved',
  `/users/${author.username}`,
  `/users/${author.username}/photos`,
];

/** Lists of which the post is not on the page asked for. */
const isElsewhere = (path: string): boolean => path.includes('page=2');

test('lists and the post have only the blurred image, until the viewer asks for the sharp one', async () => {
  await app.call('POST', `/photos/${post.id}/save`, { token: viewer.token });
  for (const path of lists().filter((one) => !isElsewhere(one)))
    for (const node of [app, beside]) {
      const answer = await read(path, viewer, node);
      expect([path, answer.status, blurredIn(answer), sharpIn(answer)]).toEqual([path, 200, true, false]);
    }
  const { json, ...answer } = await read(`/photos/${post.id}`);
  expect([blurredIn({ json, ...answer }), sharpIn({ json, ...answer })]).toEqual([true, false]);
  expect(json.data).toMatchObject({
    warning: { reason: 'death', by: 'author', is_blurred: true, decision_id: null },
    images: [{ id: post.image, alt: '', width: 80, height: 60 }],
  });
  const sharp = await read(`/photos/${post.id}?sharp=true`);
  expect([sharpIn(sharp), sharp.json.data.warning.is_blurred, sharp.json.data.images[0].alt]).toEqual([true, false, 'A bier']);
  expect((await read(`/photos/${post.id}?sharp=yes`)).status).toBe(422);
});

test('the blurred image is a small PNG, and sharp images need the signature of a sharp address', async () => {
  const blurred = (await read(`/photos/${post.id}`)).json.data.images[0].image_path as string;
  const response = await fetch(app.url + blurred);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([bytes.subarray(1, 4).toString(), bytes.length < 5_000]).toEqual(['PNG', true]);
  const sharp = (await read(`/photos/${post.id}?sharp=true`)).json.data.images[0].image_path as string;
  expect(await statusOf(sharp)).toBe(200);
  expect(await statusOf(sharp.split('?')[0]!)).toBe(404);
  expect(await statusOf(blurred.split('?')[0]!)).toBe(404);
  expect(await statusOf(`${sharp.split('?')[0]}?${blurred.split('?')[1]}`)).toBe(404);
});

test('a known public address stops when the author adds a warning, and works again without it', async () => {
  const { json } = await edit({ warning: '' });
  const address = json.data.images[0].image_path as string;
  expect([json.data.warning, address.includes('sig='), await statusOf(address)]).toEqual([null, false, 200]);
  expect((await edit({ warning: 'Animal slaughter' })).json.data.warning).toMatchObject({ reason: 'Animal slaughter', is_blurred: false });
  expect(await statusOf(address)).toBe(404);
  const feed = await read('/photos');
  expect([blurredIn(feed), sharpIn(feed), feed.text.includes('Animal slaughter')]).toEqual([true, false, true]);
});

test('the author sees the own post sharp everywhere', async () => {
  for (const path of ['/photos', `/photos/${post.id}`, `/users/${author.username}`, '/photos?search=old+king'])
    expect([path, sharpIn(await read(path, author)), blurredIn(await read(path, author))]).toEqual([path, true, false]);
});

test('members choose to see such posts sharp, blurred or not at all, from the next request on', async () => {
  await app.call('POST', `/photos/${post.id}/save`, { token: viewer.token });
  const totalAndListed = async (path: string): Promise<[number, number]> => {
    const { json } = await read(`${path}${path.includes('?') ? '&' : '?'}per_page=50`);
    return [json.meta.total, json.data.length];
  };
  for (const [setting, isSharp, isBlurred] of [
    ['show', true, false],
    ['warn', false, true],
    ['hide', false, false],
    ['warn', false, true],
    ['show', true, false],
  ] as const) {
    expect((await set(setting)).json.data.sensitive_photos).toBe(setting);
    for (const path of lists().filter((one) => !isElsewhere(one)))
      for (const node of [app, beside]) {
        const answer = await read(path, viewer, node);
        expect([setting, path, sharpIn(answer), blurredIn(answer)]).toEqual([setting, path, isSharp, isBlurred]);
      }
    for (const path of ['/photos', '/photos?category=film', `/users/${author.username}/photos`, '/photos?tag=funeral']) {
      const [total, listed] = await totalAndListed(path);
      expect([setting, path, total]).toEqual([setting, path, listed]);
    }
    // The post opens by its address.
    expect((await read(`/photos/${post.id}`)).json.data.warning.is_blurred).toBe(setting !== 'show');
  }
  expect((await set('blur')).status).toBe(422);
});

test('trending, notifications and visitors have nothing of it', async () => {
  await app.call('POST', `/photos/${post.id}/like`, { token: viewer.token });
  await addNotification(app, author, viewer, post.id);
  expect((await read('/photos/trending')).text).not.toContain(post.id);
  const { notifications } = (await read('/forum/notifications', author)).json.data;
  expect(notifications.map(({ photo }: { photo: unknown }) => photo)).toEqual([null, null]);
  for (const path of [`/users/${author.username}`, `/users/${author.username}/photos`])
    expect((await read(path, {})).text).not.toContain(post.id);
  const visitors = (await read(`/users/${author.username}`, {})).json.data;
  expect([visitors.stats.photos_count, visitors.photo_categories]).toEqual([0, []]);
});

test('a topic that shows it has it blurred', async () => {
  const topic = await addTestTopic(app, author, { photo_id: post.id });
  await showInPost(app, await addTestReply(app, topic, author), post.id);
  for (const setting of ['show', 'warn', 'hide'] as const) {
    await set(setting);
    for (const path of [
      `/forum/topics/${topic.id}`,
      `/forum/topics/${topic.id}/posts`,
      `/forum/topics/${topic.id}/images`,
      '/forum/topics',
    ])
      expect([path, sharpIn(await read(path))]).toEqual([path, false]);
  }
});

test.each([
  ['longer than 100 characters', 'x'.repeat(101)],
  ['of two lines', 'Death\nBlood'],
])('a warning %s is refused', async (_, warning) => {
  for (const { status, json } of [await upload({ warning }), await edit({ warning })])
    expect([status, Object.keys(json.errors)]).toEqual([422, ['warning']]);
});

test('a post pending approval keeps its warning, which organisers read', async () => {
  const [admin, newcomer] = [await addTestMember(app, { role: 'admin' }), await addTestMember(app)];
  const { data } = (await read('/admin/filters', admin)).json;
  const filters = { version: data.version, entries: [], new_account_days: 0, same_link_accounts: 0 };
  const change = (review_first: number, version: number): Promise<TestAnswer> =>
    app.call('PUT', '/admin/filters', { token: admin.token, json: { ...filters, version, review_first } });
  const { version } = (await change(1, data.version)).json.data;
  const form = formOf({ 'title': 'The old king', 'warning': 'death', 'images[0]': jpeg });
  expect((await app.call('POST', '/photos', { token: newcomer.token, form })).json.code).toBe('pending_review');
  const [pending] = (await read('/moderation/pending', admin)).json.data;
  expect(pending.warning).toBe('death');
  await app.call('POST', `/moderation/pending/${pending.id as string}/decide`, { token: admin.token, json: { verdict: 'approved' } });
  expect((await read('/photos')).json.data[0]).toMatchObject({ title: 'The old king', warning: { reason: 'death', is_blurred: true } });
  await change(0, version);
});

test('a series has it blurred, sharp or not at all, also as its cover', async () => {
  const { id } = (await app.call('POST', '/series', { token: author.token, json: { title: 'Funerals', photo_id: post.id } })).json.data;
  for (const [setting, isSharp, isBlurred] of [
    ['warn', false, true],
    ['show', true, false],
    ['hide', false, false],
  ] as const) {
    await set(setting);
    for (const path of [`/series/${id as string}`, `/users/${author.username}/series`]) {
      const answer = await read(path);
      const status = setting === 'hide' && path.startsWith('/series') ? 404 : 200;
      expect([setting, path, answer.status, sharpIn(answer), blurredIn(answer)]).toEqual([setting, path, status, isSharp, isBlurred]);
    }
  }
  expect(blurredIn(await read(`/users/${author.username}/series`, {}))).toBe(false);
});

import type { Notification } from '@mbari/contract/notifications/notifications';
import type { CritiqueThread } from '@mbari/contract/photos/critique';
import * as limits from '@mbari/contract/platform/limits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { addTestMember, startTestApp, type TestAnswer, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPhoto, block, mute, setAudience, setMember, setPhotoGone } from '../../testing/posts.ts';

let app: TestApp;
let author: TestMember;
let critic: TestMember;
let viewer: TestMember;
let post: { id: string; image_id: string };
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());
beforeEach(async () => {
  author = await addTestMember(app, { name: 'Kwame Asante' });
  critic = await addTestMember(app, { name: 'Awa Ndiaye' });
  viewer = await addTestMember(app, { name: 'Layla Mansour' });
  post = await addTestPhoto(app, author, { title: 'At the well' });
});

const ask = (edit: object = {}, as = author): Promise<TestAnswer> =>
  app.call('PUT', `/photos/${post.id}/critique`, { token: as.token, json: { category: 'light', question: 'Too dark?', ...edit } });
const say = (content: string, json: object = { critique: {} }, as = critic): Promise<TestAnswer> =>
  app.call('POST', `/photos/${post.id}/comments`, { token: as.token, json: { content, ...json } });
const pin = (x = 0.25, y = 0.75, as = critic): Promise<TestAnswer> =>
  say('She stands too early.', { critique: { image_id: post.image_id, x, y } }, as);
const read = async (as = viewer): Promise<TestAnswer> => app.call('GET', `/photos/${post.id}/critique`, { token: as.token });
const threadsTo = async (as = viewer): Promise<CritiqueThread[]> => (await read(as)).json.data.threads;
const listed = async (list = 'waiting', as = viewer): Promise<string[]> =>
  (await app.call('GET', `/critique?list=${list}`, { token: as.token })).json.data.map(({ photo }: { photo: { id: string } }) => photo.id);
const newsOf = async ({ token }: TestMember): Promise<string[]> =>
  (await app.call('GET', '/forum/notifications', { token })).json.data.notifications.map(({ message }: Notification) => message);
const help = (id: string, is_helpful = true, as = author): Promise<TestAnswer> =>
  app.call('PUT', `/comments/${id}/helpful`, { token: as.token, json: { is_helpful } });

test('critics pin threads to spots of an image, apart from the comments of the post', async () => {
  expect((await read()).status).toBe(404);
  expect((await ask()).status).toBe(200);
  const { id } = (await pin()).json.data;
  await say('I like the whole.');
  await say('I wanted the wait.', { reply_to: id }, author);

  const [pinned, whole] = await threadsTo();
  expect(pinned).toMatchObject({ content: 'She stands too early.', pin: { image_id: post.image_id, x: 0.25, y: 0.75 }, replies_count: 1 });
  expect(pinned!.replies[0]).toMatchObject({ content: 'I wanted the wait.', is_critique: true });
  expect(whole).toMatchObject({ pin: null, is_helpful: false });
  const photo = (await app.call('GET', `/photos/${post.id}`, { token: viewer.token })).json.data;
  expect(photo).toMatchObject({ has_critique: true, comments: [], comments_count: 0 });
  expect((await app.call('GET', `/photos/${post.id}/comments`, { token: viewer.token })).json.data).toEqual([]);
  expect(new Set(await newsOf(author))).toEqual(new Set(['Awa Ndiaye gave critique on your photo “At the well”']));
  expect(await newsOf(critic)).toEqual(['Kwame Asante replied to your comment on “At the well”']);
});

test('the author marks a thread as helpful, which notifies the critic once', async () => {
  await ask();
  const { id } = (await pin()).json.data;
  for (const helpful of [true, false, true]) expect((await help(id, helpful)).status).toBe(200);
  expect((await threadsTo())[0]).toMatchObject({ is_helpful: true });
  expect(await newsOf(critic)).toEqual(['Your critique of “At the well” helped Kwame Asante']);
  const profile = (await app.call('GET', `/users/${critic.username}`, { token: viewer.token })).json.data;
  expect(profile.helpful_count).toBe(1);
  expect([(await help(id, true, critic)).status, (await help(newId())).status]).toEqual([403, 404]);
});

test('a closed critique is read-only until its author reopens it', async () => {
  await ask();
  const { id } = (await pin()).json.data;
  await ask({ is_closed: true });
  expect([(await pin()).json.reason, (await say('No.', { reply_to: id }, author)).json.reason, (await help(id)).json.reason]).toEqual(
    Array.from({ length: 3 }, () => 'critiqueClosed'),
  );
  expect((await read()).json.data).toMatchObject({ is_closed: true, viewer: { may_critique: false, may_reply: false } });
  expect((await threadsTo()).length).toBe(1);
  await ask();
  expect((await pin()).status).toBe(201);
});

test('a hidden critique exists for its author, and for each critic with their own threads', async () => {
  await ask();
  const { id } = (await pin()).json.data;
  await pin(0.5, 0.5, viewer);
  await say('Why?', { reply_to: id }, author);
  await ask({ is_hidden: true });
  const seen = async (as: TestMember): Promise<(string | undefined)[]> => (await threadsTo(as)).map(({ user }) => user?.name);
  const other = await addTestMember(app);
  expect([await seen(author), await seen(critic), await seen(other)]).toEqual([['Awa Ndiaye', 'Layla Mansour'], ['Awa Ndiaye'], []]);
  expect((await threadsTo(critic))[0]!.replies.length).toBe(1);
  expect((await read(other)).json.data.critics_count).toBe(0);
  expect((await app.call('GET', `/comments/${id}`, { token: other.token })).status).toBe(404);
  expect((await say('Me too', { reply_to: id }, other)).status).toBe(404);
});

test.each<[string, () => Promise<unknown>]>([
  ['the critic blocked the viewer', () => block(app, critic, viewer)],
  ['the viewer blocked the critic', () => block(app, viewer, critic)],
  ['the viewer muted the critic', () => mute(app, viewer, critic)],
  ['the critic is suspended', () => setMember(app, critic, { suspended_at: new Date() })],
])('a thread is neither listed nor counted when %s', async (_, happens) => {
  await ask();
  await pin();
  await happens();
  expect((await read()).json.data).toMatchObject({ threads: [], critics_count: 0 });
});

test('an author replies but gives no critique, and pins lie on an image of the post', async () => {
  await ask();
  expect((await pin(0.5, 0.5, author)).json.reason).toBe('critiqueOwn');
  const reasonOf = ({ status, json }: TestAnswer, field = 'critique'): unknown => [status, json.error_reasons?.[field]?.[0].reason];
  expect(reasonOf(await say('Here', { critique: { image_id: newId(), x: 0.5, y: 0.5 } }))).toEqual([422, 'pinImageGone']);
  expect(reasonOf(await say('Here', { critique: { image_id: post.image_id, x: 0.5 } }))).toEqual([422, 'pinOutside']);
  expect(reasonOf(await say('x'.repeat(501)), 'content')).toEqual([422, 'textTooLong']);
  await app.db.run(
    `insert into comments (id, photo_id, member_id, content, is_critique, image_id, x, y)
     select gen_random_uuid(), $1, $2, 'Pin', true, $3, 0.5, 0.5 from generate_series(1, ${limits.critiquePins})`,
    [post.id, critic.id, post.image_id],
  );
  expect(reasonOf(await pin())).toEqual([422, 'tooManyCritiquePins']);
  expect((await say('As a whole')).status).toBe(201);
});

test('a pin follows the whole photo once its image has left the post', async () => {
  await ask();
  await pin();
  await app.db.run('delete from photo_images where photo_id = $1', [post.id]);
  expect((await threadsTo())[0]).toMatchObject({ content: 'She stands too early.', pin: null });
});

test('only the author of the post asks for critique', async () => {
  expect((await ask({}, viewer)).status).toBe(403);
  await setAudience(app, post, 'me');
  expect([(await ask({}, viewer)).status, (await read()).status]).toEqual([404, 404]);
  expect((await ask({ category: 'mood' })).json.error_reasons.category[0].reason).toBe('critiqueCategoryUnknown');
});

test('the queue lists requests with the fewest critics first, then the oldest, without those the viewer answered or may not see', async () => {
  await app.db.run('delete from critiques');
  await ask();
  const first = post;
  post = await addTestPhoto(app, author);
  await ask();
  expect(await listed()).toEqual([first.id, post.id]);
  const second = post;
  post = first;
  const { id } = (await pin()).json.data;
  await pin(0.1, 0.1);
  expect([await listed(), await listed('waiting', critic), await listed('given', critic), await listed('mine', author)]).toEqual([
    [second.id, first.id],
    [second.id],
    [first.id],
    [second.id, first.id],
  ]);
  await setMember(app, critic, { suspended_at: new Date() });
  expect(await listed()).toEqual([first.id, second.id]);
  await setMember(app, critic, { suspended_at: null });
  expect(await listed()).toEqual([second.id, first.id]);
  for (const comment of [id, (await threadsTo())[1]!.id])
    await app.call('DELETE', `/photos/${first.id}/comments/${comment}`, { token: critic.token });
  expect(await listed()).toEqual([first.id, second.id]);
  await setPhotoGone(app, first, 'archived_at');
  await ask({ is_closed: true });
  expect(await listed()).toEqual([second.id]);
  await block(app, author, viewer);
  expect(await listed()).toEqual([]);
});

test('the queue pages by key and filters by category', async () => {
  await app.db.run('delete from critiques');
  await ask();
  await pin();
  await pin(0.2, 0.2, viewer);
  const posts = [post.id];
  for (let n = 0; n < 2; n += 1) {
    post = await addTestPhoto(app, author);
    await ask({ category: 'story' });
    posts.push(post.id);
  }
  const reader = await addTestMember(app);
  const page = async (query: string): Promise<{ ids: string[]; next: string | null }> => {
    const { data, meta } = (await app.call('GET', `/critique?${query}`, { token: reader.token })).json;
    return { ids: data.map(({ photo }: { photo: { id: string } }) => photo.id), next: meta.next_cursor };
  };
  const one = await page('per_page=2');
  expect(one.ids).toEqual(posts.slice(1));
  expect(await page(`per_page=2&cursor=${one.next}`)).toEqual({ ids: [posts[0]], next: null });
  expect((await page('category=story')).ids).toEqual(posts.slice(1));
  expect((await app.call('GET', '/critique?cursor=3.x', { token: reader.token })).status).toBe(422);
});

test('two critiques received within a week ask for one back, until the member gives one', async () => {
  const isAsked = async (as: TestMember): Promise<boolean> =>
    (await app.call('GET', '/critique', { token: as.token })).json.meta.owes_critique;
  await ask();
  await pin();
  await pin(0.1, 0.1);
  expect(await isAsked(author)).toBe(false);
  await pin(0.2, 0.2, viewer);
  expect([await isAsked(author), await isAsked(critic)]).toEqual([true, false]);
  await mute(app, author, critic);
  expect(await isAsked(author)).toBe(false);
  await app.db.run('delete from mutes');
  post = await addTestPhoto(app, critic);
  await ask({}, critic);
  await pin(0.5, 0.5, author);
  expect(await isAsked(author)).toBe(false);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { formWith } from '../../testing/matrix/rows/photos.ts';
import { addReport } from '../../testing/matrix/world.ts';
import { addTestPhoto, setAudience } from '../../testing/posts.ts';
import { setPhotoRestored } from './queries.ts';

let app: TestApp;
let author: TestMember;
let fan: TestMember;
let photo: { id: string; title: string };
beforeAll(async () => void (app = await startTestApp()));
beforeEach(async () => {
  [author, fan] = await Promise.all([addTestMember(app), addTestMember(app)]);
  photo = await addTestPhoto(app, author, { category_id: await category('dance') });
});
afterAll(() => app.close());

const category = async (slug: string): Promise<string> =>
  (await app.db.row<{ id: string }>('select id from categories where slug = $1', [slug]))!.id;
const ask = (member: TestMember, method: string, path: string, json?: unknown) =>
  app.call(method, path, { token: member.token, ...(json !== undefined && { json }) });
const archive = ({ token } = author) => app.call('POST', `/photos/${photo.id}/archive`, { token });
const unarchive = ({ token } = author) => app.call('DELETE', `/photos/${photo.id}/archive`, { token });
const archivedIds = async ({ token } = author, query = ''): Promise<string[]> =>
  (await app.call('GET', `/archived${query}`, { token })).json.data.map(({ id }: { id: string }) => id);
const feedIds = async (member: TestMember): Promise<string[]> =>
  (await ask(member, 'GET', '/photos?per_page=50')).json.data.map(({ id }: { id: string }) => id);
const countOf = async (): Promise<unknown> =>
  app.db.row('select photos_count, public_photos_count from members where id = $1', [author.id]);

test('an archived post leaves all lists and returns to its place, with its likes and comments', async () => {
  const newer = await addTestPhoto(app, author);
  await ask(fan, 'POST', `/photos/${photo.id}/like`);
  await ask(fan, 'POST', `/photos/${photo.id}/comments`, { content: 'Fine' });
  await ask(fan, 'POST', `/photos/${photo.id}/save`);
  const before = await feedIds(fan);
  expect((await archive()).status).toBe(200);
  for (const member of [author, fan]) expect(await feedIds(member)).toEqual(before.filter((id) => id !== photo.id));
  expect((await ask(fan, 'GET', '/saved')).json.data).toEqual([]);
  expect(await countOf()).toEqual({ photos_count: 1, public_photos_count: 1 });
  expect(await archivedIds()).toEqual([photo.id]);
  expect(await archivedIds(fan)).toEqual([]);

  expect((await unarchive()).status).toBe(200);
  expect(await feedIds(fan)).toEqual(before);
  expect(before.indexOf(photo.id)).toBe(before.indexOf(newer.id) + 1);
  expect((await ask(fan, 'GET', `/photos/${photo.id}`)).json.data).toMatchObject({
    ...{ likes_count: 1, comments_count: 1, is_liked: true, is_saved: true, is_archived: false },
  });
  expect(await countOf()).toEqual({ photos_count: 2, public_photos_count: 2 });
  expect(await archivedIds()).toEqual([]);
});

test('only its author opens an archived post, who can edit it but not like or comment on it', async () => {
  await archive();
  const { json } = await ask(author, 'GET', `/photos/${photo.id}`);
  expect(json.data).toMatchObject({ is_archived: true, viewer: { may_edit: true, may_delete: true, may_comment: false, may_like: false } });
  expect(json.data.image_url).toContain('sig=');
  expect((await ask(author, 'POST', `/photos/${photo.id}/like`)).status).toBe(404);
  const edited = await app.call('POST', `/photos/${photo.id}/update`, { token: author.token, form: await formWith(0, { title: 'Dusk' }) });
  expect(edited.json.data).toMatchObject({ title: 'Dusk', is_archived: true });
  const organiser = await addTestMember(app, { role: 'admin' });
  for (const member of [fan, organiser])
    for (const path of ['', '/comments', '/likes']) expect((await ask(member, 'GET', `/photos/${photo.id}${path}`)).status).toBe(404);
});

test('archiving and unarchiving twice changes nothing, and others can do neither', async () => {
  for (const change of [archive, unarchive]) {
    expect((await change(fan)).json.code).toBe(change === archive ? 'not_owner' : 'not_found');
    const answers = await Promise.all([change(), change(), change()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await countOf()).toMatchObject({ photos_count: change === archive ? 0 : 1 });
    if (change === archive) expect((await change(fan)).status).toBe(404);
  }
});

test('an archived post counts in no category and can be deleted', async () => {
  const counted = async (): Promise<number> =>
    (await ask(fan, 'GET', '/categories')).json.data.find(({ slug }: { slug: string }) => slug === 'dance').photos_count;
  const before = await counted();
  await archive();
  expect(await counted()).toBe(before - 1);
  expect((await ask(author, 'DELETE', `/photos/${photo.id}`)).status).toBe(200);
  expect(await countOf()).toMatchObject({ photos_count: 0 });
  expect(await archivedIds()).toEqual([]);
  expect((await unarchive()).status).toBe(404);
});

test('an audience stays while a post is archived', async () => {
  await setAudience(app, photo, 'me');
  await archive();
  await unarchive();
  expect((await ask(fan, 'GET', `/photos/${photo.id}`)).status).toBe(404);
  expect(await countOf()).toEqual({ photos_count: 1, public_photos_count: 0 });
});

test('the archive pages by key', async () => {
  const ids = [photo.id];
  for (let n = 0; n < 4; n += 1) ids.unshift((await addTestPhoto(app, author)).id);
  for (const id of ids) await ask(author, 'POST', `/photos/${id}/archive`);
  const first = (await ask(author, 'GET', '/archived?per_page=3')).json;
  expect([first.data.length, await archivedIds(author, `?per_page=3&cursor=${first.meta.next_cursor}`)]).toEqual([3, ids.slice(3)]);
});

test('an archive does not protect a reported post from removal', async () => {
  const organiser = await addTestMember(app, { role: 'moderator' });
  await addReport(app, fan, photo);
  await archive();
  expect((await ask(organiser, 'GET', `/photos/${photo.id}`)).status).toBe(200);
  expect(await feedIds(organiser)).not.toContain(photo.id);
  const { json } = await ask(organiser, 'DELETE', `/photos/${photo.id}`);
  expect(json.message).toBe('Photo deleted successfully');
  expect(await countOf()).toMatchObject({ photos_count: 0 });
});

test('a restored post stays archived', async () => {
  const organiser = await addTestMember(app, { role: 'moderator' });
  await addReport(app, fan, photo);
  await archive();
  await app.db.run('update photos set removed_at = now() where id = $1', [photo.id]);
  expect((await ask(author, 'GET', `/photos/${photo.id}`)).status).toBe(404);
  await app.db.transaction(async (tx) => setPhotoRestored(tx, organiser.id, photo.id));
  expect(await countOf()).toMatchObject({ photos_count: 0 });
  expect(await archivedIds()).toEqual([photo.id]);
});

test('notifications about an archived post disappear and return', async () => {
  await ask(fan, 'POST', `/photos/${photo.id}/like`);
  const count = async (): Promise<number> => (await ask(author, 'GET', '/forum/notifications')).json.data.notifications.length;
  expect(await count()).toBe(1);
  await archive();
  expect(await count()).toBe(0);
  await unarchive();
  expect(await count()).toBe(1);
});

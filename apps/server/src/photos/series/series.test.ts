import * as limits from '@mbari/contract/platform/limits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '../../job-runner.ts';
import { insertFollow } from '../../people/follows/queries.ts';
import { newId } from '../../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { formWith } from '../../testing/matrix/rows/photos.ts';
import { addTestPhoto, addTestSeries, block, mute, setMember, setPhotoGone } from '../../testing/posts.ts';

let app: TestApp;
let author: TestMember;
let reader: TestMember;
let ids: string[];
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());
beforeEach(async () => {
  [author, reader] = await Promise.all([addTestMember(app, { name: 'Adé' }), addTestMember(app)]);
  ids = [];
  for (let n = 0; n < 3; n += 1) ids.push((await addTestPhoto(app, author, { title: `Work ${n}` })).id);
});

const read = (id: string, { token }: TestMember = reader) => app.call('GET', `/series/${id}`, { token });
const edit = (id: string, json: object, { token }: TestMember = author) => app.call('PUT', `/series/${id}`, { token, json });
const create = async (json: object = { title: 'Harmattan' }, { token }: TestMember = author) =>
  app.call('POST', '/series', { token, json });
const order = async (id: string, viewer = author): Promise<string[]> =>
  (await read(id, viewer)).json.data.map((photo: { id: string }) => photo.id);
const ofProfile = async (viewer: TestMember | null, query = ''): Promise<{ id: string; photos_count: number; cover: { id: string } }[]> => {
  const { status, json } = await app.call('GET', `/users/${author.username}/series?${query}`, { token: viewer?.token });
  expect(status).toBe(200);
  return json.data;
};

test('a member makes a series of their posts, in their order', async () => {
  const { status, json } = await create({ title: ' Harmattan ', body: 'The *desert* comes.', photo_id: ids[1] });
  expect([status, json.message]).toEqual([201, 'Series created']);
  expect(json.data).toMatchObject({
    ...{ title: 'Harmattan', body: 'The *desert* comes.', is_complete: false, cover_id: null },
    ...{ user: { id: author.id }, viewer: { may_edit: true } },
  });
  expect(json.data.body_html).toContain('<em>desert</em>');
  const { id } = json.data;
  for (const photoId of [ids[0], ids[2], ids[0]])
    expect((await app.call('POST', `/series/${id}/photos/${photoId}`, { token: author.token })).status).toBe(200);
  expect(await order(id)).toEqual([ids[1], ids[0], ids[2]]);
  const answer = await read(id);
  expect(answer.json.meta.series.viewer.may_edit).toBe(false);
  expect((await app.call('DELETE', `/series/${id}/photos/${ids[0]}`, { token: author.token })).status).toBe(200);
  expect(await order(id, reader)).toEqual([ids[1], ids[2]]);
  const own = await app.call('GET', `/me/series?photo=${ids[1]}`, { token: author.token });
  expect(own.json.data).toEqual([{ id, title: 'Harmattan', is_complete: false, photos_count: 2, has_photo: true }]);
  expect((await app.call('GET', `/photos/${ids[1]}`, { token: reader.token })).json.data.series).toEqual([{ id, title: 'Harmattan' }]);
});

test('a new post joins the end of a series, a scheduled one when it is published', async () => {
  const { id } = await addTestSeries(app, author, [{ id: ids[0]! }]);
  const post = async (series_id: string, fields: Record<string, string> = {}) =>
    app.call('POST', '/photos', { token: author.token, form: await formWith(1, { title: 'New', series_id, ...fields }) });
  const later = (await post(id, { publish_at: new Date(Date.now() + 3_600_000).toISOString() })).json.data.id;
  const now = (await post(id)).json.data.id;
  expect(await order(id, reader)).toEqual([ids[0], now]);
  expect(await order(id)).toEqual([ids[0], now]);
  const published = await app.call('PUT', `/photos/${later}/schedule`, { token: author.token, json: { publish_at: null } });
  expect(await order(id, reader)).toEqual([ids[0], published.json.data.id, now]);
  const theirs = await addTestSeries(app, reader, []);
  for (const other of [theirs.id, newId(), 'x']) {
    const { status, json } = await post(other);
    expect([status, json.error_reasons]).toEqual([422, { series_id: [{ reason: 'seriesNotFound' }] }]);
  }
});

test('an edit replaces texts, cover and order together, and ignores posts of others', async () => {
  const { id } = await addTestSeries(app, author, [{ id: ids[0]! }, { id: ids[1]! }]);
  const theirs = await addTestPhoto(app, reader);
  const { status, json } = await edit(id, { title: 'Dust', cover_id: ids[2], photo_ids: [ids[2], theirs.id, ids[0]], version: 1 });
  expect([status, json.data]).toMatchObject([200, { title: 'Dust', cover_id: ids[2], version: 2 }]);
  expect(await order(id)).toEqual([ids[2], ids[0]]);
  expect((await edit(id, { cover_id: theirs.id, version: 2 })).json.data.cover_id).toBeNull();
});

test('the second of two concurrent edits is refused with the stored series', async () => {
  const { id } = await addTestSeries(app, author, [{ id: ids[0]! }, { id: ids[1]! }]);
  const answers = await Promise.all([
    edit(id, { title: 'One', photo_ids: [ids[1], ids[0]], version: 1 }),
    edit(id, { title: 'Two', version: 1 }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const [saved, refused] = answers.toSorted((a, b) => a.status - b.status);
  expect(refused!.json).toMatchObject({
    code: 'conflict',
    data: { title: saved!.json.data.title, version: 2, photo_ids: saved!.json.data.photo_ids },
  });
  // Adding a post is an edit, too.
  await app.call('POST', `/series/${id}/photos/${ids[2]}`, { token: author.token });
  expect((await edit(id, { photo_ids: [ids[0]], version: 2 })).status).toBe(409);
  expect(await order(id)).toHaveLength(3);
});

test('limits hold for concurrent calls, and name the field', async () => {
  await app.db.run(
    `insert into series (id, member_id, title) select gen_random_uuid(), $1, 'S' from generate_series(2, ${limits.series})`,
    [author.id],
  );
  const created = await Promise.all([create(), create()]);
  expect(created.map(({ status }) => status).toSorted()).toEqual([201, 422]);
  expect(created.find(({ status }) => status === 422)!.json.error_reasons).toEqual({
    title: [{ reason: 'tooManySeries', params: { most: limits.series } }],
  });
  const { id } = created.find(({ status }) => status === 201)!.json.data;
  const photos: { id: string }[] = [];
  for (let n = 1; n < limits.seriesPhotos; n += 1) photos.push(await addTestPhoto(app, author));
  await app.db.run('insert into series_photos select $1, p.id, p.n from unnest($2::uuid[]) with ordinality as p(id, n)', [
    id,
    photos.map((photo) => photo.id),
  ]);
  const added = await Promise.all(
    ids.slice(0, 2).map((photoId) => app.call('POST', `/series/${id}/photos/${photoId}`, { token: author.token })),
  );
  expect(added.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect(added.find(({ status }) => status === 422)!.json.error_reasons).toMatchObject({ photo_id: [{ reason: 'seriesFull' }] });
  expect(await order(id, reader)).toHaveLength(limits.seriesPhotos);
  expect(
    (await edit(id, { photo_ids: Array.from({ length: limits.seriesPhotos + 1 }, () => newId()), version: 1 })).json.errors,
  ).toHaveProperty('photo_ids');
}, 30_000);

test('a post that disappears leaves no hole, and the cover falls back to the next post', async () => {
  const { id } = await addTestSeries(
    app,
    author,
    ids.map((photoId) => ({ id: photoId })),
  );
  await edit(id, { cover_id: ids[1], version: 1 });
  const [cover] = await ofProfile(reader);
  const covered = await app.db.row<{ image_id: string }>('select image_id from photo_images where photo_id = $1', [ids[1]]);
  expect(cover).toMatchObject({ photos_count: 3, cover: { id: covered!.image_id } });
  await setPhotoGone(app, { id: ids[1]! }, 'removed_at');
  await setPhotoGone(app, { id: ids[0]! }, 'deleted_at');
  const { json } = await read(id);
  expect([json.data.map((photo: { id: string }) => photo.id), json.meta.series.cover_id]).toEqual([[ids[2]], null]);
  const first = await app.db.row<{ image_id: string }>('select image_id from photo_images where photo_id = $1', [ids[2]]);
  expect(await ofProfile(reader)).toMatchObject([{ photos_count: 1, cover: { id: first!.image_id } }]);
  // The author's new order does not drop the removed post, which returns when it is restored.
  expect((await edit(id, { photo_ids: [ids[2]], version: 2 })).status).toBe(200);
  await app.db.run('update photos set removed_at = null where id = $1', [ids[1]]);
  expect((await order(id, reader)).toSorted()).toEqual([ids[1], ids[2]]);
});

test('a series without a post that the viewer may see exists only for its author', async () => {
  const { id } = await addTestSeries(app, author, [{ id: ids[0]! }]);
  const empty = await addTestSeries(app, author, [], { title: 'Empty' });
  const seen = async (viewer: TestMember) => [(await read(id, viewer)).status, (await ofProfile(viewer)).length];
  const profile = async (viewer: TestMember) =>
    (await app.call('GET', `/users/${author.username}`, { token: viewer.token })).json.data.has_series;
  const missing = await read(newId());
  const same = async (viewer: TestMember) => {
    const { status, json } = await read(id, viewer);
    expect([status, { ...json, request_id: '' }]).toEqual([404, { ...missing.json, request_id: '' }]);
    expect((await edit(id, { title: 'Mine', version: 1 }, viewer)).status).toBe(404);
  };
  expect([await seen(author), await seen(reader)]).toEqual([
    [200, 2],
    [200, 1],
  ]);
  expect([await profile(author), await profile(reader), (await read(empty.id)).status]).toEqual([true, true, 404]);
  expect((await edit(id, { title: 'Mine', version: 1 }, reader)).json.code).toBe('not_owner');

  await setMember(app, author, { post_visibility: 'followers' });
  await same(reader);
  expect([await profile(reader), await ofProfile(reader)]).toEqual([false, []]);
  await insertFollow(app.db, reader.id, author.id);
  expect(await seen(reader)).toEqual([200, 1]);
  await setMember(app, author, { profile_visibility: 'private' });
  expect((await read(id)).status).toBe(200);
  expect((await app.call('GET', `/users/${author.username}/series`, { token: reader.token })).json.code).toBe('profile_private');
  await setMember(app, author, { profile_visibility: 'public', post_visibility: 'public' });
  const muter = await addTestMember(app);
  await mute(app, muter, author);
  expect(await seen(muter)).toEqual([200, 0]);
  for (const [from, to] of [
    [author, reader],
    [await addTestMember(app), author],
  ] as const) {
    await block(app, from, to);
    await same(from === author ? to : from);
  }
  await setMember(app, author, { suspended_at: new Date() });
  await same(muter);
});

test('the list of a profile continues by key, and visitors see series of public posts', async () => {
  const made: string[] = [];
  for (let n = 0; n < 5; n += 1) made.unshift((await addTestSeries(app, author, [{ id: ids[0]! }])).id);
  const listed: string[] = [];
  for (let cursor = ''; ;) {
    const { json } = await app.call('GET', `/users/${author.username}/series?per_page=2${cursor}`);
    listed.push(...json.data.map(({ id }: { id: string }) => id));
    if (json.meta.next_cursor === null) break;
    cursor = `&cursor=${json.meta.next_cursor}`;
  }
  expect(listed).toEqual(made);
  expect((await app.call('GET', `/users/${author.username}/series?cursor=x`)).status).toBe(422);
  await setMember(app, author, { show_to_visitors: false });
  expect(await ofProfile(null)).toEqual([]);
});

test('followers are notified once, when a series with posts is first complete', async () => {
  const [follower, muter, off, restricted] = await Promise.all([0, 1, 2, 3].map(() => addTestMember(app)));
  for (const one of [follower!, muter!, off!, restricted!]) await insertFollow(app.db, one.id, author.id);
  await mute(app, muter!, author);
  await setMember(app, off!, { notify_on_follow: false });
  await block(app, restricted!, author);
  const { id } = (await create()).json.data;
  const notified = async () => {
    await runJobs(app.context);
    return app.db.rows<{ member_id: string }>('select member_id from notifications where series_id = $1', [id]);
  };
  await edit(id, { is_complete: true, version: 1 });
  expect(await notified()).toEqual([]);
  await edit(id, { photo_ids: ids, version: 2 });
  expect(await notified()).toEqual([{ member_id: follower!.id }]);
  await edit(id, { is_complete: false, version: 3 });
  await edit(id, { is_complete: true, version: 4 });
  expect(await notified()).toHaveLength(1);
  const list = async () => (await app.call('GET', '/forum/notifications', { token: follower!.token })).json.data.notifications;
  expect(await list()).toMatchObject([
    { kind: 'series', message: 'Adé completed the series “Harmattan”', action_url: `/series/${id}`, user: { id: author.id } },
  ]);
  await setMember(app, author, { post_visibility: 'followers' });
  expect(await list()).toHaveLength(1);
  await app.db.run('delete from follows where follower_id = $1', [follower!.id]);
  expect(await list()).toEqual([]);
  expect((await app.call('DELETE', `/series/${id}`, { token: author.token })).status).toBe(200);
  expect(await notified()).toEqual([]);
  expect((await app.call('GET', `/photos/${ids[0]}`, { token: author.token })).json.data.series).toEqual([]);
});

test('title and text have limits, and a visitor makes no series', async () => {
  const { json } = await create({ title: '' });
  expect(json.errors).toHaveProperty('title');
  expect((await create({ title: 'x'.repeat(limits.seriesTitle + 1) })).status).toBe(422);
  expect((await create({ title: 'S', body: 'x'.repeat(limits.seriesBody + 1) })).json.errors).toHaveProperty('body');
  expect((await app.call('POST', '/series', { json: { title: 'S' } })).status).toBe(401);
});

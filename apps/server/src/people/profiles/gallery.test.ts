import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPhoto, block, mute, setMember, setPhotoGone } from '../../testing/posts.ts';
import { insertFollow } from '../follows/queries.ts';

let app: TestApp;
let owner: TestMember;
let viewer: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  viewer = await addTestMember(app);
});
beforeEach(async () => void (owner = await addTestMember(app)));
afterAll(() => app.close());

const readOwner = (reader?: TestMember, query = '') => app.call('GET', `/users/${owner.username}${query}`, { token: reader?.token });
const gallery = (reader?: TestMember, query = '') => app.call('GET', `/users/${owner.username}/photos${query}`, { token: reader?.token });
const ids = ({ json }: { json: { data: { id: string }[] } }): string[] => json.data.map(({ id }) => id);

const category = async (slug: string): Promise<string> =>
  (await app.db.row<{ id: string }>('select id from categories where slug = $1', [slug]))!.id;

test('profile posts are paged by cursor and number, in one category or in all', async () => {
  const [film, music] = [await category('film'), await category('music')];
  const posts: string[] = [];
  for (let n = 0; n < 7; n += 1) posts.unshift((await addTestPhoto(app, owner, { category_id: n % 2 ? film : music })).id);
  const allPhotos = await gallery(undefined, '?per_page=50');
  expect([ids(allPhotos), allPhotos.json.meta.total]).toEqual([posts, 7]);
  const foundIds: string[] = [];
  for (let cursor = ''; ;) {
    const { json } = await gallery(viewer, `?per_page=3${cursor}`);
    foundIds.push(...ids({ json }));
    if (json.meta.next_cursor === null) break;
    cursor = `&cursor=${json.meta.next_cursor}`;
  }
  expect(foundIds).toEqual(posts);
  expect(ids(await gallery(undefined, '?per_page=3&page=3'))).toEqual(posts.slice(6));
  for (const word of ['film', 'Film', 'FILM%20', film]) {
    const some = await gallery(viewer, `?category=${word}`);
    expect([ids(some), some.json.meta.total]).toEqual([posts.filter((_, n) => n % 2 === 1), 3]);
  }
  for (const word of ['nothing', '%00', 'x'.repeat(80)]) expect((await gallery(viewer, `?category=${word}`)).json.data).toEqual([]);
  expect(
    (await readOwner()).json.data.photo_categories.map(({ slug, photos_count }: { slug: string; photos_count: number }) => [
      slug,
      photos_count,
    ]),
  ).toEqual([
    ['music', 4],
    ['film', 3],
  ]);
});

test('the profile’s cursor continues the list after the posts that the profile includes', async () => {
  const posts: string[] = [];
  for (let n = 0; n < 22; n += 1) posts.unshift((await addTestPhoto(app, owner)).id);
  const { data } = (await readOwner()).json;
  expect(data.photos.map(({ id }: { id: string }) => id)).toEqual(posts.slice(0, 20));
  expect(ids(await gallery(undefined, `?cursor=${data.photos_next_cursor}`))).toEqual(posts.slice(20));
});

test('posts for followers are hidden and uncounted for others, and their images signed', async () => {
  const post = await addTestPhoto(app, owner, { likes_count: 3, category_id: await category('film') });
  await setMember(app, owner, { post_visibility: 'followers' });
  const nothing = {
    photos: [],
    photos_next_cursor: null,
    photo_categories: [],
    stats: { photos_count: 0, likes_count: 0, comments_count: 0 },
  };
  for (const reader of [undefined, viewer]) {
    expect((await readOwner(reader)).json.data).toMatchObject(nothing);
    expect((await gallery(reader)).json).toMatchObject({ data: [], meta: { total: 0, last_page: 1, next_cursor: null } });
  }
  const follower = await addTestMember(app);
  await insertFollow(app.db, follower.id, owner.id);
  const { data } = (await readOwner(follower)).json;
  expect(data).toMatchObject({
    photos: [{ id: post.id }],
    stats: { photos_count: 1, likes_count: 3 },
    photo_categories: [{ slug: 'film' }],
  });
  expect(data.photos[0].image_url).toMatch(/\?exp=\d+&sig=/);
});

test('deleted posts are not counted', async () => {
  const [remainingPost, deletedPost, removedPost] = [
    await addTestPhoto(app, owner, { likes_count: 2 }),
    await addTestPhoto(app, owner, { likes_count: 5 }),
    await addTestPhoto(app, owner),
  ];
  await setPhotoGone(app, deletedPost, 'deleted_at');
  await setPhotoGone(app, removedPost, 'removed_at');
  const { data } = (await readOwner()).json;
  expect([data.photos.map(({ id }: { id: string }) => id), data.stats.photos_count, data.stats.likes_count]).toEqual([
    [remainingPost.id],
    1,
    2,
  ]);
});

test('a muted member’s gallery is empty, and the profile shows the mute', async () => {
  await addTestPhoto(app, owner);
  await mute(app, viewer, owner);
  expect((await readOwner(viewer)).json.data).toMatchObject({
    photos: [],
    stats: { photos_count: 0 },
    viewer: { is_muted: true, may_follow: true },
  });
  expect((await gallery(viewer)).json.meta.total).toBe(0);
  expect((await readOwner(owner)).json.data).toMatchObject({ stats: { photos_count: 1 }, viewer: { is_muted: false } });
});

test('likes and comments are counted as far as the viewer can list the posts', async () => {
  const post = await addTestPhoto(app, owner, { likes_count: 2, comments_count: 2 });
  const hiddenViewer = await addTestMember(app);
  for (const reader of [viewer, hiddenViewer]) {
    await app.db.run('insert into likes (photo_id, member_id) values ($1, $2)', [post.id, reader.id]);
    await app.db.run(`insert into comments (id, photo_id, member_id, content) values (gen_random_uuid(), $1, $2, 'Fine')`, [
      post.id,
      reader.id,
    ]);
  }
  const otherMember = await addTestMember(app);
  expect((await readOwner(otherMember)).json.data.stats).toEqual({ photos_count: 1, likes_count: 2, comments_count: 2 });
  await block(app, otherMember, hiddenViewer);
  const { data } = (await readOwner(otherMember)).json;
  expect([data.stats, data.photos[0].likes_count, data.photos[0].comments_count]).toEqual([
    { photos_count: 1, likes_count: 1, comments_count: 1 },
    1,
    1,
  ]);
});

test.each(['page=0', 'page=x', 'per_page=0', 'cursor=x', 'as=admin', 'as=', `category=${'a'.repeat(81)}`])(
  'the query %s is refused',
  async (query) => {
    const { status, json } = await gallery(viewer, `?${query}`);
    expect([status, json.code]).toEqual([422, 'validation']);
  },
);

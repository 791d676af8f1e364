import type { Photo } from '@mbari/contract/photos/posts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertFollow } from '../../people/follows/queries.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPhoto, block, mute, setPhotoGone } from '../../testing/posts.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const following = async (author: TestMember, query = '') => {
  const { status, json } = await app.call('GET', `/photos?feed=following${query}`, { token: author.token });
  expect([status, json.message]).toEqual([200, undefined]);
  return json as { data: Photo[]; meta: { total: number; next_cursor: string | null; last_page: number; current_page: number } };
};
const idsOf = (list: { data: { id: string }[] }): string[] => list.data.map(({ id }) => id);

const member = (columns: Record<string, unknown> = {}): Promise<TestMember> => addTestMember(app, columns);
const members = (count: number): Promise<TestMember[]> => Promise.all(Array.from({ length: count }, () => member()));

test('the following feed has only posts of followed members, newest first', async () => {
  const [viewer, author, otherMember, stranger] = (await members(4)) as [TestMember, TestMember, TestMember, TestMember];
  await insertFollow(app.db, viewer.id, author.id);
  await insertFollow(app.db, viewer.id, otherMember.id);
  await insertFollow(app.db, stranger.id, viewer.id);
  const posts: string[] = [];
  for (const poster of [author, stranger, otherMember, viewer, author]) {
    const { id } = await addTestPhoto(app, poster);
    if (poster !== stranger && poster !== viewer) posts.unshift(id);
  }
  const list = await following(viewer);
  expect(idsOf(list)).toEqual(posts);
  expect(list.meta).toMatchObject({ total: 3, current_page: 1, last_page: 1, next_cursor: null });
  expect(list.data[0]).toMatchObject({ user: { id: author.id }, viewer: { may_edit: false } });
});

test('the following feed is empty without follows', async () => {
  expect(await following(await member())).toMatchObject({ data: [], meta: { total: 0, next_cursor: null } });
});

test('the following feed includes restricted posts, and excludes blocked, muted, suspended and closed members', async () => {
  const viewer = await member();
  const listed = [await member({ post_visibility: 'followers' }), await member({ profile_visibility: 'private' })];
  const left = [await member({ suspended_at: new Date() }), await member({ closed_at: new Date() }), ...(await members(3))];
  for (const author of [...listed, ...left])
    await app.db.pool.query('insert into follows (follower_id, followed_id) values ($1, $2)', [viewer.id, author.id]);
  const [blocked, blocker, muted] = left.slice(2) as [TestMember, TestMember, TestMember];
  await block(app, viewer, blocked);
  await block(app, blocker, viewer);
  await mute(app, viewer, muted);
  const posts: string[] = [];
  for (const author of [...left, ...listed]) posts.unshift((await addTestPhoto(app, author)).id);
  const list = await following(viewer);
  expect(idsOf(list)).toEqual(posts.slice(0, 2));
  expect(list.meta.total).toBe(2);
});

test('paging the following feed by cursor neither repeats nor skips posts during changes', async () => {
  const viewer = await member();
  const followed = await members(30);
  for (const author of followed) await insertFollow(app.db, viewer.id, author.id);
  const posts: string[] = [];
  // A few members post all the time; most posted once, long ago.
  for (const author of followed) posts.push((await addTestPhoto(app, author)).id);
  for (let index = 0; index < 60; index += 1) posts.push((await addTestPhoto(app, followed[index % 3]!)).id);
  expect((await following(viewer)).meta.total).toBe(90);

  const deletedIds = new Set<string>();
  const seenIds: string[] = [];
  for (let page = await following(viewer, '&per_page=7'); ; page = await following(viewer, `&per_page=7&cursor=${page.meta.next_cursor}`)) {
    seenIds.push(...idsOf(page));
    if (page.meta.next_cursor === null) break;
    await addTestPhoto(app, followed[seenIds.length % 30]!);
    const victim = posts.findLast((id) => !seenIds.includes(id) && !deletedIds.has(id));
    if (victim === undefined || seenIds.length % 2 === 0) continue;
    deletedIds.add(victim);
    await setPhotoGone(app, { id: victim }, 'deleted_at');
  }
  expect(deletedIds.size).toBeGreaterThan(3);
  expect(seenIds).toEqual(posts.filter((id) => !deletedIds.has(id)).toReversed());
});

test('numbered pages add up to the total, and a page past the end is empty', async () => {
  const viewer = await member();
  const followed = await members(5);
  const posts: string[] = [];
  for (const author of followed) await insertFollow(app.db, viewer.id, author.id);
  for (let index = 0; index < 23; index += 1) posts.unshift((await addTestPhoto(app, followed[index % 5]!)).id);
  const read: string[] = [];
  for (const page of [1, 2, 3]) {
    const list = await following(viewer, `&per_page=10&page=${page}`);
    expect(list.meta).toMatchObject({ current_page: page, total: 23, last_page: 3 });
    read.push(...idsOf(list));
  }
  expect(read).toEqual(posts);
  for (const page of ['4', '999999999'])
    expect(await following(viewer, `&page=${page}`)).toMatchObject({ data: [], meta: { total: 23, next_cursor: null } });
});

test.each(['feed=latest', 'feed=', 'feed=following&feed=following', 'cursor=nonsense&feed=following'])(
  'the query %s is rejected',
  async (query) => {
    const viewer = await member();
    const { status, json } = await app.call('GET', `/photos?${query}`, { token: viewer.token });
    expect([status, json.code, Object.keys(json.errors)]).toEqual([422, 'validation', [query.split('=')[0]]]);
  },
);

import * as limits from '@mbari/contract/platform/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertFollow } from '../people/follows/queries.ts';
import { replacePhotoTags } from '../platform/tags/queries.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { addTestPhoto, block, mute, setMember, setPhotoGone } from '../testing/posts.ts';

let app: TestApp;
let ada: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  ada = await addTestMember(app);
});
afterAll(() => app.close());

let words = 0;
const newTag = (): string => `Word${(words += 1)}x`;

async function post(author: TestMember, { tags = [], category }: { tags?: string[]; category?: string } = {}): Promise<string> {
  const { id } = await addTestPhoto(app, author, category === undefined ? {} : { category_id: await categoryId(category) });
  await replacePhotoTags(app.db, [{ id, tags }]);
  return id;
}
const categoryId = async (slug: string): Promise<string> =>
  (await app.db.row<{ id: string }>('select id from categories where slug = $1', [slug]))!.id;

const call = (method: 'POST' | 'DELETE', path: string, member: TestMember) => app.call(method, path, { token: member.token });
const follow = (member: TestMember, tag: string) => call('POST', `/tags/${encodeURIComponent(tag)}/follow`, member);
const unfollow = (member: TestMember, tag: string) => call('DELETE', `/tags/${encodeURIComponent(tag)}/follow`, member);
const followCategory = (member: TestMember, id: string) => call('POST', `/categories/${id}/follow`, member);
const followed = async (member: TestMember): Promise<{ tags: { tag: string }[]; categories: { slug: string }[] }> => {
  const { status, json } = await app.call('GET', '/me/followed-subjects', { token: member.token });
  expect(status).toBe(200);
  return json.data;
};
const tagsOf = async (member: TestMember) => (await followed(member)).tags.map(({ tag }) => tag);
const categoriesOf = async (member: TestMember) => (await followed(member)).categories.map(({ slug }) => slug);
const include = async (member: TestMember, on = true) => {
  const json = { tags_in_following: on };
  const answer = await app.call('PUT', '/me/forum-settings', { token: member.token, json });
  expect([answer.status, answer.json.data.tags_in_following]).toEqual([200, on]);
};
const feed = async (member: TestMember, query = '') => {
  const { status, json } = await app.call('GET', `/photos?feed=following${query}`, { token: member.token });
  expect([status, json.message]).toEqual([200, undefined]);
  return json as { data: { id: string }[]; meta: { total: number; total_is_capped?: boolean; next_cursor: string | null } };
};
const idsIn = async (member: TestMember) => (await feed(member)).data.map(({ id }) => id);

test('following a tag twice, in any spelling, follows it once', async () => {
  const reader = await addTestMember(app);
  const tag = newTag();
  await post(ada, { tags: [tag] });
  for (const spelling of [tag, tag.toUpperCase(), `#${tag.toLowerCase()}`]) {
    const { status, json } = await follow(reader, spelling);
    expect([status, json]).toEqual([200, { message: 'You follow this tag now', data: { is_following: true } }]);
  }
  expect(await followed(reader)).toEqual({ tags: [{ tag, is_following: true }], categories: [] });
  const state = async () => (await app.call('GET', `/tags/${tag}`, { token: reader.token })).json.data.is_following;
  expect(await state()).toBe(true);
  for (const _ of [1, 2]) {
    const { status, json } = await unfollow(reader, tag.toUpperCase());
    expect([status, json]).toEqual([200, { message: 'You no longer follow this tag', data: { is_following: false } }]);
  }
  expect([await state(), await tagsOf(reader)]).toEqual([false, []]);
});

test('following a category twice follows it once', async () => {
  const reader = await addTestMember(app);
  const [dance, music] = [await categoryId('dance'), await categoryId('music')];
  for (const id of [dance, music, dance]) expect((await followCategory(reader, id)).json.data).toEqual({ is_following: true });
  expect(await categoriesOf(reader)).toEqual(['music', 'dance']);
  const listed = (await app.call('GET', '/categories', { token: reader.token })).json.data;
  expect(listed.filter((one: { is_following: boolean }) => one.is_following).map(({ slug }: { slug: string }) => slug)).toEqual([
    'music',
    'dance',
  ]);
  for (const _ of [1, 2]) expect((await call('DELETE', `/categories/${dance}/follow`, reader)).json.data).toEqual({ is_following: false });
  expect(await categoriesOf(reader)).toEqual(['music']);
});

test('a tag that the member cannot see is unknown, and a followed one can be unfollowed after its posts are gone', async () => {
  const reader = await addTestMember(app);
  const author = await addTestMember(app, { profile_visibility: 'private' });
  const [hidden, gone] = [newTag(), newTag()];
  await post(author, { tags: [hidden] });
  const id = await post(ada, { tags: [gone] });
  for (const tag of [hidden, 'neverused', '!!!']) {
    const { status, json } = await follow(reader, tag);
    expect([status, json.code, json.reason]).toEqual([404, 'not_found', 'tagNotFound']);
  }
  await follow(reader, gone);
  await app.db.run('delete from photos where id = $1', [id]);
  expect(await tagsOf(reader)).toEqual([gone]);
  for (const tag of [gone, 'neverused', '!!!']) expect((await unfollow(reader, tag)).status).toBe(200);
  expect(await tagsOf(reader)).toEqual([]);
  for (const wrong of ['01890000-0000-7000-8000-000000000000', 'music']) {
    expect((await followCategory(reader, wrong)).status).toBe(404);
    expect((await call('DELETE', `/categories/${wrong}/follow`, reader)).status).toBe(200);
  }
});

test('a member can follow a limited number of tags, even with concurrent calls', async () => {
  const reader = await addTestMember(app);
  const tags = [newTag(), newTag()];
  await post(ada, { tags });
  await app.db.run(`insert into followed_tags select $1, 'tag' || n, 'tag' || n from generate_series(2, ${limits.followedTags}) n`, [
    reader.id,
  ]);
  const answers = await Promise.all(tags.map((tag) => follow(reader, tag)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)!.json).toMatchObject({ code: 'conflict', reason: 'tooManyFollowedTags' });
  const [known] = tags.filter((_, index) => answers[index]!.status === 200);
  expect((await follow(reader, known!)).status).toBe(200);
  expect(await tagsOf(reader)).toHaveLength(limits.followedTags);
});

test('nobody follows without signing in', async () => {
  const id = await categoryId('music');
  for (const answer of [
    await app.call('POST', '/tags/lagos/follow'),
    await app.call('DELETE', '/tags/lagos/follow'),
    await app.call('POST', `/categories/${id}/follow`),
    await app.call('DELETE', `/categories/${id}/follow`),
    await app.call('GET', '/me/followed-subjects'),
  ])
    expect(answer.status).toBe(401);
});

test('the Following feed includes followed tags and categories only if the member chooses so', async () => {
  const [reader, friend, stranger] = [await addTestMember(app), await addTestMember(app), await addTestMember(app)];
  const [tag, otherTag] = [newTag(), newTag()];
  await insertFollow(app.db, reader.id, friend.id);
  const ofFriend = await post(friend);
  const ofBoth = await post(friend, { tags: [tag, otherTag], category: 'fashion' });
  const tagged = await post(stranger, { tags: [tag, otherTag], category: 'fashion' });
  const inCategory = await post(stranger, { category: 'fashion' });
  await post(stranger);
  await post(reader, { tags: [tag], category: 'fashion' });
  for (const name of [tag, otherTag]) await follow(reader, name);
  expect(await idsIn(reader)).toEqual([ofBoth, ofFriend]);
  await include(reader);
  expect(await idsIn(reader)).toEqual([tagged, ofBoth, ofFriend]);
  await followCategory(reader, await categoryId('fashion'));
  const all = await feed(reader);
  expect(all.data.map(({ id }) => id)).toEqual([inCategory, tagged, ofBoth, ofFriend]);
  expect(all.meta).toMatchObject({ total: 4, total_is_capped: false, next_cursor: null });
  const news = await app.call('GET', `/photos/new?feed=following&after=${ofFriend}`, { token: reader.token });
  expect(news.json.data).toMatchObject({ count: 3, members: [{ id: stranger.id }, { id: friend.id }] });
  await unfollow(reader, tag);
  await unfollow(reader, otherTag);
  await call('DELETE', `/categories/${await categoryId('fashion')}/follow`, reader);
  expect(await idsIn(reader)).toEqual([ofBoth, ofFriend]);
  await follow(reader, tag);
  await include(reader, false);
  expect(await idsIn(reader)).toEqual([ofBoth, ofFriend]);
});

test('a followed tag shows no post that the member could not list otherwise', async () => {
  const reader = await addTestMember(app);
  const tag = newTag();
  const [open, quiet, restricted, muted, blocked, blocker, suspended] = (await Promise.all(
    Array.from({ length: 7 }, () => addTestMember(app)),
  )) as [TestMember, TestMember, TestMember, TestMember, TestMember, TestMember, TestMember];
  const everybody = [open, quiet, restricted, muted, blocked, blocker, suspended];
  const posts = new Map<TestMember, string>();
  for (const author of everybody) posts.set(author, await post(author, { tags: [tag], category: 'film' }));
  const gone = await post(open, { tags: [tag], category: 'film' });
  await follow(reader, tag);
  await followCategory(reader, await categoryId('film'));
  await include(reader);
  const listed = () => [...everybody].reverse().map((author) => posts.get(author)!);
  expect(await idsIn(reader)).toEqual([gone, ...listed()]);
  await setPhotoGone(app, { id: gone }, 'removed_at');
  await setMember(app, quiet, { profile_visibility: 'private' });
  await setMember(app, restricted, { post_visibility: 'followers' });
  await setMember(app, suspended, { suspended_at: new Date() });
  await mute(app, reader, muted);
  await block(app, reader, blocked);
  await block(app, blocker, reader);
  expect(await idsIn(reader)).toEqual([posts.get(open)]);
  expect((await app.call('GET', `/photos/new?feed=following&after=${posts.get(open)}`, { token: reader.token })).json.data.count).toBe(0);
  await insertFollow(app.db, reader.id, restricted.id);
  expect(await idsIn(reader)).toEqual([posts.get(restricted), posts.get(open)]);
});

test('pages of the Following feed with tags neither repeat nor skip posts', async () => {
  const [reader, friend] = [await addTestMember(app), await addTestMember(app)];
  const tags = [newTag(), newTag()];
  await insertFollow(app.db, reader.id, friend.id);
  const ids: string[] = [];
  for (let n = 0; n < 60; n += 1)
    ids.unshift(await post(n % 3 === 0 ? friend : ada, { tags: n % 3 === 2 ? tags : [tags[n % 2]!], category: 'sculpture' }));
  for (const tag of tags) await follow(reader, tag);
  await followCategory(reader, await categoryId('sculpture'));
  await include(reader);
  const read: string[] = [];
  let page = await feed(reader, '&per_page=7');
  expect(page.meta).toMatchObject({ total: 21, total_is_capped: true });
  for (;;) {
    read.push(...page.data.map(({ id }) => id));
    if (page.meta.next_cursor === null) break;
    await post(ada, { tags });
    page = await feed(reader, `&per_page=7&cursor=${page.meta.next_cursor}`);
  }
  expect(read).toEqual(ids);
  const newest = (await feed(reader, '&per_page=50')).data.map(({ id }) => id);
  const numbered = await Promise.all([1, 2, 3].map((n) => feed(reader, `&per_page=10&page=${n}`)));
  expect(numbered.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(newest.slice(0, 30));
  expect(await feed(reader, '&page=999999999')).toMatchObject({ data: [], meta: { next_cursor: null } });
});

test('followers of a deleted category follow the category that takes its photos', async () => {
  const admin = await addTestMember(app, { role: 'admin' });
  const [both, one] = [await addTestMember(app), await addTestMember(app)];
  const create = async (name: string): Promise<{ id: string; slug: string }> =>
    (await app.call('POST', '/admin/categories', { token: admin.token, json: { name } })).json.data;
  const [first, second] = [await create('Carving'), await create('Masks')];
  for (const reader of [both, one]) await followCategory(reader, first.id);
  await followCategory(both, second.id);
  const remove = (id: string, to: string) => call('DELETE', `/admin/categories/${id}?move_to=${to}`, admin);
  expect((await remove(first.id, second.id)).status).toBe(200);
  for (const reader of [both, one]) expect(await categoriesOf(reader)).toEqual([second.slug]);
  expect((await remove(second.id, 'none')).status).toBe(200);
  for (const reader of [both, one]) expect(await categoriesOf(reader)).toEqual([]);
});

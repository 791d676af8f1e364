import type { Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertFollow } from '../../people/follows/queries.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPhoto, block, mute, setMember } from '../../testing/posts.ts';

let app: TestApp;
let viewer: TestMember;
let author: TestMember;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.pool.query('update photos set deleted_at = now() where deleted_at is null');
  [viewer, author] = await Promise.all([addTestMember(app), addTestMember(app)]);
});

const trending = async (member: TestMember, query = ''): Promise<Photo[]> => {
  const { status, json } = await app.call('GET', `/photos/trending${query}`, { token: member.token });
  expect([status, json.message]).toEqual([200, undefined]);
  return json.data;
};
const titles = async (member: TestMember, query = ''): Promise<string[]> => (await trending(member, query)).map(({ title }) => title);

const ago = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
const post = (title: string, hours: number, likes_count = 0, comments_count = 0, member = author) =>
  addTestPhoto(app, member, { title, created_at: ago(hours), likes_count, comments_count });

test('trending ranks posts by reactions, which count less with the post’s age', async () => {
  await post('quiet and new', 1);
  await post('loved today', 5, 40);
  await post('discussed today', 5, 0, 60);
  await post('loved a week ago', 7 * 24, 40);
  await post('loved beyond all a week ago', 7 * 24, 1_000);
  expect(await titles(viewer)).toEqual([
    'discussed today',
    'loved today',
    'loved beyond all a week ago',
    'quiet and new',
    'loved a week ago',
  ]);
});

test('a post older than 30 days is not trending', async () => {
  await post('just within', 30 * 24 - 1);
  await post('just beyond', 30 * 24 + 1, 100_000, 100_000);
  expect(await titles(viewer)).toEqual(['just within']);
});

test('a trending post has the viewer’s like, the newest comments and permissions', async () => {
  const photo = await post('Kente', 1);
  await app.call('POST', `/photos/${photo.id}/like`, { token: viewer.token });
  await app.call('POST', `/photos/${photo.id}/comments`, { token: viewer.token, json: { content: 'Beautiful' } });
  expect(await trending(viewer)).toMatchObject([
    {
      id: photo.id,
      likes: [{ user_id: viewer.id }],
      is_liked: true,
      likes_count: 1,
      comments: [{ content: 'Beautiful', viewer: { may_delete: true } }],
      viewer: { may_edit: false },
    },
  ]);
  expect(await trending(author)).toMatchObject([{ likes: [], is_liked: false, viewer: { may_edit: true, may_delete: true } }]);
});

test('trending returns the requested number of posts, at most 60', async () => {
  for (let index = 0; index < limits.trending + 5; index += 1) await post(`post ${index}`, index + 1);
  expect(await titles(viewer)).toHaveLength(limits.trending);
  expect(await titles(viewer, '?limit=200')).toHaveLength(limits.trending);
  expect(await titles(viewer, '?limit=6')).toEqual(['post 0', 'post 1', 'post 2', 'post 3', 'post 4', 'post 5']);
});

test('trending skips posts that the viewer may not list and still fills the list', async () => {
  const [shy, locked, departedMember, rude, dull] = await Promise.all([
    addTestMember(app, { post_visibility: 'followers' }),
    addTestMember(app, { profile_visibility: 'private' }),
    addTestMember(app, { suspended_at: new Date() }),
    addTestMember(app),
    addTestMember(app),
  ]);
  for (const member of [shy, locked, departedMember, rude, dull])
    for (let index = 0; index < 20; index += 1) await post(`hidden`, 1, 1_000, 0, member);
  await block(app, rude, viewer);
  await mute(app, viewer, dull);
  for (let index = 0; index < limits.trending; index += 1) await post('open', 100);
  const open = Array.from({ length: limits.trending }, () => 'open');
  expect(await titles(viewer)).toEqual(open);
  await Promise.all([insertFollow(app.db, viewer.id, shy.id), insertFollow(app.db, viewer.id, locked.id)]);
  expect((await titles(viewer)).slice(0, 40)).toEqual(Array.from({ length: 40 }, () => 'hidden'));
  await setMember(app, author, { suspended_at: new Date() });
  expect(await titles(viewer)).toHaveLength(40);
});

test.each(['0', '-1', '1.5', 'all', '', '1e1'])('a limit of %j is rejected', async (limit) => {
  const { status, json } = await app.call('GET', `/photos/trending?limit=${limit}`, { token: viewer.token });
  expect([status, json.code, Object.keys(json.errors)]).toEqual([422, 'validation', ['limit']]);
});

test('trending requires a complete account', async () => {
  expect((await app.call('GET', '/photos/trending')).status).toBe(401);
  const unverified = await addTestMember(app, { email_verified_at: null });
  expect((await app.call('GET', '/photos/trending', { token: unverified.token })).json.code).toBe('email_unverified');
  const fresh = await addTestMember(app, {}, { interests: false });
  expect((await app.call('GET', '/photos/trending', { token: fresh.token })).json.code).toBe('onboarding_required');
});

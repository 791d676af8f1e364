import type { Photo } from '@mbari/contract/photos/posts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertFollow } from '../../people/follows/queries.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPhoto, block, mute } from '../../testing/posts.ts';

let app: TestApp;
let author: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  author = await addTestMember(app);
  for (let n = 1; n <= 7; n += 1) await addTestPhoto(app, author, { title: `Post ${n}` });
});
afterAll(() => app.close());

const addNewcomer = () => addTestMember(app, {}, { interests: false });
const ask = ({ token }: Pick<TestMember, 'token'>) => app.call('GET', '/photos/welcome', { token });
const titles = async (member: TestMember): Promise<string[]> => (await ask(member)).json.data.map(({ title }: Photo) => title);

test('a newcomer sees the six newest posts, without comments and without actions', async () => {
  const newcomer = await addNewcomer();
  expect(await titles(newcomer)).toEqual(['Post 7', 'Post 6', 'Post 5', 'Post 4', 'Post 3', 'Post 2']);
  const { json } = await ask(newcomer);
  expect(json.data[0]).toMatchObject({ comments: [], viewer: { may_like: false, may_comment: false } });
});

test('posts that visitors may not see, and those of blocked and muted members, are left out', async () => {
  const newcomer = await addNewcomer();
  const hidden = await addTestMember(app, { show_to_visitors: false });
  const followed = await addTestMember(app, { post_visibility: 'followers' });
  const [blocker, muted] = [await addTestMember(app), await addTestMember(app)];
  for (const member of [hidden, followed, blocker, muted]) await addTestPhoto(app, member, { title: 'Not for them' });
  await insertFollow(app.db, newcomer.id, followed.id);
  await block(app, blocker, newcomer);
  await mute(app, newcomer, muted);
  expect(await titles(newcomer)).toHaveLength(6);
  expect(await titles(newcomer)).not.toContain('Not for them');
});

test('visitors and unverified members are refused', async () => {
  expect((await app.call('GET', '/photos/welcome')).status).toBe(401);
  expect((await ask(await addTestMember(app, { email_verified_at: null }))).json.code).toBe('email_unverified');
});

import type { Author } from '@mbari/contract/people/members';
import * as limits from '@mbari/contract/platform/limits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertFollow } from '../../people/follows/queries.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPhoto, block, mute, setPhotoGone } from '../../testing/posts.ts';

let app: TestApp;
let viewer: TestMember;
let author: TestMember;
let seen: string;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());
beforeEach(async () => {
  [viewer, author] = await Promise.all([addTestMember(app), addTestMember(app)]);
  seen = (await addTestPhoto(app, author)).id;
});

const news = async (member: TestMember, query = ''): Promise<{ count: number; members: Author[] }> => {
  const { status, json } = await app.call('GET', `/photos/new?after=${seen}${query}`, { token: member.token });
  expect([status, json.message]).toEqual([200, undefined]);
  return json.data;
};

test('there are no new posts until another member posts', async () => {
  expect(await news(viewer)).toEqual({ count: 0, members: [] });
  await addTestPhoto(app, viewer);
  expect(await news(viewer)).toEqual({ count: 0, members: [] });
  await addTestPhoto(app, author);
  expect(await news(viewer)).toMatchObject({ count: 1, members: [{ id: author.id }] });
  expect(await news(viewer, '&feed=following')).toEqual({ count: 0, members: [] });
});

test('at most three distinct authors are returned, latest first', async () => {
  const posters = await Promise.all([1, 2, 3, 4].map(() => addTestMember(app)));
  const [a, b, c, d] = posters as [TestMember, TestMember, TestMember, TestMember];
  for (const poster of posters) await insertFollow(app.db, viewer.id, poster.id);
  for (const member of [a, b, c, d, c, a, c]) await addTestPhoto(app, member);
  for (const query of ['', '&feed=following']) {
    const { count, members } = await news(viewer, query);
    expect(count).toBe(7);
    expect(members.map(({ id }) => id)).toEqual([c.id, a.id, d.id]);
  }
});

test('new posts are counted only up to the displayed limit', async () => {
  await insertFollow(app.db, viewer.id, author.id);
  for (let index = 0; index < limits.newPhotoCount + 3; index += 1) await addTestPhoto(app, author);
  for (const query of ['', '&feed=following']) expect(await news(viewer, query)).toMatchObject({ count: limits.newPhotoCount });
});

test('only posts that the viewer may list are new', async () => {
  const [shy, rude, dull, departedMember] = await Promise.all([
    addTestMember(app, { post_visibility: 'followers' }),
    addTestMember(app),
    addTestMember(app),
    addTestMember(app),
  ]);
  for (const member of [rude, dull]) await insertFollow(app.db, viewer.id, member.id);
  for (const member of [shy, rude, dull]) await addTestPhoto(app, member);
  await setPhotoGone(app, await addTestPhoto(app, departedMember), 'removed_at');
  await block(app, rude, viewer);
  await mute(app, viewer, dull);
  for (const query of ['', '&feed=following']) expect(await news(viewer, query)).toEqual({ count: 0, members: [] });
  await insertFollow(app.db, viewer.id, shy.id);
  for (const query of ['', '&feed=following']) expect(await news(viewer, query)).toMatchObject({ count: 1, members: [{ id: shy.id }] });
});

test('the id of a deleted post is accepted as `after`', async () => {
  await addTestPhoto(app, author);
  await setPhotoGone(app, { id: seen }, 'deleted_at');
  expect(await news(viewer)).toMatchObject({ count: 1 });
});

test.each(['', 'after=', 'after=nonsense', 'after=1&after=2'])('the query ?%s is rejected', async (query) => {
  const { status, json } = await app.call('GET', `/photos/new?${query}`, { token: viewer.token });
  expect([status, json.code, Object.keys(json.errors)]).toEqual([422, 'validation', ['after']]);
});

test('an unknown feed is rejected', async () => {
  const { status, json } = await app.call('GET', `/photos/new?after=${seen}&feed=trending`, { token: viewer.token });
  expect([status, json.code, Object.keys(json.errors)]).toEqual([422, 'validation', ['feed']]);
});

test('counting new posts requires a complete account', async () => {
  expect((await app.call('GET', `/photos/new?after=${seen}`)).status).toBe(401);
  const unverified = await addTestMember(app, { email_verified_at: null });
  expect((await app.call('GET', `/photos/new?after=${seen}`, { token: unverified.token })).json.code).toBe('email_unverified');
});

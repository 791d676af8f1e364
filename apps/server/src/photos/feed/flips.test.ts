import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertFollow, deleteFollow } from '../../people/follows/queries.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPhoto, block, mute, setAudience, setMember, setPhotoGone, unblock } from '../../testing/posts.ts';

let app: TestApp;
let beside: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  beside = await startTestApp({}, {}, { beside: app });
});
afterAll(async () => {
  await beside.close();
  await app.close();
});

const beginning = '00000000-0000-7000-8000-000000000000';

/** Every list of posts, and how to find the post's text in its response. */
const lists: Record<string, { path: string; textOf: (post: Post) => string; ofFollowedAlone?: boolean }> = {
  latest: { path: '/photos', textOf: ({ id }) => id },
  trending: { path: '/photos/trending', textOf: ({ id }) => id },
  following: { path: '/photos?feed=following', textOf: ({ id }) => id, ofFollowedAlone: true },
  'new posts': { path: `/photos/new?after=${beginning}`, textOf: ({ by }) => by.id },
  'new posts of those one follows': {
    path: `/photos/new?after=${beginning}&feed=following`,
    textOf: ({ by }) => by.id,
    ofFollowedAlone: true,
  },
};

interface Post {
  id: string;
  by: TestMember;
}

let author: TestMember;
let follower: TestMember;
let stranger: TestMember;
let post: Post;

async function expectShown(toFollower: boolean, toStranger: boolean): Promise<void> {
  for (const [name, { path, textOf, ofFollowedAlone = false }] of Object.entries(lists))
    for (const [member, is, node] of [
      [follower, toFollower, app],
      [follower, toFollower, beside],
      [stranger, toStranger && !ofFollowedAlone, beside],
      [stranger, toStranger && !ofFollowedAlone, app],
    ] as const) {
      const { status, text } = await node.call('GET', path, { token: member.token });
      expect([status, text.includes(textOf(post))], `${name}, for the ${member === follower ? 'follower' : 'stranger'}`).toEqual([200, is]);
    }
}

beforeEach(async () => {
  [author, follower, stranger] = await Promise.all([addTestMember(app), addTestMember(app), addTestMember(app)]);
  post = { ...(await addTestPhoto(app, author)), by: author };
  await insertFollow(app.db, follower.id, author.id);
  await expectShown(true, true);
});

test.each([
  ['posts limited to followers', { post_visibility: 'followers' }, { post_visibility: 'public' }],
  ['a private profile', { profile_visibility: 'private' }, { profile_visibility: 'public' }],
])('at the next request only followers find the post, and later all members again: %s', async (_name, hide, show) => {
  await setMember(app, author, hide);
  await expectShown(true, false);
  await setMember(app, author, show);
  await expectShown(true, true);
});

test('a change of the post’s audience applies at the next request', async () => {
  for (const [audience, toFollower, toStranger] of [
    ['followers', true, false],
    ['me', false, false],
    ['public', true, true],
    [null, true, true],
  ] as const) {
    await setAudience(app, post, audience);
    await expectShown(toFollower, toStranger);
  }
  await setMember(app, author, { post_visibility: 'followers' });
  await setAudience(app, post, 'public');
  await expectShown(true, true);
  await setMember(app, author, { profile_visibility: 'private' });
  await expectShown(true, false);
});

test('feeds count the posts that the viewer can list, and only the author lists those for the author alone', async () => {
  for (const audience of ['followers', 'me', 'me'] as const) await addTestPhoto(app, author, { audience });
  const ask = async (path: string, { token }: TestMember): Promise<[number, number]> => {
    const { json } = await beside.call('GET', path, { token });
    return [json.meta.total, json.data.filter(({ user }: { user: { id: string } }) => user.id === author.id).length];
  };
  const totals = await Promise.all([stranger, follower, author].map((member) => ask('/photos', member)));
  expect(totals.map(([, listed]) => listed)).toEqual([1, 2, 4]);
  expect(totals.map(([total]) => total - totals[0]![0])).toEqual([0, 1, 3]);
  expect(await ask('/photos?feed=following', follower)).toEqual([2, 2]);
  for (const [member, count] of [
    [stranger, 1],
    [follower, 2],
    [author, 4],
  ] as const)
    expect(await ask(`/photos?username=${author.username}`, member)).toEqual([count, count]);
  await mute(app, follower, author);
  expect((await ask('/photos', follower))[0]).toBe(totals[0]![0] - 1);
});

test.each([
  ['public', { post_visibility: 'public' }, true],
  ['for followers only', { post_visibility: 'followers' }, false],
])('following and unfollowing take effect at the next request for posts that are %s', async (_name, columns, isPublic) => {
  await setMember(app, author, columns);
  await deleteFollow(app.db, follower.id, author.id);
  for (const [name, { path, textOf, ofFollowedAlone }] of Object.entries(lists))
    for (const node of [app, beside]) {
      const { text } = await node.call('GET', path, { token: follower.token });
      expect(text.includes(textOf(post)), name).toBe(isPublic && !ofFollowedAlone);
    }
  await insertFollow(app.db, follower.id, author.id);
  await expectShown(true, isPublic);
});

test('a block applies at the next request in both directions', async () => {
  for (const [blocker, blocked] of [
    [follower, author],
    [author, follower],
  ] as const) {
    await block(app, blocker, blocked);
    await expectShown(false, true);
    await unblock(app, blocker, blocked);
    await expectShown(true, true);
  }
});

test('a mute applies at the next request, for the muting member alone', async () => {
  await mute(app, follower, author);
  await expectShown(false, true);
  await app.db.pool.query('delete from mutes where muter_id = $1', [follower.id]);
  await expectShown(true, true);
});

test.each(['suspended_at', 'closed_at'])('an author with %s disappears at the next request, and returns afterwards', async (column) => {
  await setMember(app, author, { [column]: new Date() });
  await expectShown(false, false);
  await setMember(app, author, { [column]: null });
  await expectShown(true, true);
});

test.each(['deleted_at', 'removed_at', 'archived_at', 'publish_at'] as const)(
  'a post with %s disappears at the next request',
  async (how) => {
    await setPhotoGone(app, post, how);
    await expectShown(false, false);
  },
);

test('the total of the following feed counts the posts that the viewer can list', async () => {
  const total = async (): Promise<number> => (await app.call('GET', '/photos?feed=following', { token: follower.token })).json.meta.total;
  expect(await total()).toBe(1);
  await addTestPhoto(app, author);
  expect(await total()).toBe(2);
  await mute(app, follower, author);
  expect(await total()).toBe(0);
});

test('a concurrent change appears in lists once it is committed, and never before', async () => {
  const client = await app.db.pool.connect();
  try {
    for (const end of ['rollback', 'commit']) {
      await client.query('begin');
      await client.query('savepoint inner_one');
      await client.query(`update members set post_visibility = 'followers' where id = $1`, [author.id]);
      await client.query('release inner_one');
      // The second read uses caches filled while the write was open.
      await expectShown(true, true);
      await client.query(end);
      await expectShown(true, end === 'rollback');
    }
  } finally {
    client.release(true);
  }
});

import type { Suggestion } from '@mbari/contract/people/directory';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPhoto, block, mute, setMember } from '../../testing/posts.ts';
import { insertFollow } from '../follows/queries.ts';

let app: TestApp;
let viewer: TestMember;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.pool.query('delete from photos; delete from images; delete from members');
  viewer = await add('Viewer', [0, 1, 2]);
});

const suggest = async (actor = viewer, query = ''): Promise<Suggestion[]> => {
  const { status, json } = await app.call('GET', `/me/suggestions${query}`, { token: actor.token });
  expect(status).toBe(200);
  return json.data;
};
const names = async (actor = viewer, query = ''): Promise<string[]> => (await suggest(actor, query)).map(({ name }) => name);

/** Adds a member with the interests at these positions. */
async function add(name: string, interests: number[], columns: Record<string, unknown> = {}): Promise<TestMember> {
  const member = await addTestMember(app, { name, ...columns }, { interests: false });
  await app.db.pool.query(
    'insert into member_interests select $1, id from (select id, row_number() over (order by position) - 1 as n from categories) c where n = any($2::int[])',
    [member.id, interests],
  );
  return member;
}
const follow = (follower: TestMember, followedMember: TestMember) => insertFollow(app.db, follower.id, followedMember.id);

test('members with shared interests are suggested, most shared first, with their number', async () => {
  await add('One', [0, 7]);
  await add('Three', [0, 1, 2]);
  await add('None', [8, 9]);
  await add('Two', [1, 2, 5]);
  expect((await suggest()).map(({ name, shared_interests }) => [name, shared_interests])).toEqual([
    ['Three', 3],
    ['Two', 2],
    ['One', 1],
  ]);
});

test('members followed by friends are suggested, with the number of friends and two names', async () => {
  const [ada, bola, chi, far] = [await add('Ada', [7]), await add('Bola', [7]), await add('Chi', [7]), await add('Far', [8])];
  const sought = await add('Sought', [9]);
  for (const friend of [ada, bola, chi]) {
    await follow(viewer, friend);
    await follow(friend, sought);
  }
  await follow(ada, far);
  // Followed by a stranger only, which adds no score.
  await follow(await add('Stranger', [9]), far);
  expect(await suggest()).toMatchObject([
    {
      name: 'Sought',
      shared_interests: 0,
      followed_by_count: 3,
      followed_by: ['Chi', 'Bola'],
      followers_count: 3,
      is_following: false,
      viewer: { may_follow: true },
    },
    { name: 'Far', followed_by_count: 1, followed_by: ['Ada'] },
  ]);
});

test('a friend’s follow counts as two interests, and popularity breaks ties', async () => {
  const [friend, followedMember] = [await add('Friend', [9]), await add('Followed', [9])];
  await follow(viewer, friend);
  await follow(friend, followedMember);
  const [, suggestedMember] = [await add('Unknown', [0]), await add('Known', [1]), await add('Both', [0, 1, 2])];
  for (let times = 0; times < 3; times += 1) await follow(await add('Fan', [9]), suggestedMember);
  expect(await names()).toEqual(['Both', 'Followed', 'Known', 'Unknown']);
});

test('followed, hidden, muted, private, closed, unverified and unfinished members are not suggested', async () => {
  const friend = await add('Friend', [9]);
  await follow(viewer, friend);
  const kinds: Record<string, Record<string, unknown>> = {
    Shown: {},
    Private: { profile_visibility: 'private' },
    Suspended: { suspended_at: new Date() },
    Closed: { closed_at: new Date() },
    Unverified: { email_verified_at: null },
    Unfinished: { bio: null },
    Followed: {},
    Blocked: {},
    Blocker: {},
    Muted: {},
  };
  const people = {} as Record<string, TestMember>;
  for (const name of Object.keys(kinds)) await follow(friend, (people[name] = await add(name, [0, 1])));
  for (const [name, columns] of Object.entries(kinds)) if (Object.keys(columns).length > 0) await setMember(app, people[name]!, columns);
  await follow(viewer, people['Followed']!);
  await block(app, viewer, people['Blocked']!);
  await block(app, people['Blocker']!, viewer);
  await mute(app, viewer, people['Muted']!);
  expect(await names()).toEqual(['Shown']);
});

test('private, muted and closed friends are neither named nor counted', async () => {
  const sought = await add('Sought', [0]);
  const friends = [await add('Open', [9]), await add('Shy', [9]), await add('Muted', [9]), await add('Gone', [9])] as const;
  for (const friend of friends) {
    await follow(viewer, friend);
    await follow(friend, sought);
  }
  await setMember(app, friends[1], { profile_visibility: 'private' });
  await mute(app, viewer, friends[2]);
  await setMember(app, friends[3], { closed_at: new Date() });
  expect(await suggest()).toMatchObject([{ name: 'Sought', followed_by_count: 1, followed_by: ['Open'] }]);
});

test('a suggestion shows the newest three posts', async () => {
  const maker = await add('Maker', [0]);
  for (const title of ['First', 'Second', 'Third', 'Fourth']) await addTestPhoto(app, maker, { title });
  expect((await suggest()).map(({ photos }) => photos.map(({ title }) => title))).toEqual([['Fourth', 'Third', 'Second']]);
});

test('at most twelve members are suggested, or fewer on request', async () => {
  for (let n = 0; n < 14; n += 1) await add(`Member ${n}`, [0]);
  expect((await names()).length).toBe(12);
  expect(await names(viewer, '?limit=3')).toEqual((await names()).slice(0, 3));
  expect((await names(viewer, '?limit=500')).length).toBe(12);
  expect((await app.call('GET', '/me/suggestions?limit=0', { token: viewer.token })).status).toBe(422);
});

test('follows, blocks and visibility apply immediately', async () => {
  const members = [await add('A', [0]), await add('B', [0]), await add('C', [0])];
  expect((await names()).toSorted()).toEqual(['A', 'B', 'C']);
  await app.call('POST', `/users/${members[0]!.id}/follow`, { token: viewer.token });
  await app.call('POST', `/users/${members[1]!.id}/block`, { token: viewer.token });
  expect(await names()).toEqual(['C']);
  await setMember(app, members[2]!, { profile_visibility: 'private' });
  expect(await names()).toEqual([]);
});

test('members in onboarding get no suggestions', async () => {
  const someone = await addTestMember(app, { bio: null });
  expect((await app.call('GET', '/me/suggestions', { token: someone.token })).json.code).toBe('onboarding_required');
  expect((await app.call('GET', '/me/suggestions')).status).toBe(401);
});

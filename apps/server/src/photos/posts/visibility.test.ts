import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertFollow, deleteFollow } from '../../people/follows/queries.ts';
import { newId } from '../../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addReport } from '../../testing/matrix/world.ts';
import { addTestPhoto, block, mute, setMember } from '../../testing/posts.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const viewers = ['owner', 'follower', 'non_follower', 'ex_follower', 'blocked', 'blocker', 'muter', 'moderator'] as const;
type ViewerKind = (typeof viewers)[number];

const states: Record<
  string,
  { owner?: Record<string, unknown>; photo?: Record<string, unknown>; missing?: true; seenBy: readonly ViewerKind[] }
> = {
  public: { seenBy: ['owner', 'follower', 'non_follower', 'ex_follower', 'muter', 'moderator'] },
  'for followers': { owner: { post_visibility: 'followers' }, seenBy: ['owner', 'follower'] },
  'of a private profile': { owner: { profile_visibility: 'private' }, seenBy: ['owner', 'follower'] },
  'for followers alone': { photo: { audience: 'followers' }, seenBy: ['owner', 'follower'] },
  'for all, of a member who posts for followers': {
    owner: { post_visibility: 'followers' },
    photo: { audience: 'public' },
    seenBy: ['owner', 'follower', 'non_follower', 'ex_follower', 'muter', 'moderator'],
  },
  'for all, of a private profile': {
    owner: { profile_visibility: 'private' },
    photo: { audience: 'public' },
    seenBy: ['owner', 'follower'],
  },
  'for its author alone': { photo: { audience: 'me' }, seenBy: ['owner'] },
  'for its author alone, of a private profile': { owner: { profile_visibility: 'private' }, photo: { audience: 'me' }, seenBy: ['owner'] },
  deleted: { photo: { deleted_at: new Date() }, seenBy: [] },
  'removed by a moderator': { photo: { removed_at: new Date() }, seenBy: [] },
  'of a suspended owner': { owner: { suspended_at: new Date() }, seenBy: [] },
  'of a closed account': { owner: { closed_at: new Date() }, seenBy: [] },
  'that never was': { missing: true, seenBy: [] },
};

const calls = [
  ['GET', ''],
  ['POST', '/like'],
  ['DELETE', '/like'],
  ['GET', '/likes'],
  ['GET', '/comments'],
  ['POST', '/comments'],
] as const;

describe.each(Object.entries(states))('a post %s', (_name, state) => {
  const people = {} as Record<ViewerKind, TestMember>;
  let photo: { id: string };
  beforeAll(async () => {
    for (const kind of viewers) people[kind] = await addTestMember(app, kind === 'moderator' ? { role: 'moderator' } : {});
    const { owner } = people;
    photo = state.missing ? { id: newId() } : await addTestPhoto(app, owner, state.photo);
    await insertFollow(app.db, people.follower.id, owner.id);
    await insertFollow(app.db, people.ex_follower.id, owner.id);
    await deleteFollow(app.db, people.ex_follower.id, owner.id);
    await block(app, owner, people.blocked);
    await block(app, people.blocker, owner);
    await mute(app, people.muter, owner);
    if (state.owner) await setMember(app, owner, state.owner);
  });
  const asking = (kind: ViewerKind) => kind !== 'owner' || (state.owner?.['suspended_at'] ?? state.owner?.['closed_at']) === undefined;

  test.each(viewers.filter(asking))('the post is visible for the %s as specified', async (kind) => {
    const hasVisibleText = state.seenBy.includes(kind);
    for (const [method, path] of calls) {
      const json = method === 'POST' && path === '/comments' ? { content: 'Ndewo' } : undefined;
      const { status } = await app.call(method, `/photos/${photo.id}${path}`, { token: people[kind].token, json });
      expect([method, path, status]).toEqual([method, path, hasVisibleText ? (json ? 201 : 200) : 404]);
    }
    const { json } = await app.call('GET', '/photos?per_page=50', { token: people[kind].token });
    expect(json.data.some(({ id }: { id: string }) => id === photo.id)).toBe(hasVisibleText && kind !== 'muter');
  });
});

test('a hidden and a missing post have the same answer except the request id', async () => {
  const [owner, viewer] = await Promise.all([addTestMember(app, { post_visibility: 'followers' }), addTestMember(app)]);
  const hidden = await addTestPhoto(app, owner);
  await block(app, owner, viewer);
  for (const [method, path] of calls) {
    const ask = async (id: string) => {
      const json = method === 'POST' && path === '/comments' ? { content: 'Ndewo' } : undefined;
      const { status, headers, text } = await app.call(method, `/photos/${id}${path}`, { token: viewer.token, json });
      const storedItems = [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
      return { status, kept: storedItems, text: text.replace(headers.get('x-request-id')!, '') };
    };
    expect(await ask(hidden.id)).toEqual(await ask(newId()));
  }
  expect(await app.db.row('select likes_count, comments_count from photos where id = $1', [hidden.id])).toEqual({
    likes_count: 0,
    comments_count: 0,
  });
});

test.each(['nonsense', '1', '%00', '019aa000-0000-7000-8000-00000000000', '__proto__'])('requests with the id %s get 404', async (id) => {
  const { token } = await addTestMember(app);
  for (const [method, path] of calls) {
    const json = method === 'POST' && path === '/comments' ? { content: 'Ndewo' } : undefined;
    expect((await app.call(method, `/photos/${id}${path}`, { token, json })).status).toBe(404);
  }
});

test('organisers can view a reported post, but not like or comment on it', async () => {
  const [owner, reporter, moderator, stranger] = await Promise.all([
    addTestMember(app, { profile_visibility: 'private' }),
    addTestMember(app),
    addTestMember(app, { role: 'moderator' }),
    addTestMember(app),
  ]);
  const photo = await addTestPhoto(app, owner);
  await block(app, owner, moderator);
  const ask = async (method: string, path: string, member = moderator) => {
    const json = method === 'POST' && path === '/comments' ? { content: 'Ndewo' } : undefined;
    return (await app.call(method, `/photos/${photo.id}${path}`, { token: member.token, json })).status;
  };
  const all = async (member?: TestMember) => Promise.all(calls.map(([method, path]) => ask(method, path, member)));
  const none = calls.map(() => 404);
  expect(await all()).toEqual(none);

  await addReport(app, reporter, photo);
  expect(await all()).toEqual([200, 404, 404, 200, 200, 404]);
  expect(await all(stranger)).toEqual(none);
  const { json } = await app.call('GET', `/photos/${photo.id}`, { token: moderator.token });
  expect(json.data.viewer).toEqual({ may_edit: false, may_delete: true, may_comment: false, may_like: false, may_report: true });
  expect(json.data.image_url).toContain('sig=');
  for (const list of ['/photos?per_page=50', '/photos/trending', `/photos?username=${owner.username}`, '/photos?search=masquerade'])
    expect((await app.call('GET', list, { token: moderator.token })).text).not.toContain(photo.id);

  await app.db.pool.query('update reports set resolved_at = now() where photo_id = $1', [photo.id]);
  expect(await all()).toEqual(none);
  await addReport(app, reporter, photo);
  await setMember(app, owner, { suspended_at: new Date() });
  expect(await all()).toEqual(none);
});

test('a single post shows whether the viewer follows its author, and whether they may follow', async () => {
  const [maker, fan, stranger] = await Promise.all([addTestMember(app), addTestMember(app), addTestMember(app)]);
  const photo = await addTestPhoto(app, maker);
  await insertFollow(app.db, fan.id, maker.id);
  const makerFor = async (viewer: TestMember): Promise<unknown> => {
    const { user } = (await app.call('GET', `/photos/${photo.id}`, { token: viewer.token })).json.data;
    return { is_following: user.is_following, viewer: user.viewer };
  };
  expect(await makerFor(fan)).toEqual({ is_following: true, viewer: { may_follow: true } });
  expect(await makerFor(stranger)).toEqual({ is_following: false, viewer: { may_follow: true } });
  expect(await makerFor(maker)).toEqual({ is_following: false, viewer: { may_follow: false } });
  await setMember(app, maker, { profile_visibility: 'private' });
  expect(await makerFor(fan)).toEqual({ is_following: true, viewer: { may_follow: false } });
});

test('an organiser cannot follow the author of a reported post who blocked them', async () => {
  const [maker, organiser] = await Promise.all([addTestMember(app), addTestMember(app, { role: 'moderator' })]);
  const photo = await addTestPhoto(app, maker);
  await addReport(app, await addTestMember(app), photo);
  await block(app, maker, organiser);
  const { user } = (await app.call('GET', `/photos/${photo.id}`, { token: organiser.token })).json.data;
  expect(user).toMatchObject({ is_following: false, viewer: { may_follow: false } });
});

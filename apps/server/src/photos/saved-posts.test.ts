import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { addTestPhoto, block, mute, setMember } from '../testing/posts.ts';

let app: TestApp;
let beside: TestApp;
let owner: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  beside = await startTestApp({}, {}, { beside: app });
  owner = await addTestMember(app);
});
afterAll(async () => {
  await beside.close();
  await app.close();
});

type Post = { id: string };
const save = (member: TestMember, { id }: Post) => app.call('POST', `/photos/${id}/save`, { token: member.token });
const unsave = (member: TestMember, { id }: Post) => app.call('DELETE', `/photos/${id}/save`, { token: member.token });
const savedOf = async (member: TestMember): Promise<string[]> =>
  (await app.call('GET', '/saved?per_page=50', { token: member.token })).json.data.map(({ id }: Post) => id);
const photos = (count: number) => Promise.all(Array.from({ length: count }, () => addTestPhoto(app, owner)));

test('saving a post again keeps its position', async () => {
  const reader = await addTestMember(app);
  const [first, second] = await photos(2);
  for (const photo of [first!, second!, first!]) {
    const { status, json } = await save(reader, photo);
    expect([status, json]).toEqual([200, { message: 'Photo saved', data: { is_saved: true } }]);
  }
  expect(await savedOf(reader)).toEqual([second!.id, first!.id]);
  for (const _ of [1, 2]) {
    const { status, json } = await unsave(reader, first!);
    expect([status, json]).toEqual([200, { message: 'Photo no longer saved', data: { is_saved: false } }]);
  }
  expect(await savedOf(reader)).toEqual([second!.id]);
});

test('a post that is unsaved and saved again is listed first', async () => {
  const reader = await addTestMember(app);
  const [first, second] = await photos(2);
  await save(reader, first!);
  await save(reader, second!);
  await unsave(reader, first!);
  await save(reader, first!);
  expect(await savedOf(reader)).toEqual([first!.id, second!.id]);
});

test('concurrent calls to save and unsave a post leave at most one row and all succeed', async () => {
  const reader = await addTestMember(app);
  const [photo] = await photos(1);
  const answers = await Promise.all(Array.from({ length: 20 }, () => save(reader, photo!)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(await savedOf(reader)).toEqual([photo!.id]);
  const mixed = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? save : unsave)(reader, photo!)));
  expect(new Set(mixed.map(({ status }) => status))).toEqual(new Set([200]));
  await unsave(reader, photo!);
  expect(await savedOf(reader)).toEqual([]);
});

test('saved posts are paged without repeats while more are saved', async () => {
  const reader = await addTestMember(app);
  const posts = await photos(7);
  for (const photo of posts) await save(reader, photo);
  const read = async (cursor = '') =>
    (await app.call('GET', `/saved?per_page=3${cursor && `&cursor=${cursor}`}`, { token: reader.token })).json;
  let page = await read();
  expect(page.meta).toEqual({ per_page: 3, next_cursor: expect.any(String) });
  await save(reader, (await photos(1))[0]!);
  const seen = page.data.map(({ id }: Post) => id);
  while (page.meta.next_cursor !== null) {
    page = await read(page.meta.next_cursor);
    seen.push(...page.data.map(({ id }: Post) => id));
  }
  expect(seen).toEqual(posts.map(({ id }) => id).toReversed());
  for (const never of ['nonsense', `20260230120000000000${owner.id}`])
    expect((await app.call('GET', `/saved?cursor=${never}`, { token: reader.token })).status).toBe(422);
});

test('a saved post is immediately marked for its viewer alone, in every list, on every node', async () => {
  const [reader, otherMember, hider] = [await addTestMember(app), await addTestMember(app), await addTestMember(app)];
  await block(app, hider, await addTestMember(app));
  const [photo] = await photos(1);
  const flagsFor = async (member: TestMember, node = app): Promise<boolean[]> => {
    const response = await node.call('GET', `/photos/${photo!.id}`, { token: member.token });
    const lists = await Promise.all(
      [
        '/photos?per_page=20',
        '/photos?per_page=50',
        '/photos/trending',
        `/photos?username=${owner.username}`,
        `/users/${owner.username}/photos`,
      ].map((path) => node.call('GET', path, { token: member.token })),
    );
    return [
      response.json.data.is_saved,
      ...lists.map(({ json }) => json.data.find(({ id }: Post) => id === photo!.id).is_saved as boolean),
    ];
  };
  const no = Array.from({ length: 6 }, () => false);
  const yes = no.map(() => true);
  for (const member of [reader, hider]) {
    expect([await flagsFor(member), await flagsFor(member, beside)]).toEqual([no, no]);
    await save(member, photo!);
    expect([await flagsFor(member), await flagsFor(member, beside)]).toEqual([yes, yes]);
    expect([await flagsFor(otherMember), await flagsFor(owner)]).toEqual([no, no]);
    await unsave(member, photo!);
    expect([await flagsFor(member), await flagsFor(member, beside)]).toEqual([no, no]);
  }
  await app.call('POST', `/photos/${photo!.id}/like`, { token: reader.token });
  await save(reader, photo!);
  const { json } = await app.call('GET', '/photos?per_page=20', { token: reader.token });
  expect(json.data.find(({ id }: Post) => id === photo!.id)).toMatchObject({
    is_saved: true,
    is_liked: true,
    likes: [{ user_id: reader.id }],
  });
});

test('saving a post is invisible to others', async () => {
  const reader = await addTestMember(app, { profile_visibility: 'public' });
  const maker = await addTestMember(app);
  const photo = await addTestPhoto(app, maker);
  const readLists = async () => [
    (await app.call('GET', `/photos/${photo.id}`, { token: maker.token })).json,
    (await app.call('GET', '/forum/notifications', { token: maker.token })).json,
    (await app.call('GET', `/users/${reader.username}`, { token: maker.token })).json,
  ];
  const before = await readLists();
  await save(reader, photo);
  expect(await readLists()).toEqual(before);
  expect(await savedOf(maker)).toEqual([]);
});

test('saving a hidden post gets the same answer as saving a missing post', async () => {
  const stranger = await addTestMember(app);
  const quiet = await addTestMember(app, { profile_visibility: 'private' });
  const blocker = await addTestMember(app);
  await block(app, blocker, stranger);
  const hidden = [
    await addTestPhoto(app, quiet),
    await addTestPhoto(app, blocker),
    await addTestPhoto(app, owner, { deleted_at: new Date() }),
    { id: newId() },
    { id: 'nonsense' },
  ];
  const never = (await save(stranger, { id: newId() })).json;
  for (const photo of hidden)
    for (const send of [save, unsave]) {
      const { status, json } = await send(stranger, photo);
      expect([status, json.code, json.message]).toEqual([404, never.code, never.message]);
    }
  const { rows } = await app.db.pool.query('select from saved_posts where member_id = $1', [stranger.id]);
  expect(rows).toHaveLength(0);
  expect((await app.call('GET', '/saved')).status).toBe(401);
  expect((await app.call('POST', `/photos/${hidden[0]!.id}/save`)).status).toBe(401);
});

test('a saved post disappears while it is hidden, and returns to its position', async () => {
  const reader = await addTestMember(app);
  const maker = await addTestMember(app);
  const [older, newer] = await photos(2);
  const photo = await addTestPhoto(app, maker);
  for (const item of [older!, photo, newer!]) await save(reader, item);
  const [all, rest] = [
    [newer!.id, photo.id, older!.id],
    [newer!.id, older!.id],
  ];
  const flips: [hide: () => Promise<unknown>, show: () => Promise<unknown>][] = [
    [() => setMember(app, maker, { suspended_at: new Date() }), () => setMember(app, maker, { suspended_at: null })],
    [() => setMember(app, maker, { closed_at: new Date() }), () => setMember(app, maker, { closed_at: null })],
    [() => setMember(app, maker, { profile_visibility: 'private' }), () => setMember(app, maker, { profile_visibility: 'public' })],
    [() => block(app, maker, reader), () => app.db.run('delete from blocks where blocker_id = $1', [maker.id])],
    [() => mute(app, reader, maker), () => app.db.run('delete from mutes where muter_id = $1', [reader.id])],
    [
      () => app.db.run('update photos set removed_at = now() where id = $1', [photo.id]),
      () => app.db.run('update photos set removed_at = null where id = $1', [photo.id]),
    ],
  ];
  for (const [hide, show] of flips) {
    expect(await savedOf(reader)).toEqual(all);
    await hide();
    expect(await savedOf(reader)).toEqual(rest);
    await show();
  }
  expect(await savedOf(reader)).toEqual(all);
});

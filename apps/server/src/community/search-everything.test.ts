import * as limits from '@mbari/contract/platform/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replacePhotoTags } from '../platform/tags/queries.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { addTestReply, addTestTopic } from '../testing/forum.ts';
import { addTestPhoto, block, mute } from '../testing/posts.ts';

let app: TestApp;
let owner: TestMember;
let viewer: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  [owner, viewer] = await Promise.all([addTestMember(app, { name: 'Ìtọ̀kú Dyer', username: 'itoku.dyer' }), addTestMember(app)]);
});
afterAll(() => app.close());

async function search(q: string, caller = viewer) {
  const { status, json } = await app.call('GET', `/search?q=${encodeURIComponent(q)}`, { token: caller.token });
  expect([status, json.errors]).toEqual([200, undefined]);
  return json.data;
}

test('one search returns the tag and the first members, photos and topics, with totals', async () => {
  for (let n = 0; n < 3; n += 1) await addTestMember(app, { name: 'Àdìrẹ Reader', username: `adire_reader_${n}` });
  const photos: string[] = [];
  for (let n = 0; n < 7; n += 1) photos.push((await addTestPhoto(app, owner, { title: `Àdìrẹ number ${n}` })).id);
  await replacePhotoTags(app.db, [{ id: photos[0]!, tags: ['Adire'] }]);
  const titled = await addTestTopic(app, owner, { title: 'Àdìrẹ, with paste or wax?' });
  const otherTopic = await addTestTopic(app, owner, { title: 'Weekly talk' });
  await addTestReply(app, otherTopic, owner, { plain: 'Nothing at first.' });
  const reply = await addTestReply(app, otherTopic, owner, { plain: 'My aunt made àdìrẹ for forty years.' });
  await addTestReply(app, otherTopic, owner, { plain: 'And adire again.' });

  const results = await search('ADIRE');
  expect(results.tag).toMatchObject({ tag: 'Adire', photos_count: 1, topics_count: 0 });
  expect(results.members).toMatchObject({ total: 3, total_is_capped: false });
  expect(results.members.items).toHaveLength(limits.membersInSearch);
  expect(results.photos).toMatchObject({ total: 7, total_is_capped: false });
  expect(results.photos.items.map(({ id }: { id: string }) => id)).toEqual(photos.toReversed().slice(0, limits.photosInSearch));
  expect(results.photos.items[0]).toMatchObject({
    title: 'Àdìrẹ number 6',
    user: { username: 'itoku.dyer' },
    image: { width: expect.any(Number) },
  });
  expect(results.topics).toMatchObject({ total: 2, total_is_capped: false });
  expect(results.topics.items[0]).toMatchObject({
    id: titled.id,
    found: { number: 1 },
    category: { name: expect.any(String) },
    posts_count: 1,
  });
  expect(results.topics.items[1]).toMatchObject({ id: otherTopic.id, posts_count: 4 });
  expect([reply.number, reply.number + 1]).toContain(results.topics.items[1].found.number);
  expect(results.topics.items[1].found.excerpt).toContainEqual({ text: expect.stringMatching(/^(?:àdìrẹ|adire)$/), is_match: true });
});

test('each total equals the total of that kind’s own list', async () => {
  const results = await search('adire');
  for (const [path, group] of [
    ['/users', 'members'],
    ['/photos', 'photos'],
    ['/forum/topics', 'topics'],
  ] as const) {
    const { json } = await app.call('GET', `${path}?search=adire`, { token: viewer.token });
    expect([path, json.meta.total]).toEqual([path, results[group].total]);
    if (group !== 'topics')
      expect(json.data.map(({ id }: { id: string }) => id)).toEqual(
        expect.arrayContaining(results[group].items.map(({ id }: { id: string }) => id)),
      );
  }
});

test('a tag is found with and without #, but not by a prefix', async () => {
  expect((await search('#àdìrẹ')).tag).toMatchObject({ tag: 'Adire' });
  expect((await search('adir')).tag).toBeNull();
  expect((await search('adire cloth')).tag).toBeNull();
});

test('a search neither finds nor counts content of members hidden in either direction', async () => {
  const nothing = { tag: null, members: { items: [], total: 0 }, photos: { items: [], total: 0 }, topics: { items: [], total: 0 } };
  const [blocker, blocked, muter] = await Promise.all([addTestMember(app), addTestMember(app), addTestMember(app)]);
  await block(app, blocker, owner);
  await block(app, owner, blocked);
  await mute(app, muter, owner);
  for (const caller of [blocker, blocked]) {
    expect(await search('itoku', caller)).toMatchObject(nothing);
    const { tag, members, photos, topics } = await search('adire', caller);
    expect([tag, members.total, photos.total, topics.items.map(({ title }: { title: string }) => title)]).toEqual([null, 3, 0, []]);
  }
  // Muting does not hide a member from member search.
  expect((await search('itoku', muter)).members.total).toBe(1);
  expect(await search('adire', muter)).toMatchObject({ tag: null, photos: { total: 0 }, topics: { total: 0 } });
});

test('a query without a word finds nothing, and one that is too long is refused', async () => {
  for (const q of ['', '  ', '!?', '#', '@'])
    expect(await search(q)).toEqual({
      tag: null,
      members: { items: [], total: 0, total_is_capped: false },
      photos: { items: [], total: 0, total_is_capped: false },
      topics: { items: [], total: 0, total_is_capped: false },
    });
  const { status } = await app.call('GET', `/search?q=${'a'.repeat(limits.search + 1)}`, { token: viewer.token });
  expect(status).toBe(422);
});

test('only members search', async () => {
  expect((await app.call('GET', '/search?q=adire')).status).toBe(401);
  const newcomer = await addTestMember(app, { bio: null });
  expect((await app.call('GET', '/search?q=adire', { token: newcomer.token })).status).toBe(403);
});

test('searches are rate-limited for each member', async () => {
  const strict = await startTestApp({ RATE_LIMIT_SCALE: '0.05' });
  try {
    const eager = await addTestMember(strict);
    const requestStatus = async (): Promise<number> => (await strict.call('GET', '/search?q=x', { token: eager.token })).status;
    for (let n = 0; n < 6; n += 1) expect(await requestStatus()).toBe(200);
    expect(await requestStatus()).toBe(429);
  } finally {
    await strict.close();
  }
});

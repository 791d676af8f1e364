import type { Photo } from '@mbari/contract/shapes/photos';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../../testing/app.ts';
import { addTestPhoto, block, mute, setMember, setPhotoGone } from '../../testing/posts.ts';
import { addFollow } from '../follows/queries.ts';

let app: TestApp;
let owner: TestMember;
let viewer: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  [owner, viewer] = await Promise.all([addTestMember(app, { username: 'owner.of_posts' }), addTestMember(app)]);
});
afterAll(() => app.close());

interface Answer {
  data: Photo[];
  meta: { total: number; total_is_capped?: boolean; next_cursor: string | null; last_page: number; current_page: number; per_page: number };
}

async function list(filters: Record<string, string>, who = viewer): Promise<Answer> {
  const { status, json } = await app.call('GET', `/photos?${new URLSearchParams(filters).toString()}`, { token: who.token });
  expect([status, json.errors]).toEqual([200, undefined]);
  return json as Answer;
}
const titles = async (filters: Record<string, string>, who = viewer): Promise<string[]> =>
  (await list(filters, who)).data.map(({ title }) => title);
const categoryId = async (slug: string): Promise<string> =>
  (await app.db.row<{ id: string }>('select id from categories where slug = $1', [slug]))!.id;

describe('words', () => {
  const posts = [
    { title: 'Olúmọ Rock at noon', description: 'Abẹ́òkúta from above' },
    { title: 'Ọ̀ṣun grove', description: 'Yorùbá shrine' },
    { title: 'Ńkẹ́m ji ọ́nụ́', description: null },
    { title: 'Ƙofar gida, ɓangaren ’yan mata', description: 'Ƴar tsana' },
    { title: 'Ḿmọ́n̄ idem Efịk', description: 'Ékpè' },
    { title: '100% cotton_thread', description: "the weaver's o'clock \\ path" },
    { title: 'صورة من كانو', description: null },
    { title: 'ファッション 写真', description: null },
    { title: 'አዲስ አበባ', description: null },
  ];
  beforeAll(async () => {
    for (const post of posts) await addTestPhoto(app, owner, post);
  });

  test.each([
    ['olu', 'Olúmọ Rock at noon'],
    ['OLÚMỌ', 'Olúmọ Rock at noon'],
    ['rock olu', 'Olúmọ Rock at noon'],
    ['abeokuta', 'Olúmọ Rock at noon'],
    ['noon above', 'Olúmọ Rock at noon'],
    ['osun', 'Ọ̀ṣun grove'],
    ['Ọ̀ṣun', 'Ọ̀ṣun grove'],
    ['yoruba', 'Ọ̀ṣun grove'],
    ['nkem', 'Ńkẹ́m ji ọ́nụ́'],
    ['ọnụ', 'Ńkẹ́m ji ọ́nụ́'],
    ['kofar bangaren', 'Ƙofar gida, ɓangaren ’yan mata'],
    ["'yan", 'Ƙofar gida, ɓangaren ’yan mata'],
    ['ʼyan', 'Ƙofar gida, ɓangaren ’yan mata'],
    ['yar', 'Ƙofar gida, ɓangaren ’yan mata'],
    ['mmon efik', 'Ḿmọ́n̄ idem Efịk'],
    ['ekpe', 'Ḿmọ́n̄ idem Efịk'],
    ['100%', '100% cotton_thread'],
    ['cotton_thread', '100% cotton_thread'],
    ['oclock', '100% cotton_thread'],
    ['\\path', '100% cotton_thread'],
    ['olu:* & !(rock)', 'Olúmọ Rock at noon'],
    ['كانو', 'صورة من كانو'],
    ['写真', 'ファッション 写真'],
    ['ファ', 'ファッション 写真'],
    ['አበ', 'አዲስ አበባ'],
  ])('%o finds %o alone, however its letters are composed', async (search, title) => {
    expect(await titles({ search: search.normalize('NFC') })).toEqual([title]);
    expect(await titles({ search: search.normalize('NFD') })).toEqual([title]);
  });

  test.each(['umo', 'olu roll', 'rock grove', 'xyz', "'; drop table photos; --", 'olu:* | grove', 'zzz'])(
    '%o finds nothing',
    async (search) => {
      expect(await list({ search })).toMatchObject({ data: [], meta: { total: 0, last_page: 1, next_cursor: null } });
    },
  );

  test.each(['', '   ', '%', '_', "'", '"', '\\', ':*', '&', '!!! & | ( )', '\u200b'])(
    '%o looks for nothing, and all is listed',
    async (search) => {
      expect(await titles({ search })).toEqual(await titles({}));
    },
  );

  test('a search may have a hundred characters', async () => {
    expect((await list({ search: 'ọ́'.repeat(50) })).data).toEqual([]);
    const { status, json } = await app.call('GET', `/photos?search=${'a'.repeat(101)}`, { token: viewer.token });
    expect([status, json.errors]).toEqual([422, { search: ['The search may have at most 100 characters.'] }]);
  });
});

describe('a category, a member, those followed', () => {
  let author: TestMember;
  let other: TestMember;
  beforeAll(async () => {
    [author, other] = await Promise.all([addTestMember(app), addTestMember(app)]);
    const [music, dance] = await Promise.all([categoryId('music'), categoryId('dance')]);
    await addTestPhoto(app, author, { title: 'Udu one', category_id: music });
    await addTestPhoto(app, author, { title: 'Udu two', category_id: dance });
    await addTestPhoto(app, other, { title: 'Udu three', category_id: music });
    await addTestPhoto(app, author, { title: 'Ogene', category_id: music });
    await addFollow(app.db, viewer.id, author.id);
  });

  test.each<[Record<string, string>, string[]]>([
    [{ category: 'music' }, ['Ogene', 'Udu three', 'Udu one']],
    [{ category: ' MUSIC ' }, ['Ogene', 'Udu three', 'Udu one']],
    [{ category: 'music', search: 'udu' }, ['Udu three', 'Udu one']],
    [{ category: 'music', feed: 'following' }, ['Ogene', 'Udu one']],
    [{ category: 'music', feed: 'following', search: 'ud' }, ['Udu one']],
    [{ search: 'udu', feed: 'following' }, ['Udu two', 'Udu one']],
    [{ category: 'no such' }, []],
    [{ category: 'music\0' }, []],
    [{ username: 'nobody.here' }, []],
    [{ username: 'nobody\0' }, []],
  ])('%o leaves %o', async (filters, expected) => {
    const { data, meta } = await list(filters);
    expect(data.map(({ title }) => title)).toEqual(expected);
    expect(meta.total).toBe(expected.length);
  });

  test('with a member’s name', async () => {
    const by = { username: author.username };
    expect(await titles(by)).toEqual(['Ogene', 'Udu two', 'Udu one']);
    expect(await titles({ username: author.username.toUpperCase() })).toEqual(['Ogene', 'Udu two', 'Udu one']);
    expect(await titles({ ...by, category: 'music' })).toEqual(['Ogene', 'Udu one']);
    expect(await titles({ ...by, category: await categoryId('music') })).toEqual(['Ogene', 'Udu one']);
    expect(await titles({ ...by, search: 'udu' })).toEqual(['Udu two', 'Udu one']);
    expect(await titles({ ...by, feed: 'following' })).toEqual(['Ogene', 'Udu two', 'Udu one']);
    expect(await titles({ ...by, feed: 'following', category: 'music', search: 'og' })).toEqual(['Ogene']);
    expect(await titles({ username: other.username, feed: 'following' })).toEqual([]);
    expect((await list({ ...by, category: 'music' })).meta.total).toBe(2);
    expect((await list({ username: other.username, feed: 'following' })).meta.total).toBe(0);
  });

  test('whoever is hidden is not found, by no way', async () => {
    const [shy, blocker, muted, gone, follower] = await Promise.all([
      addTestMember(app, { profile_visibility: 'private' }),
      addTestMember(app),
      addTestMember(app),
      addTestMember(app, { suspended_at: new Date() }),
      addTestMember(app),
    ]);
    await block(app, blocker, viewer);
    await mute(app, viewer, muted);
    await addFollow(app.db, follower.id, shy.id);
    const film = await categoryId('film');
    for (const member of [shy, blocker, muted, gone]) {
      await addTestPhoto(app, member, { title: 'Canary', category_id: film });
      const ways: Record<string, string>[] = [{ username: member.username }, { search: 'canary' }, { category: 'film' }];
      for (const filters of ways) expect(await list(filters), JSON.stringify(filters)).toMatchObject({ data: [], meta: { total: 0 } });
    }
    expect(await list({ username: shy.username }, follower)).toMatchObject({ data: [{ title: 'Canary' }], meta: { total: 1 } });
    expect(await list({ search: 'canary' }, follower)).toMatchObject({ meta: { total: 3 } });
    expect(await list({ category: 'film' }, follower)).toMatchObject({ meta: { total: 3 } });
    expect(await list({ username: shy.username }, shy)).toMatchObject({ meta: { total: 1 } });
    await setMember(app, shy, { profile_visibility: 'public' });
    expect(await titles({ username: shy.username })).toEqual(['Canary']);
  });

  test('a post that is gone is not found; an edited one by its new words alone', async () => {
    const post = await addTestPhoto(app, author, { title: 'Before' });
    expect(await titles({ search: 'before' })).toEqual(['Before']);
    await app.db.pool.query(`update photos set title = 'After' where id = $1`, [post.id]);
    expect(await titles({ search: 'before' })).toEqual([]);
    expect(await titles({ search: 'after' })).toEqual(['After']);
    await setPhotoGone(app, post, 'deleted_at');
    expect(await titles({ search: 'after' })).toEqual([]);
  });
});

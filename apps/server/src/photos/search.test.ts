import type { Photo } from '@mbari/contract/photos/posts';
import * as limits from '@mbari/contract/platform/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertFollow } from '../people/follows/queries.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { asksAll, seed } from '../testing/daily-share.ts';
import { formWith } from '../testing/matrix/rows/photos.ts';
import { addTestPhoto, block, mute, setMember, setPhotoGone } from '../testing/posts.ts';

describe('photo search', () => {
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
    meta: {
      total: number;
      total_is_capped?: boolean;
      next_cursor: string | null;
      last_page: number;
      current_page: number;
      per_page: number;
    };
  }

  async function list(filters: Record<string, string>, member = viewer): Promise<Answer> {
    const { status, json } = await app.call('GET', `/photos?${new URLSearchParams(filters).toString()}`, { token: member.token });
    expect([status, json.errors]).toEqual([200, undefined]);
    return json as Answer;
  }
  const titles = async (filters: Record<string, string>, member = viewer): Promise<string[]> =>
    (await list(filters, member)).data.map(({ title }) => title);
  const categoryId = async (slug: string): Promise<string> =>
    (await app.db.row<{ id: string }>('select id from categories where slug = $1', [slug]))!.id;

  describe('search words', () => {
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
      { title: '今日は東京で撮る', description: 'Straßenfest 🎉🌍' },
      { title: 'مدينة القاهرة ۱۴۰۳', description: null },
      { title: 'ผ้าครามจากสกลนคร', description: null },
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
      ['صُورَة', 'صورة من كانو'],
      ['አዲስ፡አበባ', 'አዲስ አበባ'],
      ['写真', 'ファッション 写真'],
      ['ファ', 'ファッション 写真'],
      ['አበ', 'አዲስ አበባ'],
      ['東京', '今日は東京で撮る'],
      ['strassenfest', '今日は東京で撮る'],
      ['🌍', '今日は東京で撮る'],
      ['القاهره', 'مدينة القاهرة ۱۴۰۳'],
      ['1403', 'مدينة القاهرة ۱۴۰۳'],
      ['สกลนคร', 'ผ้าครามจากสกลนคร'],
      ['"rock at noon"', 'Olúmọ Rock at noon'],
      ['“from above”', 'Olúmọ Rock at noon'],
      ['"rock at', 'Olúmọ Rock at noon'],
      ['olu -grove', 'Olúmọ Rock at noon'],
      ['yoruba -"rock at noon"', 'Ọ̀ṣun grove'],
    ])('a search for %o finds only %o in any Unicode form', async (search, title) => {
      expect(await titles({ search: search.normalize('NFC') })).toEqual([title]);
      expect(await titles({ search: search.normalize('NFD') })).toEqual([title]);
    });

    test('a search that only excludes words returns all other posts', async () => {
      const all = await titles({});
      expect(await titles({ search: '-rock' })).toEqual(all.filter((title) => title !== 'Olúmọ Rock at noon'));
      expect((await list({ search: '-rock' })).meta.total).toBe(all.length - 1);
    });

    test.each(['"noon rock"', '"rock no"', 'olu -noon', 'olu -"rock at noon"', '"olu rock"'])(
      'the operators in the search %o exclude every post',
      async (search) => {
        expect(await titles({ search })).toEqual([]);
      },
    );

    test.each(['umo', 'olu roll', 'rock grove', 'xyz', "'; drop table photos; --", 'olu:* | grove', 'zzz'])(
      'a search for %o finds nothing',
      async (search) => {
        expect(await list({ search })).toMatchObject({ data: [], meta: { total: 0, last_page: 1, next_cursor: null } });
      },
    );

    test.each(['', '   ', '%', '_', "'", '"', '\\', ':*', '&', '!!! & | ( )', '\u200b'])(
      'a search for %o lists everything',
      async (search) => {
        expect(await titles({ search })).toEqual(await titles({}));
      },
    );

    test('a search is limited to a hundred characters', async () => {
      expect((await list({ search: 'ọ́'.repeat(50) })).data).toEqual([]);
      const { status, json } = await app.call('GET', `/photos?search=${'a'.repeat(101)}`, { token: viewer.token });
      expect([status, json.errors]).toEqual([422, { search: ['The search may have at most 100 characters.'] }]);
    });
  });

  describe('filters by category, member and follows', () => {
    let author: TestMember;
    let otherMember: TestMember;
    beforeAll(async () => {
      [author, otherMember] = await Promise.all([addTestMember(app), addTestMember(app)]);
      const [music, dance] = await Promise.all([categoryId('music'), categoryId('dance')]);
      await addTestPhoto(app, author, { title: 'Udu one', category_id: music });
      await addTestPhoto(app, author, { title: 'Udu two', category_id: dance });
      await addTestPhoto(app, otherMember, { title: 'Udu three', category_id: music });
      await addTestPhoto(app, author, { title: 'Ogene', category_id: music });
      await insertFollow(app.db, viewer.id, author.id);
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
    ])('the filters %o find %o', async (filters, expected) => {
      const { data, meta } = await list(filters);
      expect(data.map(({ title }) => title)).toEqual(expected);
      expect(meta.total).toBe(expected.length);
    });

    test('a username filters the posts', async () => {
      const by = { username: author.username };
      expect(await titles(by)).toEqual(['Ogene', 'Udu two', 'Udu one']);
      expect(await titles({ username: author.username.toUpperCase() })).toEqual(['Ogene', 'Udu two', 'Udu one']);
      expect(await titles({ ...by, category: 'music' })).toEqual(['Ogene', 'Udu one']);
      expect(await titles({ ...by, category: await categoryId('music') })).toEqual(['Ogene', 'Udu one']);
      expect(await titles({ ...by, search: 'udu' })).toEqual(['Udu two', 'Udu one']);
      expect(await titles({ ...by, feed: 'following' })).toEqual(['Ogene', 'Udu two', 'Udu one']);
      expect(await titles({ ...by, feed: 'following', category: 'music', search: 'og' })).toEqual(['Ogene']);
      expect(await titles({ username: otherMember.username, feed: 'following' })).toEqual([]);
      expect((await list({ ...by, category: 'music' })).meta.total).toBe(2);
      expect((await list({ username: otherMember.username, feed: 'following' })).meta.total).toBe(0);
    });

    test('searches with filters never find posts of hidden members', async () => {
      const [shy, blocker, muted, departedMember, follower] = await Promise.all([
        addTestMember(app, { profile_visibility: 'private' }),
        addTestMember(app),
        addTestMember(app),
        addTestMember(app, { suspended_at: new Date() }),
        addTestMember(app),
      ]);
      await block(app, blocker, viewer);
      await mute(app, viewer, muted);
      await insertFollow(app.db, follower.id, shy.id);
      const film = await categoryId('film');
      for (const member of [shy, blocker, muted, departedMember]) {
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

    test('an edited post is found by its new words only, and a deleted one not at all', async () => {
      const post = await addTestPhoto(app, author, { title: 'Before dawn', description: 'Unchanged' });
      const found = async (...searches: string[]): Promise<boolean[]> =>
        Promise.all(searches.map(async (search) => (await list({ search })).data.some(({ id }) => id === post.id)));
      expect(await found('before', 'unchanged')).toEqual([true, true]);
      const { status } = await app.call('POST', `/photos/${post.id}/update`, {
        token: author.token,
        form: await formWith(0, { title: 'After Ọ̀sán' }),
      });
      expect(status).toBe(200);
      expect(await found('before', 'dawn', 'after', 'osan', 'unchanged')).toEqual([false, false, true, true, true]);
      await app.call('DELETE', `/photos/${post.id}`, { token: author.token });
      expect(await found('after', 'osan', 'unchanged')).toEqual([false, false, false]);
    });

    test('a moderator finds the same posts as a member', async () => {
      const [moderator, shy] = await Promise.all([
        addTestMember(app, { role: 'moderator' }),
        addTestMember(app, { post_visibility: 'followers' }),
      ]);
      await addTestPhoto(app, shy, { title: 'Sequestered' });
      expect(await titles({ search: 'sequestered' }, moderator)).toEqual([]);
      expect(await titles({ username: shy.username }, moderator)).toEqual([]);
      expect(await titles({ search: 'sequestered' }, shy)).toEqual(['Sequestered']);
    });

    test('pages by number and cursor continue correctly while members post', async () => {
      const weaver = await addTestMember(app);
      const ids: string[] = [];
      for (let n = 0; n < 7; n += 1) ids.unshift((await addTestPhoto(app, weaver, { title: `Aṣọ òkè ${n}` })).id);
      const ways: Record<string, string>[] = [
        { search: 'aso oke' },
        { username: weaver.username },
        { search: 'aso', username: weaver.username },
      ];
      for (const way of ways) {
        const first = await list({ ...way, per_page: '3' });
        expect(first.meta).toMatchObject({ total: 7, last_page: 3, current_page: 1 });
        const newer = await addTestPhoto(app, weaver, { title: 'Aṣọ òkè, newer' });
        const second = await list({ ...way, per_page: '3', cursor: first.meta.next_cursor! });
        const third = await list({ ...way, per_page: '3', cursor: second.meta.next_cursor! });
        expect([first, second, third].flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids);
        expect(third.meta.next_cursor).toBeNull();
        await setPhotoGone(app, newer, 'deleted_at');
        const numbered = await Promise.all(['1', '2', '3', '4'].map((page) => list({ ...way, per_page: '3', page })));
        expect(numbered.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids);
        expect(numbered[3]).toMatchObject({ data: [], meta: { total: 7, current_page: 4 } });
      }
      expect((await list({ search: 'aso oke' })).meta.total_is_capped).toBe(false);
    });

    test.each(['x', `${'0'.repeat(36)}.5`, '01900000-0000-7000-8000-000000000000.', '01900000-0000-7000-8000-000000000000.12345', '.5'])(
      'the cursor %o is rejected',
      async (cursor) => {
        const { status, json } = await app.call('GET', `/photos?search=udu&cursor=${encodeURIComponent(cursor)}`, { token: viewer.token });
        expect([status, json.errors]).toEqual([422, { cursor: ['The cursor is not valid for this list.'] }]);
      },
    );
  });

  test('a page beyond the counting limit is empty and reads nothing', async () => {
    const reader = await addTestMember(app);
    await addTestPhoto(app, await addTestMember(app), { title: 'Farthest lagoon' });
    const requests: unknown[] = [];
    const row: typeof app.db.row = (sql, values) => {
      if (sql.includes('offset')) requests.push(...(values ?? []));
      return app.db.row(sql, values);
    };
    const node = await startTestApp({}, { db: { ...app.db, row } }, { beside: app });
    const { json } = await node.call('GET', '/photos?search=farthest&page=1000000', { token: reader.token });
    expect([json.data, json.meta.total]).toEqual([[], 1]);
    expect(requests).toContain(0);
    expect(requests.filter((value) => typeof value === 'number' && value > 0)).toEqual([]);
    await node.close();
  });

  test('search requires a complete account', async () => {
    const half = await addTestMember(app, { bio: null });
    expect((await app.call('GET', '/photos?search=udu')).status).toBe(401);
    expect((await app.call('GET', '/photos?search=udu', { token: half.token })).status).toBe(403);
  });
});

describe('any text as search words', { tags: ['sampled'] }, () => {
  let app: TestApp;
  let member: TestMember;
  beforeAll(async () => {
    app = await startTestApp();
    member = await addTestMember(app);
  });
  afterAll(() => app.close());

  function seeded(seed: number): () => number {
    let state = seed;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    };
  }

  const blocks = [
    [0x20, 0x7e],
    [0x61, 0x7a],
    [0xa0, 0x24f],
    [0x250, 0x2ff],
    [0x300, 0x36f],
    [0x370, 0x52f],
    [0x590, 0x6ff],
    [0x900, 0xdff],
    [0x1200, 0x137f],
    [0x1e00, 0x1fff],
    [0x2000, 0x2bff],
    [0x3000, 0x30ff],
    [0x4e00, 0x4fff],
    [0xa640, 0xa7ff],
    [0xac00, 0xacff],
    [0xfb00, 0xfdff],
    [0xfe00, 0xffef],
    [0x1d400, 0x1d7ff],
    [0x1f300, 0x1f6ff],
    [0x20, 0x10ffff],
  ] as const;
  const orders = [
    "'",
    '"',
    '\\',
    ':*',
    ' & ',
    ' | ',
    '!',
    '(',
    ')',
    '<->',
    '%',
    '_',
    '--',
    ';',
    '$1',
    '\u0301',
    '\u0323',
    '\u200d',
    '\u202e',
    ' ',
  ];

  function anyText(random: () => number, most: number): string {
    let text = '';
    const length = 1 + Math.floor(random() * most);
    for (let n = 0; n < length; n += 1) {
      if (random() < 0.2) text += orders[Math.floor(random() * orders.length)]!;
      else if (random() < 0.15) text += ' ';
      else {
        const [from, to] = blocks[Math.floor(random() * blocks.length)]!;
        const code = from + Math.floor(random() * (to - from + 1));
        if (code < 0xd800 || code > 0xdfff) text += String.fromCodePoint(code);
      }
    }
    return [...text].slice(0, most).join('');
  }

  const search = (text: string, more = '') =>
    app.call('GET', `/photos?per_page=50&search=${encodeURIComponent(text)}${more}`, { token: member.token });

  test('a search for any text succeeds', async () => {
    const random = seeded(seed);
    for (let n = 0; n < (asksAll ? 400 : 50); n += 1) {
      const text = anyText(random, limits.search + 20);
      const { status } = await search(
        text,
        n % 5 === 0 ? `&category=${encodeURIComponent(anyText(random, 70))}&username=${encodeURIComponent(anyText(random, 25))}` : '',
      );
      expect([200, 422], JSON.stringify(text)).toContain(status);
    }
  });

  test('a search for any word of a title, or its beginning, finds the post', async () => {
    const random = seeded(seed + 1);
    for (let n = 0; n < (asksAll ? 120 : 15); n += 1) {
      const title = anyText(random, 60).normalize('NFC').trim();
      // U+A7F1 decomposes since Unicode 17, which some databases do not know yet.
      if (!title || /[\ua7f1\0-\u001f\u007f\u2028\u2029]/.test(title)) continue;
      const post = await addTestPhoto(app, member, { title, description: null });
      const words = title.split(/\s+/u);
      for (const word of new Set([...words, title])) {
        // Quotation marks and a leading minus are search operators.
        if (/(?:^|\s)[-−–"“”„‟«»＂]/u.test(word)) continue;
        const beginning = [...word].slice(0, limits.search);
        for (const typed of [beginning.join(''), beginning.slice(0, Math.ceil(beginning.length / 2)).join(''), word.normalize('NFD')]) {
          if ([...typed].length > limits.search) continue;
          const { status, json } = await search(typed);
          expect([status, json.errors], JSON.stringify(typed)).toEqual([200, undefined]);
          expect(
            json.data.some(({ id }: { id: string }) => id === post.id),
            `${JSON.stringify(typed)} finds ${JSON.stringify(title)}`,
          ).toBe(true);
        }
      }
    }
  });
});

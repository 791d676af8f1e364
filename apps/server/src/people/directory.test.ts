import type { MemberCard, Suggestion } from '@mbari/contract/people/directory';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJobs } from '../job-runner.ts';
import { openRateLimits } from '../platform/http/rate-limits.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { addTestPhoto, block, mute, setMember, setPhotoGone } from '../testing/posts.ts';
import { deleteFollow, insertFollow } from './follows/queries.ts';
import { queueRecount } from './follows/recount-profile.ts';

describe('the directory', () => {
  let app: TestApp;
  let viewer: TestMember;
  beforeAll(async () => {
    app = await startTestApp();
    viewer = await addTestMember(app, { name: 'Ngozi', username: 'ngozi' });
  });
  afterAll(() => app.close());

  const list = async (query = '', actor = viewer) => {
    const { status, json } = await app.call('GET', `/users${query}`, { token: actor.token });
    expect(status).toBe(200);
    return json as { data: MemberCard[]; meta: { total: number; total_is_capped: boolean; last_page: number; next_cursor: string | null } };
  };
  const search = (words: string, actor = viewer) => list(`?search=${encodeURIComponent(words)}`, actor);
  const names = ({ data }: { data: MemberCard[] }): string[] => data.map(({ username }) => username);
  const add = (username: string, name: string, columns: Record<string, unknown> = {}) => addTestMember(app, { username, name, ...columns });

  test('members are listed newest first, including the viewer, with their followers and whether the viewer follows them', async () => {
    const [first, second] = [await add('amara', 'Amara'), await add('bola', 'Bola', { plan_name: 'Premium' })];
    await insertFollow(app.db, viewer.id, first.id);
    await insertFollow(app.db, second.id, first.id);
    const { data, meta } = await list();
    expect(data.slice(0, 3)).toMatchObject([
      { id: second.id, name: 'Bola', followers_count: 0, is_following: false, subscription: { is_active: true, plan_name: 'Premium' } },
      { id: first.id, username: 'amara', followers_count: 2, is_following: true },
      { id: viewer.id, is_following: false },
    ]);
    expect(meta).toMatchObject({ total: 3, total_is_capped: false, next_cursor: null });
    expect(Object.keys(data[0]!).toSorted()).toEqual(
      ['avatar_url', 'followers_count', 'id', 'is_following', 'name', 'photos', 'profile', 'subscription', 'username', 'viewer'].toSorted(),
    );
    await deleteFollow(app.db, viewer.id, first.id);
    expect((await list()).data[1]).toMatchObject({ followers_count: 1, is_following: false });
  });

  describe('directory search', () => {
    const people = {} as Record<string, TestMember>;
    beforeAll(async () => {
      for (const [username, name] of [
        ['olu', 'Somebody'],
        ['olu.ade', 'Olú Adéwálé'],
        ['oluchi', 'Oluchi Eze'],
        ['weaver_7', 'Ọlụchukwu'],
        ['kemi', 'Kẹ́mi Ọlúwa'],
      ] as const)
        people[username] = await add(username, name);
    });

    test.each([
      ['olu', ['olu', 'kemi', 'weaver_7', 'oluchi', 'olu.ade']],
      ['@Olu', ['olu', 'kemi', 'weaver_7', 'oluchi', 'olu.ade']],
      ['OLÚCH', ['weaver_7', 'oluchi']],
      ['adewale olu', ['olu.ade']],
      ['olu.ade', ['olu.ade']],
      ['weaver', ['weaver_7']],
      ['emi', []],
      ['olu zzz', []],
      ['%', []],
      ['!!!', []],
      ['@', []],
    ])('search matches the beginnings of words of name and username with “%s”', async (words, expectedNames) => {
      const answer = await search(words);
      expect([names(answer), answer.meta.total]).toEqual([expectedNames, expectedNames.length]);
    });

    test('search lists the exact username match first, then other matches by popularity', async () => {
      for (let times = 0; times < 3; times += 1) await insertFollow(app.db, (await addTestMember(app)).id, people['oluchi']!.id);
      expect(names(await search('olu'))).toEqual(['olu', 'oluchi', 'kemi', 'weaver_7', 'olu.ade']);
    });

    test('search is paged by cursor and number, also with an exact match', async () => {
      const allNames = names(await search('olu'));
      const byCursor: string[] = [];
      let query = '?search=olu&per_page=1';
      for (;;) {
        const { data, meta } = await list(query);
        byCursor.push(...data.map(({ username }) => username));
        if (meta.next_cursor === null) break;
        query = `?search=olu&per_page=1&cursor=${meta.next_cursor}`;
      }
      expect(byCursor).toEqual(allNames);
      const byNumber: string[] = [];
      for (let page = 1; page <= 4; page += 1) byNumber.push(...names(await list(`?search=olu&per_page=2&page=${page}`)));
      expect(byNumber).toEqual(allNames);
    });

    test('search ignores a blank query', async () => {
      expect((await search(' ')).meta.total).toBe((await list()).meta.total);
    });
  });

  test('hidden members are neither listed nor counted; muted members are both listed and counted', async () => {
    const reader = await add('reader', 'Reader');
    const totalBefore = (await list('', reader)).meta.total;
    const columns: Record<string, Record<string, unknown>> = {
      qshown: {},
      qprivate: { profile_visibility: 'private' },
      qfollowersonly: { post_visibility: 'followers' },
      qunverified: { email_verified_at: null },
      qunfinished: { bio: null },
      qsuspended: { suspended_at: new Date() },
      qclosed: { closed_at: new Date() },
      qblocked: {},
      qblocker: {},
      qmuted: {},
    };
    const people = {} as Record<string, TestMember>;
    for (const [username, row] of Object.entries(columns)) people[username] = await add(username, 'Quill', row);
    await addTestMember(app, { username: 'quninterested', name: 'Quill' }, { interests: false });
    await block(app, reader, people['qblocked']!);
    await block(app, people['qblocker']!, reader);
    await mute(app, reader, people['qmuted']!);
    const visibleNames = ['qmuted', 'qfollowersonly', 'qshown'];
    const results = await search('quill', reader);
    expect([names(results), results.meta.total]).toEqual([visibleNames, 3]);
    for (const username of Object.keys(columns))
      expect((await search(username, reader)).meta.total).toBe(visibleNames.includes(username) ? 1 : 0);
    const allMembers = await list('', reader);
    expect([names(allMembers).slice(0, 3), allMembers.meta.total]).toEqual([visibleNames, totalBefore + 3]);
  });

  test('a private member is listed to themselves only', async () => {
    const hermit = await add('hermit', 'Hermit', { profile_visibility: 'private' });
    expect(names(await search('hermit', hermit))).toEqual(['hermit']);
    expect(names(await list('', hermit))).toContain('hermit');
    expect(names(await search('hermit'))).toEqual([]);
    await setMember(app, hermit, { profile_visibility: 'public' });
    expect(names(await search('hermit'))).toEqual(['hermit']);
  });

  describe('photos of a card', () => {
    const titles = ({ data }: { data: Pick<MemberCard, 'username' | 'photos'>[] }, { username }: TestMember) =>
      data.find((member) => member.username === username)?.photos.map(({ title }) => title);
    const post = async (owner: TestMember, ...titles: string[]) => {
      for (const title of titles) await addTestPhoto(app, owner, { title });
    };
    const listOf = (path: string, actor: TestMember) => app.call('GET', path, { token: actor.token }).then(({ json }) => json);

    test('a card has the newest three posts with their first image; deleted and removed posts are left out', async () => {
      const [maker, quiet] = [await add('maker', 'Maker'), await add('quiet', 'Quiet')];
      await post(maker, 'First', 'Second');
      for (const column of ['deleted_at', 'removed_at'] as const) await setPhotoGone(app, await addTestPhoto(app, maker), column);
      await post(maker, 'Third', 'Fourth');
      const answer = await search('maker');
      expect([titles(answer, maker), titles(await search('quiet'), quiet)]).toEqual([['Fourth', 'Third', 'Second'], []]);
      expect(answer.data[0]!.photos[0]!.image).toMatchObject({
        alt: 'Dancers',
        width: 1600,
        image_path: expect.stringMatching(/\/1280\.jpeg$/),
      });
    });

    test('posts for followers are on a card for followers only, with signed addresses', async () => {
      const [follower, maker] = [
        await add('the.follower', 'Follower'),
        await add('for.followers', 'Maker', { post_visibility: 'followers' }),
      ];
      await post(maker, 'For followers');
      await insertFollow(app.db, follower.id, maker.id);
      expect([titles(await search('for.followers'), maker), titles(await search('for.followers', maker), maker)]).toEqual([
        [],
        ['For followers'],
      ]);
      const answer = await search('for.followers', follower);
      expect(titles(answer, maker)).toEqual(['For followers']);
      expect(answer.data[0]!.photos[0]!.image.srcset.webp).toContain('&sig=');
    });

    test('cards of muted members and of private profiles have no photos, in follow lists too', async () => {
      const [reader, muted, shy] = [await add('card.reader', 'Reader'), await add('card.muted', 'Muted'), await add('card.shy', 'Shy')];
      for (const maker of [muted, shy]) {
        await post(maker, 'Hidden');
        await insertFollow(app.db, maker.id, reader.id);
        await insertFollow(app.db, reader.id, maker.id);
      }
      const photosFor = async (actor: TestMember) => {
        const followers = await listOf(`/users/${reader.id}/followers`, actor);
        return [titles(followers, muted), titles(followers, shy)];
      };
      expect(await photosFor(reader)).toEqual([['Hidden'], ['Hidden']]);
      await mute(app, reader, muted);
      await setMember(app, shy, { profile_visibility: 'private' });
      expect(await photosFor(reader)).toEqual([[], []]);
      expect(titles(await search('card.muted', reader), muted)).toEqual([]);
      expect(titles(await list('', shy), shy)).toEqual(['Hidden']);
    });
  });

  test('private followers do not raise the popularity, so the order reveals nothing', async () => {
    const [older, newer] = [await add('zikora.one', 'Zikora'), await add('zikora.two', 'Zikora')];
    const fans = await Promise.all(Array.from({ length: 4 }, () => addTestMember(app)));
    for (const fan of fans) await insertFollow(app.db, fan.id, older.id);
    expect(names(await search('zikora'))).toEqual([older.username, newer.username]);
    for (const fan of fans) {
      await setMember(app, fan, { profile_visibility: 'private' });
      await queueRecount(app.db, fan.id);
    }
    await runJobs(app.context);
    const answer = await app.call('GET', '/users?search=zikora&per_page=1', { token: viewer.token });
    expect(names(answer.json)).toEqual([newer.username]);
    expect(answer.json.meta.next_cursor).toMatch(/^0\./);
  });

  test('a large community is counted to a thousand, listed by popularity, and paged without repeats', async () => {
    await app.db.pool.query(
      `with crowd as (
       insert into members (id, username, name, email, email_verified_at, gender, date_of_birth, occupation, bio, followers_count)
       select ('019aa000-2222-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'crowd' || n, 'Crowd', 'c' || n || '@example.test', now(), 'female',
              '1990-01-01', 'Weaver', 'I weave.', n % 50
         from generate_series(1, 1200) n returning id)
     insert into member_interests select id, (select id from categories order by position limit 1) from crowd`,
    );
    const seenIds = new Set<string>();
    let last = Infinity;
    let cursor = '';
    for (let page = 0; page < 8; page += 1) {
      const { data, meta } = await list(`?search=crowd&per_page=50${cursor}`);
      expect(meta).toMatchObject({ total: 1000, total_is_capped: true });
      for (const { id, followers_count } of data) {
        expect([seenIds.has(id), Math.floor(2 * Math.log(1 + followers_count)) <= last]).toEqual([false, true]);
        seenIds.add(id);
        last = Math.floor(2 * Math.log(1 + followers_count));
      }
      cursor = `&cursor=${meta.next_cursor}`;
    }
    expect(seenIds.size).toBe(400);
    expect(names(await search('crowd77'))[0]).toBe('crowd77');
    expect((await list('?per_page=50&page=21')).data).toEqual([]);
    expect((await list('?search=crowd&per_page=50&page=1000000000')).data).toEqual([]);
  });

  test.each([
    'page=0',
    'page=x',
    'cursor=x',
    'search=a&cursor=x',
    'search=a&cursor=1.x',
    'search=a&search=b',
    'per_page=0',
    `search=${'a'.repeat(101)}`,
  ])('the query %s is refused', async (query) => {
    const { status, json } = await app.call('GET', `/users?${query}`, { token: viewer.token });
    expect([status, json.code]).toEqual([422, 'validation']);
  });

  test('a member may search sixty times a minute, and listing is not limited', { tags: ['world'] }, async () => {
    const strict = await startTestApp({}, { limits: openRateLimits({ scale: 1 }) }, { beside: app });
    try {
      const searcher = await addTestMember(app);
      const ask = async (query: string) => (await strict.call('GET', `/users${query}`, { token: searcher.token })).status;
      for (let times = 0; times < 60; times += 1) expect(await ask('?search=a')).toBe(200);
      expect([await ask('?search=a'), await ask('')]).toEqual([429, 200]);
    } finally {
      await strict.close();
    }
  });
});

describe('suggested members', () => {
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
});

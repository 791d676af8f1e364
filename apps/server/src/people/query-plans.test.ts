/** @module-tag world */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listScope } from '../photos/find-posts.ts';
import { listNewestRowsOfMembers } from '../photos/posts/queries.ts';
import type { Statements } from '../platform/db/database.ts';
import { searchQueryOf } from '../platform/search-query.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { addManyRows, explaining, rowId } from '../testing/many-rows.ts';
import * as blocks from './block-queries.ts';
import * as directory from './directory-queries.ts';
import * as suggestions from './directory-queries.ts';
import * as follows from './follows/queries.ts';
import * as profiles from './profiles/queries.ts';

describe('the directory', () => {
  let app: TestApp;
  let viewer: string;
  let firstIds: string[];
  beforeAll(async () => {
    app = await startTestApp();
    await addManyRows(app, [
      `insert into members (id, username, name, email, email_verified_at, gender, date_of_birth, occupation, bio, followers_count)
       select ${rowId(1, 'n')}, 'ada' || n, 'Ada ' || substr(md5(n::text), 1, 6), n || '@example.test',
              now(), 'female', '1990-01-01', 'Weaver', 'I weave.', n % 700 from generate_series(1, 20000) n`,
      'insert into member_interests select id, (select id from categories order by position limit 1) from members',
      `insert into follows (follower_id, followed_id)
       select one.id, other.id from (select id from members order by id limit 200) one cross join (select id from members order by id desc limit 100) other`,
      // One member has a quarter of the posts.
      `insert into photos (id, member_id, title)
       select ${rowId(2, 'n')}, ${rowId(1, 'case when n % 4 = 0 then 1 else 1 + n % 9000 end')}, 'A cloth' from generate_series(1, 40000) n`,
      `insert into images (id, kind, width, height, color, thumbhash, widths, bytes)
       select ${rowId(3, 'n')}, 'photo', 1600, 1200, '#884422', '', '{320,640,1280}', 1000 from generate_series(1, 40000) n`,
      `insert into photo_images (photo_id, position, image_id) select ${rowId(2, 'n')}, 0, ${rowId(3, 'n')} from generate_series(1, 40000) n`,
    ]);
    firstIds = (await app.db.rows<{ id: string }>('select id from members order by id limit 20')).map(({ id }) => id);
    viewer = firstIds[0]!;
  });
  afterAll(() => app.close());

  const fullScan = /Seq Scan on (?:members|member_interests|follows|photos|photo_images|images)\b/;
  const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  const searchOptions = {
    words: searchQueryOf('ada 12')!.all,
    excludedId: null,
    after: { popularity: 9, id: last },
    offset: 0,
    limit: 21,
  } as const;

  const reads: [string, RegExp, (db: Statements) => Promise<unknown>][] = [
    ['the newest members', /members_pkey/, (db) => directory.listNewestMembers(db, viewer, { before: last, offset: 0, limit: 21 })],
    ['the number of members', /members_pkey/, (db) => directory.countMembers(db, viewer)],
    ['matches of a rare word', /members_search/, (db) => directory.listMatchingMembers(db, viewer, searchOptions)],
    ['matches of a common word', /members_popularity/, (db) => directory.listMatchesOfFrequentWords(db, viewer, searchOptions)],
    ['the number of matches', /members_search/, (db) => directory.countMatchingMembers(db, viewer, searchOptions.words)],
    ['the member with a username', /members_username_key/, (db) => directory.findListedMember(db, viewer, 'ada12')],
    ['the newest posts of a page of members', /photos_member/, (db) => listNewestRowsOfMembers(db, viewer, firstIds)],
  ];

  test.each(reads)('%s uses an index and scans no whole table', async (_name, index, ask) => {
    const plans: string[] = [];
    await ask(explaining(app, plans));
    expect(plans[0]).toMatch(index);
    expect(plans.filter((plan) => fullScan.test(plan))).toEqual([]);
  });
});

describe('follows', () => {
  let app: TestApp;
  /** Follows 2,000 members and is followed by nearly all. */
  let viewer: string;
  let otherId: string;
  beforeAll(async () => {
    app = await startTestApp();
    await addManyRows(app, [
      `insert into members (id, username, name, email, email_verified_at, gender, date_of_birth, occupation, bio, followers_count)
       select ${rowId(1, 'n')}, 'ada' || n, 'Ada ' || n, n || '@example.test',
              now(), 'female', '1990-01-01', 'Weaver', 'I weave.', n % 700 from generate_series(1, 12000) n`,
      `insert into member_interests select ${rowId(1, 'n')}, (array(select id from categories order by position))[1 + (n + step * 5) % 12]
         from generate_series(1, 12000) n, generate_series(1, 2) step`,
      `insert into follows select ${rowId(1, 'n')}, ${rowId(1, 'n + step')}, now() - n * interval '1 minute'
         from generate_series(1, 12000) n cross join lateral generate_series(1, case when n = 1 then 2000 else 4 end) step where n + step <= 12000`,
      `insert into follows select ${rowId(1, 'n')}, ${rowId(1, '1')} from generate_series(2501, 12000) n`,
      ...['blocks', 'mutes'].map(
        (table) =>
          `insert into ${table} select ${rowId(1, 'n')}, ${rowId(1, 'n + 100 + step')} from generate_series(1, 5000) n, generate_series(1, 4) step`,
      ),
    ]);
    [viewer, otherId] = (await app.db.rows<{ id: string }>('select id from members order by id limit 2')).map(({ id }) => id) as [
      string,
      string,
    ];
  });
  afterAll(() => app.close());

  const fullScan = /Seq Scan on (?:members|member_interests|follows|blocks|mutes)\b/;
  const page = { after: { time: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }, offset: 0, limit: 21 } as const;

  /** Plan that looks up each follow by both ids; with one id, it would read all follows of the member each time. */
  const byPair =
    /follows_pkey on follows f[^\n]*\n\s+Index Cond: \(\((?:follower|followed)_id = pairs\.\w+\) AND \((?:follower|followed)_id = pairs\.\w+\)\)/;

  const reads: [string, RegExp, (db: Statements) => Promise<unknown>][] = [
    ['finding a member to follow', /follows_pkey/, (db) => follows.findFollowable(db, viewer, otherId)],
    ['locking both members', /members_pkey/, (db) => follows.lockMembers(db, [viewer, otherId])],
    ['following', /members_pkey/, (db) => follows.insertFollow(db, viewer, otherId)],
    ['unfollowing', /follows_pkey/, (db) => follows.deleteFollow(db, viewer, otherId)],
    ['the owner of the lists, with their counts', /members_pkey/, (db) => follows.findOwner(db, otherId, viewer)],
    ['followers', /follows_followed/, (db) => follows.listFollowerRows(db, otherId, viewer, page)],
    ['followed members', /follows_follower/, (db) => follows.listFollowingRows(db, otherId, viewer, page)],
    ['connected followed members', /follows_follower/, (db) => follows.listConnectedMembers(db, viewer, 'followed', follows.firstPosition)],
    ['connected followers', /follows_followed/, (db) => follows.listConnectedMembers(db, viewer, 'follower', follows.firstPosition)],
    ['recounting followed members', byPair, (db) => follows.recountPrivateFollows(db, viewer, 'followed', [otherId])],
    ['recounting followers', byPair, (db) => follows.recountPrivateFollows(db, viewer, 'follower', [otherId])],
    ['blocking', /members_pkey/, (db) => blocks.insertBlock(db, viewer, otherId)],
    ['blocked members', /blocks_newest/, (db) => blocks.listBlockRows(db, viewer, page)],
    ['the number of blocked members', /blocks_(?:newest|pkey)/, (db) => blocks.countBlocks(db, viewer)],
    ['muted members', /mutes_newest/, (db) => blocks.listMuteRows(db, viewer, page)],
    ['the number of muted members', /mutes_(?:newest|pkey)/, (db) => blocks.countMutes(db, viewer)],
    ['suggestions', /member_interests_category/, (db) => suggestions.listSuggestionRows(db, viewer)],
  ];

  test.each(reads)('%s uses an index and scans no whole table', async (_name, index, ask) => {
    const plans: string[] = [];
    await ask(explaining(app, plans));
    expect(plans[0]).toMatch(index);
    expect(plans.filter((plan) => fullScan.test(plan))).toEqual([]);
  });
});

describe('profiles', () => {
  let app: TestApp;
  let owner: string;
  let viewer: string;
  /** 100,000 members; one of them has a fifth of 20,000 posts and 5,000 followers. */
  beforeAll(async () => {
    app = await startTestApp();
    await addManyRows(app, [
      `insert into members (id, username, name, email, email_verified_at, gender, date_of_birth, occupation, bio, photos_count, followers_count)
       select ${rowId(1, 'n')}, 'ada' || n, 'Ada ' || substr(md5(n::text), 1, 6), n || '@example.test', now(), 'female', '1990-01-01', 'Weaver',
              'I weave.', case when n = 1 then 4000 else 0 end, case when n = 1 then 5000 else 0 end from generate_series(1, 100000) n`,
      'insert into member_interests select id, (select id from categories order by position limit 1) from members',
      `insert into photos (id, member_id, title, category_id, likes_count, comments_count)
       select ${rowId(2, 'n')}, ${rowId(1, 'case when n % 5 = 0 then 1 else 1 + n % 9000 end')}, 'A cloth',
              (select id from categories order by position offset n % 12 limit 1), 4, 1 from generate_series(1, 20000) n`,
      `insert into likes (photo_id, member_id) select ${rowId(2, 'n')}, ${rowId(1, '2 + (n * 7 + k) % 9000')} from generate_series(1, 20000) n, generate_series(1, 4) k`,
      `insert into comments (id, photo_id, member_id, content) select ${rowId(3, 'n')}, ${rowId(2, 'n')}, ${rowId(1, '2 + n % 9000')}, 'Fine' from generate_series(1, 20000) n`,
      `insert into comments (id, photo_id, member_id, content, is_critique, helpful_at) select ${rowId(4, 'n')}, ${rowId(2, 'n')}, ${rowId(1, '2 + n % 9000')}, 'Fine', true, now() from generate_series(1, 20000) n`,
      `insert into follows (follower_id, followed_id) select ${rowId(1, '1 + n')}, ${rowId(1, '1')} from generate_series(1, 5000) n`,
      `insert into follows (follower_id, followed_id) select ${rowId(1, '1 + n % 9000')}, ${rowId(1, '20000 + n')} from generate_series(1, 60000) n`,
      `insert into blocks (blocker_id, blocked_id) select ${rowId(1, '1 + n % 20000')}, ${rowId(1, '30000 + n')} from generate_series(1, 40000) n`,
      `insert into mutes (muter_id, muted_id) select ${rowId(1, '1 + n % 20000')}, ${rowId(1, '30000 + n')} from generate_series(1, 40000) n`,
      'insert into category_tallies select category_id, member_id, count(*) from photos group by 1, 2',
    ]);
    const findId = async (n: number): Promise<string> =>
      (await app.db.row<{ id: string }>('select id from members where username = $1', [`ada${n}`]))!.id;
    [owner, viewer] = [await findId(1), await findId(2)];
  }, 240_000);
  afterAll(() => app.close());

  const fullScan = /Seq Scan on (?:members|member_interests|follows|photos|likes|comments|category_tallies|blocks|mutes)\b/;
  const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  const page = { before: last, offset: 0, limit: 21 } as const;
  const category = async (): Promise<string> => (await app.db.row<{ id: string }>('select id from categories limit 1'))!.id;

  const readAs = (listViewerId: string | null) => ({ listViewerId, asFollower: false });

  const reads: [string, RegExp, (db: Statements, viewerId: string | null) => Promise<unknown>][] = [
    ['a profile', /members_username_key[\s\S]*member_interests_pkey/, (db, viewerId) => profiles.findProfile(db, viewerId, 'ada1')],
    ['totals of its posts', /photos_member/, (db, viewerId) => profiles.findGallery(db, readAs(viewerId), { viewerId, memberId: owner })],
    ['its helpful critique and awards', /comments_critic/, (db) => profiles.findPractice(db, null, owner)],
    ['the appearance of a paid member', /members_pkey/, (db, viewerId) => profiles.findCustomisation(db, readAs(viewerId), owner)],
    ['its posts', /photos_member/, (db, viewerId) => listScope(db, viewerId, { category: null, member: owner, followed: false }, page)],
    [
      'its posts in one category',
      /photos_(?:member|category)/,
      async (db, viewerId) => listScope(db, viewerId, { category: await category(), member: owner, followed: false }, page),
    ],
  ];

  test.each(reads)('%s uses an index and scans no whole table, for a member, the owner and a visitor', async (_name, index, ask) => {
    for (const viewerId of [viewer, owner, null]) {
      const plans: string[] = [];
      await ask(explaining(app, plans), viewerId);
      expect(plans.join('\n')).toMatch(index);
      expect(plans.filter((plan) => fullScan.test(plan))).toEqual([]);
    }
  });
});

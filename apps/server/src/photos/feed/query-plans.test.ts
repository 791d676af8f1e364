/** @module-tag world */
import * as limits from '@mbari/contract/platform/limits';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as notifications from '../../notifications/queries.ts';
import type { Statements } from '../../platform/db/database.ts';
import { type SearchQuery, searchQueryOf } from '../../platform/search-query.ts';
import { photoListed } from '../../platform/visibility/photos.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addManyRows, addMemberRows, explaining, rowId } from '../../testing/many-rows.ts';
import { listCategories } from '../category-queries.ts';
import * as comments from '../comments/queries.ts';
import { findPosts } from '../find-posts.ts';
import * as likes from '../like-queries.ts';
import * as saved from '../like-queries.ts';
import * as photos from '../posts/queries.ts';
import { listNewestCommentRows, listSharedCommentRows } from '../posts/queries.ts';
import * as counts from '../search-queries.ts';
import * as search from '../search-queries.ts';
import * as following from './queries.ts';
import * as feed from './queries.ts';
import { findChanges, listPostsWithHiddenMembers } from './queries.ts';

describe('feeds', () => {
  const members = 500;
  const posts = 20_000;

  let app: TestApp;
  let viewer: string;
  let fewFollowed: string;
  let ids: string[];
  beforeAll(async () => {
    app = await startTestApp();
    await addManyRows(app, [
      addMemberRows(members),
      `insert into photos (id, member_id, title, category_id) select ${rowId(2, 'n')}, ${rowId(1, `1 + n % ${members}`)}, 'Uli',
            (array(select id from categories order by position))[1 + n % 12] from generate_series(1, ${posts}) n`,
      `insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes)
       select md5('i' || n)::uuid, ${rowId(1, `1 + n % ${members}`)}, 'photo', 640, 480, '#000000', '\\x00', '{320,640}', 1 from generate_series(1, ${posts}) n`,
      `insert into photo_images select ${rowId(2, 'n')}, 0, md5('i' || n)::uuid, '' from generate_series(1, ${posts}) n`,
      `insert into likes (photo_id, member_id) select ${rowId(2, 'n')}, ${rowId(1, `1 + (n * 7 + k * 89) % ${members}`)} from generate_series(1, ${posts}) n, generate_series(1, 5) k`,
      `insert into comments (id, photo_id, member_id, content) select ${rowId(3, 'n * 10 + k')}, ${rowId(2, 'n')}, ${rowId(1, `1 + (n + k) % ${members}`)}, 'Ndewo' from generate_series(1, ${posts}) n, generate_series(1, 3) k`,
      `insert into follows (follower_id, followed_id) select ${rowId(1, 'n')}, ${rowId(1, `1 + (n + k) % ${members}`)} from generate_series(1, ${members}) n, generate_series(1, 40) k`,
      `insert into tags select 'tag' || n, 0 from generate_series(0, 199) n`,
      `insert into photo_tags select 'tag' || n % 200, ${rowId(2, 'n')}, 'tag' from generate_series(1, ${posts}) n`,
      `insert into followed_tags select ${rowId(1, 'n')}, 'tag' || (n + k) % 200, 'tag' from generate_series(1, ${members}) n, generate_series(1, 40) k`,
      `insert into followed_categories select ${rowId(1, 'n')}, id from generate_series(1, ${members}) n, (select id from categories limit 3) c`,
      `insert into notifications (id, member_id, type, about, actor_id, photo_id, group_key)
       select ${rowId(4, 'n')}, ${rowId(1, `1 + n % ${members}`)}, 'like', 'photo', ${rowId(1, `1 + (n + 1) % ${members}`)}, ${rowId(2, 'n')}, ${rowId(2, 'n')} from generate_series(1, ${posts}) n`,
    ]);
    viewer = (await app.db.row<{ id: string }>('select id from members order by id limit 1'))!.id;
    fewFollowed = (await app.db.row<{ id: string }>('select id from members order by id desc limit 1'))!.id;
    await app.db.run('delete from follows where follower_id = $1 and followed_id > (select id from members order by id offset 2 limit 1)', [
      fewFollowed,
    ]);
    ids = (await app.db.rows<{ id: string }>('select id from photos order by id desc limit 20')).map((row) => row.id);
  }, 120_000);
  afterAll(() => app.close());

  const whole = /Seq Scan on (?:photos|images|photo_images|likes|comments|notifications|follows|photo_tags|followed_tags)\b/;
  const beginning = '00000000-0000-0000-0000-000000000000';
  const newest = { before: 'ffffffff-ffff-ffff-ffff-ffffffffffff', offset: 0, limit: 21 } as const;

  const reads: [string, (db: Statements) => Promise<unknown>][] = [
    ['the feed', (db) => feed.listFeedIds(db, 21, [{ viewerId: viewer, ...newest }])],
    ['the number of posts by hidden members', (db) => feed.countHidden(db, [viewer])],
    ['the newest posts', (db) => feed.readNewest(db, 24)],
    ['the newest posts of several pages', (db) => feed.readNewest(db, 120)],
    [
      'the viewer states of the feed',
      (db) => feed.readFeedStates(db, { snapshot: '', viewerIds: [viewer], areKnown: [false], pageOf: [1], ids: [], pageOfId: [] }),
    ],
    ['the following feeds of several viewers', (db) => following.findFollowing(db, 21, [viewer, fewFollowed])],
    ['the following feed', (db) => following.listFollowingIds(db, viewer, newest)],
    ['a later page of the following feed', (db) => following.listFollowingIds(db, viewer, { ...newest, offset: 40 })],
    ['the total of the following feed', (db) => following.countFollowing(db, viewer)],
    ['the posts of three followed members', (db) => following.listFollowingIds(db, fewFollowed, newest)],
    ['the following feed with tags and categories', (db) => following.listFollowingIds(db, viewer, newest, true)],
    [
      'a later page of the following feed with tags and categories',
      (db) => following.listFollowingIds(db, fewFollowed, { ...newest, before: ids[9]! }, true),
    ],
    ['authors of new posts in the following feed with tags', (db) => following.listNewPostersFollowed(db, viewer, ids[9]!, true)],
    ['trending posts', (db) => feed.listTrendingIds(db, [viewer])],
    ['welcome posts', (db) => feed.listWelcomeIds(db, viewer)],
    ['authors of new posts', (db) => feed.listNewPosters(db, viewer, ids[9]!)],
    ['authors of all posts', (db) => feed.listNewPosters(db, viewer, beginning)],
    ['followed authors of new posts', (db) => following.listNewPostersFollowed(db, viewer, ids[9]!)],
    [
      'changed versions of cached posts',
      (db) =>
        findChanges(db, {
          posts: { ids, states: ids.map(() => '1') },
          members: { ids: [viewer, fewFollowed], states: ['2 t', '2 f'] },
          viewerIds: [viewer],
          pairs: { ids, viewers: ids.map(() => 1), posts: ids.map((_, index) => index + 1) },
        }),
    ],
    [
      'posts with likes, comments or mentions by hidden members',
      (db) =>
        listPostsWithHiddenMembers(db, {
          viewerIds: [viewer],
          posts: { viewers: ids.map(() => 1), ids },
          named: { posts: ids.map((_, index) => index + 1), ids: ids.map(() => fewFollowed) },
        }),
    ],
    ['the newest comments of cached posts', (db) => listSharedCommentRows(db, ids)],
    ['posts', (db) => photos.listPhotoRows(db, viewer, ids)],
    ['images of posts', (db) => photos.listImageRows(db, ids)],
    ['the newest comments of posts', (db) => listNewestCommentRows(db, viewer, ids)],
    ['one post', (db) => photos.findVisiblePhoto(db, viewer, ids[0]!)],
    ['a like', (db) => likes.addLike(db, 'photo', viewer, ids[0]!)],
    ['a removed like', (db) => likes.removeLike(db, 'photo', viewer, ids[0]!)],
    ['the likes of a post', (db) => likes.findLikes(db, 'photo', viewer, ids[0]!)],
    [
      'likers of a post',
      (db) => likes.listLikerRows(db, 'photo', viewer, ids[0]!, { after: { time: 'infinity', id: newest.before }, offset: 0, limit: 21 }),
    ],
    ['the number of threads', (db) => comments.findConversation(db, viewer, ids[0]!)],
    ['the threads of a post', (db) => comments.listThreadRows(db, viewer, ids[0]!, newest)],
    ['a new comment', (db) => comments.addComment(db, viewer, { id: ids[0]!, photo_id: ids[0]!, content: 'Ndewo', is_critique: false })],
    ['a comment to delete', (db) => comments.findCommentToDelete(db, viewer, ids[0]!, ids[0]!)],
    ['a deleted comment', (db) => comments.removeComment(db, ids[0]!)],
    ['notifications', (db) => notifications.listNotificationRows(db, viewer, { filter: 'all', ...newest })],
    ['unread notifications', (db) => notifications.listNotificationRows(db, viewer, { filter: 'unread', ...newest })],
    ['the count of notifications', (db) => notifications.countNotifications(db, viewer, 'all')],
    ['a notification read', (db) => notifications.updateNotificationRead(db, viewer, ids[0]!)],
    ['all notifications read', (db) => notifications.updateAllRead(db, viewer)],
  ];

  test.each(reads)('the query scans no whole table: %s', async (_name, ask) => {
    const plans: string[] = [];
    await ask(explaining(app, plans));
    expect(plans.length).toBeGreaterThan(1);
    expect(plans.filter((plan) => whole.test(plan))).toEqual([]);
  });

  test('the following feed is read from the newest posts, or reports that older posts may belong to it', async () => {
    const [many, few] = await following.findFollowing(app.db, 21, [viewer, fewFollowed]);
    expect(many).toEqual({
      ids: await following.listFollowingIds(app.db, viewer, newest),
      total: await following.countFollowing(app.db, viewer),
      isEnough: true,
    });
    const all = await following.listFollowingIds(app.db, fewFollowed, newest);
    expect(all).toHaveLength(21);
    expect(few).toMatchObject({ total: await following.countFollowing(app.db, fewFollowed), isEnough: false });
    expect(few!.ids).toEqual(all.slice(0, few!.ids.length));
  });

  test('the check detects a table scan', async () => {
    const plans: string[] = [];
    await explaining(app, plans).rows(`select id from photos where title like '%i%'`);
    expect(plans.map((plan) => whole.test(plan))).toEqual([true, true]);
  });

  test('a page of the feed reads its posts in the order of the index', async () => {
    const plans: string[] = [];
    await feed.listFeedIds(explaining(app, plans), 21, [{ viewerId: viewer, ...newest }]);
    expect(plans.join('\n')).not.toMatch(/\bSort\b/);
  });
});

describe('saved posts', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    await addManyRows(app, [
      addMemberRows(2_000),
      `insert into photos (id, member_id, title) select ${rowId(2, 'n')}, ${rowId(1, '1 + n % 2000')}, 'A cloth' from generate_series(1, 100000) n`,
      `insert into saved_posts (member_id, photo_id, saved_at)
       select ${rowId(1, '2 + (n + 17 * k) % 1999')}, ${rowId(2, 'n')}, now() - n * interval '1 second' from generate_series(1, 100000) n, generate_series(1, 2) k`,
      `insert into saved_posts (member_id, photo_id, saved_at)
       select ${rowId(1, '1')}, ${rowId(2, 'n')}, now() - n * interval '1 second' from generate_series(1, 100000) n`,
      `insert into likes (photo_id, member_id)
       select ${rowId(2, 'n')}, ${rowId(1, '1 + (n + 17 * k) % 2000')} from generate_series(1, 100000) n, generate_series(1, 2) k`,
      `insert into blocks (blocker_id, blocked_id) select ${rowId(1, '1')}, ${rowId(1, '10 + n')} from generate_series(1, 100) n`,
    ]);
  }, 240_000);
  afterAll(() => app.close());

  const id = async (kind: 1 | 2, n = 1): Promise<string> =>
    (await app.db.row<{ id: string }>(`select ${rowId(kind, String(n))} as id`))!.id;
  const first = { after: { time: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }, limit: 21 } as const;
  const later = { after: { time: new Date(Date.now() - 50_000_000).toISOString(), id: first.after.id }, limit: 21 } as const;

  const marksOf = (db: Statements, viewerId: string, postId: string) =>
    findChanges(db, {
      posts: { ids: [postId], states: ['1'] },
      members: { ids: [viewerId], states: ['1 f'] },
      viewerIds: [viewerId],
      pairs: { ids: [postId], viewers: [1], posts: [1] },
    });

  const cases: [string, RegExp, (db: Statements) => Promise<unknown>][] = [
    ['posts of a member who saved every post', /saved_posts_newest/, async (db) => feed.listMarkedRows(db, await id(1), 'saved', first)],
    ['a late page', /saved_posts_newest/, async (db) => feed.listMarkedRows(db, await id(1), 'saved', later)],
    ['posts of a member who saved a few', /saved_posts_/, async (db) => feed.listMarkedRows(db, await id(1, 7), 'saved', first)],
    ['posts that a member liked', /likes_member/, async (db) => feed.listMarkedRows(db, await id(1, 7), 'liked', first)],
    ['saving a post', /photos_pkey/, async (db) => saved.addSaved(db, await id(1, 7), await id(2))],
    ['removing a saved post', /saved_posts_pkey/, async (db) => saved.removeSaved(db, await id(1), await id(2))],
    ['whether a post is saved', /saved_posts_/, async (db) => saved.findSaved(db, await id(1), await id(2))],
    [
      'posts with the viewer’s state',
      /saved_posts_pkey/,
      async (db) => photos.listPhotoRows(db, await id(1), [await id(2), await id(2, 2)]),
    ],
    ['states of several viewers', /saved_posts_pkey/, async (db) => marksOf(db, await id(1), await id(2))],
    ['erasing a member’s saved posts', /saved_posts_(?:pkey|newest)/, async (db) => saved.removeSavedBy(db, await id(1))],
    ['erasing saves of a member’s posts', /saved_posts_photo/, async (db) => saved.removeSavedBelow(db, await id(1))],
    ['erasing saves of posts', /saved_posts_photo/, async (db) => saved.removeSavedOf(db, [await id(2)])],
  ];

  test.each(cases)('the query uses an index: %s', async (_name, index, ask) => {
    const plans: string[] = [];
    await ask(explaining(app, plans));
    expect(plans.join('\n')).toMatch(index);
    expect(plans.filter((plan) => /Seq Scan on (?:saved_posts|photos|likes)\b/.test(plan))).toEqual([]);
  });

  test('listing saved posts reads one page only', async () => {
    const plans: string[] = [];
    await feed.listMarkedRows(explaining(app, plans), await id(1), 'saved', first);
    expect(plans.filter((plan) => /\bSort\b(?! Key)/.test(plan))).toEqual([]);
  });
});

describe('photo search', () => {
  // More posts than any method scans or sorts, so that each method is used.
  const members = 300;
  const posts = 26_000;
  const end = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

  let app: TestApp;
  let viewer: string;
  let reader: string;
  let author: string;
  let scopes: Record<string, search.FilterScope>;
  beforeAll(async () => {
    app = await startTestApp();
    await addManyRows(app, [
      `insert into members (id, username, name, email, post_visibility, suspended_at)
       select ${rowId(1, 'n')}, 'member_' || n, 'Member', n || '@example.test', case when n % 50 = 7 then 'followers' else 'public' end, case when n = 13 then now() end
         from generate_series(1, ${members}) n`,
      `insert into photos (id, member_id, category_id, title, deleted_at)
       select ${rowId(2, 'n')}, ${rowId(1, `1 + n % ${members}`)}, (select c.id from categories c where c.slug = case when n % 2 = 0 then 'music' when n % 25 = 0 then 'dance' else 'film' end),
              concat_ws(' ', 'Masquerade', n, case when n % 3 = 0 then 'Ìndigò' end, case when n % 97 = 0 then 'calabash' end, case when n % 5000 = 1 then 'quokka' end,
                        case when n <= 22000 then 'festac' end, case when n <= 9000 and n % 2 = 0 then 'regatta' end),
              case when n % 1000 = 999 then now() end
         from generate_series(1, ${posts}) n`,
      'update members m set photos_count = (select count(*) from photos where member_id = m.id and deleted_at is null)',
      'insert into category_tallies select category_id, member_id, count(*) from photos where deleted_at is null group by 1, 2',
      "insert into category_counts select t.category_id, category_part(t.member_id), sum(t.photos_count) from category_tallies t join members m on m.id = t.member_id where m.audience = 'public' and m.is_live group by 1, 2",
      `insert into follows (follower_id, followed_id) select ${rowId(1, '1')}, ${rowId(1, 'n')} from generate_series(5, 40) n
       union all select ${rowId(1, '2')}, ${rowId(1, 'n')} from generate_series(5, 290) n`,
      `insert into blocks (blocker_id, blocked_id) values (${rowId(1, '30')}, ${rowId(1, '1')})`,
      `insert into mutes (muter_id, muted_id) values (${rowId(1, '1')}, ${rowId(1, '31')})`,
    ]);
    const idOf = async (name: string): Promise<string> =>
      (await app.db.row<{ id: string }>('select id from members where username = $1', [name]))!.id;
    const category = async (slug: string): Promise<string> =>
      (await app.db.row<{ id: string }>('select id from categories where slug = $1', [slug]))!.id;
    [viewer, reader, author] = await Promise.all([idOf('member_1'), idOf('member_2'), idOf('member_20')]);
    const anywhere: search.FilterScope = { category: null, member: null, followed: false };
    const [music, dance] = await Promise.all([category('music'), category('dance')]);
    scopes = {
      anywhere,
      'a large category': { ...anywhere, category: music },
      'a small category': { ...anywhere, category: dance },
      'a member': { ...anywhere, member: author },
      'a member’s category': { ...anywhere, member: author, category: music },
      'those followed': { ...anywhere, followed: true },
      'those followed, in a category': { ...anywhere, category: music, followed: true },
      'a member followed': { ...anywhere, member: author, followed: true },
    };
  }, 120_000);
  afterAll(() => app.close());

  const sought = (words: string): SearchQuery => searchQueryOf(words)!;

  function explaining(plans: string[]): Statements {
    const explain = async (sql: string, values: readonly unknown[] = []): Promise<void> => {
      const rows = await app.db.rows<{ 'QUERY PLAN': string }>(`explain ${sql}`, values);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    };
    return {
      rows: async <Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]) => (await explain(sql, values), [] as Row[]),
      row: async <Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]) => (
        await explain(sql, values),
        { ids: [], count: 0, total: 0, counts: [] } as unknown as Row
      ),
      run: async (sql, values) => (await explain(sql, values), 0),
      hint: () => undefined,
    };
  }

  const page = { before: end, offset: 0, limit: 21 } as const;
  const kinds = [
    'anywhere',
    'a large category',
    'a small category',
    'a member',
    'a member’s category',
    'those followed',
    'those followed, in a category',
    'a member followed',
  ];

  test.each(kinds)('queries use an index in the scope: %s', async (kind) => {
    const plans: string[] = [];
    const db = explaining(plans);
    const scope = scopes[kind]!;
    const words = search.wordsOf(sought('masq ind'));
    await search.findAmongNewest(db, viewer, scope, words, page);
    await search.findAmongFollowed(db, viewer, scope, words, page);
    await search.findByWords(db, viewer, scope, words, page);
    await search.countByScanning(db, viewer, scope, words);
    await search.countByWords(db, viewer, scope, words);
    await search.listByScanning(db, viewer, scope, words, page);
    if (scope.category !== null || scope.member !== null) await search.listScopeIds(db, viewer, scope, page);
    if (scope.category !== null) {
      await counts.countOfCategory(db, viewer, scope.category);
      await counts.countOfCategoryFollowed(db, viewer, scope.category);
    }
    if (scope.member !== null) await counts.countOfMember(db, viewer, scope);
    await search.findAuthorId(db, viewer, 'member_2');
    expect(plans.length).toBeGreaterThan(5);
    expect(plans.filter((plan) => /Seq Scan on photos\b/.test(plan))).toEqual([]);
    const own = scope.member !== null ? /photos_member/ : scope.category !== null ? /photos_category/ : /photos_feed|photos_pkey/;
    expect(plans[0]).toMatch(own);
    expect(plans[2]).toMatch(/photos_search|photos_member/);
  });

  test.each(['a large category', 'a small category', 'those followed, in a category'])(
    'rare words use the index of words in a category: %s',
    async (kind) => {
      const plans: string[] = [];
      const words = search.wordsOf(sought('masq ind'));
      await search.findByWords(explaining(plans), viewer, scopes[kind]!, words, page);
      await search.countByWords(explaining(plans), viewer, scopes[kind]!, words);
      expect(plans).toHaveLength(2);
      for (const plan of plans) {
        expect(plan).toMatch(/Bitmap Index Scan on photos_search_in_category/);
        expect(plan).not.toMatch(/Scan (?:using|on) photos_(?:category|search|feed|pkey)\b/);
      }
    },
  );

  test('only words that are rare in the newest thousand posts are looked up in the index', async () => {
    const plans: string[] = [];
    const scope = scopes['a large category']!;
    const words = search.wordsOf(sought('masq ind quokka zzyzx'));
    expect((await search.selectRareWords(app.db, scope, words)).longest.split(' & ').toSorted()).toEqual(["'quokka':*", "'zzyzx':*"]);
    expect((await search.selectRareWords(app.db, scope, words)).all).toBe(words.all);
    const common = search.wordsOf(sought('masq ind'));
    expect(await search.selectRareWords(app.db, scope, common)).toEqual(common);
    const rarest = search.wordsOf(sought('masq cala'));
    expect((await search.selectRareWords(app.db, scopes['anywhere']!, rarest)).longest).toBe("'cala':*");
    await search.selectRareWords(explaining(plans), scope, words);
    expect(plans[0]).toMatch(/Index Scan using photos_category/);
    expect(plans[0]).not.toMatch(/Seq Scan on photos\b|Bitmap|Sort/);
  });

  test('counting categories reads neither posts nor every member’s counts', async () => {
    const plans: string[] = [];
    await listCategories(explaining(plans), viewer);
    await counts.countOfCategory(explaining(plans), viewer, scopes['a large category']!.category!);
    expect(plans.join('\n')).not.toMatch(/(?<!photos_warned) on photos\b/);
    expect(plans.join('\n')).not.toMatch(/Seq Scan on category_tallies\b/);
  });

  describe.each(kinds)('%s', (kind) => {
    test.each(['masq', 'INDIGO', 'calabash', 'quokka', 'festac', 'regatta', 'masq ind cal', '1', '25', 'nowhere'])(
      'a search for %o returns and counts each match once, by cursor and by page number',
      async (typed) => {
        const scope = scopes[kind]!;
        const words = sought(typed);
        for (const username of [viewer, reader]) {
          const all = await foundByReading(username, scope, words.all);
          const total = Math.min(all.length, limits.photoCount + 1);
          const from = [-1, 0, 19, 2_400, 9_990, all.length - 30, all.length - 1].filter(
            (n, index, list) => n < all.length && list.indexOf(n) === index && n >= -1,
          );
          for (const index of from) {
            const before = index < 0 ? end : all[index]!;
            const found = await findPosts(app.db, username, scope, {
              words,
              knownTotal: undefined,
              page: { before, offset: 0, limit: 21 },
            });
            expect(found.ids, `after ${index}`).toEqual(all.slice(index + 1, index + 22));
            if (index < 0) expect(Math.min(found.total, limits.photoCount + 1)).toBe(total);
          }
          for (const offset of [20, 400, 980]) {
            const found = await findPosts(app.db, username, scope, {
              words,
              knownTotal: undefined,
              page: { before: end, offset, limit: 51 },
            });
            expect(found.ids, `from ${offset}`).toEqual(all.slice(offset, offset + 51));
            expect(Math.min(found.total, limits.photoCount + 1)).toBe(total);
          }
        }
      },
      60_000,
    );
  });

  async function foundByReading(username: string, { category, member, followed }: search.FilterScope, words: string): Promise<string[]> {
    const { rows } = await app.db.pool.query<{ id: string }>(
      `select p.id from photos p join members m on m.id = p.member_id
      where p.search @@ $2::tsquery and ${photoListed('$1', 'p', 'm')} and ($3::uuid is null or p.category_id = $3) and ($4::uuid is null or p.member_id = $4)
        and ($5::boolean is false or exists (select from follows f where f.follower_id = $1 and f.followed_id = m.id))
      order by p.id desc`,
      [username, words, category, member, followed],
    );
    return rows.map(({ id }) => id);
  }
});

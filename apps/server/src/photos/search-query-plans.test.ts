/** @module-tag world */
import * as limits from '@mbari/contract/platform/limits';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Statements } from '../platform/db/database.ts';
import { type SearchQuery, searchQueryOf } from '../platform/search-query.ts';
import { photoListed } from '../platform/visibility/photos.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { addManyRows, rowId } from '../testing/many-rows.ts';
import { listCategories } from './category-queries.ts';
import { findPosts } from './find-posts.ts';
import * as counts from './search-count-queries.ts';
import * as search from './search-queries.ts';

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
          const found = await findPosts(app.db, username, scope, { words, knownTotal: undefined, page: { before, offset: 0, limit: 21 } });
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

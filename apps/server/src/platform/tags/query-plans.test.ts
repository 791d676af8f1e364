import { afterAll, beforeAll, expect, test } from 'vitest';
/** @module-tag world */
import * as publicPages from '../../community/public-pages/queries.ts';
import * as topicLists from '../../forum/topics/list-queries.ts';
import * as search from '../../photos/search-queries.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addManyRows, addMemberRows, explaining, rowId } from '../../testing/many-rows.ts';
import type { Statements } from '../db/database.ts';
import * as tags from './queries.ts';

let app: TestApp;
/** Adds a hundred thousand photos and five thousand topics. Each has the common tag and one of twenty thousand rare tags. */
beforeAll(async () => {
  app = await startTestApp();
  const topic = rowId(4, 'n');
  await addManyRows(app, [
    addMemberRows(2_000),
    `insert into photos (id, member_id, title, location_name)
       select ${rowId(2, 'n')}, ${rowId(1, '1 + n % 2000')}, 'A cloth', case when n % 2 = 0 then 'Common' else 'Rare ' || n end from generate_series(1, 100000) n`,
    `insert into forum_topics (id, author_id, category_id, title, slug, latest_post_id, last_number, posts_count)
       select ${topic}, ${rowId(1, '1 + n % 2000')}, '019ab000-0000-7000-8000-000000000001', 'A question', 'a', ${rowId(5, 'n')}, 1, 1 from generate_series(1, 5000) n`,
    `insert into forum_posts (id, topic_id, number, author_id, body, body_html, html_version, plain)
       select ${rowId(5, 'n')}, ${topic}, 1, ${rowId(1, '1 + n % 2000')}, '', '', 3, '' from generate_series(1, 5000) n`,
    `insert into tags select 'common', 105000 union all select 'rare' || n, 5 from generate_series(1, 20000) n`,
    `insert into photo_tags select 'common', ${rowId(2, 'n')}, 'common' from generate_series(1, 100000) n
     union all select 'rare' || 1 + n % 20000, ${rowId(2, 'n')}, 'rare' from generate_series(1, 100000) n`,
    `insert into forum_topic_tags select 'common', ${topic}, 'common' from generate_series(1, 5000) n
     union all select 'rare' || 1 + n % 20000, ${topic}, 'rare' from generate_series(1, 5000) n`,
    `insert into blocks (blocker_id, blocked_id) select ${rowId(1, '1')}, ${rowId(1, '10 + n')} from generate_series(1, 100) n`,
  ]);
}, 240_000);
afterAll(() => app.close());

const id = async (kind: number, n = 1): Promise<string> => (await app.db.row<{ id: string }>(`select ${rowId(kind, String(n))} as id`))!.id;
const scope = { category: null, member: null, followed: false };
const page = (before: string) => ({ before, offset: 0, limit: 21 }) as const;
const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const queries: [string, RegExp, (db: Statements) => Promise<unknown>][] = [
  [
    'photos with a tag',
    /photo_tags_pkey/,
    async (db) => search.listTaggedIds(db, await id(1), scope, { tag: 'common', words: null, page: page(last) }),
  ],
  [
    'a page far down',
    /photo_tags_pkey/,
    async (db) => search.listTaggedIds(db, await id(1), scope, { tag: 'common', words: null, page: page(await id(2, 50_000)) }),
  ],
  [
    'counting photos with a tag',
    /photo_tags_pkey/,
    async (db) => search.countTagged(db, await id(1), scope, { tag: 'common', words: null }),
  ],
  [
    'photos from a common place',
    /photos_place/,
    async (db) => search.listIdsAtPlace(db, await id(1), scope, { place: 'common', words: null, page: page(last) }),
  ],
  [
    'photos from a rare place',
    /photos_place/,
    async (db) => search.listIdsAtPlace(db, await id(1), scope, { place: 'rare 7', words: null, page: page(last) }),
  ],
  [
    'counting photos from a place',
    /photos_place/,
    async (db) => search.countAtPlace(db, await id(1), scope, { place: 'common', words: null }),
  ],
  ['places of a member', /photos_member/, async (db) => search.listPlacesOf(db, await id(1))],
  ['photos from a place, for visitors', /photos_place/, (db) => publicPages.listIdsAtPlace(db, 'common', { before: last, limit: 25 })],
  [
    'topics with a tag',
    /forum_topic_tags_pkey/,
    async (db) => topicLists.listTopicIdsWithTag(db, await id(1), 'common', { before: last, limit: 21 }),
  ],
  ['a tag by itself', /photo_tags_pkey/, async (db) => tags.findTag(db, await id(1), 'common')],
  ['completing a tag', /tags_pkey/, async (db) => tags.listTagsBeginning(db, await id(1), 'ra')],
  [
    'keeping the tags of a photo',
    /photo_tags_photo/,
    async (db) => tags.replacePhotoTags(db, [{ id: await id(2), tags: ['common', 'rare7'] }]),
  ],
  [
    'keeping the tags of a topic',
    /forum_topic_tags_topic/,
    async (db) => tags.replaceTopicTags(db, [{ id: await id(4), tags: ['common'] }]),
  ],
  ['forgetting the tags of an opening', /forum_topic_tags_/, async (db) => tags.removeTagsOfOpenings(db, [await id(5)])],
  ['sweeping', /tags_unused/, (db) => tags.removeUnusedTags(db)],
];

test.each(queries)('%s: uses an index and scans no table', async (_name, index, query) => {
  const plans: string[] = [];
  await query(explaining(app, plans));
  expect(plans.join('\n')).toMatch(index);
  expect(plans.filter((plan) => /Seq Scan on (?:photo_tags|forum_topic_tags|photos|forum_topics|forum_posts)\b/.test(plan))).toEqual([]);
});

test('a page of tagged posts is read in index order, without sorting', async () => {
  const plans: string[] = [];
  await search.listTaggedIds(explaining(app, plans), await id(1), scope, { tag: 'common', words: null, page: page(last) });
  await search.listIdsAtPlace(explaining(app, plans), await id(1), scope, { place: 'common', words: null, page: page(last) });
  await topicLists.listTopicIdsWithTag(explaining(app, plans), await id(1), 'common', { before: last, limit: 21 });
  expect(plans.filter((plan) => /\bSort\b(?! Key)/.test(plan))).toEqual([]);
});

test('counting uses and completing tags stop at their limits, however often a tag is used', async () => {
  const [viewer] = [await id(1)];
  const timed = async (query: () => Promise<unknown>): Promise<number> => {
    await query();
    const startedAt = performance.now();
    await query();
    return performance.now() - startedAt;
  };
  expect((await tags.findTag(app.db, viewer, 'common')).photos_count).toBe(1_001);
  const took = [
    await timed(() => tags.findTag(app.db, viewer, 'common')),
    await timed(() => tags.listTagsBeginning(app.db, viewer, '')),
    await timed(() => tags.listTagsBeginning(app.db, viewer, 'rare1')),
  ];
  for (const milliseconds of took) expect(milliseconds).toBeLessThan(500);
});

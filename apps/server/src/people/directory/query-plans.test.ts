/** @module-tag world */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listNewestRowsOfMembers } from '../../photos/posts/queries.ts';
import type { Statements } from '../../platform/db/database.ts';
import { searchQueryOf } from '../../platform/search-query.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addManyRows, explaining, rowId } from '../../testing/many-rows.ts';
import * as directory from './queries.ts';

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

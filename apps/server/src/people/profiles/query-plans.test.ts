/** @module-tag world */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listScope } from '../../photos/find-posts.ts';
import type { Statements } from '../../platform/db/database.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addManyRows, explaining, rowId } from '../../testing/many-rows.ts';
import * as profiles from './queries.ts';

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

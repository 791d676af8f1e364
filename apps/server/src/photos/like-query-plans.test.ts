/** @module-tag world */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statements } from '../platform/db/database.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { addManyRows, explaining, rowId } from '../testing/many-rows.ts';
import * as comments from './comments/queries.ts';
import * as likes from './like-queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await addManyRows(app, [
    `insert into members (id, username, name, email) select ${rowId(1, 'n')}, 'ada' || n, 'Ada', n || '@example.test' from generate_series(1, 9000) n`,
    `insert into photos (id, member_id, title, comments_count) select ${rowId(2, 'n')}, ${rowId(1, 'n')}, 'A cloth', 1000 from generate_series(1, 100) n`,
    `insert into comments (id, photo_id, member_id, content, likes_count)
       select ${rowId(3, 'n')}, ${rowId(2, '1 + n % 100')}, ${rowId(1, '1 + n % 9000')}, 'Fine', 2 from generate_series(1, 100000) n`,
    `insert into comment_likes (comment_id, member_id)
       select ${rowId(3, 'n')}, ${rowId(1, '1 + (n + 17 * k) % 9000')} from generate_series(1, 100000) n, generate_series(1, 2) k`,
    `insert into blocks (blocker_id, blocked_id) select ${rowId(1, '1')}, ${rowId(1, '10 + n')} from generate_series(1, 100) n`,
  ]);
}, 240_000);
afterAll(() => app.close());

const id = async (kind: 1 | 2 | 3): Promise<string> => (await app.db.row<{ id: string }>(`select ${rowId(kind, '1')} as id`))!.id;
const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const after = { time: 'infinity', id: last };

const cases: [string, RegExp, (db: Statements) => Promise<unknown>][] = [
  [
    'threads with the likes of their comments',
    /comments_threads/,
    async (db) => comments.listThreadRows(db, await id(1), await id(2), { before: last, offset: 0, limit: 21 }),
  ],
  ['likes of a comment', /comment_likes_(?:pkey|member)/, async (db) => likes.findLikes(db, 'comment', await id(1), await id(3))],
  [
    'likers of a comment',
    /comment_likes_(?:newest|pkey)/,
    async (db) => likes.listLikerRows(db, 'comment', await id(1), await id(3), { after, offset: 0, limit: 21 }),
  ],
  ['liking a comment', /comments_pkey/, async (db) => likes.addLike(db, 'comment', await id(1), await id(3))],
  ['removing a like', /comment_likes_pkey/, async (db) => likes.removeLike(db, 'comment', await id(1), await id(3))],
  ['erasing the likes of a member', /comment_likes_member/, async (db) => likes.removeLikesBy(db, await id(1))],
  ['erasing the likes of a member’s comments', /comments_member/, async (db) => likes.removeLikesBelow(db, await id(1))],
  ['erasing the likes of comments', /comment_likes_/, async (db) => likes.removeLikesOf(db, 'comment', [await id(3)])],
];

test.each(cases)('the query uses an index: %s', async (_name, index, ask) => {
  const plans: string[] = [];
  await ask(explaining(app, plans));
  expect(plans.join('\n')).toMatch(index);
  expect(plans.filter((plan) => /Seq Scan on (?:comments|comment_likes|photos)\b/.test(plan))).toEqual([]);
});

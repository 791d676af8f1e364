/** @module-tag world */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statements } from '../../platform/db/database.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addManyRows, explaining, rowId } from '../../testing/many-rows.ts';
import * as erasing from './erase-queries.ts';
import * as comments from './queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await addManyRows(app, [
    `insert into members (id, username, name, email) select ${rowId(1, 'n')}, 'ada' || n, 'Ada', n || '@example.test' from generate_series(1, 9000) n`,
    `insert into photos (id, member_id, title) select ${rowId(2, 'n')}, ${rowId(1, '1 + n % 9000')}, 'A cloth' from generate_series(1, 100000) n`,
    `insert into comments (id, photo_id, member_id, content, replies_count)
       select ${rowId(3, 'n')}, ${rowId(2, 'n')}, ${rowId(1, '1 + n % 9000')}, 'Fine', 1 from generate_series(1, 100000) n`,
    `insert into comments (id, photo_id, member_id, content)
       select ${rowId(4, 'n')}, ${rowId(2, '1')}, ${rowId(1, '1 + n % 9000')}, 'Fine' from generate_series(1, 30000) n`,
    `insert into comments (id, photo_id, member_id, content, thread_id, reply_to_id)
       select ${rowId(5, 'n')}, ${rowId(2, 'n')}, ${rowId(1, '1 + n % 9000')}, 'Indeed', ${rowId(3, 'n')}, ${rowId(3, 'n')} from generate_series(1, 100000) n`,
    `insert into comments (id, photo_id, member_id, content, thread_id, reply_to_id)
       select ${rowId(6, 'n')}, ${rowId(2, '2')}, ${rowId(1, '1 + n % 9000')}, 'Indeed', ${rowId(3, '2')}, ${rowId(3, '2')} from generate_series(1, 30000) n`,
    `insert into comments (id, photo_id, member_id, content, deleted_at, replies_count)
       select ${rowId(7, 'n')}, ${rowId(2, 'n')}, null, '', now(), 1 from generate_series(1, 2000) n`,
    `insert into blocks (blocker_id, blocked_id) select ${rowId(1, '1')}, ${rowId(1, '10 + n')} from generate_series(1, 100) n`,
  ]);
}, 240_000);
afterAll(() => app.close());

const id = async (kind: 1 | 2 | 3 | 5, n = '1'): Promise<string> =>
  (await app.db.row<{ id: string }>(`select ${rowId(kind, n)} as id`))!.id;
const newest = { before: 'ffffffff-ffff-ffff-ffff-ffffffffffff', offset: 0, limit: 21 } as const;

const cases: [string, RegExp, (db: Statements) => Promise<unknown>][] = [
  ['the threads of a post', /comments_threads/, async (db) => comments.listThreadRows(db, await id(1), await id(2), newest)],
  ['the number of threads', /comments_threads/, async (db) => comments.findConversation(db, await id(1), await id(2))],
  [
    'the newest replies of several threads',
    /comments_thread\b/,
    async (db) => comments.listNewestReplyRows(db, await id(1), [await id(3), await id(3, '2')]),
  ],
  ['the replies of a thread', /comments_thread\b/, async (db) => comments.listReplyRows(db, await id(1), await id(3, '2'), newest)],
  ['the number of replies', /comments_thread\b/, async (db) => comments.findThread(db, await id(1), await id(3, '2'))],
  ['a comment that a link leads to', /comments_pkey/, async (db) => comments.listVisibleComments(db, await id(1), [await id(5)])],
  ['the newest comments and replies in one list', /comments_/, async (db) => comments.listNewestComments(db, await id(1), await id(2))],
  ['the answered comment', /comments_pkey/, async (db) => comments.lockParent(db, await id(1), await id(2), await id(5))],
  ['a deleted reply', /comments_pkey/, async (db) => comments.removeComment(db, await id(5))],
  ['the comments of a member to be erased', /comments_member/, async (db) => erasing.removeCommentsBy(db, await id(1))],
  ['deleted comments to be swept', /comments_deleted/, (db) => erasing.removeDeletedComments(db)],
  ['tombstones to be swept', /comments_tombstones/, (db) => erasing.removeTombstones(db)],
];

test.each(cases)('the query uses an index: %s', async (_name, index, ask) => {
  const plans: string[] = [];
  await ask(explaining(app, plans));
  expect(plans.join('\n')).toMatch(index);
  expect(plans.filter((plan) => /Seq Scan on (?:comments|photos)\b/.test(plan))).toEqual([]);
});

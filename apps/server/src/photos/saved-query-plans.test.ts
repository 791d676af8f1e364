/** @module-tag world */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statements } from '../platform/db/database.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { addManyRows, addMemberRows, explaining, rowId } from '../testing/many-rows.ts';
import { findChanges } from './feed/hydrate-queries.ts';
import * as feed from './feed/queries.ts';
import * as saved from './like-queries.ts';
import * as photos from './posts/queries.ts';

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

const id = async (kind: 1 | 2, n = 1): Promise<string> => (await app.db.row<{ id: string }>(`select ${rowId(kind, String(n))} as id`))!.id;
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
  ['posts with the viewer’s state', /saved_posts_pkey/, async (db) => photos.listPhotoRows(db, await id(1), [await id(2), await id(2, 2)])],
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

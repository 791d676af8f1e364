/** @module-tag world */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertSeriesNotifications } from '../../notifications/batch-queries.ts';
import type { Statements } from '../../platform/db/database.ts';
import { highestId, lowestId, newId } from '../../platform/ids.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addManyRows, addMemberRows, explaining, rowId } from '../../testing/many-rows.ts';
import * as series from './queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await addManyRows(app, [
    addMemberRows(2_000),
    `insert into photos (id, member_id, title) select ${rowId(2, 'n')}, ${rowId(1, '1 + n % 2000')}, 'A cloth' from generate_series(1, 100000) n`,
    `insert into series (id, member_id, title) select ${rowId(3, 'n')}, ${rowId(1, '1 + n % 2000')}, 'Harmattan' from generate_series(1, 10000) n`,
    `insert into series_photos (series_id, photo_id, position)
       select ${rowId(3, '1 + n % 10000')}, ${rowId(2, '1 + (n + 2000 * k) % 100000')}, k from generate_series(1, 10000) n, generate_series(1, 12) k`,
    `insert into follows (follower_id, followed_id)
       select ${rowId(1, 'n')}, ${rowId(1, '1 + (n + k) % 2000')} from generate_series(1, 2000) n, generate_series(1, 50) k`,
  ]);
}, 240_000);
afterAll(() => app.close());

const id = async (kind: 1 | 2 | 3, n = 1): Promise<string> =>
  (await app.db.row<{ id: string }>(`select ${rowId(kind, String(n))} as id`))!.id;
const texts = { title: 'Dust', body: undefined, body_html: undefined };

const cases: [string, RegExp, (db: Statements) => Promise<unknown>][] = [
  ['a series', /series_photos_(?:order|pkey)/, async (db) => series.findSeries(db, await id(1, 7), await id(3))],
  ['a series for visitors', /series_photos_(?:order|pkey)/, async (db) => series.findPublicSeries(db, await id(3))],
  [
    'the series of a profile',
    /series_member/,
    async (db) =>
      series.listSeriesCards(db, { viewerId: await id(1, 7), memberId: await id(1), before: highestId, limit: 21, withEmpty: false }),
  ],
  ['the series of a post', /series_photos_photo/, async (db) => series.listSeriesOfPhoto(db, await id(2))],
  ['own series', /series_member/, async (db) => series.listOwnSeriesRows(db, await id(1), await id(2))],
  [
    'an edit',
    /series_(?:pkey|member)/,
    async (db) =>
      series.setSeries(db, await id(1), await id(3), 1, {
        ...texts,
        isComplete: true,
        coverId: await id(2),
        photoIds: [await id(2), await id(2, 2)],
      }),
  ],
  ['adding a post', /series_photos_(?:order|pkey)/, async (db) => series.addSeriesPhoto(db, await id(1), await id(3), await id(2))],
  ['taking a post out', /series_photos_(?:pkey|photo)/, async (db) => series.removeSeriesPhoto(db, await id(1), await id(3), await id(2))],
  ['notifying followers', /follows_/, async (db) => insertSeriesNotifications(db, await id(3), { after: lowestId, ids: [newId()] })],
];

test.each(cases)('the query uses an index: %s', async (_name, index, ask) => {
  const plans: string[] = [];
  await ask(explaining(app, plans));
  expect(plans.join('\n')).toMatch(index);
  expect(plans.filter((plan) => /Seq Scan on (?:series|series_photos|photos|follows)\b/.test(plan))).toEqual([]);
});

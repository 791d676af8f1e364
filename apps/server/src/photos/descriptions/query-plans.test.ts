/** @module-tag world */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statements } from '../../platform/db/database.ts';
import { lowestId, newId } from '../../platform/ids.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addManyRows, addMemberRows, explaining, rowId } from '../../testing/many-rows.ts';
import * as queries from './queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await addManyRows(app, [
    addMemberRows(2_000),
    `insert into photos (id, member_id, title) select ${rowId(2, 'n')}, ${rowId(1, '1 + n % 2000')}, 'A cloth' from generate_series(1, 100000) n`,
    `insert into photo_images (photo_id, position, image_id, alt, proposals_count)
       select ${rowId(2, 'n')}, 0, ${rowId(4, 'n')}, case when n % 3 = 0 then '' else 'A cloth' end, (n % 2)::int from generate_series(1, 100000) n`,
    `insert into alt_proposals (id, image_id, member_id, text)
       select ${rowId(5, 'n')}, ${rowId(4, '3 * n')}, ${rowId(1, '1 + n % 2000')}, 'A cloth' from generate_series(1, 30000) n`,
  ]);
}, 240_000);
afterAll(() => app.close());

const id = async (kind: 1 | 2 | 4 | 5, n = 1): Promise<string> =>
  (await app.db.row<{ id: string }>(`select ${rowId(kind, String(n))} as id`))!.id;
const first = { proposals_count: -1, photo_id: lowestId, position: 0 };

const cases: [string, RegExp, (db: Statements) => Promise<unknown>][] = [
  ['images that wait', /photo_images_undescribed/, async (db) => queries.listWaitingRows(db, await id(1, 7), { after: first, limit: 21 })],
  [
    'later images that wait',
    /photo_images_undescribed/,
    async (db) =>
      queries.listWaitingRows(db, await id(1, 7), { after: { ...first, proposals_count: 1, photo_id: await id(2, 50_000) }, limit: 51 }),
  ],
  ['the proposals for a post', /alt_proposals_image_id/, async (db) => queries.listProposals(db, await id(1, 4), await id(2, 3))],
  [
    'a proposal',
    /photo_images_/,
    async (db) => queries.addProposal(db, await id(1, 7), await id(2, 3), { id: newId(), imageId: await id(4, 3), text: 'A cloth' }),
  ],
  ['an accepted proposal', /alt_proposals_/, async (db) => queries.setProposedAlt(db, await id(2, 3), await id(5), 'A cloth')],
  ['a declined proposal', /alt_proposals_pkey/, async (db) => queries.setDeclined(db, await id(2, 3), await id(5))],
];

test.each(cases)('the query uses an index: %s', async (_name, index, ask) => {
  const plans: string[] = [];
  await ask(explaining(app, plans));
  expect(plans.join('\n')).toMatch(index);
  expect(plans.filter((plan) => /Seq Scan on (?:alt_proposals|photo_images|photos)\b/.test(plan))).toEqual([]);
});

test('a page of images that wait stops at its limit', async () => {
  const plans: string[] = [];
  await queries.listWaitingRows(explaining(app, plans), await id(1, 7), { after: first, limit: 21 });
  expect(plans.join('\n')).not.toMatch(/\bSort\b/);
});

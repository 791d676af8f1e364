/** @module-tag world */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statements } from '../../platform/db/database.ts';
import { highestId, lowestId } from '../../platform/ids.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addManyRows, addMemberRows, explaining, rowId } from '../../testing/many-rows.ts';
import * as queries from './queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await addManyRows(app, [
    addMemberRows(2_000),
    `insert into photos (id, member_id, title) select ${rowId(2, 'n')}, ${rowId(1, '1 + n % 2000')}, 'A cloth' from generate_series(1, 100000) n`,
    `insert into critiques (photo_id, id, category, question, asked_at, first_at, closed_at, critics_count)
       select ${rowId(2, '5 * n')}, ${rowId(3, 'n')}, (array['light', 'story'])[1 + n % 2], 'Too dark?', now() - n * interval '1 minute',
              case when n % 3 > 0 then now() end, case when n % 4 = 0 then now() end, n % 3 from generate_series(1, 20000) n`,
    `insert into comments (id, photo_id, member_id, content)
       select ${rowId(5, 'n')}, ${rowId(2, 'n')}, ${rowId(1, '1 + n * 7 % 2000')}, 'A cloth' from generate_series(1, 100000) n`,
    `insert into comments (id, photo_id, member_id, content, is_critique, created_at)
       select ${rowId(6, 'n')}, ${rowId(2, '5 * (1 + n % 20000)')}, ${rowId(1, '1 + n * 7 % 2000')}, 'Wait', true, now() - n * interval '1 minute'
         from generate_series(1, 60000) n`,
  ]);
}, 240_000);
afterAll(() => app.close());

const id = async (kind: 1 | 2 | 3 | 6, n = 1): Promise<string> =>
  (await app.db.row<{ id: string }>(`select ${rowId(kind, String(n))} as id`))!.id;
const page = { category: null, limit: 21 } as const;
const first = { count: 0, id: lowestId };

const cases: [string, RegExp, (db: Statements) => Promise<unknown>][] = [
  ['requests that wait', /critiques_waiting/, async (db) => queries.listWaiting(db, await id(1, 6), first, page)],
  [
    'later requests of a category',
    /critiques_waiting/,
    async (db) => queries.listWaiting(db, await id(1, 6), { count: 1, id: await id(3, 10_000) }, { category: 'light', limit: 51 }),
  ],
  ['own requests', /critiques_pkey/, async (db) => queries.listOwn(db, await id(1, 6), highestId, page)],
  ['critique given', /comments_critic\b/, async (db) => queries.listGiven(db, await id(1, 8), highestId, page)],
  ['the figures', /critiques_asked[^]*comments_critic\b/, async (db) => queries.findFigures(db, await id(1, 6))],
  ['a request', /critiques_pkey/, async (db) => queries.findCritique(db, await id(1, 8), await id(2, 5))],
  ['its threads', /comments_critique/, async (db) => queries.listCritiqueThreads(db, await id(1, 8), await id(2, 5))],
  ['a locked request', /critiques_pkey/, async (db) => queries.lockCritique(db, await id(1, 8), await id(2, 5))],
  ['its number of threads', /comments_critique/, async (db) => queries.countThreads(db, await id(2, 5), null)],
  ['a helpful thread', /comments_pkey/, async (db) => queries.setHelpful(db, await id(1, 6), await id(6), true)],
];

test.each(cases)('the query uses an index: %s', async (_name, index, ask) => {
  const plans: string[] = [];
  await ask(explaining(app, plans));
  expect(plans.join('\n')).toMatch(index);
  expect(plans.filter((plan) => /Seq Scan on (?:comments|critiques|photos)\b/.test(plan))).toEqual([]);
});

test.each(cases.filter(([name]) => name.startsWith('requests') || name === 'critique given'))(
  'a page stops at its limit: %s',
  async (_name, _index, ask) => {
    const plans: string[] = [];
    await ask(explaining(app, plans));
    for (const plan of plans) expect(plan).not.toMatch(/^Limit.*\n *->  (?:Result.*\n *->  )?(?:Incremental )?Sort/);
  },
);

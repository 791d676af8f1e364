/** @module-tag world */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertExhibitionNotifications } from '../../notifications/batch-queries.ts';
import type { Statements } from '../../platform/db/database.ts';
import { highestId, lowestId, newId } from '../../platform/ids.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addManyRows, addMemberRows, explaining, rowId } from '../../testing/many-rows.ts';
import * as edits from './edit-queries.ts';
import * as exhibitions from './queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await addManyRows(app, [
    addMemberRows(2_000),
    `insert into photos (id, member_id, title) select ${rowId(2, 'n')}, ${rowId(1, '1 + n % 2000')}, 'A cloth' from generate_series(1, 100000) n`,
    `insert into exhibitions (id, title, opens_at, closes_at, announced_at, rooms)
       select ${rowId(3, 'n')}, 'Indigo', now() - n * interval '1 hour', case when n % 2 = 0 then now() - interval '1 minute' end, now(),
              (select jsonb_agg(jsonb_build_object('title', 'Room', 'text', '', 'items', (select jsonb_agg(jsonb_build_object('photo_id',
                        ${rowId(2, '1 + (n + 2000 * (k + 8 * r)) % 100000')})) from generate_series(1, 8) k))) from generate_series(0, 2) r)
         from generate_series(1, 4000) n`,
    `insert into exhibition_curators select ${rowId(3, 'n')}, ${rowId(1, '1 + (n + k) % 2000')}, now() from generate_series(1, 4000) n, generate_series(1, 2) k`,
    `insert into exhibition_works select ${rowId(3, 'n')}, p.id, p.member_id, 'accepted'
       from generate_series(1, 4000) n, generate_series(1, 24) k, photos p where p.id = ${rowId(2, '1 + (n + 2000 * k) % 100000')} on conflict do nothing`,
    `insert into follows (follower_id, followed_id)
       select ${rowId(1, 'n')}, ${rowId(1, '1 + (n + k) % 2000')} from generate_series(1, 2000) n, generate_series(1, 50) k`,
  ]);
}, 240_000);
afterAll(() => app.close());

const id = async (kind: 1 | 2 | 3, n = 1): Promise<string> =>
  (await app.db.row<{ id: string }>(`select ${rowId(kind, String(n))} as id`))!.id;

const list = (state: 'open' | 'past' | 'mine' | 'curated') => async (db: Statements) =>
  exhibitions.listExhibitionRows(db, await id(1, 7), state, { after: { time: 'infinity', id: highestId }, limit: 21 });

const cases: [string, RegExp, (db: Statements) => Promise<unknown>][] = [
  ['an exhibition', /exhibitions_pkey/, async (db) => exhibitions.findExhibition(db, await id(1, 7), await id(3))],
  ['an exhibition for visitors', /exhibitions_pkey/, async (db) => exhibitions.findPublicExhibition(db, await id(3))],
  ['open exhibitions', /exhibitions_opening/, list('open')],
  ['past exhibitions', /exhibitions_opening/, list('past')],
  [
    'coming exhibitions',
    /exhibitions_opening/,
    async (db) => exhibitions.listExhibitionRows(db, await id(1, 7), 'coming', { after: { time: '-infinity', id: lowestId }, limit: 21 }),
  ],
  ['own exhibitions', /exhibition_curators_member/, list('mine')],
  ['curated exhibitions', /exhibition_curators_member/, list('curated')],
  ['whether a member curates', /exhibition_curators_member/, async (db) => exhibitions.curatesNow(db, await id(1, 7))],
  ['curators', /exhibition_curators_pkey/, async (db) => exhibitions.listCurators(db, await id(1, 7), [await id(3)])],
  ['hidden works', /exhibition_works_pkey/, async (db) => exhibitions.listHiddenWorks(db, await id(1, 7), await id(3))],
  ['exhibitions to announce', /exhibitions_unannounced/, (db) => exhibitions.listUnannounced(db)],
  [
    'an edit',
    /exhibitions_pkey/,
    async (db) =>
      edits.setExhibition(db, await id(1, 3), await id(3), {
        ...{ title: 'Cloth', body: undefined, body_html: undefined, opens_at: undefined, closes_at: undefined, topic_id: undefined },
        ...{ version: 1, rooms: [], photoIds: [await id(2), await id(2, 2)] },
      }),
  ],
  ['an answer', /exhibition_works_(?:member|pkey)/, async (db) => edits.setWorkState(db, await id(1), await id(3), await id(2), true)],
  ['the exhibitions of an erased account', /exhibition_curators_member/, async (db) => edits.removeExhibitionsOf(db, await id(1))],
  ['notifying followers', /follows_/, async (db) => insertExhibitionNotifications(db, await id(3), { after: lowestId, ids: [newId()] })],
];

test.each(cases)('the query uses an index: %s', async (_name, index, ask) => {
  const plans: string[] = [];
  await ask(explaining(app, plans));
  expect(plans.join('\n')).toMatch(index);
  expect(plans.filter((plan) => /Seq Scan on (?:exhibitions|exhibition_works|exhibition_curators|photos|follows)\b/.test(plan))).toEqual(
    [],
  );
});

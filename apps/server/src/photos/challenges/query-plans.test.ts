/** @module-tag world */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statements } from '../../platform/db/database.ts';
import { lowestId } from '../../platform/ids.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addManyRows, addMemberRows, explaining, rowId } from '../../testing/many-rows.ts';
import * as entries from './entry-queries.ts';
import * as queries from './queries.ts';
import * as votes from './vote-queries.ts';

/** Challenge 1 is voted on and has 5,000 entries, as challenge 2, which has results. Others have 50 entries. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await addManyRows(app, [
    addMemberRows(5_000),
    `insert into photos (id, member_id, title) select ${rowId(2, 'n')}, ${rowId(1, '1 + n % 5000')}, 'A cloth' from generate_series(1, 100000) n`,
    `insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes)
       select ${rowId(4, 'n')}, ${rowId(1, '1 + n % 5000')}, 'photo', 1600, 1200, '#884422', '\\x01', '{320}', 1000 from generate_series(1, 20000) n`,
    `insert into photo_images (photo_id, position, image_id, alt) select ${rowId(2, 'n')}, 0, ${rowId(4, 'n')}, '' from generate_series(1, 20000) n`,
    `insert into challenges (id, title, starts_at, entries_end_at, voting_end_at, counted_at, announced_at, results_announced_at)
       select ${rowId(5, 'n')}, 'Light', now() - interval '2 days' - n * interval '1 week', now() - interval '1 day' - n * interval '1 week',
              case when n = 1 then now() + interval '1 day' else now() - n * interval '1 week' end, case when n > 1 then now() end, now(), case when n > 1 then now() end
         from generate_series(1, 200) n`,
    `insert into challenge_entries (challenge_id, photo_id, image_id, member_id, place, score, low, high, tally)
       select c.id, ${rowId(2, 'n')}, ${rowId(4, 'n')}, ${rowId(1, '1 + n % 5000')}, n, 1, 0, 2, '{1,0,1}'
         from (select ${rowId(5, '1')} as id union all select ${rowId(5, '2')}) c, generate_series(1, 5000) n`,
    `insert into challenge_entries (challenge_id, photo_id, image_id, member_id, place, score, low, high, tally)
       select ${rowId(5, 'c')}, ${rowId(2, 'n')}, ${rowId(4, 'n')}, ${rowId(1, '1 + n % 5000')}, n, 1, 0, 2, '{1,0,1}'
         from generate_series(3, 200) c, generate_series(1, 50) n`,
    `insert into challenge_votes (challenge_id, member_id, entry_id, other_id, choice)
       select e.challenge_id, ${rowId(1, 'n')}, e.id, null, 1 from generate_series(1, 2000) n,
              lateral (select id, challenge_id from challenge_entries where challenge_id = ${rowId(5, '1')} order by id limit 100) e`,
  ]);
}, 240_000);
afterAll(() => app.close());

const id = async (kind: 1 | 2 | 4 | 5, n = 1): Promise<string> =>
  (await app.db.row<{ id: string }>(`select ${rowId(kind, String(n))} as id`))!.id;
const entryOf = async (challenge: number): Promise<string> =>
  (await app.db.row<{ id: string }>('select id from challenge_entries where challenge_id = $1 limit 1', [await id(5, challenge)]))!.id;

const cases: [string, RegExp, (db: Statements) => Promise<unknown>][] = [
  [
    'the archive',
    /challenges_end/,
    async (db) => queries.listChallengeRows(db, await id(1), 'past', { after: { time: 'infinity', id: lowestId }, limit: 21 }),
  ],
  ['a challenge', /challenges_pkey/, async (db) => queries.findChallenge(db, await id(1), await id(5))],
  ['own entries', /challenge_entries_/, async (db) => entries.listOwnEntries(db, await id(1, 7), await id(5))],
  ['entering', /challenge_entries_/, async (db) => entries.addEntry(db, await id(1, 7), await id(5), await id(2, 15_006))],
  ['the least seen entries', /challenge_entries_least_seen/, async (db) => votes.listLeastSeen(db, await id(1, 7), await id(5))],
  ['what was handed out', /challenge_votes_/, async (db) => votes.listHanded(db, await id(1, 7), await id(5))],
  ['images of entries', /challenge_entries_pkey/, async (db) => entries.listEntryImages(db, [await entryOf(1)])],
  [
    'results',
    /challenge_entries_place/,
    async (db) => entries.listResultRows(db, await id(1, 7), await id(5, 2), { rank: -0.5, id: lowestId }, 21),
  ],
  ['own results', /challenge_entries_member/, async (db) => entries.listOwnResultRows(db, await id(1, 7), await id(5, 2))],
  ['how scores lie', /challenge_entries_/, async (db) => entries.listScoreCounts(db, await id(5, 2), { low: 0, high: 100 })],
  ['awards of a post', /challenge_entries_photo/, async (db) => entries.listAwardsOfPhoto(db, await id(2, 7))],
  ['all votes, once', /challenge_votes_once|Seq Scan/, async (db) => votes.listTallies(db, await id(5))],
];

test.each(cases)('the query uses an index: %s', async (name, index, ask) => {
  const plans: string[] = [];
  await ask(explaining(app, plans));
  expect(plans.join('\n')).toMatch(index);
  if (name !== 'all votes, once')
    expect(plans.filter((plan) => /Seq Scan on (?:challenge_entries|challenge_votes|photos|photo_images)\b/.test(plan))).toEqual([]);
});

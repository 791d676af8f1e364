/** @module-tag world */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statements } from '../../platform/db/database.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addManyRows, explaining, rowId } from '../../testing/many-rows.ts';
import * as blocks from '../block-queries.ts';
import * as suggestions from '../directory/queries.ts';
import * as follows from './queries.ts';

let app: TestApp;
/** Follows 2,000 members and is followed by nearly all. */
let viewer: string;
let otherId: string;
beforeAll(async () => {
  app = await startTestApp();
  await addManyRows(app, [
    `insert into members (id, username, name, email, email_verified_at, gender, date_of_birth, occupation, bio, followers_count)
       select ${rowId(1, 'n')}, 'ada' || n, 'Ada ' || n, n || '@example.test',
              now(), 'female', '1990-01-01', 'Weaver', 'I weave.', n % 700 from generate_series(1, 12000) n`,
    `insert into member_interests select ${rowId(1, 'n')}, (array(select id from categories order by position))[1 + (n + step * 5) % 12]
         from generate_series(1, 12000) n, generate_series(1, 2) step`,
    `insert into follows select ${rowId(1, 'n')}, ${rowId(1, 'n + step')}, now() - n * interval '1 minute'
         from generate_series(1, 12000) n cross join lateral generate_series(1, case when n = 1 then 2000 else 4 end) step where n + step <= 12000`,
    `insert into follows select ${rowId(1, 'n')}, ${rowId(1, '1')} from generate_series(2501, 12000) n`,
    ...['blocks', 'mutes'].map(
      (table) =>
        `insert into ${table} select ${rowId(1, 'n')}, ${rowId(1, 'n + 100 + step')} from generate_series(1, 5000) n, generate_series(1, 4) step`,
    ),
  ]);
  [viewer, otherId] = (await app.db.rows<{ id: string }>('select id from members order by id limit 2')).map(({ id }) => id) as [
    string,
    string,
  ];
});
afterAll(() => app.close());

const fullScan = /Seq Scan on (?:members|member_interests|follows|blocks|mutes)\b/;
const page = { after: { time: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }, offset: 0, limit: 21 } as const;

/** Plan that looks up each follow by both ids; with one id, it would read all follows of the member each time. */
const byPair =
  /follows_pkey on follows f[^\n]*\n\s+Index Cond: \(\((?:follower|followed)_id = pairs\.\w+\) AND \((?:follower|followed)_id = pairs\.\w+\)\)/;

const reads: [string, RegExp, (db: Statements) => Promise<unknown>][] = [
  ['finding a member to follow', /follows_pkey/, (db) => follows.findFollowable(db, viewer, otherId)],
  ['locking both members', /members_pkey/, (db) => follows.lockMembers(db, [viewer, otherId])],
  ['following', /members_pkey/, (db) => follows.insertFollow(db, viewer, otherId)],
  ['unfollowing', /follows_pkey/, (db) => follows.deleteFollow(db, viewer, otherId)],
  ['the owner of the lists, with their counts', /members_pkey/, (db) => follows.findOwner(db, otherId, viewer)],
  ['followers', /follows_followed/, (db) => follows.listFollowerRows(db, otherId, viewer, page)],
  ['followed members', /follows_follower/, (db) => follows.listFollowingRows(db, otherId, viewer, page)],
  ['connected followed members', /follows_follower/, (db) => follows.listConnectedMembers(db, viewer, 'followed', follows.firstPosition)],
  ['connected followers', /follows_followed/, (db) => follows.listConnectedMembers(db, viewer, 'follower', follows.firstPosition)],
  ['recounting followed members', byPair, (db) => follows.recountPrivateFollows(db, viewer, 'followed', [otherId])],
  ['recounting followers', byPair, (db) => follows.recountPrivateFollows(db, viewer, 'follower', [otherId])],
  ['blocking', /members_pkey/, (db) => blocks.insertBlock(db, viewer, otherId)],
  ['blocked members', /blocks_newest/, (db) => blocks.listBlockRows(db, viewer, page)],
  ['the number of blocked members', /blocks_(?:newest|pkey)/, (db) => blocks.countBlocks(db, viewer)],
  ['muted members', /mutes_newest/, (db) => blocks.listMuteRows(db, viewer, page)],
  ['the number of muted members', /mutes_(?:newest|pkey)/, (db) => blocks.countMutes(db, viewer)],
  ['suggestions', /member_interests_category/, (db) => suggestions.listSuggestionRows(db, viewer)],
];

test.each(reads)('%s uses an index and scans no whole table', async (_name, index, ask) => {
  const plans: string[] = [];
  await ask(explaining(app, plans));
  expect(plans[0]).toMatch(index);
  expect(plans.filter((plan) => fullScan.test(plan))).toEqual([]);
});

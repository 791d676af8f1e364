/** @module-tag world */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertExhibitionNotifications, insertSeriesNotifications } from '../notifications/group-queries.ts';
import type { Statements } from '../platform/db/database.ts';
import { highestId, lowestId, newId } from '../platform/ids.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { addManyRows, addMemberRows, explaining, rowId } from '../testing/many-rows.ts';
import * as entries from './challenges/queries.ts';
import * as challenges from './challenges/queries.ts';
import * as votes from './challenges/vote-queries.ts';
import * as erasing from './comments/queries.ts';
import * as comments from './comments/queries.ts';
import * as critiques from './critique/queries.ts';
import * as descriptions from './descriptions/queries.ts';
import * as edits from './exhibitions/queries.ts';
import * as exhibitions from './exhibitions/queries.ts';
import * as likes from './like-queries.ts';
import * as series from './series/queries.ts';

describe('challenges', () => {
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
      async (db) => challenges.listChallengeRows(db, await id(1), 'past', { after: { time: 'infinity', id: lowestId }, limit: 21 }),
    ],
    ['a challenge', /challenges_pkey/, async (db) => challenges.findChallenge(db, await id(1), await id(5))],
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
});

describe('comments', () => {
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
});

describe('critique', () => {
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
    ['requests that wait', /critiques_waiting/, async (db) => critiques.listWaiting(db, await id(1, 6), first, page)],
    [
      'later requests of a category',
      /critiques_waiting/,
      async (db) => critiques.listWaiting(db, await id(1, 6), { count: 1, id: await id(3, 10_000) }, { category: 'light', limit: 51 }),
    ],
    ['own requests', /critiques_pkey/, async (db) => critiques.listOwn(db, await id(1, 6), highestId, page)],
    ['critique given', /comments_critic\b/, async (db) => critiques.listGiven(db, await id(1, 8), highestId, page)],
    ['the figures', /critiques_asked[^]*comments_critic\b/, async (db) => critiques.findFigures(db, await id(1, 6))],
    ['a request', /critiques_pkey/, async (db) => critiques.findCritique(db, await id(1, 8), await id(2, 5))],
    ['its threads', /comments_critique/, async (db) => critiques.listCritiqueThreads(db, await id(1, 8), await id(2, 5))],
    ['a locked request', /critiques_pkey/, async (db) => critiques.lockCritique(db, await id(1, 8), await id(2, 5))],
    ['its number of threads', /comments_critique/, async (db) => critiques.countThreads(db, await id(2, 5), null)],
    ['a helpful thread', /comments_pkey/, async (db) => critiques.setHelpful(db, await id(1, 6), await id(6), true)],
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
});

describe('descriptions', () => {
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
    [
      'images that wait',
      /photo_images_undescribed/,
      async (db) => descriptions.listWaitingRows(db, await id(1, 7), { after: first, limit: 21 }),
    ],
    [
      'later images that wait',
      /photo_images_undescribed/,
      async (db) =>
        descriptions.listWaitingRows(db, await id(1, 7), {
          after: { ...first, proposals_count: 1, photo_id: await id(2, 50_000) },
          limit: 51,
        }),
    ],
    ['the proposals for a post', /alt_proposals_image_id/, async (db) => descriptions.listProposals(db, await id(1, 4), await id(2, 3))],
    [
      'a proposal',
      /photo_images_/,
      async (db) => descriptions.addProposal(db, await id(1, 7), await id(2, 3), { id: newId(), imageId: await id(4, 3), text: 'A cloth' }),
    ],
    ['an accepted proposal', /alt_proposals_/, async (db) => descriptions.setProposedAlt(db, await id(2, 3), await id(5), 'A cloth')],
    ['a declined proposal', /alt_proposals_pkey/, async (db) => descriptions.setDeclined(db, await id(2, 3), await id(5))],
  ];

  test.each(cases)('the query uses an index: %s', async (_name, index, ask) => {
    const plans: string[] = [];
    await ask(explaining(app, plans));
    expect(plans.join('\n')).toMatch(index);
    expect(plans.filter((plan) => /Seq Scan on (?:alt_proposals|photo_images|photos)\b/.test(plan))).toEqual([]);
  });

  test('a page of images that wait stops at its limit', async () => {
    const plans: string[] = [];
    await descriptions.listWaitingRows(explaining(app, plans), await id(1, 7), { after: first, limit: 21 });
    expect(plans.join('\n')).not.toMatch(/\bSort\b/);
  });
});

describe('exhibitions', () => {
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
});

describe('series', () => {
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
    [
      'taking a post out',
      /series_photos_(?:pkey|photo)/,
      async (db) => series.removeSeriesPhoto(db, await id(1), await id(3), await id(2)),
    ],
    ['notifying followers', /follows_/, async (db) => insertSeriesNotifications(db, await id(3), { after: lowestId, ids: [newId()] })],
  ];

  test.each(cases)('the query uses an index: %s', async (_name, index, ask) => {
    const plans: string[] = [];
    await ask(explaining(app, plans));
    expect(plans.join('\n')).toMatch(index);
    expect(plans.filter((plan) => /Seq Scan on (?:series|series_photos|photos|follows)\b/.test(plan))).toEqual([]);
  });
});

describe('likes', () => {
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
});

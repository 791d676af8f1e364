/** @module-tag world */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statements } from '../platform/db/database.ts';
import { addTestMember, startTestApp, type TestApp, type TestMember } from '../testing/app.ts';
import { explaining } from '../testing/many-rows.ts';
import { addTestCrowd, addTestPhoto } from '../testing/posts.ts';
import * as forum from './forum-queries.ts';
import * as groups from './group-queries.ts';
import * as notifications from './queries.ts';

const othersCount = 30_000;

let app: TestApp;
let owner: TestMember;
beforeAll(async () => {
  app = await startTestApp();
  owner = await addTestMember(app);
  const [fan, photo] = [await addTestMember(app), await addTestPhoto(app, owner)];
  const client = await app.db.pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(
      `insert into notifications (id, member_id, type, actor_id, photo_id, read_at)
       select ('019a0001-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, 'other', $2, $3, case when n % 2 = 0 then now() end
         from generate_series(1, $4::int) n`,
      [owner.id, fan.id, photo.id, othersCount],
    );
    await client.query('vacuum analyze notifications');
  } finally {
    client.release(true);
  }
});
afterAll(() => app.close());

const page = { before: 'ffffffff-ffff-ffff-ffff-ffffffffffff', offset: 0, limit: 21 } as const;
const reads: [string, RegExp, (db: Statements) => Promise<unknown>][] = [
  ['a page', /notifications_pkey/, (db) => notifications.listNotificationRows(db, owner.id, { ...page, filter: 'all' })],
  [
    'a page of unread notifications',
    /notifications_(?:unread|pkey)/,
    (db) => notifications.listNotificationRows(db, owner.id, { ...page, filter: 'unread' }),
  ],
  [
    'a page of read notifications',
    /notifications_(?:of_member_read|pkey)/,
    (db) => notifications.listNotificationRows(db, owner.id, { ...page, filter: 'read' }),
  ],
  ...(['all', 'unread', 'read'] as const).flatMap((filter): typeof reads => [
    [`a page of groups, ${filter}`, /notifications_grouped/, (db) => groups.listGroupRows(db, owner.id, { ...page, filter })],
    [`the count of groups, ${filter}`, /notifications_grouped/, (db) => groups.countGroups(db, owner.id, filter)],
  ]),
  ['notifications of one group', /notifications_grouped/, (db) => groups.listRowsInGroup(db, owner.id, { ...page, id: owner.id })],
  ['the count of one group', /notifications_grouped/, (db) => groups.countInGroup(db, owner.id, owner.id)],
  ['marking a group', /notifications_grouped/, (db) => notifications.updateGroupRead(db, owner.id, owner.id)],
  ['the count of unread notifications', /notifications_unread/, (db) => notifications.countNotifications(db, owner.id, 'unread')],
  ['the count of all notifications', /notifications_pkey/, (db) => notifications.countNotifications(db, owner.id, 'all')],
  [
    'followers of a topic',
    /forum_tracks_followers/,
    (db) => forum.insertFollowerNotifications(db, 'topic', { id: owner.id, after: owner.id, ids: [owner.id], postIds: [owner.id] }),
  ],
  [
    'members mentioned or answered by a forum post',
    /forum_posts_pkey/,
    (db) => forum.insertForumNotifications(db, { ids: [owner.id], postIds: [owner.id], repliesTo: null, excludedMemberIds: [] }),
  ],
  ...(['photo', 'comment', 'forum_post'] as const).map((kind): (typeof reads)[number] => [
    `a withdrawn like of a ${kind}`,
    /Index Scan using notifications_/,
    (db) => notifications.deleteLikeNotification(db, owner.id, { kind, id: owner.id, photoId: owner.id }),
  ]),
  ['a mention that is edited out', /notifications_forum_/, (db) => notifications.deleteMentionNotifications(db, owner.id)],
  ...(['comment', 'forum_post', 'topic'] as const).map((subject): (typeof reads)[number] => [
    `recipients of notifications about a deleted ${subject}`,
    subject === 'comment' ? /notifications_comment/ : /notifications_forum_post/,
    (db) => notifications.listUnreadRecipients(db, subject, owner.id),
  ]),
  ['notifications read 90 days ago', /notifications_read/, (db) => notifications.deleteReadNotifications(db)],
  ['old notifications', /notifications_created/, (db) => notifications.deleteOldNotifications(db)],
];

test.each(reads)('%s: uses an index and no sequential scan', async (_name, index, runQuery) => {
  const plans: string[] = [];
  await runQuery(explaining(app, plans));
  expect(plans.filter((plan) => !index.test(plan) || /Seq Scan on notifications/.test(plan))).toEqual([]);
});

test.each(['all', 'unread', 'read'] as const)('counting under the filter %s reads a bounded number of notifications', async (filter) => {
  const { rows } = await app.db.pool.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, format text) ${await captureSql((db) => notifications.countNotifications(db, owner.id, filter))}`.replaceAll(
      '$1',
      `'${owner.id}'`,
    ),
  );
  const scans = rows.filter((row) => / on notifications/.test(row['QUERY PLAN'])).map((row) => row['QUERY PLAN']);
  // PostgreSQL skips the subquery of `is_capped` if the count reaches its cap.
  expect([scans.length, scans.filter((scan) => scan.includes('never executed')).length]).toEqual([2, 1]);
  for (const scan of scans) expect(Number(/actual time=\S+ rows=(\d+)/.exec(scan)?.[1] ?? 0)).toBeLessThanOrEqual(500);
});

test('a page of groups reads only its rows, and at most a thousand of one group', async () => {
  const liked = await addTestPhoto(app, owner);
  await addTestCrowd(app, { ownerId: owner.id, photoId: liked.id, count: 3_000, idsFrom: '019b0000' });
  const countRowsRead = async (before: string): Promise<number> => {
    const sql = (await captureSql((db) => groups.listGroupRows(db, owner.id, { ...page, filter: 'all' })))
      .replaceAll('$1', `'${owner.id}'`)
      .replaceAll('$2', `'${before}'`)
      .replaceAll('$3', '0');
    const { rows } = await app.db.pool.query<{ 'QUERY PLAN': string }>(`explain (analyze, format text) ${sql}`);
    return Math.max(...rows.map((row) => countStepRows(row['QUERY PLAN'])));
  };
  expect(await countRowsRead('019afff0-0000-7000-8000-000000000000')).toBeLessThanOrEqual(30);
  expect(await countRowsRead(page.before)).toBeLessThanOrEqual(1000);
});

function countStepRows(step: string): number {
  const [, rows = '0', rounds = '1'] = / on notifications .*rows=([\d.]+) loops=(\d+)/.exec(step) ?? [];
  return Number(rows) * Number(rounds);
}

async function captureSql(runQuery: (db: Statements) => Promise<unknown>): Promise<string> {
  let lastSql = '';
  const onSql = (sql: string): void => void (lastSql = sql);
  await runQuery({
    rows: async (sql) => (onSql(sql), []),
    row: async (sql) => (onSql(sql), undefined),
    run: async (sql) => (onSql(sql), 0),
    hint: () => undefined,
  });
  return lastSql;
}

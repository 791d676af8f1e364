/** @module-tag world */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as notifications from '../../notifications/queries.ts';
import type { Statements } from '../../platform/db/database.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addManyRows, addMemberRows, explaining, rowId } from '../../testing/many-rows.ts';
import * as comments from '../comments/queries.ts';
import * as likes from '../like-queries.ts';
import { listNewestCommentRows, listSharedCommentRows } from '../posts/comment-queries.ts';
import * as photos from '../posts/queries.ts';
import * as following from './following-queries.ts';
import { findChanges, listPostsWithHiddenMembers } from './hydrate-queries.ts';
import * as feed from './queries.ts';

const members = 500;
const posts = 20_000;

let app: TestApp;
let viewer: string;
let fewFollowed: string;
let ids: string[];
beforeAll(async () => {
  app = await startTestApp();
  await addManyRows(app, [
    addMemberRows(members),
    `insert into photos (id, member_id, title, category_id) select ${rowId(2, 'n')}, ${rowId(1, `1 + n % ${members}`)}, 'Uli',
            (array(select id from categories order by position))[1 + n % 12] from generate_series(1, ${posts}) n`,
    `insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes)
       select md5('i' || n)::uuid, ${rowId(1, `1 + n % ${members}`)}, 'photo', 640, 480, '#000000', '\\x00', '{320,640}', 1 from generate_series(1, ${posts}) n`,
    `insert into photo_images select ${rowId(2, 'n')}, 0, md5('i' || n)::uuid, '' from generate_series(1, ${posts}) n`,
    `insert into likes (photo_id, member_id) select ${rowId(2, 'n')}, ${rowId(1, `1 + (n * 7 + k * 89) % ${members}`)} from generate_series(1, ${posts}) n, generate_series(1, 5) k`,
    `insert into comments (id, photo_id, member_id, content) select ${rowId(3, 'n * 10 + k')}, ${rowId(2, 'n')}, ${rowId(1, `1 + (n + k) % ${members}`)}, 'Ndewo' from generate_series(1, ${posts}) n, generate_series(1, 3) k`,
    `insert into follows (follower_id, followed_id) select ${rowId(1, 'n')}, ${rowId(1, `1 + (n + k) % ${members}`)} from generate_series(1, ${members}) n, generate_series(1, 40) k`,
    `insert into tags select 'tag' || n, 0 from generate_series(0, 199) n`,
    `insert into photo_tags select 'tag' || n % 200, ${rowId(2, 'n')}, 'tag' from generate_series(1, ${posts}) n`,
    `insert into followed_tags select ${rowId(1, 'n')}, 'tag' || (n + k) % 200, 'tag' from generate_series(1, ${members}) n, generate_series(1, 40) k`,
    `insert into followed_categories select ${rowId(1, 'n')}, id from generate_series(1, ${members}) n, (select id from categories limit 3) c`,
    `insert into notifications (id, member_id, type, about, actor_id, photo_id, group_key)
       select ${rowId(4, 'n')}, ${rowId(1, `1 + n % ${members}`)}, 'like', 'photo', ${rowId(1, `1 + (n + 1) % ${members}`)}, ${rowId(2, 'n')}, ${rowId(2, 'n')} from generate_series(1, ${posts}) n`,
  ]);
  viewer = (await app.db.row<{ id: string }>('select id from members order by id limit 1'))!.id;
  fewFollowed = (await app.db.row<{ id: string }>('select id from members order by id desc limit 1'))!.id;
  await app.db.run('delete from follows where follower_id = $1 and followed_id > (select id from members order by id offset 2 limit 1)', [
    fewFollowed,
  ]);
  ids = (await app.db.rows<{ id: string }>('select id from photos order by id desc limit 20')).map((row) => row.id);
}, 120_000);
afterAll(() => app.close());

const whole = /Seq Scan on (?:photos|images|photo_images|likes|comments|notifications|follows|photo_tags|followed_tags)\b/;
const beginning = '00000000-0000-0000-0000-000000000000';
const newest = { before: 'ffffffff-ffff-ffff-ffff-ffffffffffff', offset: 0, limit: 21 } as const;

const reads: [string, (db: Statements) => Promise<unknown>][] = [
  ['the feed', (db) => feed.listFeedIds(db, 21, [{ viewerId: viewer, ...newest }])],
  ['the number of posts by hidden members', (db) => feed.countHidden(db, [viewer])],
  ['the newest posts', (db) => feed.readNewest(db, 24)],
  ['the newest posts of several pages', (db) => feed.readNewest(db, 120)],
  [
    'the viewer states of the feed',
    (db) => feed.readFeedStates(db, { snapshot: '', viewerIds: [viewer], areKnown: [false], pageOf: [1], ids: [], pageOfId: [] }),
  ],
  ['the following feeds of several viewers', (db) => following.findFollowing(db, 21, [viewer, fewFollowed])],
  ['the following feed', (db) => following.listFollowingIds(db, viewer, newest)],
  ['a later page of the following feed', (db) => following.listFollowingIds(db, viewer, { ...newest, offset: 40 })],
  ['the total of the following feed', (db) => following.countFollowing(db, viewer)],
  ['the posts of three followed members', (db) => following.listFollowingIds(db, fewFollowed, newest)],
  ['the following feed with tags and categories', (db) => following.listFollowingIds(db, viewer, newest, true)],
  [
    'a later page of the following feed with tags and categories',
    (db) => following.listFollowingIds(db, fewFollowed, { ...newest, before: ids[9]! }, true),
  ],
  ['authors of new posts in the following feed with tags', (db) => following.listNewPostersFollowed(db, viewer, ids[9]!, true)],
  ['trending posts', (db) => feed.listTrendingIds(db, [viewer])],
  ['welcome posts', (db) => feed.listWelcomeIds(db, viewer)],
  ['authors of new posts', (db) => feed.listNewPosters(db, viewer, ids[9]!)],
  ['authors of all posts', (db) => feed.listNewPosters(db, viewer, beginning)],
  ['followed authors of new posts', (db) => following.listNewPostersFollowed(db, viewer, ids[9]!)],
  [
    'changed versions of cached posts',
    (db) =>
      findChanges(db, {
        posts: { ids, states: ids.map(() => '1') },
        members: { ids: [viewer, fewFollowed], states: ['2 t', '2 f'] },
        viewerIds: [viewer],
        pairs: { ids, viewers: ids.map(() => 1), posts: ids.map((_, index) => index + 1) },
      }),
  ],
  [
    'posts with likes, comments or mentions by hidden members',
    (db) =>
      listPostsWithHiddenMembers(db, {
        viewerIds: [viewer],
        posts: { viewers: ids.map(() => 1), ids },
        named: { posts: ids.map((_, index) => index + 1), ids: ids.map(() => fewFollowed) },
      }),
  ],
  ['the newest comments of cached posts', (db) => listSharedCommentRows(db, ids)],
  ['posts', (db) => photos.listPhotoRows(db, viewer, ids)],
  ['images of posts', (db) => photos.listImageRows(db, ids)],
  ['the newest comments of posts', (db) => listNewestCommentRows(db, viewer, ids)],
  ['one post', (db) => photos.findVisiblePhoto(db, viewer, ids[0]!)],
  ['a like', (db) => likes.addLike(db, 'photo', viewer, ids[0]!)],
  ['a removed like', (db) => likes.removeLike(db, 'photo', viewer, ids[0]!)],
  ['the likes of a post', (db) => likes.findLikes(db, 'photo', viewer, ids[0]!)],
  [
    'likers of a post',
    (db) => likes.listLikerRows(db, 'photo', viewer, ids[0]!, { after: { time: 'infinity', id: newest.before }, offset: 0, limit: 21 }),
  ],
  ['the number of threads', (db) => comments.findConversation(db, viewer, ids[0]!)],
  ['the threads of a post', (db) => comments.listThreadRows(db, viewer, ids[0]!, newest)],
  ['a new comment', (db) => comments.addComment(db, viewer, { id: ids[0]!, photo_id: ids[0]!, content: 'Ndewo', is_critique: false })],
  ['a comment to delete', (db) => comments.findCommentToDelete(db, viewer, ids[0]!, ids[0]!)],
  ['a deleted comment', (db) => comments.removeComment(db, ids[0]!)],
  ['notifications', (db) => notifications.listNotificationRows(db, viewer, { filter: 'all', ...newest })],
  ['unread notifications', (db) => notifications.listNotificationRows(db, viewer, { filter: 'unread', ...newest })],
  ['the count of notifications', (db) => notifications.countNotifications(db, viewer, 'all')],
  ['a notification read', (db) => notifications.updateNotificationRead(db, viewer, ids[0]!)],
  ['all notifications read', (db) => notifications.updateAllRead(db, viewer)],
];

test.each(reads)('the query scans no whole table: %s', async (_name, ask) => {
  const plans: string[] = [];
  await ask(explaining(app, plans));
  expect(plans.length).toBeGreaterThan(1);
  expect(plans.filter((plan) => whole.test(plan))).toEqual([]);
});

test('the following feed is read from the newest posts, or reports that older posts may belong to it', async () => {
  const [many, few] = await following.findFollowing(app.db, 21, [viewer, fewFollowed]);
  expect(many).toEqual({
    ids: await following.listFollowingIds(app.db, viewer, newest),
    total: await following.countFollowing(app.db, viewer),
    isEnough: true,
  });
  const all = await following.listFollowingIds(app.db, fewFollowed, newest);
  expect(all).toHaveLength(21);
  expect(few).toMatchObject({ total: await following.countFollowing(app.db, fewFollowed), isEnough: false });
  expect(few!.ids).toEqual(all.slice(0, few!.ids.length));
});

test('the check detects a table scan', async () => {
  const plans: string[] = [];
  await explaining(app, plans).rows(`select id from photos where title like '%i%'`);
  expect(plans.map((plan) => whole.test(plan))).toEqual([true, true]);
});

test('a page of the feed reads its posts in the order of the index', async () => {
  const plans: string[] = [];
  await feed.listFeedIds(explaining(app, plans), 21, [{ viewerId: viewer, ...newest }]);
  expect(plans.join('\n')).not.toMatch(/\bSort\b/);
});

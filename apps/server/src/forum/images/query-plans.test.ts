/** @module-tag world */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listOwnUploads } from '../../identity/export/forum-queries.ts';
import type { Database, Statements } from '../../platform/db/database.ts';
import { mediaStatesBy } from '../../platform/images/queries.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addManyRows, addMemberRows, explaining, rowId } from '../../testing/many-rows.ts';
import { deletePostImages, insertPostImages } from '../posts/body-queries.ts';
import { listTopicIdsAbout } from '../topics/list-queries.ts';
import * as images from './queries.ts';

const members = 500;
const topicsCount = 5_000;
const postsCount = 50_000;
const photosCount = 100_000;
const uploadsCount = 20_000;

let app: TestApp;
let viewer: string;
let topic: string;
let post: string;
let [photo, ofPhoto, upload]: string[] = [];
beforeAll(async () => {
  app = await startTestApp();
  await addManyRows(app, [
    addMemberRows(members),
    `insert into photos (id, member_id, title) select ${rowId(4, 'n')}, ${rowId(1, `1 + n % ${members}`)}, 'Uli' from generate_series(1, ${photosCount}) n`,
    `insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes)
       select ${rowId(5, 'n')}, ${rowId(1, `1 + n % ${members}`)}, case when n > ${photosCount} then 'forum' else 'photo' end, 800, 600, '#112233', '\\x01', '{320,640}', 1
         from generate_series(1, ${photosCount + uploadsCount}) n`,
    `insert into photo_images select ${rowId(4, 'n')}, 0, ${rowId(5, 'n')}, '' from generate_series(1, ${photosCount}) n`,
    `insert into forum_uploads (image_id, member_id, named_at)
       select ${rowId(5, 'n')}, ${rowId(1, `1 + n % ${members}`)}, now() - n % 100 * interval '1 hour'
         from generate_series(${photosCount + 1}, ${photosCount + uploadsCount}) n`,
    `insert into forum_topics (id, category_id, author_id, title, slug, last_number, posts_count, others_count, latest_post_id, photo_id)
       select ${rowId(2, 'n')}, '019ab000-0000-7000-8000-000000000001', ${rowId(1, `1 + n % ${members}`)}, 'Uli', 'uli', 10, 10, 9, ${rowId(3, `n + 9 * ${topicsCount}`)},
              case when n % 2 = 0 then ${rowId(4, 'n')} end
         from generate_series(1, ${topicsCount}) n`,
    `insert into forum_posts (id, topic_id, number, author_id, body, body_html, html_version, plain)
       select ${rowId(3, 'n')}, ${rowId(2, `1 + (n - 1) % ${topicsCount}`)}, 1 + (n - 1) / ${topicsCount}, ${rowId(1, `1 + n % ${members}`)}, 'Ndewo',
              case when n % 5 = 0 then '<mb-photo id="x"></mb-photo>' else '<p>Ndewo</p>' end, 2, 'Ndewo'
         from generate_series(1, ${postsCount}) n`,
    `insert into forum_post_images (post_id, position, photo_id, image_id, alt)
       select ${rowId(3, '5 * n')}, 1, case when n % 2 = 0 then ${rowId(4, 'n')} end, case when n % 2 = 1 then ${rowId(5, `${photosCount} + n`)} end, ''
         from generate_series(1, ${postsCount / 5}) n`,
  ]);
  const first = async (sql: string): Promise<string> => (await app.db.row<{ id: string }>(sql))!.id;
  viewer = await first('select id from members order by id limit 1');
  topic = await first('select id from forum_topics order by id offset 900 limit 1');
  post = await first('select post_id as id from forum_post_images order by post_id offset 900 limit 1');
  photo = await first('select id from photos order by id offset 900 limit 1');
  ofPhoto = await first('select image_id as id from photo_images order by photo_id offset 900 limit 1');
  upload = await first('select image_id as id from forum_uploads order by image_id offset 900 limit 1');
}, 180_000);
afterAll(() => app.close());

const whole = /Seq Scan on (?:photos|images|photo_images|forum_uploads|forum_post_images|forum_posts|forum_topics)\b/;
const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const reads: [string, (db: Statements) => Promise<unknown>][] = [
  ['images that texts show', (db) => images.listVisibleImages(db, viewer, [photo!, ofPhoto!, upload!])],
  ['renewing the author’s own images', (db) => images.renewOwnImages(db, viewer, [photo!, ofPhoto!, upload!])],
  ['the gallery of a topic', (db) => images.listTopicImageRows(db, viewer, topic, { after: { number: 0, position: 0 }, limit: 21 })],
  ['topics about a photo', (db) => listTopicIdsAbout(db, viewer, photo!, { before: last, limit: 21 })],
  ['an upload by its key', (db) => images.findUploadByKey(db, viewer, 'key')],
  ['the sweep of uploads', (db) => images.deleteUnusedUploads(db)],
  ['erasing the uploads of a member', (db) => images.deleteUploadsOf(db, viewer)],
  ['exporting uploads', (db) => listOwnUploads(db, viewer, '')],
  [
    'storing the images of a post',
    (db) => insertPostImages(db, [{ id: post, authorId: viewer, images: [photo!, ofPhoto!, upload!].map((id) => ({ id, alt: 'Ndewo' })) }]),
  ],
  ['checking access to an upload', (db) => mediaStatesBy(db as Database)(upload!)],
  ['deleting the images of a post', (db) => deletePostImages(db, post)],
];

test.each(reads)('%s scans no table', async (_name, read) => {
  const plans: string[] = [];
  await read(explaining(app, plans));
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.filter((plan) => whole.test(plan))).toEqual([]);
});

test('the gallery query reads only posts with images', async () => {
  const plans: string[] = [];
  await images.listTopicImageRows(explaining(app, plans), viewer, topic, { after: { number: 0, position: 0 }, limit: 21 });
  expect(plans.join('\n')).toContain('forum_posts_with_images');
});

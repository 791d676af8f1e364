import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { createDatabase, dropDatabase, openPool } from '../testing/databases.ts';
import { migrate } from './migrate.ts';

const folder = path.join(import.meta.dirname, '../../migrations');
const [ada, olu, topic, deleted, opening, answer, gone, indigo, camwood] = Array.from({ length: 9 }, () => newId());
const welcome = '019ab000-0000-7000-8000-000000000001';

/** A forum as 0017 keeps it, and a notification of each kind that there was. */
async function fill(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  await client.query('begin');
  for (const [id, name] of [
    [ada, 'ada'],
    [olu, 'olu'],
  ])
    await client.query(
      `insert into members (id, username, name, email, email_verified_at) values ($1, $2, $2, $2 || '@example.com', now())`,
      [id, name],
    );
  await client.query(
    `insert into forum_topics (id, category_id, author_id, title, slug, last_number, posts_count, others_count, latest_post_id, deleted_at) values
       ($1, $5, $6, 'A slow vat', 'a-slow-vat', 2, 2, 1, $3, null), ($2, $5, $6, 'Gone', 'gone', 1, 1, 0, $4, now())`,
    [topic, deleted, answer, gone, welcome, ada],
  );
  await client.query(
    `insert into forum_posts (id, topic_id, number, author_id, body, body_html, html_version, plain, reply_to_id)
     select id, topic_id, number, author_id, 'Words', '<p>Words</p>', 1, 'Words', reply_to
       from (values ($1::uuid, $4::uuid, 1, $6::uuid, null::uuid), ($2, $4, 2, $7, $1), ($3, $5, 1, $6, null)) as p(id, topic_id, number, author_id, reply_to)`,
    [opening, answer, gone, topic, deleted, ada, olu],
  );
  await client.query(
    `insert into photos (id, member_id, title, description, category_id)
     select p.id, p.member_id, 'A photo', '', (select id from categories limit 1) from (values ($1::uuid, $3::uuid), ($2, $4)) as p(id, member_id)`,
    [indigo, camwood, ada, olu],
  );
  // Her own twice, one of another's, and one that never was.
  const shown = [indigo, camwood, newId(), indigo].map(
    (id, index) => `<mb-photo id="${id}">Pot ${index} &amp; &quot;cloth&quot;</mb-photo>`,
  );
  await client.query('update forum_posts set body_html = $2 where id = any($1)', [[opening, gone], `<p>${shown.join(' ')}</p>`]);
  await client.query('insert into forum_tracks (member_id, topic_id, read_number, is_following) values ($1, $2, 2, true)', [ada, topic]);
  await client.query('insert into forum_category_tracks (member_id, category_id, is_following) values ($1, $2, true)', [olu, welcome]);
  await client.query(`insert into forum_drafts (member_id, topic_id, body) values ($1, $2, 'Begun')`, [olu, topic]);
  await client.query(`insert into moderation_log (id, actor_id, action, topic_id) values ($1, $2, 'delete_topic', $3)`, [
    newId(),
    olu,
    deleted,
  ]);
  await client.query(`insert into notifications (id, member_id, type, actor_id) values ($1, $2, 'follow', $3)`, [newId(), ada, olu]);
  await client.query('commit');
  client.release();
}

test('what was written before the forum had polls, images and notifications is there afterwards', { tags: ['slow'] }, async () => {
  const before = await mkdtemp(path.join(tmpdir(), 'mbari-migrations-'));
  for (const name of (await readdir(folder)).filter((one) => one < '0018'))
    await copyFile(path.join(folder, name), path.join(before, name));
  const database = `migrations_${randomUUID().replaceAll('-', '')}`;
  await createDatabase(database);
  const pool = openPool({ database });
  try {
    await migrate(pool, before);
    await fill(pool);
    expect((await migrate(pool, folder)).slice(0, 4)).toEqual([
      '0018_moved_posts.sql',
      '0019_forum_images.sql',
      '0020_forum_polls.sql',
      '0021_forum_notifications.sql',
    ]);
    const { rows: topics } = await pool.query(
      `select t.id, t.latest_post_id = c.latest_post_id as is_newest, (t.posts_count, t.others_count) = (c.posts, c.others) as is_counted, t.merged_into
         from forum_topics t join forum_topic_counts(array[$1, $2]::uuid[]) c on c.topic_id = t.id order by t.id`,
      [topic, deleted],
    );
    expect(topics).toEqual([topic, deleted].map((id) => ({ id, is_newest: true, is_counted: true, merged_into: null })));
    const { rows: kept } = await pool.query(
      `select (select image_ids from forum_drafts) as images, (select was_read from forum_tracks) as was_read,
              (select followed_at <= now() from forum_tracks) as followed, (select count(*)::int from forum_category_tracks) as categories,
              (select type from notifications where forum_post_id is null) as notification, (select action from moderation_log) as action`,
    );
    const { rows: images } = await pool.query(
      'select post_id, position, photo_id, image_id, alt from forum_post_images order by post_id, position',
    );
    const own = { photo_id: indigo, image_id: null };
    expect(images).toEqual(
      [opening, gone].flatMap((post_id) => [
        { post_id, position: 1, ...own, alt: 'Pot 0 & "cloth"' },
        { post_id, position: 4, ...own, alt: 'Pot 3 & "cloth"' },
      ]),
    );
    expect(kept).toEqual([{ images: [], was_read: false, followed: true, categories: 1, notification: 'follow', action: 'delete_topic' }]);
  } finally {
    await pool.end();
    await dropDatabase(database);
    await rm(before, { recursive: true });
  }
});

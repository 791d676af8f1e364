import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { link, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { here } from './processes.mjs';

/** Adds a small demo, because creating images is slow and the first view shows few. */
export async function fillWithDemo(data, say) {
  if (existsSync(path.join(data, 'uploads'))) return say('The community is already seeded.');
  const child = spawn(process.execPath, [path.join(here, 'small-demo.mjs')], {
    env: { ...process.env, MBARI_DATA: data },
    stdio: ['ignore', 2, 2],
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('The demo could not be laid out.');
}

export async function morePosts(database, data, wanted, say) {
  const { rows: counted } = await database.query('select count(*)::int as n from photos');
  const missing = wanted - counted[0].n;
  if (missing <= 0) return say('The posts already exist.');
  say(`Adding ${missing} posts …`);
  const { rows: images } = await database.query(
    `select i.* from images i join photo_images pi on pi.image_id = i.id where pi.position = 0 and i.deleted_at is null order by i.id limit 40`,
  );
  const { rows: members } = await database.query(
    `select id from members where post_visibility = 'public' and profile_visibility = 'public' and closed_at is null order by id`,
  );
  const folder = (id) => path.join(data, 'uploads', id.slice(0, 2), id);
  const columns = Object.keys(images[0]);
  for (let number = 0; number < missing; number += 1) {
    const image = { ...images[(number * 7) % images.length] };
    const from = folder(image.id);
    image.id = randomUUID();
    await mkdir(folder(image.id), { recursive: true });
    for (const file of await readdir(from)) await link(path.join(from, file), path.join(folder(image.id), file));
    const at = Date.now() - (missing - number) * 1000;
    const digits = at.toString(16).padStart(12, '0');
    const id = `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-${randomUUID().slice(24)}`;
    const member = members[number % members.length].id;
    await database.query(`insert into images (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')})`, [
      ...columns.map((column) => (column === 'member_id' ? member : image[column])),
    ]);
    await database.query(`insert into photos (id, member_id, title, created_at, updated_at) values ($1, $2, $3, $4, $4)`, [
      id,
      member,
      `Along the road, number ${number + 1}`,
      new Date(at),
    ]);
    await database.query(`insert into photo_images (photo_id, position, image_id, alt) values ($1, 0, $2, 'A picture of the demo')`, [
      id,
      image.id,
    ]);
  }
  await database.query('update members m set photos_count = (select count(*) from photos where member_id = m.id)');
  await database.query('analyze');
}

const longTopic = 'A very long talk';

export async function manyReplies(database, wanted, say) {
  const find = async () =>
    (await database.query(`select id, slug from forum_topics where title = $1 and posts_count >= $2`, [longTopic, wanted])).rows[0];
  const addressOf = ({ id, slug }) => `/forum/t/${id}/${slug}`;
  const found = await find();
  if (found) return addressOf(found);
  say(`Adding a topic of ${wanted} posts …`);
  await database.query(
    `with words as materialized (
       select row_number() over (order by p.id) as n, p.author_id, p.body, p.body_html, p.html_version, p.plain
         from forum_posts p join members m on m.id = p.author_id
        where p.is_there and m.profile_visibility = 'public' and m.closed_at is null
          and p.body_html !~ '<mb-' and not exists (select from forum_polls where post_id = p.id)),
     many as (select count(*) as of_all from words),
     posts as materialized (
       select i as number, ('019d0001-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid as id, w.*
         from generate_series(1, $2::int) i, many join words w on true where w.n = 1 + (i * 7) % many.of_all),
     topic as (
       insert into forum_topics (id, category_id, author_id, title, slug, last_number, posts_count, others_count, latest_post_id)
       select '019d0001-0000-7000-8000-000000000000', (select id from forum_categories order by position limit 1), author_id, $1, 'a-very-long-talk', $2, $2, $2 - 1,
              (select id from posts where number = $2)
         from posts where number = 1)
     insert into forum_posts (id, topic_id, number, author_id, body, body_html, html_version, plain, created_at)
     select id, '019d0001-0000-7000-8000-000000000000', number, author_id, body, body_html, html_version, plain, now() - ($2 - number) * interval '1 minute'
       from posts`,
    [longTopic, wanted],
  );
  await database.query('analyze forum_posts');
  return addressOf(await find());
}

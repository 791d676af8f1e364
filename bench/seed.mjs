import { createHash, randomUUID } from 'node:crypto';

export const sizes = { members: 1_000, photos: 100_000, likesPerPhoto: 10, commentsPerPhoto: 3, follows: 50, restrictedPercent: 2 };

/** Returns sizes for this many photos: a hundred photos per member, but at least 1,000 members. */
export const sizesWith = (photos) => ({ ...sizes, photos, members: Math.max(sizes.members, Math.ceil(photos / 100)) });

/** Returns the bearer token of a seeded member's session; the database stores only its SHA-256. */
export const tokenOf = (member) => createHash('sha256').update(`seeded session ${member}`).digest('base64url');

/** Fills an empty, migrated database by SQL in one transaction, and logs its steps. */
export async function seed(client, say, asked = sizes) {
  const { members, photos, likesPerPhoto, commentsPerPhoto } = asked;
  const { rows } = await client.query('select exists (select from photos) as filled');
  if (rows[0].filled) return say('The database is already seeded.');
  say(
    `Filling the database: ${members} members, ${photos} photos, ${photos * likesPerPhoto} likes, ${photos * commentsPerPhoto} comments …`,
  );
  const started = Date.now();
  // Disables triggers and foreign keys; the counts are set below.
  await client.query(
    `set statement_timeout = 0; set lock_timeout = 0; set session_replication_role = replica; set synchronous_commit = off`,
  );
  await client.query(`set maintenance_work_mem = '512MB'; set work_mem = '256MB'`);
  await client.query(`
    create or replace function pg_temp.seeded(kind integer, n bigint) returns uuid immutable language sql as
      $$ select ('019a' || lpad(to_hex(kind), 4, '0') || '-' || lpad(to_hex(n / 4096), 4, '0') || '-7' || lpad(to_hex(n % 4096), 3, '0') || '-8000-' || substr(md5(kind || ' ' || n), 1, 12))::uuid $$`);
  await client.query('begin');
  const indexes = await dropIndexes(client);
  for (const [name, sql] of Object.entries(stepsOf(asked))) {
    await client.query(sql);
    if (photos > sizes.photos) say(`${seconds(started)} s: ${name}`);
  }
  for (const sql of indexes) await client.query(sql);
  await addSessions(client);
  await client.query('commit');
  await client.query('reset all; set statement_timeout = 0');
  await client.query('vacuum analyze');
  say(`Seeded a community of ${members} members in ${seconds(started)} s.`);
}

const seconds = (since) => ((Date.now() - since) / 1000).toFixed(0);

/**
 * Drops the largest tables' indexes that back no constraint, because building indexes at the end is far
 * faster. Returns the statements that recreate the indexes.
 */
async function dropIndexes(client) {
  const { rows } = await client.query(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i where i.indrelid = any('{images,photos,photo_images,likes,comments,comment_mentions}'::regclass[])
        and not exists (select from pg_constraint where conindid = i.indexrelid)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Returns the steps in order of dependency. Computes ids of members and photos once, because many rows refer to them. */
function stepsOf({ members, photos, likesPerPhoto, commentsPerPhoto, follows, restrictedPercent }) {
  const membersById = `(select array_agg(pg_temp.seeded(1, n) order by n) as ids from generate_series(1, ${members}) n)`;
  const photosById = `(select n, pg_temp.seeded(2, n) as id from generate_series(1, ${photos}) n offset 0)`;
  return {
    members: `insert into members (id, username, name, email, email_verified_at, gender, date_of_birth, occupation, bio, avatar_stock, post_visibility, plan_name)
      select pg_temp.seeded(1, n), 'member_' || n, (array['Adaeze Okafor','Babajide Alákíjà','Chiamaka Ọ́nụọ́ra','Dayo Ògúnlẹ́sí','Efua Mensah'])[1 + n % 5] || ' ' || n,
             'member' || n || '@example.test', now(), 'female', '1990-01-01', 'Weaver', 'I weave.', null,
             case when n % 100 < ${restrictedPercent} then 'followers' else 'public' end, case when n % 10 = 0 then 'Premium' end
        from generate_series(1, ${members}) n`,
    interests: `insert into member_interests select m.id, c.id from members m, (select id from categories order by position limit 2) c`,
    follows: `insert into follows (follower_id, followed_id)
      select pg_temp.seeded(1, n), pg_temp.seeded(1, 1 + (n + k * 17) % ${members}) from generate_series(1, ${members}) n, generate_series(1, ${follows}) k
       where 1 + (n + k * 17) % ${members} <> n on conflict do nothing`,
    images: `insert into images (id, member_id, kind, width, height, color, thumbhash, widths, bytes)
      select md5('image ' || n)::uuid, pg_temp.seeded(1, 1 + n % ${members}), 'photo', 2400, 1600, '#7a4a2b', decode(md5(n::text) || substr(md5('t' || n), 1, 16), 'hex'), '{320,640,1280,2048}', 900000
        from generate_series(1, ${photos}) n`,
    photos: `insert into photos (id, member_id, category_id, title, description, likes_count, comments_count, created_at, updated_at)
      select pg_temp.seeded(2, n), pg_temp.seeded(1, 1 + n % ${members}), c.ids[1 + n % cardinality(c.ids)],
             'Masquerade at the New Yam festival, number ' || n,
             case when n % 3 > 0 then 'The dancers came at dusk, led by the oldest mask of the village; the whole square went quiet before the drums began again.' end,
             ${likesPerPhoto}, ${commentsPerPhoto}, at, at
        from generate_series(1, ${photos}) n, lateral (select now() - (${photos} - n) * interval '1 minute' as at) t, (select array_agg(id) as ids from categories) c`,
    'photo images': `insert into photo_images select pg_temp.seeded(2, n), 0, md5('image ' || n)::uuid, 'Dancers in raffia and painted cloth' from generate_series(1, ${photos}) n`,
    likes: `insert into likes (photo_id, member_id, created_at)
      select p.id, m.ids[1 + (n * 7 + k * 89) % ${members}], now() - k * interval '1 minute'
        from ${membersById} m, ${photosById} p, generate_series(1, ${likesPerPhoto}) k`,
    comments: `insert into comments (id, photo_id, member_id, content)
      select pg_temp.seeded(3, n * 10 + k), p.id, m.ids[1 + (n * 13 + k * 131) % ${members}],
             'This takes me back to my grandmother''s compound. Who made the mask on the left?'
        from ${membersById} m, ${photosById} p, generate_series(1, ${commentsPerPhoto}) k`,
    mentions: `insert into comment_mentions select id, member_id from comments where get_byte(uuid_send(id), 15) < 25`,
    tallies: `insert into category_tallies select category_id, member_id, count(*) from photos group by 1, 2`,
    counted: `insert into category_counts select t.category_id, category_part(t.member_id), sum(t.photos_count) from category_tallies t join members m on m.id = t.member_id where m.audience = 'public' and m.is_live group by 1, 2`,
    notifications: `insert into notifications (id, member_id, type, about, actor_id, photo_id, group_key)
      select pg_temp.seeded(4, n), p.member_id, 'like', 'photo', pg_temp.seeded(1, 1 + (n * 7 + 89) % ${members}), p.id, p.id
        from generate_series(1, least(${photos}, 20000)) n join photos p on p.id = pg_temp.seeded(2, n)`,
    counts: `update members m set photos_count = coalesce(p.n, 0), followers_count = coalesce(f.n, 0), following_count = coalesce(g.n, 0)
      from members one
      left join (select member_id, count(*) as n from photos group by 1) p on p.member_id = one.id
      left join (select followed_id, count(*) as n from follows group by 1) f on f.followed_id = one.id
      left join (select follower_id, count(*) as n from follows group by 1) g on g.follower_id = one.id
     where one.id = m.id`,
  };
}

async function addSessions(client) {
  const { rows: numbered } = await client.query('select id, substr(username, 8)::int as n from members');
  const sessions = numbered.map(() => randomUUID());
  await client.query(
    'insert into sessions (id, member_id, refresh_hash) select s, m, sha256(s::text::bytea) from unnest($1::uuid[], $2::uuid[]) t(s, m)',
    [sessions, numbered.map(({ id }) => id)],
  );
  await client.query(`insert into session_tokens select h, s, now() + interval '10 years' from unnest($1::bytea[], $2::uuid[]) t(h, s)`, [
    numbered.map(({ n }) => createHash('sha256').update(tokenOf(n)).digest()),
    sessions,
  ]);
}

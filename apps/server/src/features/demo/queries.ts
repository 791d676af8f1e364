import type { Statements } from '../../db/database.ts';

// The one place that writes tables of other features: whole tables at once, into a community that is empty.

/** Nobody registers while the demo is written. */
export const lockMembersTable = (tx: Statements) => tx.run('lock table members in share row exclusive mode');

/** Rows of each statement travel as one JSON array: one round trip a table, however many rows. */
const all = (tx: Statements, sql: string, rows: readonly object[]): Promise<number> => tx.run(sql, [JSON.stringify(rows)]);

export const addMembers = (tx: Statements, rows: readonly object[]) =>
  all(
    tx,
    `insert into members (id, username, name, email, email_verified_at, password_hash, role, country, occupation, bio, gender, date_of_birth,
                          avatar_stock, plan_name, created_at)
     select id, username, name, email, created_at, password_hash, role, country, occupation, bio, gender, born, avatar_stock, plan_name, created_at
       from jsonb_to_recordset($1::jsonb) as r(id uuid, username text, name text, email text, password_hash text, role text, country text,
            occupation text, bio text, gender text, born date, avatar_stock text, plan_name text, created_at timestamptz)`,
    rows,
  );

/** As if an operator had given them. */
export const addGrants = (tx: Statements) =>
  tx.run(
    'insert into plan_grants (member_id, plan_name, ends_at) select id, plan_name, plan_ends_at from members where plan_name is not null',
  );

export const addInterests = (tx: Statements, rows: readonly object[]) =>
  all(
    tx,
    `insert into member_interests (member_id, category_id)
     select r.member_id, c.id from jsonb_to_recordset($1::jsonb) as r(member_id uuid, slug text) join categories c on c.slug = r.slug`,
    rows,
  );

export const setAvatars = (tx: Statements) =>
  tx.run(`update members m set avatar_image_id = i.id from images i where i.member_id = m.id and i.kind = 'avatar'`);

export const addPhotos = (tx: Statements, rows: readonly object[]) =>
  all(
    tx,
    `insert into photos (id, member_id, category_id, title, description, license, created_at, updated_at)
     select r.id, r.member_id, c.id, r.title, r.description, r.license, r.created_at, r.created_at
       from jsonb_to_recordset($1::jsonb) as r(id uuid, member_id uuid, category text, title text, description text, license text,
                                               created_at timestamptz)
       left join categories c on c.slug = r.category`,
    rows,
  );

export const addPhotoImages = (tx: Statements, rows: readonly object[]) =>
  all(
    tx,
    `insert into photo_images (photo_id, position, image_id, alt, camera)
     select photo_id, position, image_id, alt, camera
       from jsonb_to_recordset($1::jsonb) as r(photo_id uuid, position smallint, image_id uuid, alt text, camera jsonb)`,
    rows,
  );

export const addFollows = (tx: Statements, rows: readonly object[]) =>
  all(
    tx,
    `insert into follows (follower_id, followed_id, created_at)
     select r.by, r.of, r.at from jsonb_to_recordset($1::jsonb) as r(of uuid, by uuid, at timestamptz)`,
    rows,
  );

export const addLikes = (tx: Statements, rows: readonly object[]) =>
  all(
    tx,
    `insert into likes (photo_id, member_id, created_at) select r.of, r.by, r.at from jsonb_to_recordset($1::jsonb) as r(of uuid, by uuid, at timestamptz)`,
    rows,
  );

export const addComments = (tx: Statements, rows: readonly object[]) =>
  all(
    tx,
    `insert into comments (id, photo_id, member_id, content, thread_id, reply_to_id, created_at)
     select r.id, r.photo_id, r.member_id, r.content, r.thread_id, r.reply_to_id, r.at
       from jsonb_to_recordset($1::jsonb) as r(id uuid, photo_id uuid, member_id uuid, content text, thread_id uuid, reply_to_id uuid, at timestamptz)`,
    rows,
  );

export const addNotifications = (tx: Statements, rows: readonly object[]) =>
  all(
    tx,
    `insert into notifications (id, member_id, type, actor_id, photo_id, comment_id, created_at, read_at)
     select r.id, r.member_id, r.type, r.actor_id, r.photo_id, r.comment_id, r.at, case when r.is_read then r.at + interval '1 minute' end
       from jsonb_to_recordset($1::jsonb) as r(id uuid, member_id uuid, type text, actor_id uuid, photo_id uuid, comment_id uuid,
            at timestamptz, is_read boolean)`,
    rows,
  );

/** Counts kept with the rows, from the rows. */
export async function setCounts(tx: Statements): Promise<void> {
  await tx.run(
    `update photos p set likes_count = (select count(*) from likes where photo_id = p.id),
                         comments_count = (select count(*) from comments where photo_id = p.id)`,
  );
  await tx.run(
    `update comments c set replies_count = r.said from (select thread_id, count(*) as said from comments group by thread_id) r where r.thread_id = c.id`,
  );
  await tx.run(
    `update members m set photos_count = (select count(*) from photos where member_id = m.id),
                          followers_count = (select count(*) from follows where followed_id = m.id),
                          following_count = (select count(*) from follows where follower_id = m.id)`,
  );
}

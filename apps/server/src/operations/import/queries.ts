import { createHash } from 'node:crypto';
import type { Statements } from '../../platform/db/database.ts';
import { addressProved, blocksMailbox } from '../../platform/visibility/members.ts';

// Like the demo's queries, these write tables of other domains: bulk inserts for members and topics of another forum.

export const insertRows = (tx: Statements, sql: string, rows: readonly object[]): Promise<number> => tx.run(sql, [JSON.stringify(rows)]);

export interface KnownMember {
  id: string;
  member_id: string | null;
  username: string | null;
}

/** Returns earlier imports. The member is null if the account was erased. */
export const listImportedMembers = (db: Statements, ids: readonly string[]) =>
  db.rows<KnownMember>(
    `select i.id, m.id as member_id, m.username from imported_rows i left join members m on m.id = i.member_id where i.id = any($1::uuid[])`,
    [ids],
  );

/** Returns members who proved one of the addresses, also those who await approval, and the addresses whose suspended owner may not register again. */
export const listMembersByAddress = (db: Statements, emails: readonly string[]) =>
  db.rows<{ email: string; id: string | null; username: string | null }>(
    `select a.email, m.id, m.username from unnest($1::text[]) as a(email) join members m on m.email = a.email and ${addressProved('m')}
     union all
     select a.email, null, null from unnest($1::text[]) as a(email) where exists (select from members s where ${blocksMailbox('s', 'a.email')})`,
    [emails],
  );

/** Returns the taken usernames among these, and among these with a number as suffix. */
export const listTakenUsernames = (db: Statements, usernames: readonly string[]) =>
  db.rows<{ username: string }>(
    `select username from members where username = any($1::text[]) or regexp_replace(username, '_[0-9]+$', '') = any($1::text[])`,
    [usernames],
  );

/** Adds members without a password. Leaves out those whose username or address was taken meanwhile. */
export const insertMembers = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into members (id, username, name, email, email_verified_at, created_at, email_notification_preferences)
     select id, username, name, email, now(), created_at, email_notification_preferences
       from jsonb_to_recordset($1::jsonb) as r(id uuid, username text, name text, email text, created_at timestamptz, email_notification_preferences jsonb)
     on conflict do nothing`,
    rows,
  );

/** Notes the imported members that exist now. */
export const insertImportedMembers = (tx: Statements, rows: readonly { id: string; member_id: string }[]) =>
  insertRows(
    tx,
    `insert into imported_rows (id, member_id)
     select r.id, m.id from jsonb_to_recordset($1::jsonb) as r(id uuid, member_id uuid) join members m on m.id = r.member_id
     on conflict do nothing`,
    rows,
  );

export const insertImportedRows = (tx: Statements, ids: readonly string[]) =>
  tx.run('insert into imported_rows (id) select unnest($1::uuid[]) on conflict do nothing', [ids]);

export const listCategorySlugs = (db: Statements) =>
  db.rows<{ id: string; slug: string }>(
    `select id, slug from forum_categories union all select category_id, slug from former_forum_category_slugs`,
  );

/** Adds categories after the others, in this order. */
export const insertCategories = (db: Statements, categories: readonly object[]) =>
  insertRows(
    db,
    `insert into forum_categories (id, name, slug, description, color, position)
     select r.id, r.name, r.slug, r.description, r.color, r.place + (select coalesce(max(position), 0) from forum_categories)
       from rows from (jsonb_to_recordset($1::jsonb) as (id uuid, name text, slug text, description text, color text))
            with ordinality as r(id, name, slug, description, color, place)
     on conflict do nothing`,
    categories,
  );

/** Adds topics whose posts follow in the same transaction. Leaves out topics imported earlier, also those deleted since. */
export const insertTopics = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `with r as materialized (
            select * from jsonb_to_recordset($1::jsonb) as r(id uuid, category_id uuid, author_id uuid, title text, slug text, opening_id uuid,
              locked_at timestamptz, pinned_at timestamptz, pinned_until timestamptz, views int, created_at timestamptz)
             where not exists (select from imported_rows i where i.id = r.id)),
          topics as (
            insert into forum_topics (id, category_id, author_id, author_gone, title, slug, latest_post_id, locked_at, pinned_at, pinned_until, created_at, updated_at)
            select r.id, r.category_id, m.id, m.id is not null and not m.is_live, r.title, r.slug, r.opening_id, r.locked_at, r.pinned_at, r.pinned_until,
                   r.created_at, r.created_at
              from r left join members m on m.id = r.author_id
            returning id)
     insert into forum_topic_views (topic_id, views_count) select t.id, r.views from topics t join r using (id)`,
    rows,
  );

/** Locks the topics that may get posts. A deleted topic gets none. */
export const lockTopics = (tx: Statements, ids: readonly string[]) =>
  tx.rows<{ id: string; last_number: number }>(
    'select id, last_number from forum_topics where id = any($1::uuid[]) and deleted_at is null order by id for no key update',
    [ids],
  );

export const listPostIds = (tx: Statements, ids: readonly string[]) =>
  tx.rows<{ id: string }>('select id from forum_posts where id = any($1::uuid[])', [ids]);

export const insertPosts = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into forum_posts (id, topic_id, number, author_id, author_gone, body, body_html, html_version, plain, reply_to_id, created_at, edited_at)
     select r.id, r.topic_id, r.number, m.id, m.id is not null and not m.is_live, r.body, r.body_html, r.html_version, r.plain, r.reply_to_id,
            r.created_at, r.edited_at
       from jsonb_to_recordset($1::jsonb) as r(id uuid, topic_id uuid, number int, author_id uuid, body text, body_html text, html_version smallint,
            plain text, reply_to_id uuid, created_at timestamptz, edited_at timestamptz)
       left join members m on m.id = r.author_id`,
    rows,
  );

export const insertMentions = (tx: Statements, rows: readonly { post_id: string; name: string }[]) =>
  insertRows(
    tx,
    `insert into forum_post_mentions (post_id, name, member_id)
     select r.post_id, r.name, m.id from jsonb_to_recordset($1::jsonb) as r(post_id uuid, name text) join members m on m.username = r.name
     on conflict do nothing`,
    rows,
  );

/** Leaves out images that the author of the post does not own, because a text can name any image by its id. */
export const insertPostImages = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into forum_post_images (post_id, position, image_id, alt)
     select r.post_id, r.position, u.image_id, r.alt
       from jsonb_to_recordset($1::jsonb) as r(post_id uuid, position smallint, image_id uuid, alt text)
       join forum_posts p on p.id = r.post_id join forum_uploads u on u.image_id = r.image_id and u.member_id = p.author_id`,
    rows,
  );

/** The job `tag_older_posts` reads the tags of these topics. */
export const insertUntaggedTopics = (tx: Statements, ids: readonly string[]) =>
  tx.run('insert into untagged_posts (topic_id) select unnest($1::uuid[]) on conflict do nothing', [ids]);

/** Sets last numbers and answers. `recountTopics` sets the rest. */
export const updateTopics = (tx: Statements, rows: readonly { id: string; last_number: number; solved_id: string | null }[]) =>
  insertRows(
    tx,
    `update forum_topics t set last_number = r.last_number, solved_post_id = coalesce(t.solved_post_id, s.id)
       from jsonb_to_recordset($1::jsonb) as r(id uuid, last_number int, solved_id uuid)
       left join forum_posts s on s.id = r.solved_id and s.topic_id = r.id and s.number > 1
      where t.id = r.id`,
    rows,
  );

export const recountTopics = (tx: Statements, ids: readonly string[]) => tx.rows('select recount_forum_topics($1::uuid[])', [ids]);

/** Key of an image in the uploads of the member. */
export const uploadKey = (key: string): string => `import ${createHash('sha256').update(key).digest('hex').slice(0, 40)}`;

export const listStoredImages = (db: Statements, images: readonly { member_id: string; upload_key: string }[]) =>
  db.rows<{ member_id: string; upload_key: string; image_id: string }>(
    `select u.member_id, u.upload_key, u.image_id from jsonb_to_recordset($1::jsonb) as r(member_id uuid, upload_key text)
       join forum_uploads u on u.member_id = r.member_id and u.upload_key = r.upload_key
       join images i on i.id = u.image_id and i.deleted_at is null`,
    [JSON.stringify(images)],
  );

/** The same transaction inserts the image's row. Returns 0 if the member has left. */
export const insertUpload = (tx: Statements, upload: { image_id: string; member_id: string; upload_key: string }) =>
  tx.run(
    `insert into forum_uploads (image_id, member_id, upload_key)
     select $1::uuid, m.id, $3 from members m where m.id = $2 and m.is_live on conflict (member_id, upload_key) do nothing`,
    [upload.image_id, upload.member_id, upload.upload_key],
  );

/** Domain that no mail reaches. Accounts that nobody may claim have an address in it. */
export const noAddressDomain = 'imported.invalid';

/** SQL: the imported account `m` has an address, and its owner has never signed in. */
const isUnclaimed = (m: string): string =>
  `${m}.is_live and ${m}.password_hash is null and ${m}.email not like '%@${noAddressDomain}'
    and not exists (select from identities d where d.member_id = ${m}.id) and not exists (select from passkeys k where k.member_id = ${m}.id)`;

export const countUninvited = async (db: Statements): Promise<number> =>
  (await db.row<{ count: number }>(
    `select count(*)::int from imported_rows i join members m on m.id = i.member_id where i.id = m.id and i.invited_at is null and ${isUnclaimed('m')}`,
  ))!.count;

/** Marks a hundred members as invited, in the transaction that queues their mails. */
export const markInvited = (tx: Statements) =>
  tx.rows<{ id: string; email: string }>(
    `with due as (
            select i.id from imported_rows i join members m on m.id = i.member_id
             where i.id = m.id and i.invited_at is null and ${isUnclaimed('m')} order by i.id limit 100 for no key update of i),
          marked as (update imported_rows i set invited_at = now() from due where i.id = due.id returning i.member_id)
     select m.id, m.email from marked join members m on m.id = marked.member_id`,
  );

import type pg from 'pg';
import { notifications } from '../../notifications/table.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { insertRows } from '../import/queries.ts';

// These queries write tables of other domains: bulk inserts for the demo's members.

/** Blocks registration until the transaction ends, so that free usernames stay free. */
export const lockMembersTable = (tx: Statements) => tx.run('lock table members in share row exclusive mode');

/** Opens the community to visitors, unless its admins have chosen. */
export const openToVisitors = (tx: Statements) =>
  tx.run(`update site_settings set visitors = 'posts', version = version + 1 where visitors is null`);

export const insertMembers = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into members (id, username, name, email, email_verified_at, password_hash, role, country, occupation, bio, gender, date_of_birth,
                          avatar_stock, plan_name, created_at)
     select id, username, name, email, created_at, password_hash, role, country, occupation, bio, gender, born, avatar_stock, plan_name, created_at
       from jsonb_to_recordset($1::jsonb) as r(id uuid, username text, name text, email text, password_hash text, role text, country text,
            occupation text, bio text, gender text, born date, avatar_stock text, plan_name text, created_at timestamptz)`,
    rows,
  );

export const insertGrants = (tx: Statements, memberIds: readonly string[]) =>
  tx.run(
    `insert into plan_grants (member_id, plan_name, ends_at)
     select id, plan_name, plan_ends_at from members where id = any($1::uuid[]) and plan_name is not null`,
    [memberIds],
  );

export const insertInterests = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into member_interests (member_id, category_id)
     select r.member_id, c.id from jsonb_to_recordset($1::jsonb) as r(member_id uuid, slug text) join categories c on c.slug = r.slug`,
    rows,
  );

export const updateAvatars = (tx: Statements, imageIds: readonly string[]) =>
  tx.run(
    `update members m set avatar_image_id = i.id from images i where i.member_id = m.id and i.kind = 'avatar' and i.id = any($1::uuid[])`,
    [imageIds],
  );

export const insertPhotos = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into photos (id, member_id, category_id, title, description, license, warning, audience, archived_at, publish_at, is_comparison, created_at, updated_at)
     select r.id, r.member_id, c.id, r.title, r.description, r.license, r.warning, r.audience, r.archived_at, r.publish_at, r.is_comparison, r.created_at, r.created_at
       from jsonb_to_recordset($1::jsonb) as r(id uuid, member_id uuid, category text, title text, description text, license text,
                                               warning text, audience text, archived_at timestamptz, publish_at timestamptz,
                                               is_comparison boolean, created_at timestamptz)
       left join categories c on c.slug = r.category`,
    rows,
  );

export const insertPhotoImages = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into photo_images (photo_id, position, image_id, alt, camera)
     select photo_id, position, image_id, alt, camera
       from jsonb_to_recordset($1::jsonb) as r(photo_id uuid, position smallint, image_id uuid, alt text, camera jsonb)`,
    rows,
  );

export const insertSeries = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into series (id, member_id, title, body, body_html, cover_id, completed_at, announced_at, created_at)
     select id, member_id, title, body, body_html, cover_id, completed_at, completed_at, created_at
       from jsonb_to_recordset($1::jsonb) as r(id uuid, member_id uuid, title text, body text, body_html text, cover_id uuid, completed_at timestamptz,
                                               created_at timestamptz)`,
    rows,
  );

export const insertPeopleShown = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into people_shown (photo_id, member_id, state)
     select photo_id, member_id, state from jsonb_to_recordset($1::jsonb) as r(photo_id uuid, member_id uuid, state text)`,
    rows,
  );

/** Proposes the texts for the first image of each post. */
export const insertAltProposals = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `with added as (
       insert into alt_proposals (id, image_id, member_id, text)
       select r.id, pi.image_id, r.member_id, r.text
         from jsonb_to_recordset($1::jsonb) as r(id uuid, photo_id uuid, member_id uuid, text text)
         join photo_images pi on pi.photo_id = r.photo_id and pi.position = 0
       returning image_id)
     update photo_images pi set proposals_count = (select count(*) from added where added.image_id = pi.image_id)
      where pi.image_id in (select image_id from added)`,
    rows,
  );

export const insertSeriesPhotos = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into series_photos (series_id, photo_id, position)
     select series_id, photo_id, position from jsonb_to_recordset($1::jsonb) as r(series_id uuid, photo_id uuid, position integer)`,
    rows,
  );

export const insertExhibitions = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into exhibitions (id, title, body, body_html, opens_at, closes_at, announced_at, rooms, created_at)
     select id, title, body, body_html, opens_at, closes_at, opens_at, rooms, created_at
       from jsonb_to_recordset($1::jsonb) as r(id uuid, title text, body text, body_html text, opens_at timestamptz, closes_at timestamptz, rooms jsonb,
                                               created_at timestamptz)`,
    rows,
  );

export const insertCurators = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into exhibition_curators (exhibition_id, member_id, accepted_at)
     select exhibition_id, member_id, accepted_at
       from jsonb_to_recordset($1::jsonb) as r(exhibition_id uuid, member_id uuid, accepted_at timestamptz)`,
    rows,
  );

export const insertWorks = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into exhibition_works (exhibition_id, photo_id, member_id, state)
     select exhibition_id, photo_id, member_id, state
       from jsonb_to_recordset($1::jsonb) as r(exhibition_id uuid, photo_id uuid, member_id uuid, state text)`,
    rows,
  );

export const insertChallenges = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into challenges (id, member_id, cover_id, title, body, body_html, rules, method, starts_at, entries_end_at, voting_end_at, announced_at,
                             results_announced_at, created_at)
     select id, member_id, cover_id, title, body, body_html, rules, method, starts_at, entries_end_at, voting_end_at, starts_at,
            case when voting_end_at <= now() then voting_end_at end, created_at
       from jsonb_to_recordset($1::jsonb) as r(id uuid, member_id uuid, cover_id uuid, title text, body text, body_html text, rules text, method text,
              starts_at timestamptz, entries_end_at timestamptz, voting_end_at timestamptz, created_at timestamptz)`,
    rows,
  );

export const insertEntries = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into challenge_entries (id, challenge_id, photo_id, image_id, member_id)
     select r.id, r.challenge_id, r.photo_id, pi.image_id, r.member_id
       from jsonb_to_recordset($1::jsonb) as r(id uuid, challenge_id uuid, photo_id uuid, member_id uuid)
       join photo_images pi on pi.photo_id = r.photo_id and pi.position = 0`,
    rows,
  );

export const insertChallengeVotes = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `with added as (
            insert into challenge_votes (challenge_id, member_id, entry_id, other_id, choice)
            select challenge_id, member_id, entry_id, other_id, choice
              from jsonb_to_recordset($1::jsonb) as r(challenge_id uuid, member_id uuid, entry_id uuid, other_id uuid, choice smallint)
            returning entry_id, other_id)
     update challenge_entries e set views_count = (select count(*) from added where e.id in (added.entry_id, added.other_id))
      where e.id in (select entry_id from added union select other_id from added)`,
    rows,
  );

export const insertFeedback = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into challenge_feedback (entry_id, member_id, text)
     select entry_id, member_id, text from jsonb_to_recordset($1::jsonb) as r(entry_id uuid, member_id uuid, text text)`,
    rows,
  );

export const insertFollows = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into follows (follower_id, followed_id, created_at)
     select r.by, r.of, r.at from jsonb_to_recordset($1::jsonb) as r(of uuid, by uuid, at timestamptz)`,
    rows,
  );

export const insertLikes = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into likes (photo_id, member_id, created_at) select r.of, r.by, r.at from jsonb_to_recordset($1::jsonb) as r(of uuid, by uuid, at timestamptz)`,
    rows,
  );

export const insertCritiques = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into critiques (photo_id, id, category, question, is_hidden, asked_at, closed_at, first_at)
     select photo_id, id, category, question, is_hidden, asked_at, closed_at, first_at
       from jsonb_to_recordset($1::jsonb) as r(photo_id uuid, id uuid, category text, question text, is_hidden boolean, asked_at timestamptz,
                                               closed_at timestamptz, first_at timestamptz)`,
    rows,
  );

/** Inserts comments and answers to requests for critique, which have pins on the first image of their post. */
export const insertComments = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into comments (id, photo_id, member_id, content, thread_id, reply_to_id, created_at, is_critique, image_id, x, y, helpful_at)
     select r.id, r.photo_id, r.member_id, r.content, r.thread_id, r.reply_to_id, r.at, r.is_critique, pi.image_id, r.x, r.y, r.helpful_at
       from jsonb_to_recordset($1::jsonb) as r(id uuid, photo_id uuid, member_id uuid, content text, thread_id uuid, reply_to_id uuid, at timestamptz,
                                               is_critique boolean, x float, y float, helpful_at timestamptz)
       left join photo_images pi on pi.photo_id = r.photo_id and pi.position = 0 and r.x is not null`,
    rows,
  );

export const insertDirectConversations = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into conversations (id, is_group, title, first_id, second_id, created_by, created_at, last_number, version)
     select id, is_group, title, first_id, second_id, created_by, created_at, last_number, last_number
       from jsonb_to_recordset($1::jsonb) as r(id uuid, is_group boolean, title text, first_id uuid, second_id uuid, created_by uuid,
                                               created_at timestamptz, last_number integer)`,
    rows,
  );

/** Counts the messages as mailed already. */
export const insertDirectMembers = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into conversation_members (conversation_id, member_id, state, joined_at, last_number, last_at, read_number, mailed_number, is_muted)
     select conversation_id, member_id, state, joined_at, last_number, last_at, read_number, last_number, is_muted
       from jsonb_to_recordset($1::jsonb) as r(conversation_id uuid, member_id uuid, state text, joined_at timestamptz, last_number integer,
                                               last_at timestamptz, read_number integer, is_muted boolean)`,
    rows,
  );

export const insertDirectMessages = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into messages (id, conversation_id, number, version, author_id, body, shares, photo_id, reply_to_id, created_at)
     select id, conversation_id, number, number, author_id, body, case when photo_id is not null then 'photo' end, photo_id, reply_to_id, created_at
       from jsonb_to_recordset($1::jsonb) as r(id uuid, conversation_id uuid, number integer, author_id uuid, body text, photo_id uuid,
                                               reply_to_id uuid, created_at timestamptz)`,
    rows,
  );

export const insertReactions = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into message_reactions (message_id, member_id, reaction)
     select message_id, member_id, reaction from jsonb_to_recordset($1::jsonb) as r(message_id uuid, member_id uuid, reaction text)`,
    rows,
  );

const added = notifications.pick('id', 'member_id', 'type', 'actor_id', 'photo_id', 'comment_id', 'forum_post_id', 'created_at', 'read_at');

export const insertNotifications = (tx: Statements, rows: readonly Row<typeof added>[]) =>
  tx.run(`insert into notifications (${added.names}) select ${added.names} from ${added.fromAll('$1')}`, [added.records(rows)]);

export async function updateCounts(tx: Statements, memberIds: readonly string[]): Promise<void> {
  await tx.run(
    `update photos p set likes_count = (select count(*) from likes where photo_id = p.id),
                         comments_count = (select count(*) from comments where photo_id = p.id and not is_critique)
      where p.member_id = any($1::uuid[])`,
    [memberIds],
  );
  await tx.run(
    `update comments c set replies_count = r.count
       from (select thread_id, count(*) from comments where member_id = any($1::uuid[]) group by thread_id) r where r.thread_id = c.id`,
    [memberIds],
  );
  await tx.run(
    `update members m set photos_count = (select count(*) from photos where member_id = m.id and is_there),
                          followers_count = (select count(*) from follows where followed_id = m.id),
                          following_count = (select count(*) from follows where follower_id = m.id)
      where m.id = any($1::uuid[])`,
    [memberIds],
  );
}

/** Returns at most one member with an address of the demo's `.example` domain, which no real member can have. */
export const listDemoMembers = (db: Statements, domain: string) =>
  db.rows<{ id: string }>(`select id from members where email like '%@' || $1 limit 1`, [domain]);

export const listTakenUsernames = (db: Statements, usernames: readonly string[]) =>
  db.rows<{ username: string }>('select username from members where username = any($1::text[])', [usernames]);

export const hasForumCategories = async (db: Statements): Promise<boolean> =>
  (await db.row('select from forum_categories limit 1')) !== undefined;

export const tryLock = async (client: pg.ClientBase): Promise<boolean> =>
  (await client.query<{ taken: boolean }>('select pg_try_advisory_lock(7220307) as taken')).rows[0]?.taken ?? false;

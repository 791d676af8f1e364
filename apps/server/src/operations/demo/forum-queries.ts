import type { Statements } from '../../platform/db/database.ts';
import { insertRows, recountTopics } from '../import/queries.ts';

export const insertTopics = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into forum_topics (id, category_id, author_id, title, slug, photo_id, last_number, posts_count, latest_post_id, solved_post_id,
                               locked_at, pinned_at, created_at, updated_at)
     select r.id, c.id, r.author_id, r.title, r.slug, r.photo_id, r.last_number, r.posts_count, r.latest_post_id, r.solved_post_id,
            r.locked_at, r.pinned_at, r.created_at, r.created_at
       from jsonb_to_recordset($1::jsonb) as r(id uuid, category text, author_id uuid, title text, slug text, photo_id uuid, last_number int,
            posts_count int, latest_post_id uuid, solved_post_id uuid, locked_at timestamptz, pinned_at timestamptz, created_at timestamptz)
            join forum_categories c on c.id = coalesce(
              (select id from forum_categories where slug = r.category), (select id from forum_categories order by position, id limit 1))`,
    rows,
  );

/** Earlier versions of edited posts. */
export const insertVersions = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into forum_post_versions (post_id, version, body, edited_by, written_at)
     select post_id, 1, body, edited_by, written_at
       from jsonb_to_recordset($1::jsonb) as r(post_id uuid, body text, edited_by uuid, written_at timestamptz)`,
    rows,
  );

export const insertLikes = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into forum_post_likes (post_id, member_id, created_at)
     select r.of, r.by, r.at from jsonb_to_recordset($1::jsonb) as r(of uuid, by uuid, at timestamptz)`,
    rows,
  );

export const insertTracks = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `with added as (
            insert into forum_tracks (member_id, topic_id, read_number, is_following)
            select member_id, topic_id, read_number, is_following
              from jsonb_to_recordset($1::jsonb) as r(member_id uuid, topic_id uuid, read_number int, is_following boolean)
            returning topic_id)
     insert into forum_topic_views (topic_id, views_count) select topic_id, count(*) from added group by topic_id`,
    rows,
  );

export const insertPolls = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into forum_polls (post_id, question, several, closes_at)
     select post_id, question, several, closes_at
       from jsonb_to_recordset($1::jsonb) as r(post_id uuid, question text, several boolean, closes_at timestamptz)`,
    rows,
  );

export const insertPollChoices = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into forum_poll_choices (id, post_id, position, text)
     select id, post_id, position, text from jsonb_to_recordset($1::jsonb) as r(id uuid, post_id uuid, position smallint, text text)`,
    rows,
  );

export const insertPollVotes = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into forum_poll_votes (post_id, choice_id, member_id, created_at)
     select post_id, choice_id, member_id, at
       from jsonb_to_recordset($1::jsonb) as r(post_id uuid, choice_id uuid, member_id uuid, at timestamptz)`,
    rows,
  );

export const insertLogEntries = (tx: Statements, rows: readonly object[]) =>
  insertRows(
    tx,
    `insert into moderation_log (id, actor_id, action, topic_id, created_at)
     select id, actor_id, action, topic_id, at
       from jsonb_to_recordset($1::jsonb) as r(id uuid, actor_id uuid, action text, topic_id uuid, at timestamptz)`,
    rows,
  );

export async function setForumCounts(tx: Statements, topicIds: readonly string[]): Promise<void> {
  await tx.run(
    'update forum_posts p set likes_count = (select count(*) from forum_post_likes where post_id = p.id) where p.topic_id = any($1::uuid[])',
    [topicIds],
  );
  await recountTopics(tx, topicIds);
  await tx.rows(
    'select recount_forum_polls(array(select l.post_id from forum_polls l join forum_posts p on p.id = l.post_id where p.topic_id = any($1::uuid[])))',
    [topicIds],
  );
}

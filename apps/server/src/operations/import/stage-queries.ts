import type pg from 'pg';
import type { Skipped, SourcePost, SourceTopic } from './source.ts';

// Temporary tables of one connection. They hold the topics and posts of the export until these are written in the order of the topics.

/** Held by the connection while an import runs. Returns false if another import runs. */
export const tryLock = async (client: pg.ClientBase): Promise<boolean> =>
  (await client.query<{ taken: boolean }>('select pg_try_advisory_lock(7220308) as taken')).rows[0]?.taken ?? false;

export async function createStage(client: pg.ClientBase): Promise<void> {
  await client.query(
    `create temporary table import_topics (
       id bigint primary key, uuid uuid not null, category_id bigint, opening_id bigint, title text not null, at timestamptz not null,
       is_pinned boolean not null, pinned_until timestamptz, is_locked boolean not null, views integer not null, solved_id bigint, skipped text)`,
  );
  await client.query(
    `create temporary table import_posts (
       id bigint primary key, uuid uuid not null, topic_id bigint not null, number bigint not null, author_id bigint, body text not null,
       at timestamptz not null, edited_at timestamptz, reply_to_id bigint, reply_to_number bigint, skipped text);
     create index on import_posts (topic_id, number);
     create temporary table import_queue (place bigint primary key, id bigint not null, topic_id bigint not null)`,
  );
}

/** Keeps the first of several rows with the same id. */
export const stageTopics = (client: pg.ClientBase, topics: readonly SourceTopic[]) =>
  client.query(
    `insert into import_topics (id, uuid, category_id, opening_id, title, at, is_pinned, pinned_until, is_locked, views, skipped)
     select id, uuid, category_id, opening_id, title, at, is_pinned, pinned_until, is_locked, views, skipped
       from jsonb_to_recordset($1::jsonb) as r(id bigint, uuid uuid, category_id bigint, opening_id bigint, title text, at timestamptz,
            is_pinned boolean, pinned_until timestamptz, is_locked boolean, views integer, skipped text)
     on conflict do nothing`,
    [JSON.stringify(topics)],
  );

export const stagePosts = (client: pg.ClientBase, posts: readonly SourcePost[]) =>
  client.query(
    `insert into import_posts (id, uuid, topic_id, number, author_id, body, at, edited_at, reply_to_id, reply_to_number, skipped)
     select id, uuid, topic_id, number, author_id, body, at, edited_at, reply_to_id, reply_to_number, skipped
       from jsonb_to_recordset($1::jsonb) as r(id bigint, uuid uuid, topic_id bigint, number bigint, author_id bigint, body text,
            at timestamptz, edited_at timestamptz, reply_to_id bigint, reply_to_number bigint, skipped text)
     on conflict do nothing`,
    [JSON.stringify(posts)],
  );

/** Decides which topics and posts are imported, and puts the posts into the order of writing. */
export async function arrangeStage(
  client: pg.ClientBase,
  { openCategories, solutions }: { openCategories: readonly number[]; solutions: readonly (readonly [number, number])[] },
): Promise<void> {
  await client.query(
    `update import_topics t set solved_id = s.post_id from unnest($1::bigint[], $2::bigint[]) as s(topic_id, post_id) where t.id = s.topic_id`,
    [solutions.map(([topicId]) => topicId), solutions.map(([, postId]) => postId)],
  );
  await client.query(
    `update import_topics set skipped = 'closed_category' where skipped is null and (category_id is null or not category_id = any($1::bigint[]))`,
    [openCategories],
  );
  await client.query(`update import_posts set skipped = 'empty' where skipped is null and body !~ '[^[:space:]]'`);
  // Posts of a topic that is left out are left out for the same reason.
  await client.query(
    `update import_posts p set skipped = t.skipped from import_topics t where t.id = p.topic_id and t.skipped is not null`,
  );
  await client.query(
    `update import_posts p set skipped = 'no_topic' where p.skipped is null and not exists (select from import_topics t where t.id = p.topic_id)`,
  );
  await client.query(
    `update import_posts p set reply_to_id = a.id from import_posts a where a.topic_id = p.topic_id and a.number = p.reply_to_number`,
  );
  await client.query(
    `insert into import_queue (place, id, topic_id)
     select row_number() over (order by t.at, t.id, p.id is distinct from t.opening_id, p.number, p.id) as place, p.id, t.id as topic_id
       from import_posts p join import_topics t on t.id = p.topic_id
      where p.skipped is null and not exists (select from imported_rows i where i.id = p.uuid)`,
  );
  await client.query('analyze import_queue, import_posts, import_topics');
}

export interface StageCounts {
  topics: number;
  posts: number;
  /** Imported earlier. */
  earlier: number;
  skipped: { kind: 'topics' | 'posts'; reason: Skipped; count: number }[];
}

export async function countStage(client: pg.ClientBase): Promise<StageCounts> {
  const { rows } = await client.query<{ topics: number; posts: number; earlier: number }>(
    `select count(distinct topic_id)::int as topics, count(*)::int as posts,
            (select count(*) from import_posts where skipped is null)::int - count(*)::int as earlier from import_queue`,
  );
  const skipped = await client.query<StageCounts['skipped'][number]>(
    `select 'topics' as kind, skipped as reason, count(*)::int from import_topics where skipped is not null group by skipped
     union all select 'posts', skipped, count(*)::int from import_posts where skipped is not null group by skipped`,
  );
  return { ...rows[0]!, skipped: skipped.rows };
}

/** Numbers of posts by author, of all posts that are imported now or were imported earlier. */
export const listAuthors = async (client: pg.ClientBase): Promise<Set<number>> =>
  new Set(
    (
      await client.query<{ id: string }>(
        'select distinct author_id as id from import_posts where skipped is null and author_id is not null',
      )
    ).rows.map(({ id }) => Number(id)),
  );

export interface QueuedPost extends Pick<SourcePost, 'uuid' | 'topic_id' | 'author_id' | 'body' | 'at' | 'edited_at'> {
  place: number;
  topic_uuid: string;
  reply_to_uuid: string | null;
}

const batch = 500;

/** Returns the next posts in order, at most 500. */
export const listQueue = async (client: pg.ClientBase, after: number): Promise<QueuedPost[]> =>
  (
    await client.query<QueuedPost>(
      `select q.place::int, p.uuid, p.topic_id::float8, t.uuid as topic_uuid, p.author_id::float8, p.body, p.at, p.edited_at, a.uuid as reply_to_uuid
         from import_queue q join import_posts p on p.id = q.id join import_topics t on t.id = q.topic_id
         left join import_posts a on a.id = p.reply_to_id and a.topic_id = p.topic_id and a.skipped is null
        where q.place > $1 order by q.place limit ${batch}`,
      [after],
    )
  ).rows;

export interface StagedTopic extends Pick<SourceTopic, 'uuid' | 'title' | 'at' | 'is_pinned' | 'pinned_until' | 'is_locked' | 'views'> {
  category_id: number;
  solved_uuid: string | null;
}

export const listStagedTopics = async (client: pg.ClientBase, ids: readonly number[]): Promise<StagedTopic[]> =>
  (
    await client.query<StagedTopic>(
      `select t.uuid, t.category_id::float8, t.title, t.at, t.is_pinned, t.pinned_until, t.is_locked, t.views, s.uuid as solved_uuid
         from import_topics t left join import_posts s on s.id = t.solved_id and s.topic_id = t.id where t.id = any($1::bigint[])`,
      [ids],
    )
  ).rows;

/** A post named in a quote: by its id, or by its topic and number. */
export interface PostReference {
  id: number | null;
  topicId: number | null;
  number: number | null;
}

/** Returns the UUIDs of quoted posts that are imported, by `id` or `topic:number`. */
export async function findQuoted(client: pg.ClientBase, references: readonly PostReference[]): Promise<Map<string, string>> {
  if (references.length === 0) return new Map();
  const { rows } = await client.query<{ key: string; uuid: string }>(
    `select coalesce(r.id::text, r.topic_id || ':' || r.number) as key, p.uuid
       from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as r(id, topic_id, number)
       join import_posts p on p.skipped is null and (p.id = r.id or (p.topic_id = r.topic_id and p.number = r.number))`,
    [references.map(({ id }) => id), references.map(({ topicId }) => topicId), references.map(({ number }) => number)],
  );
  return new Map(rows.map(({ key, uuid }) => [key, uuid]));
}

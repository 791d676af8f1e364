import type { Statements } from '../../platform/db/database.ts';
import type { Row } from '../../platform/db/table.ts';
import { type AuthorRow, authorColumns } from '../../platform/member-views.ts';
import { forumPostVisible, topicThere } from '../../platform/visibility/forum.ts';
import { forumPosts } from '../table.ts';
import { type NewPost, type ReplyTo, replyToColumn } from './queries.ts';

export interface ReplyRequest {
  topicId: string;
  authorId: string;
  key: string | null;
}

/** A topic, and the post added earlier under the same idempotency key. */
export interface TopicToReply {
  id: string;
  is_locked: boolean;
  sent_id: string | null;
  sent_digest: Buffer | null;
  sent_topic_id: string | null;
}

/** `n` is the request's index from 1. */
export const listTopicsToReply = (db: Statements, requests: readonly ReplyRequest[]): Promise<(TopicToReply & { n: number })[]> =>
  db.rows(
    `select r.n::int as n, t.id, t.locked_at is not null as is_locked, sent.id as sent_id, sent.reply_digest as sent_digest, sent.topic_id as sent_topic_id
       from unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality as r(topic_id, author_id, reply_key, n)
       join forum_topics t on t.id = r.topic_id and ${topicThere('t')}
       left join forum_posts sent on sent.author_id = r.author_id and sent.reply_key = r.reply_key`,
    [requests.map(({ topicId }) => topicId), requests.map(({ authorId }) => authorId), requests.map(({ key }) => key)],
  );

const addedReply = forumPosts.pick('id', 'topic_id', 'number', 'created_at');

export type AddedReply = Row<typeof addedReply> & AuthorRow & { reply_to: ReplyTo | null };

/**
 * Adds replies in order and returns the added ones. Takes numbers from the topic in the same statement, which prevents gaps and
 * duplicates. Leaves out replies already sent with the same key.
 */
export const insertReplies = (
  tx: Statements,
  topicId: string,
  posts: readonly NewPost[],
  { mayBeLocked }: { mayBeLocked: boolean },
): Promise<AddedReply[]> =>
  tx.rows(
    `with sent as (
            select * from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::int[], $7::text[], $8::uuid[], $9::text[], $11::bytea[]) with ordinality
              as s(id, author_id, body, html, html_version, plain, reply_to_id, reply_key, reply_digest, place)),
          writers as materialized (select id from members where id = any($3::uuid[]) and is_live order by id for share),
          fresh as (
            select distinct on (s.author_id, coalesce(s.reply_key, s.id::text)) s.* from sent s join writers w on w.id = s.author_id
             where not exists (select from forum_posts earlier where earlier.author_id = s.author_id and earlier.reply_key = s.reply_key)
             order by s.author_id, coalesce(s.reply_key, s.id::text), s.place),
          numbered as (select fresh.*, (row_number() over (order by place))::int as n from fresh),
          counted as (
            select count(*)::int as posts, (array_agg(n.id order by n.id desc))[1] as last_id,
                   count(*) filter (where n.author_id is distinct from t.author_id)::int as others
              from numbered n, forum_topics t where t.id = $1),
          topic as (
            update forum_topics t set last_number = t.last_number + counted.posts, posts_count = t.posts_count + counted.posts,
                   others_count = t.others_count + counted.others, latest_post_id = greatest(t.latest_post_id, counted.last_id)
              from counted where t.id = $1 and ${topicThere('t')} and (t.locked_at is null or $10) and counted.posts > 0
            returning t.id, t.last_number - counted.posts as before),
          added as (
            insert into forum_posts (id, topic_id, number, author_id, body, body_html, html_version, plain, reply_to_id, reply_key, reply_digest)
            select n.id, topic.id, topic.before + n.n, n.author_id, n.body, n.html, n.html_version, n.plain,
                   (select a.id from forum_posts a where a.id = n.reply_to_id and a.topic_id = topic.id and ${forumPostVisible('n.author_id', 'a')}),
                   n.reply_key, n.reply_digest
              from numbered n, topic
            returning ${addedReply.names}, author_id, reply_to_id)
     select ${addedReply.of('p')}, ${authorColumns('m')}, ${replyToColumn('p.author_id')} from added p join members m on m.id = p.author_id`,
    [topicId, ...insertParameters(posts), mayBeLocked, posts.map(({ key }) => key?.digest ?? null)],
  );

const insertParameters = (posts: readonly NewPost[]): unknown[] => [
  posts.map(({ id }) => id),
  posts.map(({ authorId }) => authorId),
  posts.map(({ body }) => body),
  posts.map(({ html }) => html),
  posts.map(({ htmlVersion }) => htmlVersion),
  posts.map(({ plain }) => plain),
  posts.map(({ replyTo }) => replyTo),
  posts.map(({ key }) => key?.value ?? null),
];

import type { Statements } from '../../platform/db/database.ts';
import { pagesAsked, type ReadStates } from '../../platform/db/page-cache.ts';
import type { Row } from '../../platform/db/table.ts';
import type { SendKey } from '../../platform/http/form.ts';
import { authorColumns, type AuthorRow, type MaybeAuthorRow } from '../../platform/member-views.ts';
import {
  forumLikesCounted,
  forumPostListed,
  forumPostOpened,
  forumPostsCounted,
  forumPostShown,
  forumPostVisible,
  isTombstone,
  topicThere,
} from '../../platform/visibility/forum.ts';
import { hidesAnybody, memberVisible } from '../../platform/visibility/members.ts';
import { forumPosts, forumTopics } from '../table.ts';

const topicOfPosts = forumTopics.pick('id', 'author_id', 'last_number');

export interface TopicOfPosts extends Row<typeof topicOfPosts> {
  is_locked: boolean;
  posts_count: number;
}

/** Counts only posts that the viewer can list. */
export const findTopicOfPosts = (db: Statements, viewerId: string, topicId: string): Promise<TopicOfPosts | undefined> =>
  db.row(
    `select ${topicOfPosts.of('t')}, t.locked_at is not null as is_locked, ${forumPostsCounted('$1', 't')} as posts_count
       from forum_topics t where t.id = $2 and ${topicThere('t')}`,
    [viewerId, topicId],
  );

const shownOfPost = forumPosts.pick('id', 'topic_id', 'number', 'html_version', 'revision', 'edited_at', 'created_at');

export type ForumPostRow = Row<typeof shownOfPost> & {
  /** Null for a deleted post. */
  body: string | null;
  body_html: string | null;
  has_poll: boolean;
  likes_count: number;
  is_liked: boolean;
  /** False if only a report lets a moderator see the post, without liking or answering it. */
  is_visible: boolean;
  reply_to: ReplyTo | null;
} & MaybeAuthorRow;

export interface ReplyTo extends AuthorRow {
  id: string;
  number: number;
  plain: string;
  topic: { id: string; title: string; slug: string } | null;
}

/** SQL: the answered post; null if the viewer may not list it. */
export const replyToColumn = (viewer: string): string =>
  `(select to_jsonb(replied_to) from (
     select a.id, a.number, left(a.plain, 200) as plain, ${authorColumns('am')},
            case when a.topic_id <> p.topic_id then jsonb_build_object('id', at.id, 'title', at.title, 'slug', at.slug) end as topic
       from forum_posts a join members am on am.id = a.author_id join forum_topics at on at.id = a.topic_id and ${topicThere('at')}
      where a.id = p.reply_to_id and ${forumPostListed(viewer, 'a')}) replied_to) as reply_to`;

/** Columns of a post `p` and its author `m`. A deleted post has only its number and date. */
const postColumns = `${shownOfPost.of('p')}, case when p.is_there then p.body end as body, case when p.is_there then p.body_html end as body_html,
  exists (select from forum_polls q where q.post_id = p.id) as has_poll, ${forumLikesCounted('$1', 'p')} as likes_count,
  exists (select from forum_post_likes own where own.post_id = p.id and own.member_id = $1) as is_liked,
  ${forumPostVisible('$1', 'p')} as is_visible, ${authorColumns('m')}, ${replyToColumn('$1')}`;

/** Lists posts after a number, without those hidden from the viewer. */
export const listPostRows = (
  db: Statements,
  viewerId: string,
  topicId: string,
  { after, limit }: { after: number; limit: 21 | 51 },
): Promise<ForumPostRow[]> =>
  db.rows(
    `select ${postColumns} from forum_posts p left join members m on m.id = p.author_id and p.is_there
      where p.topic_id = $2 and p.number > $3 and (${forumPostShown('$1', 'p')} or ${isTombstone('$1', 'p')})
      order by p.number limit ${limit}`,
    [viewerId, topicId, after],
  );

/** Lists the numbers of visible posts before a number, nearest first. The last one starts the previous page. */
export const listNumbersBefore = async (
  db: Statements,
  viewerId: string,
  topicId: string,
  { before, limit }: { before: number; limit: 21 | 51 },
): Promise<number[]> => {
  const rows = await db.rows<{ number: number }>(
    `select p.number from forum_posts p
      where p.topic_id = $2 and p.number < $3 and (${forumPostShown('$1', 'p')} or ${isTombstone('$1', 'p')})
      order by p.number desc limit ${limit}`,
    [viewerId, topicId, before],
  );
  return rows.map(({ number }) => number);
};

export const findPostRow = (db: Statements, viewerId: string, topicId: string, postId: string): Promise<ForumPostRow | undefined> =>
  db.row(
    `select ${postColumns} from forum_posts p join forum_topics t on t.id = p.topic_id and ${topicThere('t')} join members m on m.id = p.author_id
      where p.id = $3 and p.topic_id = $2 and ${forumPostOpened('$1', 'p')}`,
    [viewerId, topicId, postId],
  );

export interface NewPost {
  id: string;
  authorId: string;
  body: string;
  html: string;
  htmlVersion: number;
  plain: string;
  replyTo: string | null;
  key: SendKey | null;
  /** For each mention, all usernames that the text may mean. */
  mentions: readonly (readonly string[])[];
  images: readonly { id: string; alt: string }[];
  tags: readonly string[];
}

export const insertOpening = (
  tx: Statements,
  topicId: string,
  { id, authorId, body, html, htmlVersion, plain, key }: NewPost,
): Promise<number> =>
  tx.run(
    `insert into forum_posts (id, topic_id, number, author_id, body, body_html, html_version, plain, reply_key, reply_digest)
     values ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9)`,
    [id, topicId, authorId, body, html, htmlVersion, plain, key?.value ?? null, key?.digest ?? null],
  );

const sentPost = forumPosts.pick('id', 'topic_id', 'number', 'reply_digest');

export const findPostByKey = (db: Statements, authorId: string, key: string): Promise<Row<typeof sentPost> | undefined> =>
  db.row(`select ${sentPost.names} from forum_posts where author_id = $1 and reply_key = $2`, [authorId, key]);

const postToChange = forumPosts.pick('id', 'number', 'author_id');

export interface PostToChange extends Row<typeof postToChange> {
  author_id: string;
  is_locked: boolean;
}

export const findPostToChange = (db: Statements, viewerId: string, topicId: string, postId: string): Promise<PostToChange | undefined> =>
  db.row(
    `select ${postToChange.of('p')}, t.locked_at is not null as is_locked
       from forum_posts p join forum_topics t on t.id = p.topic_id
      where p.id = $3 and p.topic_id = $2 and ${topicThere('t')} and ${forumPostOpened('$1', 'p')}`,
    [viewerId, topicId, postId],
  );

/** Returns nothing if the post was edited since `version`. */
export const lockPost = (tx: Statements, postId: string, version?: number): Promise<{ id: string } | undefined> =>
  tx.row('select id from forum_posts where id = $1 and ($2::int is null or revision = $2) for no key update', [postId, version ?? null]);

/** Stores the former body as a version. An equal body changes nothing. The post must be locked. */
export const updateBody = (
  tx: Statements,
  editorId: string,
  { id, body, html, htmlVersion, plain }: Pick<NewPost, 'id' | 'body' | 'html' | 'htmlVersion' | 'plain'>,
): Promise<{ id: string; topic_id: string; number: number; html: string } | undefined> =>
  tx.row(
    `with before as (select p.id, p.body, p.body_html, coalesce(p.edited_at, p.created_at) as written_at from forum_posts p
                      where p.id = $2 and p.is_there and p.body <> $3),
          version as (
            insert into forum_post_versions (post_id, version, body, edited_by, written_at)
            select b.id, 1 + coalesce((select max(v.version) from forum_post_versions v where v.post_id = b.id), 0), b.body, $1, b.written_at
              from before b)
     update forum_posts p set body = $3, body_html = $4, html_version = $5, plain = $6, edited_at = now(), revision = p.revision + 1
       from before where p.id = before.id
     returning p.id, p.topic_id, p.number, before.body_html as html`,
    [editorId, id, body, html, htmlVersion, plain],
  );

export const deleteVersions = (tx: Statements, postId: string): Promise<number> =>
  tx.run('delete from forum_post_versions where post_id = $1', [postId]);

/** Stores HTML from the current renderer, unless the post was edited meanwhile. */
export const updateHtml = (
  db: Statements,
  posts: readonly { id: string; html: string; plain: string }[],
  htmlVersion: number,
): Promise<number> =>
  db.run(
    `update forum_posts p set body_html = rendered.html, plain = rendered.plain, html_version = $4
       from unnest($1::uuid[], $2::text[], $3::text[]) as rendered(id, html, plain) where p.id = rendered.id and p.html_version < $4`,
    [posts.map(({ id }) => id), posts.map(({ html }) => html), posts.map(({ plain }) => plain), htmlVersion],
  );

/** The topic must be locked. The caller then updates its counts. */
export const markPostDeleted = (tx: Statements, topicId: string, postId: string): Promise<number> =>
  tx.run(`update forum_posts p set deleted_at = now() where p.id = $2 and p.topic_id = $1 and p.is_there and p.number > 1`, [
    topicId,
    postId,
  ]);

/** Removes a deleted post from its topic's counts, latest post and solution. */
export const subtractPostFromTopic = (tx: Statements, topicId: string, postId: string): Promise<number> =>
  tx.run(
    `update forum_topics t
        set posts_count = t.posts_count - 1, others_count = t.others_count - (deleted.author_id is distinct from t.author_id)::int,
            likes_count = t.likes_count - deleted.likes_count,
            latest_post_id = case when t.latest_post_id <> deleted.id then t.latest_post_id else coalesce(
              (select p.id from forum_posts p where p.topic_id = t.id and p.is_there order by p.id desc limit 1),
              (select o.id from forum_posts o where o.topic_id = t.id and o.number = 1)) end,
            solved_post_id = nullif(t.solved_post_id, deleted.id)
       from forum_posts deleted where t.id = $1 and deleted.id = $2`,
    [topicId, postId],
  );

export const listPostsToErase = (db: Statements, memberId: string): Promise<{ id: string }[]> =>
  db.rows('select id from forum_posts where author_id = $1 order by id limit 200', [memberId]);

/** Locks 200 posts deleted a month ago without an open report. Skips posts being restored. */
export const lockDeletedPosts = (tx: Statements): Promise<{ id: string }[]> =>
  tx.rows(
    `select id from forum_posts p where deleted_at < now() - interval '30 days' and author_id is not null
        and not exists (select from reports r where r.forum_post_id = p.id and r.resolved_at is null)
      order by deleted_at limit 200 for update skip locked`,
  );

/** Erases text and versions. Rows stay, so that no number is reused. */
export const clearPosts = (db: Statements, ids: readonly string[]): Promise<number> =>
  db.run(
    `with versions as (delete from forum_post_versions where post_id = any($1::uuid[])),
          images as (delete from forum_post_images where post_id = any($1::uuid[]))
     update forum_posts p set author_id = null, body = '', body_html = '', plain = '', reply_key = null, reply_digest = null, edited_at = null,
            deleted_at = coalesce(p.deleted_at, now()) where p.id = any($1::uuid[])`,
    [ids],
  );

export type VersionRow = { version: number; body: string; written_at: Date } & MaybeAuthorRow;

export const listVersionRows = (db: Statements, viewerId: string, postId: string): Promise<VersionRow[]> =>
  db.rows(
    `select v.version, v.body, v.written_at, ${authorColumns('m')}
       from forum_post_versions v left join members m on m.id = v.edited_by and ${memberVisible('$1', 'm')}
      where v.post_id = $2 order by v.version desc limit 50`,
    [viewerId, postId],
  );

/** Locks the member, then the topic, like every writer. The next statement sees all earlier changes. */
export const lockTopicForLike = (tx: Statements, viewerId: string, topicId: string): Promise<unknown> =>
  tx.row(
    `with me as materialized (select id from members where id = $1 and is_live for share)
     select t.id from forum_topics t, me where t.id = $2 and ${topicThere('t')} for no key update of t`,
    [viewerId, topicId],
  );

/** Returns nothing if the like exists already. */
export const insertLike = (
  db: Statements,
  viewerId: string,
  topicId: string,
  postId: string,
): Promise<{ author_id: string | null } | undefined> =>
  db.row(
    `with me as materialized (select id from members where id = $1 and is_live for share),
          topic as materialized (select t.id from forum_topics t, me where t.id = $2 and ${topicThere('t')} for no key update of t),
          added as (
            insert into forum_post_likes (post_id, member_id)
            select p.id, $1 from topic join forum_posts p on p.topic_id = topic.id and p.id = $3 where ${forumPostVisible('$1', 'p')}
            on conflict do nothing returning post_id),
          counted as (
            update forum_posts p set likes_count = p.likes_count + 1 from added where p.id = added.post_id returning p.author_id)
     update forum_topics t set likes_count = t.likes_count + 1 from counted where t.id = $2 returning counted.author_id`,
    [viewerId, topicId, postId],
  );

export const deleteLike = (db: Statements, viewerId: string, topicId: string, postId: string): Promise<number> =>
  db.run(
    `with me as materialized (select id from members where id = $1 and is_live for share),
          topic as materialized (select t.id from forum_topics t, me where t.id = $2 and ${topicThere('t')} for no key update of t),
          removed as (
            delete from forum_post_likes l using topic, forum_posts p
             where l.post_id = $3 and l.member_id = $1 and p.id = l.post_id and p.topic_id = topic.id and ${forumPostVisible('$1', 'p')}
            returning l.post_id, l.is_counted),
          counted as (update forum_posts p set likes_count = p.likes_count - 1 from removed where p.id = removed.post_id and removed.is_counted)
     update forum_topics t set likes_count = t.likes_count - 1 from removed where t.id = $2 and removed.is_counted`,
    [viewerId, topicId, postId],
  );

export const findLikes = (
  db: Statements,
  viewerId: string,
  topicId: string,
  postId: string,
): Promise<{ likes_count: number; is_liked: boolean } | undefined> =>
  db.row(
    `select ${forumLikesCounted('$1', 'p')} as likes_count,
            exists (select from forum_post_likes own where own.post_id = p.id and own.member_id = $1) as is_liked
       from forum_posts p join forum_topics t on t.id = p.topic_id
      where p.id = $3 and p.topic_id = $2 and ${topicThere('t')} and ${forumPostVisible('$1', 'p')}`,
    [viewerId, topicId, postId],
  );

/** Deletes 500 likes. No count includes them. */
export const deleteLikesOf = (db: Statements, memberId: string): Promise<number> =>
  db.run(
    'delete from forum_post_likes where (post_id, member_id) in (select post_id, member_id from forum_post_likes where member_id = $1 limit 500)',
    [memberId],
  );

export interface PostsState {
  /** Some member is hidden from the viewer, who therefore gets a separate page. */
  hides: boolean;
  liked: string[];
}

/** Skips viewers whose state is cached for the current snapshot. */
export const readPostStates: ReadStates<PostsState> = async (db, { snapshot, viewerIds, pageOf, areKnown, ids, pageOfId }) =>
  (await db.row<{ snapshot: string; states: (PostsState & { n: number })[] | null }>(
    `with pages as materialized (${pagesAsked})
     select pg_current_snapshot()::text as snapshot,
            (select json_agg(json_build_object('n', v.n, 'hides', ${hidesAnybody('v.id')}, 'liked', coalesce((
                      select json_agg(l.post_id) from forum_post_likes l
                       where l.member_id = v.id and l.post_id = any (p.ids)), '[]')))
               from unnest($2::uuid[], $3::int[], $4::boolean[]) with ordinality as v(id, page, is_known, n) left join pages p on p.page = v.page
              where pg_current_snapshot()::text <> $1 or not v.is_known) as states`,
    [snapshot, viewerIds, pageOf, areKnown, ids, pageOfId],
  ))!;

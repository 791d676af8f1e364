import { LRUCache } from 'lru-cache';
import { notifyOfReplies } from '../../notifications/notify-of-forum-posts.ts';
import { type Context, oncePerContext } from '../../platform/context.ts';
import { batch } from '../../platform/db/batch.ts';
import { type Statements, violates } from '../../platform/db/database.ts';
import { reportAutomatically } from '../../platform/reports/report-automatically.ts';
import { addPolls } from '../polls/add-polls.ts';
import { followWritten } from '../tracks/follow-written.ts';
import { addPostImages } from './image-queries.ts';
import type { PreparedPost } from './prepare-post.ts';
import type { ForumPostRow } from './queries.ts';
import { type AddedReply, addReplies } from './reply-queries.ts';
import { addForumMentions } from './set-forum-mentions.ts';

/** Null if the reply was not added. */
type AddReply = (post: PreparedPost) => Promise<ForumPostRow | null>;

/** At most one transaction at a time per topic, for the 1,000 topics used last. */
const topicBatches = (context: Context, mayBeLocked: boolean): LRUCache<string, AddReply> =>
  new LRUCache({
    max: 1_000,
    memoMethod: (topicId): AddReply => batch((posts: PreparedPost[]) => adding(context, mayBeLocked)(topicId, posts), 100, 1),
  });

const batchesOf = oncePerContext((context) => ({ members: topicBatches(context, false), organisers: topicBatches(context, true) }));

/**
 * Adds all replies that arrive while the topic's previous transaction runs in the next one, which locks the topic row once. Organisers' replies
 * have a separate batch, because they may be added to locked topics.
 */
export function addReplyTogether(
  context: Context,
  topicId: string,
  post: PreparedPost,
  { mayBeLocked }: { mayBeLocked: boolean },
): Promise<ForumPostRow | null> {
  const batches = batchesOf(context);
  return (mayBeLocked ? batches.organisers : batches.members).memo(topicId)(post);
}

const adding =
  (context: Context, mayBeLocked: boolean) =>
  async (topicId: string, posts: PreparedPost[]): Promise<(ForumPostRow | null)[]> => {
    try {
      return await addAll(context, topicId, posts, mayBeLocked);
    } catch (error) {
      if (!violates(error, 'forum_posts_key')) throw error;
      // Another node is adding one of them at this moment. Retry each alone, so that a duplicate does not fail the others.
      if (posts.length === 1) return [null];
      const rows: (ForumPostRow | null)[] = [];
      for (const post of posts) rows.push(...(await adding(context, mayBeLocked)(topicId, [post])));
      return rows;
    }
  };

/** Returns false if the topic is missing or locked. */
export const addReplyIn = async (tx: Statements, topicId: string, post: PreparedPost): Promise<boolean> =>
  (await addAllIn(tx, topicId, [post], false)).size > 0;

async function addAllIn(
  tx: Statements,
  topicId: string,
  posts: readonly PreparedPost[],
  mayBeLocked: boolean,
): Promise<ReadonlyMap<string, AddedReply>> {
  const rows = await addReplies(tx, topicId, posts, { mayBeLocked });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const written = posts.filter(({ id }) => byId.has(id));
  if (written.length === 0) return byId;
  await addForumMentions(tx, written);
  const showing = written.filter(({ images }) => images.length > 0);
  if (showing.length > 0) await addPostImages(tx, showing);
  await addPolls(tx, written);
  await reportAutomatically(tx, 'forum_post', written);
  const isFollowed = await followWritten(
    tx,
    written.map(({ authorId }) => authorId),
    topicId,
  );
  await notifyOfReplies(tx, topicId, written, { isFollowed });
  for (const { id, authorId } of written) {
    tx.hint('post_added', topicId, id);
    tx.hint('replied', topicId, authorId);
  }
  return byId;
}

async function addAll({ db }: Context, topicId: string, posts: PreparedPost[], mayBeLocked: boolean): Promise<(ForumPostRow | null)[]> {
  const added = await db.transaction((tx) => addAllIn(tx, topicId, posts, mayBeLocked));
  return posts.map((post) => {
    const row = added.get(post.id);
    return row ? rowOf(row, post) : null;
  });
}

const rowOf = (added: AddedReply, { body, html, htmlVersion, poll }: PreparedPost): ForumPostRow => ({
  ...added,
  body,
  body_html: html,
  html_version: htmlVersion,
  revision: 1,
  has_poll: poll !== null,
  likes_count: 0,
  is_liked: false,
  is_visible: true,
  edited_at: null,
});

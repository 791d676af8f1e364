import { LRUCache } from 'lru-cache';
import { notifyOfReplies } from '../../notifications/notify.ts';
import { type Context, oncePerContext } from '../../platform/context.ts';
import { batch } from '../../platform/db/batch.ts';
import { type Statements, violates } from '../../platform/db/database.ts';
import { reportAutomatically } from '../../platform/moderation/report-subject.ts';
import { addPolls } from '../polls/vote-in-poll.ts';
import { followAsAuthors } from '../track.ts';
import { insertPostImages } from './body-queries.ts';
import { addForumMentions, type PreparedPost } from './prepare-post.ts';
import type { ForumPostRow } from './queries.ts';
import { type AddedReply, insertReplies } from './reply-queries.ts';

/** Resolves to null if the reply was not added. */
type AddToBatch = (post: PreparedPost) => Promise<ForumPostRow | null>;

/** Creates batches that run one transaction at a time per topic, for the 1,000 topics used last. */
const createTopicBatches = (context: Context, mayBeLocked: boolean): LRUCache<string, AddToBatch> =>
  new LRUCache({
    max: 1_000,
    memoMethod: (topicId): AddToBatch => batch((posts: PreparedPost[]) => addBatch(context, mayBeLocked)(topicId, posts), 100, 1),
  });

const topicBatches = oncePerContext((context) => ({
  members: createTopicBatches(context, false),
  organisers: createTopicBatches(context, true),
}));

/**
 * Collects replies while the topic's previous transaction runs, and adds them in one transaction, which locks the topic row once.
 * Organisers' replies have a separate batch, because they may be added to locked topics.
 */
export function addReplyInBatch(
  context: Context,
  topicId: string,
  post: PreparedPost,
  { mayBeLocked }: { mayBeLocked: boolean },
): Promise<ForumPostRow | null> {
  const batches = topicBatches(context);
  return (mayBeLocked ? batches.organisers : batches.members).memo(topicId)(post);
}

const addBatch =
  (context: Context, mayBeLocked: boolean) =>
  async (topicId: string, posts: PreparedPost[]): Promise<(ForumPostRow | null)[]> => {
    try {
      return await addInTransaction(context, topicId, posts, mayBeLocked);
    } catch (error) {
      if (!violates(error, 'forum_posts_key')) throw error;
      // Another node is adding one of these posts concurrently. Retry each alone, so that a duplicate does not fail the others.
      if (posts.length === 1) return [null];
      const rows: (ForumPostRow | null)[] = [];
      for (const post of posts) rows.push(...(await addBatch(context, mayBeLocked)(topicId, [post])));
      return rows;
    }
  };

/** Returns false if the topic is missing or locked. */
export const addReply = async (tx: Statements, topicId: string, post: PreparedPost): Promise<boolean> =>
  (await writeReplies(tx, topicId, [post], false)).size > 0;

async function writeReplies(
  tx: Statements,
  topicId: string,
  posts: readonly PreparedPost[],
  mayBeLocked: boolean,
): Promise<ReadonlyMap<string, AddedReply>> {
  const rows = await insertReplies(tx, topicId, posts, { mayBeLocked });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const addedPosts = posts.filter(({ id }) => byId.has(id));
  if (addedPosts.length === 0) return byId;
  await addForumMentions(tx, addedPosts);
  const postsWithImages = addedPosts.filter(({ images }) => images.length > 0);
  if (postsWithImages.length > 0) await insertPostImages(tx, postsWithImages);
  await addPolls(tx, addedPosts);
  await reportAutomatically(tx, 'forum_post', addedPosts);
  const isFollowed = await followAsAuthors(
    tx,
    addedPosts.map(({ authorId }) => authorId),
    topicId,
  );
  await notifyOfReplies(tx, topicId, addedPosts, { isFollowed });
  for (const { id, authorId } of addedPosts) {
    tx.hint('post_added', topicId, id);
    tx.hint('replied', topicId, authorId);
  }
  return byId;
}

async function addInTransaction(
  { db }: Context,
  topicId: string,
  posts: PreparedPost[],
  mayBeLocked: boolean,
): Promise<(ForumPostRow | null)[]> {
  const added = await db.transaction((tx) => writeReplies(tx, topicId, posts, mayBeLocked));
  return posts.map((post) => {
    const row = added.get(post.id);
    return row ? toPostRow(row, post) : null;
  });
}

const toPostRow = (added: AddedReply, { body, html, htmlVersion, poll }: PreparedPost): ForumPostRow => ({
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

import { slugOf } from '@mbari/contract/platform/slug';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId, newId } from '../../platform/ids.ts';
import { recordModeration } from '../../platform/moderation/record-moderation.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { findTopicTagsSoon } from '../../platform/tags/set-tags.ts';
import { requireCategory } from '../topics/lock-category.ts';
import { insertSplitTopic } from '../topics/queries.ts';
import { insertTracksOfSplit } from '../track-queries.ts';
import { changeTopicAsOrganiser, requireTopicForUpdate } from './moderate-topic.ts';
import { lockFirstAuthor, lockPostsToMove, movePosts, type PostToMove, updateSplitTopics } from './queries.ts';

interface Split {
  post_ids: readonly string[];
  title: string;
  category_id: string;
}

/**
 * Moves posts to a new topic. The first post becomes the opening, and its author the topic's author. Keeps read positions and follows. Returns
 * the topic's id.
 */
export const splitTopic = (
  context: Context,
  viewer: Viewer,
  topicId: string,
  { post_ids, title, category_id: categoryId }: Split,
): Promise<string> =>
  changeTopicAsOrganiser(context, viewer, topicId, async (tx) => {
    const [opening, ...otherPosts] = await lockPostsToSplit(tx, viewer, topicId, categoryId, [...new Set(post_ids)]);
    const numbers = [opening, ...otherPosts].map(({ number }) => number);
    const newTopicId = await createSplitTopic(tx, { categoryId, title, opening });
    await movePosts(tx, { from: topicId, to: newTopicId, numbers, lastNumber: 0 });
    await insertTracksOfSplit(tx, { from: topicId, to: newTopicId, numbers });
    const topics = await updateSplitTopics(tx, topicId, newTopicId, numbers.length);
    if (topics.some(({ posts_count }) => posts_count === 0)) throw new Refusal('conflict', 'splitLeavesNothing');
    await findTopicTagsSoon(tx, newTopicId);
    await recordModeration(tx, viewer, 'split_topic', {
      topicId,
      details: { type: 'split', topic_id: newTopicId, posts_count: numbers.length },
    });
    return newTopicId;
  });

/** Locks in the order used everywhere: member, category, topic, posts. */
async function lockPostsToSplit(
  tx: Statements,
  viewer: Viewer,
  topicId: string,
  categoryId: string,
  postIds: readonly string[],
): Promise<[PostToMove, ...PostToMove[]]> {
  if (!postIds.every(isId)) throw postsNotInTopic();
  const author = await lockFirstAuthor(tx, topicId, postIds);
  await requireCategory(tx, categoryId);
  await requireTopicForUpdate(tx, topicId);
  const [first, ...otherPosts] = await lockPostsToMove(tx, viewer.id, topicId, postIds);
  if (first?.number === 1) throw new Refusal('conflict', 'openingStays');
  // Some posts are in another topic, or were moved or deleted while waiting for the lock.
  if (!first || first.author_id !== author?.id || otherPosts.length + 1 !== postIds.length) throw postsNotInTopic();
  return [first, ...otherPosts];
}

const postsNotInTopic = (): Refusal => invalid({ post_ids: ['postsNotInTopic'] });

/** Topic to create; the caller has locked its category. */
interface NewSplitTopic {
  categoryId: string;
  title: string;
  opening: { id: string; author_id: string; created_at: Date };
}

/** Creates a topic with the opening's date, before the posts move. Returns the topic's id. */
async function createSplitTopic(tx: Statements, { categoryId, title, opening }: NewSplitTopic): Promise<string> {
  const id = newId();
  await insertSplitTopic(tx, {
    id,
    author_id: opening.author_id,
    category_id: categoryId,
    title,
    slug: slugOf(title),
    latest_post_id: opening.id,
    created_at: opening.created_at,
  });
  return id;
}

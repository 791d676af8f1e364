import type { MovedTo } from '@mbari/contract/forum/posts';
import * as limits from '@mbari/contract/platform/limits';
import { slugOf } from '@mbari/contract/platform/slug';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId, newId } from '../../platform/ids.ts';
import { recordModeration } from '../../platform/moderation/record-moderation.ts';
import { because, invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { removeTopicTags } from '../../platform/tags/queries.ts';
import { findTopicTagsSoon } from '../../platform/tags/set-tags.ts';
import { copyReplyDrafts } from '../draft-queries.ts';
import { requireCategory } from '../topics/create-topic.ts';
import { insertSplitTopic } from '../topics/queries.ts';
import { insertTracksOfSplit } from '../track-queries.ts';
import { moveTracksToMerged } from '../track.ts';
import { changeTopicAsOrganiser, requireTopicForUpdate } from './moderate-topic.ts';
import {
  findMovedPost,
  lockFirstAuthor,
  lockPostNumbers,
  lockPostsToMove,
  lockTopicsToMerge,
  movePosts,
  type PostToMove,
  updateMergedTopics,
  updateSplitTopics,
} from './queries.ts';

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

/** Appends all posts to another topic. The old address redirects there. */
export const mergeTopic = (context: Context, viewer: Viewer, topicId: string, intoId: string): Promise<void> =>
  changeTopicAsOrganiser(context, viewer, topicId, async (tx) => {
    if (topicId === intoId) throw invalid({ into: ['sameTopic'] });
    if (!isId(intoId)) throw noTarget();
    const topics = await lockTopicsToMerge(tx, [topicId, intoId]);
    const [topic, targetTopic] = [topics.find(({ id }) => id === topicId), topics.find(({ id }) => id === intoId)];
    if (!topic) throw notFound('topicNotFound');
    if (!targetTopic) throw noTarget();
    if (topic.last_number > limits.mergedPosts) throw tooLong();
    const numbers = await lockPostNumbers(tx, topicId);
    await moveTracksToMerged(tx, { from: topicId, to: intoId, numbers, lastNumber: targetTopic.last_number });
    await copyReplyDrafts(tx, topicId, intoId);
    await movePosts(tx, { from: topicId, to: intoId, numbers, lastNumber: targetTopic.last_number });
    await updateMergedTopics(tx, topicId, intoId, numbers.length);
    await removeTopicTags(tx, topicId);
    await recordModeration(tx, viewer, 'merge_topic', { topicId, details: { type: 'merged', topic_id: intoId } });
    tx.hint('topic', intoId);
  });

const noTarget = (): Refusal => invalid({ into: ['noSuchTopic'] });
const tooLong = (): Refusal => new Refusal('conflict', because('topicTooLongToMerge', { most: limits.mergedPosts }));

/** Returns null if no post with this number was moved, or the post is hidden. */
export async function findNewPlace({ db }: Context, viewer: Viewer, topicId: string, number: number): Promise<MovedTo | null> {
  const post = await findMovedPost(db, viewer.id, topicId, number);
  return post && post.number !== null ? { ...post, number: post.number } : null;
}

/**
 * Returns `not_found`, or `moved` if a merge moved the opening. `moved` carries the new place of the requested post, or else of the opening.
 */
export async function missingTopicError({ db }: Context, viewer: Viewer, topicId: string, number = 1): Promise<Refusal> {
  const opening = isId(topicId) ? await findMovedPost(db, viewer.id, topicId, 1) : undefined;
  if (!opening) return notFound('topicNotFound');
  const requestedPost = number === 1 ? opening : await findMovedPost(db, viewer.id, topicId, number);
  const { topic_id, slug, number: visibleNumber } = requestedPost && requestedPost.number !== null ? requestedPost : opening;
  const moved_to: MovedTo = { topic_id, slug, number: visibleNumber ?? 1 };
  return new Refusal('moved', 'topicMerged', { data: { moved_to } });
}

import { hintRecipients } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import type { Database, Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { recordModeration } from '../../platform/moderation/record-moderation.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { removeTagsOfOpenings } from '../../platform/tags/queries.ts';
import { requireTopicForUpdate } from '../moderation/moderate-topic.ts';
import { deleteMentionsIn } from './body-queries.ts';
import { requirePostToChange } from './edit-post.ts';
import { clearPosts, listPostsToErase, lockDeletedPosts, markPostDeleted, subtractPostFromTopic } from './queries.ts';
import { mayDeleteForumPost } from './rules.ts';

/** Deletes a post. A placeholder remains if the post has replies. */
export async function deleteForumPost(context: Context, viewer: Viewer, topicId: string, postId: string): Promise<void> {
  await context.limits.spend('delete by member', viewer.id);
  const post = await requirePostToChange(context, viewer, topicId, postId);
  if (!mayDeleteForumPost(viewer, post.author_id, post.number))
    throw post.number === 1 && (post.author_id === viewer.id || viewer.role !== 'member')
      ? new Refusal('conflict', 'openingGoesWithTopic')
      : new Refusal('not_author', 'postDeleteOfOther');
  await context.db.transaction(async (tx) => {
    await deletePostUnchecked(tx, topicId, postId);
    if (post.author_id !== viewer.id) await recordModeration(tx, viewer, 'delete_post', { topicId, postId });
  });
}

/** Does not check permissions. */
export async function deletePostUnchecked(tx: Statements, topicId: string, postId: string): Promise<void> {
  await requireTopicForUpdate(tx, topicId);
  if ((await markPostDeleted(tx, topicId, postId)) === 0) throw notFound('forumPostNotFound');
  await subtractPostFromTopic(tx, topicId, postId);
  await hintRecipients(tx, 'forum_post', postId);
  tx.hint('post_removed', topicId, postId);
}

/** Erases a batch of a member's posts. Returns their number, 0 at the end. */
export const eraseForumPosts = async (db: Statements, memberId: string): Promise<number> =>
  eraseBatch(db, await listPostsToErase(db, memberId));

/** Erases a batch of posts deleted a month ago. */
export const eraseDeletedPosts = (db: Database): Promise<number> =>
  db.transaction(async (tx) => eraseBatch(tx, await lockDeletedPosts(tx)));

/** Deletes mentions and tags first, because an interrupted run finds only posts not yet cleared. */
async function eraseBatch(db: Statements, posts: readonly { id: string }[]): Promise<number> {
  const ids = posts.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await deleteMentionsIn(db, ids);
  await removeTagsOfOpenings(db, ids);
  return clearPosts(db, ids);
}

import { notify, withdrawLikeNotification } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { insertLike, findLikes, lockTopicForLike, deleteLike, deleteLikesOf } from './queries.ts';

interface Likes {
  likes_count: number;
  is_liked: boolean;
}

/** Idempotent, also for concurrent requests. */
export const likeForumPost = (context: Context, viewer: Viewer, topicId: string, postId: string): Promise<Likes> =>
  changeLike(context, viewer, { topicId, postId }, async (tx) => {
    const like = await insertLike(tx, viewer.id, topicId, postId);
    if (!like) return 0;
    if (like.author_id)
      await notify(tx, { type: 'like', memberIds: [like.author_id], actorId: viewer.id, about: { kind: 'forum_post', id: postId } });
    return 1;
  });

export const unlikeForumPost = (context: Context, viewer: Viewer, topicId: string, postId: string): Promise<Likes> =>
  changeLike(context, viewer, { topicId, postId }, async (tx) => {
    const deletedCount = await deleteLike(tx, viewer.id, topicId, postId);
    if (deletedCount > 0) await withdrawLikeNotification(tx, viewer.id, { kind: 'forum_post', id: postId });
    return deletedCount;
  });

export const eraseForumLikes = (db: Statements, memberId: string): Promise<number> => deleteLikesOf(db, memberId);

async function changeLike(
  { db, limits }: Context,
  viewer: Viewer,
  { topicId, postId }: { topicId: string; postId: string },
  change: (tx: Statements) => Promise<number>,
): Promise<Likes> {
  await limits.spend('like by member', viewer.id);
  if (!isId(topicId) || !isId(postId)) throw notFound('forumPostNotFound');
  await db.transaction(async (tx) => {
    await lockTopicForLike(tx, viewer.id, topicId);
    if ((await change(tx)) > 0) tx.hint('post_likes', topicId, postId, viewer.id);
  });
  const likes = await findLikes(db, viewer.id, topicId, postId);
  if (!likes) throw notFound('forumPostNotFound');
  return likes;
}

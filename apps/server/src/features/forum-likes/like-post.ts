import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { notFound } from '../../refusal.ts';
import { addLike, findLikes, lockForLike, removeLike } from './queries.ts';

interface Likes {
  likes_count: number;
  is_liked: boolean;
}

/** Likes a post of the forum. However often and from however many places at once, it counts once. */
export const likeForumPost = (context: Context, viewer: Viewer, topicId: string, postId: string): Promise<Likes> =>
  changeLike(context, viewer, { topicId, postId }, addLike);

/** Takes a like back. */
export const unlikeForumPost = (context: Context, viewer: Viewer, topicId: string, postId: string): Promise<Likes> =>
  changeLike(context, viewer, { topicId, postId }, removeLike);

async function changeLike(
  { db, limits }: Context,
  viewer: Viewer,
  { topicId, postId }: { topicId: string; postId: string },
  change: typeof addLike,
): Promise<Likes> {
  await limits.spend('like by member', viewer.id);
  if (!isId(topicId) || !isId(postId)) throw notFound('Post not found');
  await db.transaction(async (tx) => {
    await lockForLike(tx, viewer.id, topicId);
    await change(tx, viewer.id, topicId, postId);
  });
  const likes = await findLikes(db, viewer.id, topicId, postId);
  if (!likes) throw notFound('Post not found');
  return likes;
}

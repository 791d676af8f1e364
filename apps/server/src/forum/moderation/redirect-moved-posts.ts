import type { MovedTo } from '@mbari/contract/forum/posts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { findMovedPost } from './queries.ts';

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

import { withdrawFollowed } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { removeCategoryTrack, setCategoryTrack, setReadNumber, setTopicTrack } from './queries.ts';

type CategoryTrack = 'follow' | 'mute';

/** Following replaces muting, and vice versa. */
export async function trackCategory({ db, limits }: Context, viewer: Viewer, categoryId: string, track: CategoryTrack): Promise<void> {
  await limits.spend('follow by member', viewer.id);
  if (!isId(categoryId)) throw notFound('forumCategoryNotFound');
  await db.transaction(async (tx) => {
    if (!(await setCategoryTrack(tx, viewer.id, categoryId, { isFollowing: track === 'follow' }))) throw notFound('forumCategoryNotFound');
    if (track === 'mute') await withdrawFollowed(tx, 'category', { memberId: viewer.id, id: categoryId });
  });
}

export async function untrackCategory({ db, limits }: Context, viewer: Viewer, categoryId: string, track: CategoryTrack): Promise<void> {
  await limits.spend('follow by member', viewer.id);
  if (!isId(categoryId)) throw notFound('forumCategoryNotFound');
  await db.transaction(async (tx) => {
    if (!(await removeCategoryTrack(tx, viewer.id, categoryId, { isFollowing: track === 'follow' })))
      throw notFound('forumCategoryNotFound');
    if (track === 'follow') await withdrawFollowed(tx, 'category', { memberId: viewer.id, id: categoryId });
  });
}

type TopicTrack = 'follow' | 'mute' | 'neither';

/** Idempotent. */
export async function trackTopic({ db, limits }: Context, viewer: Viewer, topicId: string, track: TopicTrack): Promise<void> {
  await limits.spend('follow by member', viewer.id);
  if (!isId(topicId)) throw notFound('topicNotFound');
  await db.transaction(async (tx) => {
    const kept = await setTopicTrack(tx, viewer.id, topicId, { isFollowing: track === 'follow', isMuted: track === 'mute' });
    if (!kept) throw notFound('topicNotFound');
    if (track !== 'follow') await withdrawFollowed(tx, 'topic', { memberId: viewer.id, id: topicId });
  });
}

/** Returns the number of unread posts. */
export async function readTopicUpTo(
  { db }: Context,
  viewer: Viewer,
  topicId: string,
  number: number,
): Promise<{ unread_posts_count: number }> {
  const marked = isId(topicId) ? await setReadNumber(db, viewer.id, topicId, number) : undefined;
  if (!marked) throw notFound('topicNotFound');
  return marked;
}

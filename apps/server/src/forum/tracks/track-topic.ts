import { withdrawFollowed } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { setReadNumber, setTopicTrack } from './queries.ts';

export type TopicTrack = 'follow' | 'mute' | 'neither';

/** Follows a topic, mutes it, or does neither any more. Done twice it is done once. */
export async function trackTopic({ db, limits }: Context, viewer: Viewer, topicId: string, track: TopicTrack): Promise<void> {
  await limits.spend('follow by member', viewer.id);
  if (!isId(topicId)) throw notFound('topicNotFound');
  await db.transaction(async (tx) => {
    const kept = await setTopicTrack(tx, viewer.id, topicId, { isFollowing: track === 'follow', isMuted: track === 'mute' });
    if (!kept) throw notFound('topicNotFound');
    if (track !== 'follow') await withdrawFollowed(tx, 'topic', { memberId: viewer.id, id: topicId });
  });
}

/** Keeps how far the viewer has read a topic. Answers how much of it is unread. */
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

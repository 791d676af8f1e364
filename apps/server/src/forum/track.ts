import { withdrawFollowerNotifications } from '../notifications/notify.ts';
import type { Context } from '../platform/context.ts';
import type { Statements } from '../platform/db/database.ts';
import type { Viewer } from '../platform/http/viewer.ts';
import { isId } from '../platform/ids.ts';
import { notFound } from '../platform/refusal.ts';
import {
  deleteCategoryTrack,
  deleteTracksOf,
  deleteTracksOfTopic,
  upsertAuthorFollows,
  upsertCategoryTrack,
  upsertReadNumber,
  upsertTopicTrack,
  upsertTracksOfMerged,
} from './track-queries.ts';

type CategoryTrack = 'follow' | 'mute';

/** Following replaces muting, and vice versa. */
export async function trackCategory({ db, limits }: Context, viewer: Viewer, categoryId: string, track: CategoryTrack): Promise<void> {
  await limits.spend('follow by member', viewer.id);
  if (!isId(categoryId)) throw notFound('forumCategoryNotFound');
  await db.transaction(async (tx) => {
    const row = { member_id: viewer.id, category_id: categoryId, is_following: track === 'follow', is_muted: track === 'mute' };
    if (!(await upsertCategoryTrack(tx, row))) throw notFound('forumCategoryNotFound');
    if (track === 'mute') await withdrawFollowerNotifications(tx, 'category', { memberId: viewer.id, id: categoryId });
  });
}

export async function untrackCategory({ db, limits }: Context, viewer: Viewer, categoryId: string, track: CategoryTrack): Promise<void> {
  await limits.spend('follow by member', viewer.id);
  if (!isId(categoryId)) throw notFound('forumCategoryNotFound');
  await db.transaction(async (tx) => {
    if (!(await deleteCategoryTrack(tx, viewer.id, categoryId, { isFollowing: track === 'follow' })))
      throw notFound('forumCategoryNotFound');
    if (track === 'follow') await withdrawFollowerNotifications(tx, 'category', { memberId: viewer.id, id: categoryId });
  });
}

type TopicTrack = 'follow' | 'mute' | 'neither';

/** Idempotent. */
export async function trackTopic({ db, limits }: Context, viewer: Viewer, topicId: string, track: TopicTrack): Promise<void> {
  await limits.spend('follow by member', viewer.id);
  if (!isId(topicId)) throw notFound('topicNotFound');
  await db.transaction(async (tx) => {
    const row = { member_id: viewer.id, topic_id: topicId, is_following: track === 'follow', is_muted: track === 'mute' };
    if (!(await upsertTopicTrack(tx, row))) throw notFound('topicNotFound');
    if (track !== 'follow') await withdrawFollowerNotifications(tx, 'topic', { memberId: viewer.id, id: topicId });
  });
}

export async function readTopicUpTo(
  { db }: Context,
  viewer: Viewer,
  topicId: string,
  number: number,
): Promise<{ unread_posts_count: number }> {
  const result = isId(topicId) ? await upsertReadNumber(db, viewer.id, topicId, number) : undefined;
  if (!result) throw notFound('topicNotFound');
  return result;
}

export const eraseTracks = (db: Statements, memberId: string): Promise<number> => deleteTracksOf(db, memberId);

/** Makes authors follow the topic unless they unfollowed it. Returns true if the new posts may have followers to notify. */
export async function followAsAuthors(tx: Statements, memberIds: readonly string[], topicId: string): Promise<boolean> {
  const writers = [...new Set(memberIds)];
  const topic = await upsertAuthorFollows(tx, writers, topicId);
  return writers.length > 1 || (topic?.is_followed_by_others ?? false);
}

interface Move {
  from: string;
  to: string;
  numbers: readonly number[];
}

/**
 * Moves read positions and follows, except follows of members who muted the target. Moved posts stay read only for members who had read the
 * whole target, because its posts come first. Must run before the posts move.
 */
export async function moveTracksToMerged(tx: Statements, move: Move & { lastNumber: number }): Promise<void> {
  await upsertTracksOfMerged(tx, move);
  await deleteTracksOfTopic(tx, move.from);
}

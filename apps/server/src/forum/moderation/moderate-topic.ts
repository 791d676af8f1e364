import { hintRecipients } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { type ModerationAction, recordModeration } from '../../platform/moderation/record-moderation.ts';
import { invalid, notFound } from '../../platform/refusal.ts';
import { lockCategoryIfPresent, requireCategory } from '../topics/create-topic.ts';
import { lockDeletedTopic, markTopicRestored } from '../topics/queries.ts';
import * as queries from './queries.ts';
import { markPostRestored } from './queries.ts';

type TopicAction = Extract<ModerationAction, 'lock_topic' | 'unlock_topic' | 'unpin_topic'>;

const changes: Record<TopicAction, (tx: Statements, topicId: string) => Promise<number>> = {
  lock_topic: queries.markTopicLocked,
  unlock_topic: queries.markTopicUnlocked,
  unpin_topic: queries.markTopicUnpinned,
};

export const moderateTopic = (context: Context, viewer: Viewer, topicId: string, action: TopicAction): Promise<void> =>
  // Locking changes the viewer's permissions on each post, so it sends `topic`. Unpinning sends `topic_details`.
  (action === 'unpin_topic' ? changeTopicDetailsAsOrganiser : changeTopicAsOrganiser)(context, viewer, topicId, async (tx) => {
    if ((await changes[action](tx, topicId)) === 0) throw notFound('topicNotFound');
    await recordModeration(tx, viewer, action, { topicId });
  });

export const pinTopic = (context: Context, viewer: Viewer, topicId: string, until: string | null): Promise<void> =>
  changeTopicDetailsAsOrganiser(context, viewer, topicId, async (tx) => {
    if (until !== null && Date.parse(until) <= context.now().getTime()) throw invalid({ until: ['pinEndPassed'] });
    if ((await queries.markTopicPinned(tx, topicId, until === null ? null : new Date(until))) === 0) throw notFound('topicNotFound');
    await recordModeration(tx, viewer, 'pin_topic', { topicId, ...(until !== null && { details: { type: 'until', until } }) });
  });

export const moveTopic = (context: Context, viewer: Viewer, topicId: string, categoryId: string): Promise<void> =>
  changeTopicDetailsAsOrganiser(context, viewer, topicId, async (tx) => {
    const result = (await lockCategoryIfPresent(tx, categoryId)) ? await queries.updateTopicCategory(tx, topicId, categoryId) : undefined;
    if (!result) throw notFound('topicOrCategoryNotFound');
    await recordModeration(tx, viewer, 'move_topic', { topicId, categoryId, details: { type: 'moved', category: result.moved_from } });
  });

type Work<Result> = (tx: Statements) => Promise<Result>;

/** Runs `work` in one transaction, within the organiser's rate limit. Throws `not_found`. */
export const changeTopicAsOrganiser = <Result>(context: Context, viewer: Viewer, topicId: string, work: Work<Result>): Promise<Result> =>
  change(context, viewer, topicId, work, (tx) => tx.hint('topic', topicId));

/** Locks a topic. Only a later statement may read the posts: this statement's snapshot is older than the lock. */
export async function requireTopicForUpdate(tx: Statements, topicId: string): Promise<queries.LockedTopic> {
  const topic = await queries.lockTopicRow(tx, topicId);
  if (!topic) throw notFound('topicNotFound');
  return topic;
}

/** For changes of no post: sends `topic_details` instead of `topic`. */
const changeTopicDetailsAsOrganiser = (context: Context, viewer: Viewer, topicId: string, work: Work<void>): Promise<void> =>
  change(context, viewer, topicId, work, (tx) => tx.hint('topic_details', topicId));

async function change<Result>(
  { db, limits }: Context,
  viewer: Viewer,
  topicId: string,
  work: Work<Result>,
  hint: (tx: Statements) => void,
): Promise<Result> {
  await limits.spend('change by member', viewer.id);
  if (!isId(topicId)) throw notFound('topicNotFound');
  return db.transaction(async (tx) => {
    const result = await work(tx);
    hint(tx);
    return result;
  });
}

export async function restorePost(tx: Statements, topicId: string, postId: string): Promise<void> {
  await requireTopicForUpdate(tx, topicId);
  if ((await markPostRestored(tx, topicId, postId)) === 0) throw notFound('forumPostNotFound');
  await hintRecipients(tx, 'forum_post', postId);
  tx.hint('topic', topicId);
}

/** Restores a deleted topic to its category, or to the given one. */
export async function restoreTopic(tx: Statements, topicId: string, categoryId: string | null): Promise<void> {
  if (categoryId !== null) await requireCategory(tx, categoryId);
  const topic = await lockDeletedTopic(tx, topicId);
  if (!topic) throw notFound('topicNotFound');
  const to = categoryId ?? topic.category_id;
  if (to === null) throw invalid({ category_id: ['categoryGone'] });
  await markTopicRestored(tx, topicId, to);
  await hintRecipients(tx, 'topic', topicId);
  tx.hint('topic', topicId);
}

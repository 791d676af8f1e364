import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { type ModerationAction, recordModeration } from '../../platform/moderation/record-moderation.ts';
import { invalid, notFound } from '../../platform/refusal.ts';
import { lockCategoryIfPresent } from '../topics/lock-category.ts';
import { changeTopicAsOrganiser, changeTopicDetailsAsOrganiser } from './change-as-organiser.ts';
import * as queries from './queries.ts';

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

import * as limits from '@mbari/contract/platform/limits';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { recordModeration } from '../../platform/moderation/record-moderation.ts';
import { because, invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { removeTopicTags } from '../../platform/tags/queries.ts';
import { copyReplyDrafts } from '../draft-queries.ts';
import { moveTracksToMerged } from '../track.ts';
import { changeTopicAsOrganiser } from './moderate-topic.ts';
import { lockPostNumbers, lockTopicsToMerge, movePosts, updateMergedTopics } from './queries.ts';

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

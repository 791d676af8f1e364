import * as limits from '@mbari/contract/platform/limits';
import { recordModeration } from '../../platform/audit/record-moderation.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { because, invalid, notFound, Refusal } from '../../platform/refusal.ts';
import { removeTopicTags } from '../../platform/tags/queries.ts';
import { carryDrafts } from '../drafts/carry-drafts.ts';
import { carryTracksToMerged } from '../tracks/carry-tracks.ts';
import { asOrganiser } from './as-organiser.ts';
import { lockNumbers, listTopicsForUpdate, movePosts, settleMerge } from './queries.ts';

/** Appends all posts to another topic, to which the old address redirects. */
export const mergeTopic = (context: Context, viewer: Viewer, topicId: string, intoId: string): Promise<void> =>
  asOrganiser(context, viewer, topicId, async (tx) => {
    if (topicId === intoId) throw invalid({ into: ['sameTopic'] });
    if (!isId(intoId)) throw noTarget();
    const topics = await listTopicsForUpdate(tx, [topicId, intoId]);
    const [topic, into] = [topics.find(({ id }) => id === topicId), topics.find(({ id }) => id === intoId)];
    if (!topic) throw notFound('topicNotFound');
    if (!into) throw noTarget();
    if (topic.last_number > limits.mergedPosts) throw tooLong();
    const numbers = await lockNumbers(tx, topicId);
    await carryTracksToMerged(tx, { from: topicId, to: intoId, numbers, behind: into.last_number });
    await carryDrafts(tx, topicId, intoId);
    await movePosts(tx, { from: topicId, to: intoId, numbers, behind: into.last_number });
    await settleMerge(tx, topicId, intoId, numbers.length);
    await removeTopicTags(tx, topicId);
    await recordModeration(tx, viewer, 'merge_topic', { topicId, details: { type: 'merged', topic_id: intoId } });
    tx.hint('topic', intoId);
  });

const noTarget = (): Refusal => invalid({ into: ['noSuchTopic'] });
const tooLong = (): Refusal => new Refusal('conflict', because('topicTooLongToMerge', { most: limits.mergedPosts }));

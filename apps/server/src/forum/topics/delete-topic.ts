import { hintRecipients } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { recordModeration } from '../../platform/moderation/record-moderation.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { anonymizeTopicsOf, markTopicDeleted } from './queries.ts';
import { requireTopicToChange } from './update-topic.ts';
import { mayDeleteTopic } from './views.ts';

export async function deleteTopic(context: Context, viewer: Viewer, topicId: string): Promise<void> {
  await context.limits.spend('delete by member', viewer.id);
  const topic = await requireTopicToChange(context, topicId);
  const isOrganiser = viewer.role !== 'member';
  if (topic.author_id !== viewer.id && !isOrganiser) throw new Refusal('not_author', 'topicDeleteOfOther');
  if (!mayDeleteTopic(viewer, topic.author_id, topic)) throw hasReplies();
  // `markTopicDeleted` checks for replies again, because another member may have replied just now.
  await context.db.transaction(async (tx) => {
    if ((await markTopicDeleted(tx, topicId, { isOrganiser })) === 0) throw hasReplies();
    if (topic.author_id !== viewer.id) await recordModeration(tx, viewer, 'delete_topic', { topicId });
    await hintRecipients(tx, 'topic', topicId);
    tx.hint('topic', topicId);
  });
}

export async function deleteTopicUnchecked(tx: Statements, topicId: string): Promise<void> {
  if ((await markTopicDeleted(tx, topicId, { isOrganiser: true })) === 0) throw notFound('topicNotFound');
  await hintRecipients(tx, 'topic', topicId);
  tx.hint('topic', topicId);
}

export const eraseTopics = (db: Statements, memberId: string): Promise<number> => anonymizeTopicsOf(db, memberId);

const hasReplies = (): Refusal => new Refusal('has_replies', 'topicHasReplies');

import { hintRecipients } from '../../notifications/notify.ts';
import { recordModeration } from '../../platform/audit/record-moderation.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { setTopicDeleted } from './queries.ts';
import { mayDeleteTopic } from './rules.ts';
import { requireTopicToChange } from './update-topic.ts';

export async function deleteTopic(context: Context, viewer: Viewer, topicId: string): Promise<void> {
  await context.limits.spend('delete by member', viewer.id);
  const topic = await requireTopicToChange(context, topicId);
  const isOrganiser = viewer.role !== 'member';
  if (topic.author_id !== viewer.id && !isOrganiser) throw new Refusal('not_author', 'topicDeleteOfOther');
  if (!mayDeleteTopic(viewer, topic.author_id, topic)) throw hasReplies();
  // Another member may have replied just now.
  await context.db.transaction(async (tx) => {
    if ((await setTopicDeleted(tx, topicId, { isOrganiser })) === 0) throw hasReplies();
    if (topic.author_id !== viewer.id) await recordModeration(tx, viewer, 'delete_topic', { topicId });
    await hintRecipients(tx, 'topic', topicId);
    tx.hint('topic', topicId);
  });
}

export async function deleteTopicOf(tx: Statements, topicId: string): Promise<void> {
  if ((await setTopicDeleted(tx, topicId, { isOrganiser: true })) === 0) throw notFound('topicNotFound');
  await hintRecipients(tx, 'topic', topicId);
  tx.hint('topic', topicId);
}

const hasReplies = (): Refusal => new Refusal('has_replies', 'topicHasReplies');

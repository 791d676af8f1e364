import { hintRecipients, notify } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { requireTopicForUpdate } from '../moderation/require-topic-for-update.ts';
import { updateSolution } from './queries.ts';
import { maySolveTopic } from './rules.ts';
import { requireTopicToChange } from './update-topic.ts';

export async function solveTopic(context: Context, viewer: Viewer, topicId: string, postId: string | null): Promise<void> {
  await context.limits.spend('change by member', viewer.id);
  const topic = await requireTopicToChange(context, topicId);
  if (!maySolveTopic(viewer, topic.author_id)) throw new Refusal('not_author', 'topicSolveOfOther');
  if (postId !== null && !isId(postId)) throw notFound('forumPostNotFound');
  await context.db.transaction(async (tx) => {
    await requireTopicForUpdate(tx, topicId);
    await hintRecipients(tx, 'topic', topicId);
    const solved = await updateSolution(tx, viewer.id, topicId, postId);
    if (!solved) throw notFound('forumPostNotFound');
    tx.hint('topic_details', topicId);
    if (postId === null) return;
    const memberIds = [...new Set([solved.answered_by, topic.author_id])].filter((id) => id !== null);
    await notify(tx, { type: 'solved', memberIds, actorId: viewer.id, about: { kind: 'forum_post', id: postId } });
  });
}

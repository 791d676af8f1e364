import type * as calls from '@mbari/contract/forum/topics';
import { slugOf } from '@mbari/contract/platform/slug';
import type { z } from 'zod';
import { hintRecipients, notify } from '../../notifications/notify.ts';
import type { Context } from '../../platform/context.ts';
import type { Statements } from '../../platform/db/database.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { renderBody } from '../../platform/markdown/render-body.ts';
import { recordModeration } from '../../platform/moderation/record-moderation.ts';
import { reportAutomatically } from '../../platform/moderation/report-subject.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { markdownTexts, screen } from '../../platform/screening/screen.ts';
import { requireTopicForUpdate } from '../moderation/moderate-topic.ts';
import { changeBody, removeVersions } from '../posts/edit-post.ts';
import { renderedFields } from '../posts/prepare-post.ts';
import { mayDeleteTopic, mayEditTopic, maySolveTopic } from './present-topics.ts';
import {
  anonymizeTopicsOf,
  findTopicToChange,
  lockTopicText,
  markTopicDeleted,
  type TopicToChange,
  updateSolution,
  updateTitle,
} from './queries.ts';

/** Returns false if the title or opening was edited since `version`. */
export async function updateTopic(
  context: Context,
  viewer: Viewer,
  topicId: string,
  { title, body, version, remove_versions: removesVersions }: z.output<typeof calls.updateTopic.shape.body>,
): Promise<boolean> {
  await context.limits.spend('change by member', viewer.id);
  const topic = await requireTopicToChange(context, topicId);
  if (!mayEditTopic(viewer, topic.author_id, topic))
    throw topic.author_id === viewer.id ? new Refusal('locked', 'topicLocked') : new Refusal('not_author', 'topicOfOther');
  const rendered = body === undefined ? undefined : await renderBody(context, body);
  const written = body !== undefined && rendered ? markdownTexts({ body, ...rendered }) : undefined;
  const listed = await screen(context, viewer, { title, body: written });
  return context.db.transaction(async (tx) => {
    if (!(await lockTopicText(tx, topicId, version))) return false;
    if (title !== undefined) await updateTitle(tx, topicId, title, slugOf(title));
    const opening = { id: topic.opening_id, authorId: topic.author_id ?? viewer.id };
    const removedCount =
      body !== undefined && rendered
        ? ((await changeBody(tx, viewer.id, { ...opening, body, ...renderedFields(rendered) }, { removesVersions })) ?? 0)
        : removesVersions
          ? await removeVersions(tx, opening.id)
          : 0;
    await reportAutomatically(tx, 'forum_post', [{ id: topic.opening_id, listed }]);
    if (topic.author_id !== viewer.id) await recordModeration(tx, viewer, 'edit_topic', { topicId });
    if (topic.author_id !== viewer.id && removedCount > 0)
      await recordModeration(tx, viewer, 'remove_versions', { topicId, postId: opening.id });
    if (title !== undefined) tx.hint('topic_details', topicId);
    if (body !== undefined) tx.hint('post_changed', topicId, topic.opening_id);
    return true;
  });
}

async function requireTopicToChange({ db }: Context, topicId: string): Promise<TopicToChange> {
  const topic = isId(topicId) ? await findTopicToChange(db, topicId) : undefined;
  if (!topic) throw notFound('topicNotFound');
  return topic;
}

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

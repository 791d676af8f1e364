import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { setSolved } from './queries.ts';
import { maySolveTopic } from './rules.ts';
import { requireTopicToChange } from './update-topic.ts';

/** Says which post answers the question of a topic, or that none does. */
export async function solveTopic(context: Context, viewer: Viewer, topicId: string, postId: string | null): Promise<void> {
  await context.limits.spend('change by member', viewer.id);
  const topic = await requireTopicToChange(context, topicId);
  if (!maySolveTopic(viewer, topic.author_id))
    throw new Refusal('not_author', 'Only its author or an organiser says what answers a topic.');
  const changed = postId === null || isId(postId) ? await setSolved(context.db, viewer.id, topicId, postId) : 0;
  if (changed === 0) throw notFound('Post not found');
}

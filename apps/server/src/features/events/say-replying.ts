import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { mayReply } from '../forum-posts/rules.ts';
import { eventsOf } from './open-events.ts';
import { findTopicToReply } from './queries.ts';

/** Says that a member is writing in a topic. It is kept in memory alone, and forgotten soon. */
export async function sayReplying(context: Context, viewer: Viewer, topicId: string): Promise<void> {
  await context.limits.spend('replying by member', viewer.id);
  const topic = isId(topicId) ? await findTopicToReply(context.db, topicId) : undefined;
  if (!topic) throw notFound('topicNotFound');
  if (!mayReply(viewer, topic)) throw new Refusal('locked', 'topicLocked');
  const events = eventsOf(context);
  void events.start();
  events.hear(['replying', topicId, viewer.id]);
  context.db.hint('replying', topicId, viewer.id);
}

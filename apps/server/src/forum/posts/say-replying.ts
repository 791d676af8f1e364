import type { Context } from '../../platform/context.ts';
import { eventsOf } from '../../platform/events/open-events.ts';
import { findTopicToReply } from '../../platform/events/queries.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { mayReply } from './rules.ts';

/** Stored in memory only, for a few seconds. */
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

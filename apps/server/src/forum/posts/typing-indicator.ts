import type { Author } from '@mbari/contract/people/members';
import * as limits from '@mbari/contract/platform/limits';
import type { Context } from '../../platform/context.ts';
import { eventsOf } from '../../platform/events/open-events.ts';
import { findTopicToReply, listWriters } from '../../platform/events/queries.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { mayReply } from './rules.ts';

/** Stored in memory only, for a few seconds. */
export async function sendTypingIndicator(context: Context, viewer: Viewer, topicId: string): Promise<void> {
  await context.limits.spend('replying by member', viewer.id);
  const topic = isId(topicId) ? await findTopicToReply(context.db, topicId) : undefined;
  if (!topic) throw notFound('topicNotFound');
  if (!mayReply(viewer, topic)) throw new Refusal('locked', 'topicLocked');
  const events = eventsOf(context);
  void events.start();
  events.hear(['replying', topicId, viewer.id]);
  context.db.hint('replying', topicId, viewer.id);
}

type TypingMember = Pick<Author, 'id' | 'name' | 'username' | 'avatar_url'>;

/** Leaves out members whose posts are hidden from the viewer. */
export async function listTypingMembers(context: Context, viewer: Viewer, topicId: string): Promise<TypingMember[]> {
  if (!isId(topicId) || !(await findTopicToReply(context.db, topicId))) throw notFound('topicNotFound');
  const events = eventsOf(context);
  void events.start();
  const ids = events.replying.list(topicId).filter((id) => id !== viewer.id);
  if (ids.length === 0) return [];
  return (await listWriters(context.db, viewer.id, ids))
    .slice(0, limits.typingMembers)
    .map(viewAuthor)
    .map(({ id, name, username, avatar_url }) => ({ id, name, username, avatar_url }));
}

import type { Topic } from '@mbari/contract/forum/topics';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { findVisibleImages } from '../images/views.ts';
import { findMovedPost } from '../moderation/queries.ts';
import { missingTopicError } from '../moderation/redirect-moved-posts.ts';
import { readPolls } from '../polls/read-polls.ts';
import { fillForumBodies, noText } from '../posts/present-posts.ts';
import { findTopic } from './queries.ts';
import { viewTopic } from './views.ts';

export async function readTopic(context: Context, viewer: Viewer, topicId: string): Promise<Topic> {
  const topic = await findTopicForViewer(context, viewer, topicId);
  if (!topic) throw await missingTopicError(context, viewer, topicId);
  return topic;
}

/** Returns the target of a merged topic. */
export async function readTopicOrMerged(context: Context, viewer: Viewer, topicId: string): Promise<Topic> {
  const topic = await findTopicForViewer(context, viewer, topicId);
  if (topic) return topic;
  const opening = await findMovedPost(context.db, viewer.id, topicId, 1);
  if (!opening) throw notFound('topicNotFound');
  return readTopicOrMerged(context, viewer, opening.topic_id);
}

async function findTopicForViewer(context: Context, viewer: Viewer, topicId: string): Promise<Topic | undefined> {
  const row = isId(topicId) ? await findTopic(context.db, viewer.id, topicId) : undefined;
  if (!row) return undefined;
  const opening = { id: row.opening_id, body: row.body, body_html: row.body_html, html_version: row.html_version, author_id: row.owner_id };
  const withPoll = row.body !== null && row.has_poll ? [opening] : [];
  const [[text = noText], polls, photos] = await Promise.all([
    fillForumBodies(context, viewer, [opening]),
    readPolls(context, viewer, withPoll, row),
    findVisibleImages(context, viewer, row.photo_id === null ? [] : [row.photo_id]),
  ]);
  return viewTopic(viewer, row, { ...text, poll: polls.get(opening.id) ?? null }, photos);
}

import type { Topic } from '@mbari/contract/shapes/forum-topics';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { isId } from '../../ids.ts';
import { findShownImages } from '../forum-images/show-images.ts';
import { readPolls } from '../forum-polls/read-polls.ts';
import { movedOrNotFound } from '../forum-posts/find-moved.ts';
import { fillForumBodies } from '../forum-posts/present-posts.ts';
import { findTopic } from './queries.ts';
import { viewTopic } from './views.ts';

export const topicNotFound = 'Topic not found';

/** A topic as the viewer reads it now. */
export async function readTopic(context: Context, viewer: Viewer, topicId: string): Promise<Topic> {
  const row = isId(topicId) ? await findTopic(context.db, viewer.id, topicId) : undefined;
  if (!row) throw await movedOrNotFound(context, viewer, topicId);
  const opening = { id: row.opening_id, body: row.body, body_html: row.body_html, html_version: row.html_version, author_id: row.owner_id };
  const withPoll = row.body !== null && row.has_poll ? [opening] : [];
  const [[html = ''], polls, photos] = await Promise.all([
    fillForumBodies(context, viewer, [opening]),
    readPolls(context, viewer, withPoll, row),
    findShownImages(context, viewer, row.photo_id === null ? [] : [row.photo_id]),
  ]);
  return viewTopic(viewer, row, { html, poll: polls.get(opening.id) ?? null }, photos);
}

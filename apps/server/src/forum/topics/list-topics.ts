import type { ListedTopic, Topic } from '@mbari/contract/forum/topics';
import { requireVisiblePhoto } from '../../photos/posts/require-visible-photo.ts';
import type { Context } from '../../platform/context.ts';
import { idAfter, literalLimit } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isId } from '../../platform/ids.ts';
import { notFound } from '../../platform/refusal.ts';
import { findTagKey } from '../../platform/tags/queries.ts';
import { findMovedPost } from '../moderation/queries.ts';
import { missingTopicError } from '../moderation/split-topic.ts';
import { readPolls } from '../polls/read-polls.ts';
import { fillForumBodies, noText } from '../posts/present-posts.ts';
import { findVisibleImages } from '../posts/upload-image.ts';
import { countListedTopicsWithTag, listTopicIdsAbout, listTopicIdsWithTag } from './list-queries.ts';
import { presentTopics, viewTopic } from './present-topics.ts';
import { findTopic } from './queries.ts';

interface PageQuery {
  per_page: number;
  cursor?: string | undefined;
}

export async function listTopicsAboutPhoto(
  context: Context,
  viewer: Viewer,
  photoId: string,
  { per_page: perPage, cursor }: PageQuery,
): Promise<{ data: ListedTopic[]; meta: { next_cursor: string | null } }> {
  const before = idAfter(cursor);
  const { id } = await requireVisiblePhoto(context, viewer, photoId);
  const topics = await listTopicIdsAbout(context.db, viewer.id, id, { before, limit: literalLimit(perPage + 1) });
  const page = topics.slice(0, perPage);
  return {
    data: await presentTopics(
      context,
      viewer,
      page.map(({ id: topicId }) => topicId),
    ),
    meta: { next_cursor: topics.length > perPage ? (page.at(-1)?.id ?? null) : null },
  };
}

/** Lists topics whose opening is visible to the viewer. */
export async function listTopicsWithTag(
  context: Context,
  viewer: Viewer,
  tag: string,
  { per_page: perPage, cursor }: PageQuery,
): Promise<{ data: ListedTopic[]; meta: { next_cursor: string | null } }> {
  const before = idAfter(cursor);
  const key = await findTagKey(context.db, tag);
  const topicIds = key === null ? [] : await findTopicIds(context, viewer, key, { before, limit: literalLimit(perPage + 1) });
  const ids = topicIds.slice(0, perPage);
  return {
    data: await presentTopics(context, viewer, ids),
    meta: { next_cursor: topicIds.length > perPage ? (ids.at(-1) ?? null) : null },
  };
}

const findTopicIds = (context: Context, viewer: Viewer, key: string, part: Parameters<typeof listTopicIdsWithTag>[3]): Promise<string[]> =>
  context.replicas.find(viewer.id, {
    find: async (db) => (await listTopicIdsWithTag(db, viewer.id, key, part)).map(({ id }) => id),
    confirm: async (ids) => ((await countListedTopicsWithTag(context.db, viewer.id, ids)) === ids.length ? ids : undefined),
  });

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

import type { ListedTopic } from '@mbari/contract/forum/topics';
import { requireVisiblePhoto } from '../../photos/posts/require-visible-photo.ts';
import type { Context } from '../../platform/context.ts';
import { idAfter, literalLimit } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { findTagKey } from '../../platform/tags/queries.ts';
import { countListedTopicsWithTag, listTopicIdsAbout, listTopicIdsWithTag } from './list-queries.ts';
import { presentTopics } from './present-topics.ts';

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

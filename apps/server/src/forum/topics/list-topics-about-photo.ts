import type { ListedTopic } from '@mbari/contract/forum/topics';
import { requireVisiblePhoto } from '../../photos/posts/require-visible-photo.ts';
import type { Context } from '../../platform/context.ts';
import { idAfter, literalLimit } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { listTopicIdsAbout } from './list-queries.ts';
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

import type { ListedTopic } from '@mbari/contract/forum/topics';
import type { Context } from '../../platform/context.ts';
import { idAfter, literalLimit } from '../../platform/http/lists.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { findTagKey } from '../../platform/tags/queries.ts';
import { countTaggedListed, listTopicIdsWithTag } from './list-queries.ts';
import { presentTopics } from './present-topics.ts';

interface Asked {
  per_page: number;
  cursor?: string | undefined;
}

/** The opening must be visible to the viewer. */
export async function listTopicsWithTag(
  context: Context,
  viewer: Viewer,
  tag: string,
  { per_page: perPage, cursor }: Asked,
): Promise<{ data: ListedTopic[]; meta: { next_cursor: string | null } }> {
  const before = idAfter(cursor);
  const key = await findTagKey(context.db, tag);
  const found = key === null ? [] : await findIds(context, viewer, key, { before, limit: literalLimit(perPage + 1) });
  const ids = found.slice(0, perPage);
  return {
    data: await presentTopics(context, viewer, ids),
    meta: { next_cursor: found.length > perPage ? (ids.at(-1) ?? null) : null },
  };
}

const findIds = (context: Context, viewer: Viewer, key: string, part: Parameters<typeof listTopicIdsWithTag>[3]): Promise<string[]> =>
  context.replicas.find(viewer.id, {
    find: async (db) => (await listTopicIdsWithTag(db, viewer.id, key, part)).map(({ id }) => id),
    confirm: async (ids) => ((await countTaggedListed(context.db, viewer.id, ids)) === ids.length ? ids : undefined),
  });

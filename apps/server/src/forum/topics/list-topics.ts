import type { ListMeta } from '@mbari/contract/shapes/fields';
import type { ListedTopic } from '@mbari/contract/shapes/forum-topics';
import type { Context } from '../../platform/context.ts';
import type { ReadyJson } from '../../platform/http/ready-json.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { findTopics, type TopicsAsked } from './find-topics.ts';
import { presentTopics } from './present-topics.ts';
import { isForAll, isSharedList, joinTopics, type SharedLists, sharedListsOf } from './shared-lists.ts';

/** What the readers of one application share, for as long as it runs. */
const shared = new WeakMap<Context, SharedLists>();

/** Topics of one category or of all, as they stand in a list and in its order. */
export async function listTopics(
  context: Context,
  viewer: Viewer,
  asked: TopicsAsked,
): Promise<{ data: ListedTopic[]; meta: ListMeta & { total_is_capped: boolean } } | ReadyJson> {
  let readShared = shared.get(context);
  if (!readShared) shared.set(context, (readShared = sharedListsOf(context)));
  const found = isSharedList(asked) ? await readShared(viewer.id, asked) : undefined;
  if (found && isForAll(asked, found.relation)) return joinTopics(context, viewer, found.page, found.relation);
  const { ids, meta } = await findTopics(context, viewer, asked);
  return { data: await presentTopics(context, viewer, ids), meta };
}

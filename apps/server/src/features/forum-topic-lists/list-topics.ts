import type { ListMeta } from '@mbari/contract/shapes/fields';
import type { ListedTopic } from '@mbari/contract/shapes/forum-topics';
import type { Context } from '../../context.ts';
import type { Viewer } from '../../http/viewer.ts';
import { presentTopics } from '../forum-topics/present-topics.ts';
import { findTopics, type TopicsAsked } from './find-topics.ts';

/** Topics of one category or of all, as they stand in a list and in its order. */
export async function listTopics(
  context: Context,
  viewer: Viewer,
  asked: TopicsAsked,
): Promise<{ data: ListedTopic[]; meta: ListMeta & { total_is_capped: boolean } }> {
  const { ids, meta } = await findTopics(context, viewer, asked);
  return { data: await presentTopics(context, viewer, ids), meta };
}

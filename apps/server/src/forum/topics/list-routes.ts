import * as calls from '@mbari/contract/forum/topics';
import type { ListedTopic } from '@mbari/contract/forum/topics';
import type { ListMeta } from '@mbari/contract/platform/fields';
import type { Context } from '../../platform/context.ts';
import type { ReadyJson } from '../../platform/http/ready-json.ts';
import { route } from '../../platform/http/route.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { findTopics, type TopicsAsked } from './find-topics.ts';
import { listTopicsAboutPhoto } from './list-topics-about-photo.ts';
import { listTopicsWithTag } from './list-topics-with-tag.ts';
import { presentTopics } from './present-topics.ts';
import { isForAll, isSharedList, joinTopics, sharedListsOf } from './shared-lists.ts';

export const forumTopicListRoutes = [
  route(calls.listTopics, ({ context, member, query }) => listTopics(context, member, query)),
  route(calls.listTopicsAboutPhoto, ({ context, member, params, query }) => listTopicsAboutPhoto(context, member, params.id, query)),
  route(calls.listTopicsWithTag, ({ context, member, params, query }) => listTopicsWithTag(context, member, params.tag, query)),
];

async function listTopics(
  context: Context,
  viewer: Viewer,
  asked: TopicsAsked,
): Promise<{ data: ListedTopic[]; meta: ListMeta & { total_is_capped: boolean } } | ReadyJson> {
  const shared = isSharedList(asked) ? await sharedListsOf(context)(viewer, asked) : undefined;
  if (shared && isForAll(asked, shared.state)) return joinTopics(context, viewer, shared.page, shared.state);
  const { ids, meta } = await findTopics(context, viewer, asked);
  return { data: await presentTopics(context, viewer, ids), meta };
}

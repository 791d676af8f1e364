import type { ForumPost } from '@mbari/contract/shapes/forum-posts';
import type { Context } from '../../platform/context.ts';
import type { ReadyJson } from '../../platform/http/ready-json.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { findPostsPage, type PostsAsked, type PostsMeta } from './find-posts-page.ts';
import { presentForumPosts } from './present-posts.ts';
import { joinPage, type SharedPages, sharedPagesOf } from './shared-pages.ts';

/** What the readers of one application share, for as long as it runs. */
const shared = new WeakMap<Context, SharedPages>();

/** A page of a topic's posts as the viewer reads it now. */
export async function readPostsPage(
  context: Context,
  viewer: Viewer,
  topicId: string,
  asked: PostsAsked,
): Promise<{ data: ForumPost[]; meta: PostsMeta } | ReadyJson> {
  let readShared = shared.get(context);
  if (!readShared) shared.set(context, (readShared = sharedPagesOf(context)));
  const { page, per_page, cursor, around } = asked;
  const found = await readShared(viewer.id, { topicId, page, per_page, cursor, around });
  if (found) return joinPage(context, viewer, found.page, found.relation);
  const { topic, rows, meta } = await findPostsPage(context, viewer, topicId, asked);
  return { data: await presentForumPosts(context, viewer, rows, topic), meta };
}

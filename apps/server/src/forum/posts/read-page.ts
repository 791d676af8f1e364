import type { ForumPost } from '@mbari/contract/forum/posts';
import type { Context } from '../../platform/context.ts';
import type { ReadyJson } from '../../platform/http/ready-json.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { findPostsPage, type PostsAsked, type PostsMeta } from './find-posts-page.ts';
import { presentForumPosts } from './present-posts.ts';
import { joinPage, sharedPagesOf } from './shared-pages.ts';

export async function readPostsPage(
  context: Context,
  viewer: Viewer,
  topicId: string,
  asked: PostsAsked,
): Promise<{ data: ForumPost[]; meta: PostsMeta } | ReadyJson> {
  const { page, per_page, cursor, around } = asked;
  const shared = await sharedPagesOf(context)(viewer, { topicId, page, per_page, cursor, around });
  if (shared) return joinPage(context, viewer, shared.page, shared.state);
  const { topic, rows, meta } = await findPostsPage(context, viewer, topicId, asked);
  return { data: await presentForumPosts(context, viewer, rows, topic), meta };
}

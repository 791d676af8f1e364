import * as calls from '@mbari/contract/forum/posts';
import { answers } from '../../platform/english.ts';
import { route } from '../../platform/http/route.ts';
import { likeForumPost, unlikeForumPost } from './like-post.ts';

export const forumLikeRoutes = [
  route(calls.likeForumPost, async ({ context, member, params }) => ({
    message: answers.forumPostLiked,
    data: await likeForumPost(context, member, params.id, params.postId),
  })),
  route(calls.unlikeForumPost, async ({ context, member, params }) => ({
    message: answers.likeRemoved,
    data: await unlikeForumPost(context, member, params.id, params.postId),
  })),
];

import * as calls from '@mbari/contract/forum-likes';
import { route } from '../../http/route.ts';
import { likeForumPost, unlikeForumPost } from './like-post.ts';

export const forumLikeRoutes = [
  route(calls.likeForumPost, async ({ context, member, params }) => ({
    message: 'Post liked',
    data: await likeForumPost(context, member, params.id, params.postId),
  })),
  route(calls.unlikeForumPost, async ({ context, member, params }) => ({
    message: 'Like removed',
    data: await unlikeForumPost(context, member, params.id, params.postId),
  })),
];

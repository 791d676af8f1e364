import { z } from 'zod';
import { id } from './fields.ts';

const params = z.object({ id, postId: id });
const answer = z.object({ message: z.string(), data: z.object({ likes_count: z.number().int(), is_liked: z.boolean() }) });

export const forumLikeShapes = {
  likeForumPost: { params, answer },
  unlikeForumPost: { params, answer },
};

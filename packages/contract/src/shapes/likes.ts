import { z } from 'zod';
import { idParams, paging, listMeta } from './fields.ts';
import { author } from './members.ts';

const counts = z.object({ message: z.string(), data: z.object({ likes_count: z.number().int(), is_liked: z.boolean() }) });
const likers = z.object({ data: z.array(author), meta: listMeta });

export const likeShapes = {
  likePhoto: { params: idParams, answer: counts },
  unlikePhoto: { params: idParams, answer: counts },
  listLikes: { params: idParams, query: z.object({ ...paging }), answer: likers },
  likeComment: { params: idParams, answer: counts },
  unlikeComment: { params: idParams, answer: counts },
  listCommentLikes: { params: idParams, query: z.object({ ...paging }), answer: likers },
};

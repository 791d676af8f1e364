import { z } from 'zod';
import { idParams, paging, listMeta } from './fields.ts';
import { author } from './members.ts';

const counts = z.object({ message: z.string(), data: z.object({ likes_count: z.number().int(), is_liked: z.boolean() }) });

export const likeShapes = {
  likePhoto: { params: idParams, answer: counts },
  unlikePhoto: { params: idParams, answer: counts },
  listLikes: { params: idParams, query: z.object({ ...paging }), answer: z.object({ data: z.array(author), meta: listMeta }) },
};

import { z } from 'zod';
import { idParams, listMeta, paging } from './fields.ts';
import { photo } from './photos.ts';

const saved = z.object({ message: z.string(), data: z.object({ is_saved: z.boolean() }) });

export const savedPostShapes = {
  savePhoto: { params: idParams, answer: saved },
  unsavePhoto: { params: idParams, answer: saved },
  listSavedPosts: {
    query: z.object({ per_page: paging.per_page, cursor: paging.cursor }),
    /** Not counted. */
    answer: z.object({ data: z.array(photo), meta: listMeta.pick({ per_page: true, next_cursor: true }) }),
  },
};

import { z } from 'zod';
import { id, idParams, message } from './fields.ts';

export const categoryRemovalShapes = {
  deleteCategory: {
    params: idParams,
    query: z.object({
      /** Where its photos go: the id of another category, or `none`. */
      move_to: id.optional(),
    }),
    answer: message,
  },
};

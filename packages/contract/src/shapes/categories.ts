import { z } from 'zod';
import { id } from './fields.ts';

export const category = z.object({ id, name: z.string(), slug: z.string() });
export type Category = z.infer<typeof category>;

export const categoryShapes = {
  listCategories: {
    answer: z.object({ data: z.array(category.extend({ photos_count: z.number().int() })) }),
  },
};

import { z } from 'zod';
import * as limits from '../limits.ts';
import { because } from './because.ts';
import { editedVersion, id, idParams, text, version } from './fields.ts';

export const category = z.object({ id, name: z.string(), slug: z.string() });
export type Category = z.infer<typeof category>;

/** `is_leaving`: it was deleted, and its photos are on their way to another. */
const listedCategory = category.extend({ photos_count: z.number().int(), is_leaving: z.boolean(), version });
export type ListedCategory = z.infer<typeof listedCategory>;

const name = text({ label: 'name', max: limits.photoCategory, min: 1, isName: true });
const position = z
  .int(because('notWholeNumber', { field: 'position' }))
  .min(1, because('numberTooSmall', { field: 'position', least: 1 }))
  .max(1_000, because('numberTooLarge', { field: 'position' }));

const answer = z.object({ data: listedCategory, message: z.string() });

export const categoryShapes = {
  listCategories: { answer: z.object({ data: z.array(listedCategory) }) },
  createCategory: { body: z.object({ name }), answer },
  updateCategory: {
    params: idParams,
    /** At `position` the category stands from now on; the others make room. */
    body: z.object({ name: name.optional(), position: position.optional(), version: editedVersion }),
    answer,
  },
};
